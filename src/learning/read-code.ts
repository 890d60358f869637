import type { CommentNow } from '../curate/evidence/comments-now.ts'
import { isNonCodeFile } from '../curate/lines/non-code-lines.ts'
import { type Bullet, bulletsIn } from '../curate/message/changelog.ts'
import { isChangelog } from '../curate/message/changelog-files.ts'
import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import type { CodeState } from '../curate/plan-operations.ts'
import { isManifest } from '../curate/evidence/manifests.ts'
import { fileKindOf, isPackageDoc, isTestSupport } from '../curate/code/files.ts'
import { languageOf } from '../curate/code/language.ts'
import { isReadme } from '../curate/code/readme-gist.ts'
import { type Gone, goneFrom, goneKey, besideNow, type CommentsNow, quotedIn } from '../curate/standing/stale-quotes.ts'
import type { Survival } from '../curate/lines/survival.ts'
import type { Ctx } from '../repo/context.ts'
import { type HeldBlobs, holdBlobs } from '../repo/git/blobs.ts'
import { isPlainFile, listTree, readListed, type TreeFile } from '../repo/git/objects.ts'
import { isPartialClone } from '../repo/git/partial.ts'
import { madeOnce } from '../text/made-once.ts'
import { redactEach, redactSecrets } from '../text/redact.ts'
import type { Reader } from './read-commits.ts'
import { readSaid, saidByNone, type SaidByFiles } from './said-by-files.ts'

/** Changelogs that are read: one for each package of a large project. */
const mostChangelogs = 40

/** Ten years of releases are longer than any file of code, in bytes: 337,782 (restic), 1,116,277 (eslint). */
const largestChangelog = 4 * 1024 * 1024

type Meeting = {
  readonly reader: Reader
  readonly commit: string
  readonly survival: Survival
  /** Whether no later commit is still to be read. */
  readonly isLast: boolean
}

/**
 * Reads the code as it stands at a commit, as far as commits worked on it: what the files make public and are known by,
 * what manifests say, and what of all that was quoted no longer stands there. With the last of a history
 * comes what was followed through it: only then can it be said what became of each line.
 */
export async function readNow(
  ctx: Ctx,
  analyses: readonly CommitAnalysis[],
  { reader, commit, survival, isLast }: Meeting,
): Promise<CodeState> {
  const lineHistories = isLast
    ? {
        // Each is asked for three times, and counted line by line.
        lineHistories: madeOnce(survival.lineHistoryOf),
        nameNow: survival.nameNow,
        subjectOf: survival.subjectOf,
        hasTool: survival.hasTool,
      }
    : { soFar: survival.lineHistoryOf }
  if (await isPartialClone(ctx.place)) return lineHistories
  const listed = await listTree(ctx.place, commit)
  await using held = holdBlobs(ctx.place)
  if (isLast) await compareWithListed(held, survival, listed)
  const code: Code = async (paths) => await readListed(held, listed, paths)
  const manifests = new Set(analyses.flatMap(({ touched }) => touched.map(({ path }) => path).filter(isManifest)))
  return {
    texts: redactEach(await code(manifests)),
    ...(await readQuoted(analyses, code)),
    changelog: await readChangelogs(reader, async (paths) => await readListed(held, listed, paths, largestChangelog)),
    ...(await readSaidByFiles(analyses, { reader, code })),
    ...lineHistories,
  }
}

/** Reads files of the code as it stands. */
type Code = (paths: ReadonlySet<string>) => Promise<ReadonlyMap<string, string>>

/** No larger file, in bytes, is code that somebody wrote. */
const largestMet = 4 * 1024 * 1024

/** Compares the lines that were followed with the code at a commit. Where some of it is not here, diffs alone tell. */
export async function compareWithCode(ctx: Ctx, survival: Survival, commit: string): Promise<void> {
  if (await isPartialClone(ctx.place)) return
  await using held = holdBlobs(ctx.place)
  await compareWithListed(held, survival, await listTree(ctx.place, commit))
}

async function compareWithListed(held: HeldBlobs, survival: Survival, listed: readonly TreeFile[]): Promise<void> {
  const isCompared = ({ mode, path }: TreeFile): boolean =>
    isPlainFile(mode) && (fileKindOf(path) === 'code' || fileKindOf(path) === 'test' || isNonCodeFile({ path }))
  const waiting = new Map<string, string[]>()
  for (const { path, blob } of listed.filter(isCompared)) waiting.set(blob, [...(waiting.get(blob) ?? []), path])
  for await (const { blob, text } of held.each([...waiting.keys()], { mostBytes: largestMet })) {
    for (const path of waiting.get(blob) ?? []) survival.compareFile(path, text)
    waiting.delete(blob)
  }
  for (const path of [...waiting.values()].flat()) survival.compareFile(path, undefined)
  survival.finishComparison()
}

/** Reads all changelogs of a project, those of its packages too; release notes of one version each are left out. */
async function readChangelogs({ layout }: Reader, code: Code): Promise<readonly Bullet[]> {
  const paths = [...(layout.there ?? [])].filter(isChangelog).slice(0, mostChangelogs)
  const texts = redactEach(await code(new Set(paths)))
  return paths.flatMap((path) => bulletsIn((texts.get(path) ?? '').split('\n'), path))
}

/** Reads what the files that commits worked on say that they are, and what they offer to others. */
async function readSaidByFiles(
  analyses: readonly CommitAnalysis[],
  { reader, code }: { readonly reader: Reader; readonly code: Code },
): Promise<SaidByFiles> {
  const worked = new Set(analyses.flatMap(({ touched }) => touched.map(({ path }) => path)))
  const isCode = (path: string): boolean =>
    ((fileKindOf(path) === 'code' || isTestSupport(path)) && languageOf(path) !== 'other') || isPackageDoc(path)
  const paths = [...worked].filter((path) => isCode(path) && (reader.layout.there?.has(path) ?? true))
  const said = saidByNone()
  for (let at = 0; at < paths.length; at += searched)
    for (const [path, text] of await code(new Set(paths.slice(at, at + searched)))) readSaid(said, path, text)
  const readmes = [...(reader.layout.there ?? [])].filter(isReadme).slice(0, mostReadmes)
  for (const [path, text] of await code(new Set(readmes))) readSaid(said, path, text)
  return said
}

/** READMEs that are read for what the parts of a project are for. */
const mostReadmes = 100

/** Files that stand in memory at once while they are searched for what was quoted out of them. */
const searched = 1_500

async function readQuoted(
  analyses: readonly CommitAnalysis[],
  code: Code,
): Promise<{ readonly gone: Gone; readonly comments: CommentsNow }> {
  const quotes = [...quotedIn(analyses)]
  const gone = new Set<string>()
  const comments = new Map<string, CommentNow>()
  for (let at = 0; at < quotes.length; at += searched) {
    const some = quotes.slice(at, at + searched)
    const texts = await code(new Set(some.map(([path]) => path)))
    for (const [path, pieces] of some) {
      // What was quoted without its secrets stands in a text without them.
      const text = texts.get(path)
      const isRedacted = pieces.some((piece) => `${piece.text}${piece.value}`.includes('‹'))
      for (const piece of goneFrom(pieces, isRedacted && text !== undefined ? redactSecrets(text) : text))
        gone.add(goneKey(piece))
      if (text !== undefined) for (const [key, beside] of besideNow(pieces, text)) comments.set(key, beside)
    }
  }
  return { gone, comments }
}

import { join } from 'node:path'
import type { Commit } from '../commit.ts'
import type { Rules } from '../curate/distil.ts'
import { blobsWanted } from '../curate/evidence.ts'
import { hasState } from '../curate/evidence/settings.ts'
import { readMessage } from '../curate/message.ts'
import { hasNames, type Names, telling } from '../curate/names.ts'
import { codeByStem } from '../curate/place.ts'
import { type Gone, goneFrom, goneKey, quotedIn } from '../curate/standing.ts'
import { type Study, study } from '../curate/study.ts'
import { readCommits } from '../repo/history.ts'
import { readBlobs, readFiles } from '../repo/objects.ts'
import { listCode, packagesIn } from '../repo/packages.ts'
import { isPartialClone } from '../repo/partial.ts'
import { redact, redactSecrets } from '../text/redact.ts'
import { type Ctx, packageRoot } from './open.ts'
import { withRevived } from './revived.ts'

/** What reading needs besides the commits: the rules of the project, and whether blobs are there to be read. */
export type Reader = Rules & { readonly mayReadBlobs: boolean }

export async function readerFor({ place, settings }: Ctx, commit = 'HEAD'): Promise<Reader> {
  const files = await listCode(place, commit)
  const layout = {
    domains: settings.domains,
    packages: packagesIn(files),
    files: codeByStem(files),
    there: new Set(files),
  }
  return { ignore: settings.ignore, layout, mayReadBlobs: !(await isPartialClone(place)) }
}

/** Commits that wait for the manifests they touched, with their diffs in memory; so many are asked for in one go. */
const atOnce = 200

/**
 * Studies commits in order, each as soon as git prints it, so that git goes on while we read; of each, only what it
 * proves is kept.
 */
export async function readStudies(
  ctx: Ctx,
  shas: readonly string[],
  reader: Reader,
  onRead: (done: number) => void,
): Promise<readonly Study[]> {
  const studies: (Study | undefined)[] = []
  let waiting: { readonly commit: Commit; readonly place: number }[] = []
  const studyOne = (commit: Commit, texts: ReadonlyMap<string, string>): Study =>
    study({ commit, message: readMessage(commit.message), texts }, reader)
  const flush = async (): Promise<void> => {
    const blobs = waiting.flatMap(({ commit }) => blobsWanted(commit))
    const texts = withoutSecrets(await readBlobs(ctx.place, blobs, { mostBytes: 512 * 1024 }))
    for (const { commit, place } of waiting) studies[place] = studyOne(commit, texts)
    waiting = []
  }
  for await (const commit of readCommits(ctx.place, shas, ctx.signal)) {
    if (reader.mayReadBlobs && blobsWanted(commit).length > 0) {
      waiting.push({ commit, place: studies.length })
      studies.push(undefined)
    } else studies.push(studyOne(commit, noTexts))
    if (waiting.length >= atOnce) await flush()
    if (studies.length % atOnce === 0) onRead(studies.length)
  }
  await flush()
  onRead(studies.length)
  return await withRevived(
    ctx.place,
    studies.flatMap((one) => one ?? []),
    async (revived) => await readStudies(ctx, revived, reader, () => undefined),
  )
}

const noTexts: ReadonlyMap<string, string> = new Map()

/** Files whose names are read for an overview, and how often each must have been changed. */
const overview = { files: 2_500, changes: 2, parsed: 800 }

/**
 * Reads the code as it stands at a commit, as far as commits worked on it: what the files make public and are known by,
 * what manifests and settings say, and what of all that was quoted no longer stands there.
 */
export async function readNow(
  ctx: Ctx,
  studies: readonly Study[],
  commit: string,
): Promise<{ names?: Names; texts?: ReadonlyMap<string, string>; gone?: Gone }> {
  if (await isPartialClone(ctx.place)) return {}
  const states = new Set(studies.flatMap(({ touched }) => touched.map(({ path }) => path).filter(hasState)))
  return {
    names: await readNames(ctx, studies, commit),
    texts: withoutSecrets(await readFiles(ctx.place, commit, states)),
    gone: await readGone(ctx, studies, commit),
  }
}

const withoutSecrets = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...texts].map(([path, text]) => [path, redactSecrets(text)]))

/** Files that stand in memory at once while they are searched for what was quoted out of them. */
const searched = 1_500

async function readGone(ctx: Ctx, studies: readonly Study[], commit: string): Promise<Gone> {
  const quotes = [...quotedIn(studies)]
  const gone = new Set<string>()
  for (let at = 0; at < quotes.length; at += searched) {
    const some = quotes.slice(at, at + searched)
    const texts = await readFiles(ctx.place, commit, new Set(some.map(([path]) => path)))
    for (const [path, pieces] of some) {
      // What was quoted without its secrets stands in a text without them.
      const text = texts.get(path)
      const isRedacted = pieces.some((piece) => `${piece.text}${piece.value}`.includes('‹'))
      for (const piece of goneFrom(pieces, isRedacted && text !== undefined ? redactSecrets(text) : text))
        gone.add(goneKey(piece))
    }
  }
  return gone
}

async function readNames(ctx: Ctx, studies: readonly Study[], commit: string): Promise<Names> {
  const counts = new Map<string, number>()
  for (const { touched } of studies)
    for (const { path } of touched) if (hasNames(path)) counts.set(path, (counts.get(path) ?? 0) + 1)
  const wanted = [...counts]
    .filter(([, count]) => count >= overview.changes)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, overview.files)
  const texts = await readFiles(ctx.place, commit, new Set(wanted.map(([path]) => path)))
  const signatures = await signaturesOf(
    wanted.slice(0, overview.parsed).map(([path]) => path),
    texts,
  )
  return new Map([...telling(texts)].map(([path, names]) => [path, { names, signatures: signatures.get(path) ?? [] }]))
}

/** Parses the files that were worked on most; without grammars, patterns have to do. */
async function signaturesOf(
  paths: readonly string[],
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { loadGrammars } = await import('../repo/grammars.ts')
  const grammars = await loadGrammars(join(packageRoot(), 'templates', 'queries'))
  const found = new Map<string, readonly string[]>()
  if (grammars === undefined) return found
  for (const path of paths) {
    const signatures = await grammars.publicIn(path, texts.get(path) ?? '')
    if (signatures !== undefined) found.set(path, signatures.map(redact))
  }
  return found
}

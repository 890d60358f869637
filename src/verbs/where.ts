import { fileKindOf, isSample } from '../curate/code/files.ts'
import { isGenerated } from '../curate/code/generated-code.ts'
import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { reindexInBackground } from '../knowledge/shown/reindex-in-background.ts'
import { isTestOfCode } from '../learning/about-file.ts'
import { likelyFiles } from '../learning/likely-files.ts'
import { syncCommitIndex } from '../learning/sync-commit-index.ts'
import type { Ctx } from '../repo/context.ts'
import { listTree, readFiles } from '../repo/git/objects.ts'
import { readHead } from '../repo/git/refs.ts'
import type { RepoPaths } from '../repo/git/repo-paths.ts'
import type { CommitIndex } from '../repo/index/commit-index.ts'
import type { FoundCommit } from '../repo/index/indexed-commit.ts'
import { rankingOf } from '../repo/index/ranking.ts'
import { changedWith, fillersLast, inOrder, isFiller, isSpelled, sumOf } from '../search/files.ts'
import type { FileToOpen } from '../search/format-file.ts'

/** Tests, files and people that are named with each file. */
const mostCompanions = 3
/** Files that are looked into, of which some may be a program's, for each that is named. */
const candidates = 4

/** The files to open, best first; whether diffs were read too, and whether what was read is kept. */
export type FilesToOpen = {
  readonly files: readonly FileToOpen[]
  readonly isWhole: boolean
  readonly isKept: boolean
}

/**
 * Names the files to open for a change that is described in words, best first: those of the commits that are most like
 * it, and behind them those of the entries that it finds. Only files that are there are named, and last what programs wrote, unless it is asked for by name.
 */
export const where = async (
  ctx: Ctx,
  text: string,
  how: { readonly limit?: number } = {},
): Promise<readonly FileToOpen[]> => (await findFiles(ctx, text, how)).files

/** The same, with how much of the history it is from. */
export const findFiles = (
  ctx: Ctx,
  text: string,
  { limit = 5 }: { readonly limit?: number } = {},
): Promise<FilesToOpen> =>
  askCurrentIndex(ctx, async ({ index, store }) => {
    const { commit: head } = await readHead(ctx.place)
    if (store === undefined || head === undefined) return { files: [], isWhole: true, isKept: false }
    const { commitIndex, isWhole } = await syncCommitIndex(ctx, store, { takesNewest: store.isKept })
    if (!isWhole) await reindexInBackground(ctx)
    const there = new Set((await listTree(ctx.place, head)).map(({ path }) => path))
    const likely = likelyFiles(text, { commitIndex, index, ranking: rankingOf(ctx) })
    const open = likely.files.filter((path) => there.has(path) && fileKindOf(path) !== 'test')
    const likeliest = new Set(fillersLast(open, text).slice(0, limit * candidates))
    const generated = await generatedAmong(ctx.place, head, likeliest)
    const isLast = (path: string): boolean => generated.has(path) && !isSpelled(path, text)
    const files = [...likeliest]
      .toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))
      .slice(0, limit)
      .map((path) => aboutPath(path, { commitIndex, commits: likely.commits, there }))
    return { files, isWhole, isKept: store.isKept }
  })

/** Those of some files of a commit which say that a program wrote them: to change them is to change what they are made of. */
async function generatedAmong(
  place: RepoPaths,
  commit: string,
  files: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const texts = await readFiles(place, commit, files)
  return new Set([...texts].flatMap(([path, text]) => (isGenerated(text) ? [path] : [])))
}

type Around = {
  readonly commitIndex: CommitIndex
  readonly commits: readonly FoundCommit[]
  readonly there: ReadonlySet<string>
}

function aboutPath(path: string, { commitIndex, commits, there }: Around): FileToOpen {
  const why = commits.find(({ paths }) => paths.includes(path))
  const touching = commitIndex.touching(path)
  const together = changedWith(path, touching).filter((other) => there.has(other))
  return {
    path,
    why: why === undefined ? undefined : { headline: why.subject, commit: why.sha, date: why.date },
    tests: together.filter((other) => isTestOfCode(other) && !isSample(other)).slice(0, mostCompanions),
    with: together.filter((other) => fileKindOf(other) === 'code' && !isFiller(other)).slice(0, mostCompanions),
    knownBy: peopleAmong(touching.map(({ author }) => author)).slice(0, mostCompanions),
  }
}

/** Who changed a file, most often first: each once, however the name was punctuated, and without what git was never told. */
function peopleAmong(authors: readonly string[]): readonly string[] {
  const keyOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  const named = authors.filter((name) => !isNobody.test(name) && !isBot.test(name))
  const spelled = new Map(named.toReversed().map((name) => [keyOf(name) || name, name]))
  return inOrder(sumOf(named.map((name) => [keyOf(name) || name, 1] as const))).flatMap((key) => spelled.get(key) ?? [])
}

const isBot = /\[bot\]$/
const isNobody = /^(?:(?:your |first |full )?name|unknown|root|user)$/i

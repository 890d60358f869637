import { fileKindOf } from '../curate/code/files.ts'
import { askCurrentIndex } from '../knowledge/current-index.ts'
import { reindexInBackground } from '../knowledge/look-later.ts'
import { isTestOfCode } from '../learning/about-file.ts'
import { lookUpLog } from '../learning/look-up-log.ts'
import type { Ctx } from '../repo/context.ts'
import { listTree } from '../repo/git/objects.ts'
import { readHead } from '../repo/git/refs.ts'
import type { LogLane } from '../repo/index/log-lane.ts'
import type { LogFound } from '../repo/index/log-row.ts'
import { rankingOf } from '../repo/index/ranking.ts'
import { answer } from '../search/answer.ts'
import { changedWith, fillersLast, inOrder, isFiller, rankVoted, sumOf } from '../search/files.ts'
import { readQuestion } from '../search/question.ts'
import type { FileToOpen } from '../search/in-words.ts'

const most = { commits: 60, hits: 60, beside: 3 }

/** The files to open, best first; whether diffs were read too, and whether what was read is kept. */
export type FilesToOpen = {
  readonly files: readonly FileToOpen[]
  readonly isWhole: boolean
  readonly isKept: boolean
}

/**
 * Names the files to open for a change that is described in words, best first: those of the commits that are most like it,
 * and of the entries that it finds. Only files that are there are named.
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
    const { lane, isWhole } = await lookUpLog(ctx, store)
    if (!isWhole) await reindexInBackground(ctx)
    const there = new Set((await listTree(ctx.place, head)).map(({ path }) => path))
    const found = lane.find(
      readQuestion(text).map(({ term }) => term),
      most.commits,
    )
    const commits = found.map(({ score, paths }) => ({ score, files: paths }))
    const { hits } = answer({ text, files: [], within: '', limit: most.hits, floor: 0 }, index, rankingOf(ctx))
    const ranked = rankVoted(text, { commits, hits }).filter((path) => there.has(path) && fileKindOf(path) !== 'test')
    const files = fillersLast(ranked, text)
      .slice(0, limit)
      .map((path) => aboutPath(path, { lane, found, there }))
    return { files, isWhole, isKept: store.isKept }
  })

type Around = { readonly lane: LogLane; readonly found: readonly LogFound[]; readonly there: ReadonlySet<string> }

function aboutPath(path: string, { lane, found, there }: Around): FileToOpen {
  const why = found.find(({ paths }) => paths.includes(path))
  const touching = lane.touching(path)
  const together = changedWith(path, touching).filter((other) => there.has(other))
  return {
    path,
    why: why === undefined ? undefined : { headline: why.subject, commit: why.sha, date: why.date },
    tests: together.filter(isTestOfCode).slice(0, most.beside),
    with: together.filter((other) => fileKindOf(other) === 'code' && !isFiller(other)).slice(0, most.beside),
    knownBy: inOrder(sumOf(touching.map(({ author }) => [author, 1] as const))).slice(0, most.beside),
  }
}

import { type CommitKey, commitKey } from '../../commit.ts'
import type { Ctx } from '../../repo/context.ts'
import type { Entry } from '../../tree/entry.ts'
import type { Knowledge } from '../../tree/knowledge.ts'
import type { EntryPath } from '../../tree/path.ts'
import { rejectionsOf } from './read-rejections.ts'
import {
  keyOfFact,
  keyOfRule,
  removedByPeople,
  type Removed,
  type TaughtStatement,
  taughtBy,
} from './removed-by-people.ts'
import type { Tip } from '../branch/tip.ts'

/** A tree that was learned anew, without what people took out, and what is there again although somebody took it out. */
export type WithoutRemoved = {
  readonly knowledge: Knowledge
  /** Statements that stay away. */
  readonly leftOut: number
  readonly again: readonly EntryPath[]
}

/**
 * Takes out of a tree that was learned anew what people and agents took out of what was there before: of a commit of which
 * no statement is left there, all that it teaches; of others, the statements that were taken out. `kept` was not learned.
 */
export async function withoutRemoved(
  ctx: Ctx,
  anew: Knowledge,
  { tip, kept }: { readonly tip: Tip; readonly kept: Knowledge },
): Promise<WithoutRemoved> {
  const start = tip.commit ?? tip.parent
  if (start === undefined) return { knowledge: anew, leftOut: 0, again: [] }
  const removed = await removedByPeople(ctx, start)
  const rejected = await rejectionsOf(ctx, { ref: tip.ref, commit: start })
  const isGone = goneFrom(tip.knowledge, removed, new Set(rejected.keys()))
  const entries = new Map<EntryPath, Entry>()
  let leftOut = 0
  for (const [path, entry] of anew.entries) {
    const isAway = removed.paths.has(path) && !tip.knowledge.entries.has(path)
    const { next, count } = without(entry, { kept: kept.entries.get(path), isAway }, isGone)
    leftOut += count
    if (next !== undefined) entries.set(path, next)
  }
  const again = [...entries.keys()].filter((path) => removed.paths.has(path) && !tip.knowledge.entries.has(path))
  const overviews = new Map(
    [...anew.overviews].filter(
      ([folder]) =>
        folder === '' ||
        kept.overviews.has(folder) ||
        [...entries.keys()].some((path) => path.startsWith(`${folder}/`)),
    ),
  )
  return { knowledge: { ...anew, entries, overviews }, leftOut, again }
}

type Gone = {
  readonly statement: (one: TaughtStatement) => boolean
  readonly commit: (commit: string) => boolean
  /** Whether an entry says it today. */
  readonly isSaid: (one: TaughtStatement) => boolean
}

function goneFrom({ entries }: Knowledge, { statements }: Removed, rejected: ReadonlySet<CommitKey>): Gone {
  const there = [...entries.values()].flatMap(taughtBy)
  const told = new Set(there.flatMap(({ sources }) => sources))
  const said = new Set(there.flatMap(({ key, sources }) => sources.map((source) => `${source} ${key}`)))
  const isWhole = (source: CommitKey): boolean => !told.has(source) && (statements.has(source) || rejected.has(source))
  const isOut = (source: CommitKey, key: string): boolean =>
    isWhole(source) || (statements.get(source)?.has(key) === true && !said.has(`${source} ${key}`))
  return {
    statement: ({ key, sources }) => sources.length > 0 && sources.every((source) => isOut(source, key)),
    commit: (commit) => isWhole(commitKey(commit)),
    isSaid: ({ key, sources }) => sources.length > 0 && sources.every((source) => said.has(`${source} ${key}`)),
  }
}

/** An entry without what is gone; one that people left otherwise is as they left it, and one of which nothing is left is none. */
function without(
  entry: Entry,
  { kept, isAway }: { readonly kept: Entry | undefined; readonly isAway: boolean },
  isGone: Gone,
): { readonly next: Entry | undefined; readonly count: number } {
  // What somebody moved is told where they put it.
  const isOut = (one: TaughtStatement): boolean => isGone.statement(one) || (isAway && isGone.isSaid(one))
  const gone = new Set(taughtBy(entry).flatMap((one) => (isOut(one) ? [one.key] : [])))
  if (gone.size === 0) return { next: entry, count: 0 }
  const facts = entry.facts.filter((fact) => !gone.has(keyOfFact(fact)))
  const rules = entry.narrative.rules.filter((rule) => !gone.has(keyOfRule(rule)))
  const isAsKept =
    kept !== undefined && facts.length === kept.facts.length && rules.length === kept.narrative.rules.length
  if (isAsKept) return { next: kept, count: gone.size }
  const sources = entry.raw.sources.filter(({ commit }) => !isGone.commit(commit))
  if (kept === undefined && (sources.length === 0 || facts.length + rules.length === 0))
    return { next: undefined, count: gone.size }
  const next = { ...entry, facts, narrative: { ...entry.narrative, rules }, raw: { ...entry.raw, sources } }
  return { next, count: gone.size }
}

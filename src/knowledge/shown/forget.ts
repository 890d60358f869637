import { isHistoryTitle, historyName } from '../../curate/filing/history.ts'
import type { Ctx } from '../../repo/context.ts'
import { readArchive } from '../../repo/git/archive.ts'
import { trackingRef } from '../../repo/git/branches.ts'
import { listCode } from '../../repo/git/packages.ts'
import { notIn } from '../../repo/git/descent.ts'
import { isPartialClone } from '../../repo/git/partial.ts'
import { readRef } from '../../repo/git/refs.ts'
import { notedPaths } from '../../repo/state/journal.ts'
import { readUses } from '../../repo/git/last-uses.ts'
import { namesThere } from '../../repo/git/names-in-code.ts'
import { filesTouched } from '../../repo/git/read-messages.ts'
import {
  candidatesIn,
  type ForgettingCandidate,
  type Code,
  filesOf,
  namesOf,
  roomToArchive,
} from '../../tree/forgetting.ts'
import type { Entry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import { daysSince } from '../../tree/lifecycle.ts'
import { statusOf } from '../../tree/standing.ts'
import type { EntryPath } from '../../tree/path.ts'
import { parentBranches } from '../branch/parent-branches.ts'
import { branchesOf } from '../branch/tip.ts'

/**
 * Entries that could be archived, those that are archived unasked, those that were within a month, and how many ever
 * were.
 */
export type Forgetting = {
  readonly archived: number
  readonly candidates: readonly ForgettingCandidate[]
  readonly due: readonly EntryPath[]
  readonly byItself: readonly EntryPath[]
}

/** A month, in which a twentieth of a tree may go, in days. */
const month = 30

/** Finds what may be archived of the tree that a knowledge commit holds; changes nothing. */
export async function findForgotten(ctx: Ctx, commit: string | undefined, entries: Tree): Promise<Forgetting> {
  if (commit === undefined) return { archived: 0, candidates: [], due: [], byItself: [] }
  const { archived, restored } = await readArchive(ctx.place, commit)
  const gone = [...archived.values()].filter(({ path }) => !entries.has(path))
  const byItself = gone.filter((one) => one.byItself && daysSince(one.at, ctx.now()) < month).map(({ path }) => path)
  if (ctx.settings.archive === 'off') return { archived: gone.length, candidates: [], due: [], byItself }
  const current = new Map([...entries].filter(([path, entry]) => !tellsWhatIsOver(path, entry)))
  const [uses, code] = await Promise.all([readUses(ctx.place, commit), readCode(ctx, current)])
  const usedAt = new Map([...uses, ...notedPaths(ctx.place).map((path) => [path, ctx.now()] as const)])
  const candidates = await withoutAhead(ctx, candidatesIn(current, { code, usedAt, now: ctx.now() }), current)
  // An entry that was restored is wanted.
  const due = candidates.filter(({ path, why }) => why.endsWith(' and unused') && !restored.has(path))
  const room = ctx.settings.archive === 'auto' ? roomToArchive(entries.size, byItself.length) : 0
  return { archived: gone.length, candidates, due: due.slice(0, room).map(({ path }) => path), byItself }
}

/**
 * The candidates without those that are only gone because the code that they were learned from is not checked out: it was not
 * pulled yet, or HEAD is an older commit or another history.
 */
async function withoutAhead(
  ctx: Ctx,
  candidates: readonly ForgettingCandidate[],
  entries: Tree,
): Promise<readonly ForgettingCandidate[]> {
  const isGone = ({ why }: ForgettingCandidate): boolean => why.startsWith('gone')
  const sourcesOf = (path: EntryPath): readonly string[] =>
    entries.get(path)?.raw.sources.map(({ commit }) => commit) ?? []
  const sources = candidates.filter(isGone).flatMap(({ path }) => sourcesOf(path))
  if (sources.length === 0) return candidates
  const missing = await notIn(ctx.place, [...new Set(sources)], await codeOf(ctx))
  return candidates.flatMap((one): readonly ForgettingCandidate[] => {
    if (!isGone(one) || !sourcesOf(one.path).some((commit) => missing.has(commit))) return [one]
    return one.why === 'gone' ? [] : [{ path: one.path, why: 'unused' }]
  })
}

/** A page that was written to tell what is over is no less so because nothing of it is in the code, or nobody asks; a person may retire it. */
const tellsWhatIsOver = (path: EntryPath, entry: Entry): boolean =>
  path.split('/')[1] === historyName && isHistoryTitle(entry.title) && statusOf(entry) === 'active'

/**
 * Reads what HEAD and the branches that it came from have of all that entries name; names are looked for only where no
 * file is left. Much of a branch's tree is its parents': what they still have would be gone for them too after a merge.
 */
async function readCode(ctx: Ctx, entries: Tree): Promise<Code> {
  const commits = await codeOf(ctx)
  if (commits.length === 0) return { files: new Set(), names: undefined, touched: new Map() }
  const files = new Set<string>()
  for (const commit of commits) for (const file of await listCode(ctx.place, commit)) files.add(file)
  const silent = [...entries.values()].filter(({ raw }) => raw.files.length === 0)
  const touched = await filesTouched(
    ctx.place,
    silent.flatMap(({ raw }) => raw.sources.map((source) => source.commit)),
  )
  const asked = [...entries.values()].filter((entry) => {
    const named = filesOf(entry, { touched })
    return named.length > 0 && !named.some((file) => files.has(file))
  })
  const names = [...new Set(asked.flatMap(namesOf))]
  const isSearchable = names.length === 0 || !(await isPartialClone(ctx.place))
  if (!isSearchable) return { files, names: undefined, touched }
  const found = await Promise.all(commits.map(async (commit) => await namesThere(ctx.place, commit, names)))
  return { files, names: new Set(found.flatMap((some) => [...some])), touched }
}

/** HEAD, and the newest that is known here and of the remote of the branches that it came from. */
async function codeOf(ctx: Ctx): Promise<readonly string[]> {
  const { head } = await branchesOf(ctx)
  if (head.commit === undefined) return []
  const above = head.kind === 'branch' ? await parentBranches(ctx, head.branch) : []
  const refs = above.map((name) => `refs/heads/${name}`).flatMap((ref) => [ref, trackingRef('origin', ref)])
  const found = await Promise.all(refs.map(async (ref) => await readRef(ctx.place, ref)))
  return [...new Set([head.commit, ...found.filter((commit) => commit !== undefined)])]
}

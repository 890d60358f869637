import { branchesOf, type Tip } from '../knowledge/branch/tip.ts'
import type { Squash } from '../knowledge/sharing/follow-merges.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { readCurated } from '../repo/git/descent.ts'
import { commitsBelow, commitsSince, noCommits, resolveCommits } from '../repo/git/history.ts'
import { listRefs } from '../repo/git/objects.ts'
import { isDate } from '../text/dates.ts'

/**
 * How many commits of a history are planned together, for one knowledge commit. What became of a lesson later decides where
 * it is told and whether, so a history is planned as a whole as far as memory goes: numpy's 41,819 commits take 448 MB. Of a
 * longer one 10,000 are planned at a time: git's 81,966 take 434 MB.
 */
export const plannedTogether = (commits: number): number => (commits <= planned.whole ? planned.whole : planned.part)

const planned = { whole: 40_000, part: 10_000 }

/**
 * What is to be read: named revisions and ranges; what a squash says beside its steps; all of history, or of it the newest
 * `most`, what is younger than a date as git reads it, or what touched some paths; or what no curation has read.
 */
export type Wanted =
  | { readonly kind: 'named'; readonly revisions: readonly string[] }
  | ({ readonly kind: 'squash' } & Squash)
  | { readonly kind: 'all'; readonly most?: number; readonly since?: string; readonly paths?: readonly string[] }
  | { readonly kind: 'new' }

/** Names the commits that are wanted and that no curation has read, and a squash, which is taken for read with its steps. */
export async function unreadCommits(ctx: Ctx, tip: Tip, wanted: Wanted): Promise<readonly string[]> {
  if (wanted.kind === 'squash') return [wanted.commit]
  const known = await learnedBefore(ctx, tip)
  return (await commitsWanted(ctx, wanted, known)).filter((sha) => !known.has(sha))
}

/** The commits of the code that a branch learned from; none that taught nothing. */
export async function learnedBefore({ place }: Ctx, { commit, parent }: Tip): Promise<ReadonlySet<string>> {
  const start = commit ?? parent
  return start === undefined ? new Set() : await readCurated(place, start)
}

async function commitsWanted(
  ctx: Ctx,
  wanted: Exclude<Wanted, { kind: 'squash' }>,
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (wanted.kind === 'named') return await codeCommits(ctx, wanted.revisions)
  const { head } = await branchesOf(ctx)
  if (head.commit === undefined) throw noCommits()
  // Somebody may have merged a knowledge branch into the code: our own commits are never read.
  const own = await listRefs(ctx.place, `refs/heads/${ctx.settings.branchPrefix}/`)
  const ours = own.map(({ commit }) => commit)
  if (wanted.kind === 'all' && wanted.since !== undefined && !isDate(wanted.since))
    throw new Problem('bad-date', `"${wanted.since}" is no date.`, {
      hint: 'Write one such as 2026-05-01 or "2 weeks ago".',
    })
  if (wanted.kind === 'all') return await commitsSince(ctx.place, head.commit, ours, wanted)
  const all = await commitsSince(ctx.place, head.commit, ours)
  const first = all.findIndex((sha) => known.has(sha))
  return first === -1 ? [head.commit] : all.slice(first)
}

/** Resolves what was named; what stands on a knowledge branch, ours or one that was fetched, is what ctx or people wrote there. */
async function codeCommits({ place, settings }: Ctx, revisions: readonly string[]): Promise<readonly string[]> {
  const named = await resolveCommits(place, revisions)
  const ours = new Set(
    await commitsBelow(
      place,
      ['refs/heads', 'refs/remotes/*'].map((ref) => `${ref}/${settings.branchPrefix}/`),
    ),
  )
  const code = named.filter((sha) => !ours.has(sha))
  if (named.length > 0 && code.length === 0)
    throw new Problem(
      'knowledge-commit',
      `${revisions.join(', ')}: that is knowledge already, and no commit of the code.`,
      {
        hint: 'Name a commit of the code; `ctx pull` brings what others know.',
      },
    )
  return code
}

import { explain } from '../../curate/entries/knowledge-message.ts'
import { followRewrites } from '../../curate/rewrite.ts'
import type { Ctx } from '../../repo/context.ts'
import { shortRef } from '../../repo/git/branches.ts'
import { commonAncestor, isAncestor, readCurated } from '../../repo/git/descent.ts'
import { moveBranch } from '../../repo/git/knowledge-branch.ts'
import { commitsSince } from '../../repo/git/history.ts'
import { listRefs } from '../../repo/git/objects.ts'
import { patchesSince, patchOfBranch, patchOfCommit } from '../../repo/git/patch-ids.ts'
import { readRef } from '../../repo/git/refs.ts'
import { version } from '../../version.ts'
import { finishMerged, hasOnlyBegun } from '../goals/finish-goals.ts'
import { integrate } from './integrate.ts'
import { lastReadOf } from './last-read.ts'
import { commitStep, knowledgeAt, type Tip, tooManyRaces } from '../branch/tip.ts'
import { isTrusted } from '../branch/trust.ts'
import { short } from '../../text/words.ts'

/** How the subject of a record begins that says of a squash what it is made of, as git's regular expressions have it. */
export const squashRecord = '^Curate: [0-9a-f]{8} is all of '
const record = new RegExp(squashRecord)

/** Whether a commit of a knowledge branch records a squash, by its subject. */
export const isSquashRecord = (subject: string): boolean => record.test(subject)

/** What was merged: knowledge branches, by name, and the squashes that are taken for read since. */
export type Followed = { readonly branches: readonly string[]; readonly squashes: readonly Squash[] }

/** A knowledge branch whose code is in another branch, and the one commit that holds all of it, where one does. */
type Merged = { readonly ref: string; readonly commit: string; readonly squash?: Squash | undefined }

/** A commit that is all of a branch, and the commits that it was made of, which are in no other branch. */
export type Squash = { readonly commit: string; readonly steps: readonly string[] }

/**
 * Merges into a branch's knowledge that of every branch whose code is in `into`: a commit that has them among its
 * ancestors, or one that a server squashed them into. A branch without knowledge of its own begins with its parent's. The
 * tree lock must be held.
 */
export async function followMerges(ctx: Ctx, into: string, tip: Tip, remote?: string): Promise<Followed> {
  const merged = await findMerged(ctx, {
    into,
    tip,
    remote,
    squashes: async (base) => await patchesSince(ctx.place, base, into),
  })
  return await integrateAll(ctx, tip, merged)
}

/**
 * The same for a commit that may be the squash of a whole branch. What the branch learned is what the commit changes, so it
 * is recorded as read.
 */
export async function followSquash(ctx: Ctx, commit: string, tip: Tip): Promise<Followed> {
  let own: ReadonlyMap<string, string> | undefined
  const squashes = async (): Promise<ReadonlyMap<string, string>> => (own ??= await patchOfCommit(ctx.place, commit))
  const merged = await findMerged(ctx, { into: commit, tip, remote: undefined, squashes })
  return await integrateAll(
    ctx,
    tip,
    merged.filter(({ squash }) => squash !== undefined),
  )
}

type Looking = {
  readonly into: string
  readonly tip: Tip
  readonly remote: string | undefined
  /** The commits since a branch left, by what they change. */
  readonly squashes: (base: string) => Promise<ReadonlyMap<string, string>>
}

async function findMerged(ctx: Ctx, looking: Looking): Promise<readonly Merged[]> {
  const found: Merged[] = []
  for (const candidate of await candidates(ctx, looking)) {
    const place = (await hasOnlyBegun(ctx, candidate)) ? undefined : await placeIn(ctx, candidate, looking)
    if (place === undefined) continue
    // To look at a proposal is not to accept it.
    if (candidate.ref.startsWith('refs/heads/') && !(await isTrusted(ctx, candidate))) tellForeign(ctx, candidate.ref)
    else found.push({ ref: candidate.ref, commit: candidate.commit, squash: place.squash })
  }
  return found
}

const tellForeign = ({ say }: Ctx, ref: string): void =>
  say(
    `${shortRef(ref)} did not come about here and is not at the remote that you cloned, so it is not merged by itself: look at it with \`ctx review\`, then \`ctx merge ${shortRef(ref)}\`.`,
  )

/** A knowledge branch, and the branch of code that it is of, at its commit. */
type Candidate = { readonly ref: string; readonly commit: string; readonly code: string; readonly branch: string }

/**
 * Knowledge branches, here and at a remote, that are not in ours yet, and whose code branch is there; of this clone also those
 * whose branch was deleted meanwhile, as one is that was just merged, for what they were learned from.
 */
async function candidates(ctx: Ctx, { tip, remote }: Looking): Promise<readonly Candidate[]> {
  const { place, settings } = ctx
  const ours = tip.commit ?? tip.parent
  const homes = ['refs/heads/', ...(remote === undefined ? [] : [`refs/remotes/${remote}/`])]
  const found: Candidate[] = []
  for (const home of homes) {
    const prefix = `${home}${settings.branchPrefix}/`
    const own = tip.ref.replace('refs/heads/', home)
    for (const { ref, commit } of await listRefs(place, prefix)) {
      if (ref === own || (ours !== undefined && (await isAncestor(place, commit, ours)))) continue
      const branch = await readRef(place, ref.replace(prefix, home))
      const code = branch ?? (home === 'refs/heads/' ? await lastReadOf(ctx, commit, ours) : undefined)
      if (code !== undefined) found.push({ ref, commit, code, branch: ref.slice(prefix.length) })
    }
  }
  return found
}

/** How code is in a commit: as an ancestor, or by a squash that holds it; undefined when it is not. */
async function placeIn(
  ctx: Ctx,
  { code, branch }: Candidate,
  { into, squashes }: Looking,
): Promise<Pick<Merged, 'squash'> | undefined> {
  const { place } = ctx
  if (await isAncestor(place, code, into)) return {}
  const base = await commonAncestor(place, code, into)
  const whole = base === undefined ? undefined : await patchOfBranch(place, base, code)
  const commit = base === undefined || whole === undefined ? undefined : (await squashes(base)).get(whole)
  if (base === undefined || commit === undefined) return undefined
  return { squash: { commit, steps: await commitsSince(place, code, [base, ...(await othersThan(ctx, branch))]) } }
}

/** The commits of all code branches but one, here and at remotes: what they have goes on by its own name. */
async function othersThan({ place, settings }: Ctx, branch: string): Promise<readonly string[]> {
  const found = await Promise.all(['refs/heads/', 'refs/remotes/'].map(async (home) => await listRefs(place, home)))
  const isOther = (ref: string): boolean => {
    const name = ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, '')
    return name !== branch && !name.startsWith(`${settings.branchPrefix}/`)
  }
  return found.flat().flatMap(({ ref, commit }) => (isOther(ref) ? [commit] : []))
}

async function integrateAll(ctx: Ctx, tip: Tip, merged: readonly Merged[]): Promise<Followed> {
  const squashes: Squash[] = []
  let ours = tip.commit
  for (const { ref, commit, squash } of merged) {
    if (ours === undefined && tip.parent !== undefined) {
      await moveBranch(ctx.place, tip.ref, { from: undefined, to: tip.parent })
      ours = tip.parent
    }
    const into = ours
    ours = await integrate(ctx, tip.ref, { ref, commit })
    ours = await finishMerged(ctx, { ...tip, commit: ours }, { ref, commit, into })
    if (squash === undefined) continue
    const recorded = await recordAsRead(ctx, { ...tip, commit: ours }, { squash, ref })
    if (recorded !== ours) squashes.push(squash)
    ours = recorded
  }
  return { branches: merged.map(({ ref }) => shortRef(ref)), squashes }
}

/**
 * Records that a squash was read: the commits that it is made of taught all that it could. What they taught names the squash
 * from now on, since nobody else has them.
 */
async function recordAsRead(
  ctx: Ctx,
  tip: Tip,
  { squash: { commit: squash, steps }, ref }: { squash: Squash; ref: string },
): Promise<string> {
  const { commit = '' } = tip
  const known = await readCurated(ctx.place, commit)
  if (known.has(squash)) return commit
  const knowledge = await knowledgeAt(ctx, commit)
  const rewrites = new Map(steps.filter((step) => known.has(step)).map((step) => [step, squash]))
  const message = explain({
    title: `Curate: ${short(squash)} is all of ${shortRef(ref)}`,
    applied: [],
    reasons: [],
    commits: [squash],
    by: `ctx ${version} (offline)`,
    rewrites,
  })
  const step = { knowledge: followRewrites(knowledge, rewrites), message }
  const next = await commitStep(ctx, { ...tip, knowledge }, step, { always: true })
  if (next?.commit === undefined) throw tooManyRaces(tip.ref)
  return next.commit
}

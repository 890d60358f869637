import { setTimeout as sleep } from 'node:timers/promises'
import { isKnowledge, readKnowledgeFiles } from '../repo/branch.ts'
import { defaultKnowledgeRef, shortRef, trackingRef } from '../repo/branches.ts'
import { explain } from '../curate/explain.ts'
import { Problem } from '../problem.ts'
import { askGit } from '../repo/git.ts'
import { lock } from '../repo/lock.ts'
import { readRef } from '../repo/refs.ts'
import { readPersonal } from '../repo/settings.ts'
import { chooseRemote, fetchKnowledge, hasBranches, type Pushed, pushKnowledge } from '../repo/remote.ts'
import { secretFindings } from '../tree/check.ts'
import type { Finding } from '../tree/knowledge.ts'
import { version } from '../version.ts'
import { settleEdits } from './edits.ts'
import { goalFindings } from './goals.ts'
import { branchesOf, commitStep, openTip, type Tip } from './knowledge.ts'
import { integrate, repairTip } from './merge.ts'
import { followMerges } from './merged.ts'
import type { Ctx } from './open.ts'
import { refreshHeld } from './refresh.ts'
import { requireSafe } from './safe.ts'
import { settleAccesses } from './settle.ts'

/** How sharing went; `tries` counts pushes, more than one when others pushed meanwhile. */
export type PushResult = {
  readonly remote: string
  readonly branch: string
  readonly outcome: 'pushed' | 'up to date' | 'nothing to share'
  readonly tries: number
}

/**
 * Waits before another try: at random, up to a bound that doubles (“full jitter”, M. Brooker, “Exponential Backoff And
 * Jitter”, AWS Architecture Blog, 2015). Without it, fifty who push at once lose to each other until they give up.
 */
const wait = { firstMs: 200, mostMs: 20_000 }

const pauseBefore = async (tries: number): Promise<void> => {
  await sleep(Math.random() * Math.min(wait.mostMs, wait.firstMs * 2 ** tries))
}

/**
 * Shares the knowledge of the current branch: `ctx/<branch>` to the remote, never forced. When others pushed first,
 * theirs is fetched and merged entry by entry, and the push tried again.
 * @throws {Problem} when a finding blocks, the remote has no branch yet, or every try lost its race.
 */
export async function push(ctx: Ctx, remoteName?: string): Promise<PushResult> {
  const { remote, ref } = await prepare(ctx, remoteName)
  if (ref === undefined) return { remote, branch: '', outcome: 'nothing to share', tries: 0 }
  const { pushTries } = await readPersonal(ctx.place, ctx.env)
  for (let tries = 1; tries <= pushTries; tries++) {
    const pushed = await tryOnce(ctx, { remote, ref, isAgain: tries > 1 })
    if (pushed !== 'others were first') return { remote, branch: shortRef(ref), outcome: pushed, tries }
    ctx.say(`Others pushed ${shortRef(ref)} first; merging theirs (try ${tries} of ${pushTries}).`)
    // Nobody here has to wait for the remote: what is learned meanwhile goes along.
    if (tries < pushTries) await pauseBefore(tries)
  }
  throw new Problem('race-lost', `Others pushed ${shortRef(ref)} first, ${pushTries} times in a row.`, {
    hint: 'Your knowledge is safe on the local branch. Run `ctx push` again in a moment.',
  })
}

/** Finds what is to be shared and makes it fit to be; undefined where there is nothing. */
async function prepare(ctx: Ctx, remoteName: string | undefined): Promise<{ remote: string; ref: string | undefined }> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  const { branches } = await settleEdits(ctx)
  const code = branches.head.kind === 'branch' ? branches.head.branch : undefined
  const remote = await chooseRemote(ctx.place, remoteName, code)
  const ref = await refToShare(ctx)
  if (ref === undefined) return { remote, ref }
  if (!(await hasBranches(ctx.place, remote))) {
    throw new Problem(
      'empty-remote',
      `${remote} has no branch yet, and the first one pushed would become its default.`,
      { hint: `Push your code first: \`git push -u ${remote} HEAD\`.` },
    )
  }
  const tip = await readRef(ctx.place, ref)
  if (tip !== undefined) await repairTip(ctx, ref, tip)
  await fetchKnowledge(ctx.place, remote, ctx.settings.branchPrefix)
  return { remote, ref }
}

type Trying = { readonly remote: string; readonly ref: string; readonly isAgain: boolean }

/** Merges what others shared, and pushes; after the first try, what they shared meanwhile is fetched before. */
async function tryOnce(ctx: Ctx, { remote, ref, isAgain }: Trying): Promise<Pushed> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  if (isAgain) {
    await fetchKnowledge(ctx.place, remote, ctx.settings.branchPrefix)
    const theirs = await readRef(ctx.place, trackingRef(remote, ref))
    if (theirs !== undefined) await integrate(ctx, ref, theirs)
  }
  // What came in between two tries is looked at like the rest.
  await settleBeforeSharing(ctx, ref)
  await integrateDefault(ctx, remote, ref)
  const ours = await readRef(ctx.place, ref)
  if (ours === undefined) throw new Error(`${ref} disappeared`)
  const pushed = await pushKnowledge(ctx.place, remote, ref, ours)
  if (pushed !== 'others were first') await refreshHeld(ctx)
  return pushed
}

/**
 * Brings the default branch's knowledge into that of another branch before it is shared: a pull request of knowledge is
 * then a fast-forward, which a server that knows nothing of ctx can merge.
 */
async function integrateDefault(ctx: Ctx, remote: string, ref: string): Promise<void> {
  const main = await defaultKnowledgeRef(ctx.place, ctx.settings.branchPrefix)
  if (ref === main) return
  for (const theirs of [await readRef(ctx.place, main), await readRef(ctx.place, trackingRef(remote, main))]) {
    if (theirs !== undefined && (await isKnowledge(ctx.place, theirs))) await integrate(ctx, ref, theirs)
  }
}

/** The local branch to share: the own one, or the parent's while nothing was learned on this branch. */
async function refToShare(ctx: Ctx): Promise<string | undefined> {
  const { own, shown } = await branchesOf(ctx)
  for (const ref of [own, shown]) {
    if (ref?.startsWith('refs/heads/') && (await readRef(ctx.place, ref)) !== undefined) return ref
  }
  return undefined
}

/** Looks for secrets in what is no readable entry: it is shared like the rest. */
async function secretsOfUnread(ctx: Ctx, { commit, knowledge }: Tip): Promise<readonly Finding[]> {
  const unread = new Set(knowledge.findings.map(({ at }) => at))
  if (unread.size === 0 || commit === undefined) return []
  const { files } = await readKnowledgeFiles(ctx.place, commit, unread)
  return [...files].flatMap(([path, text]) => secretFindings(path, text))
}

/** Brings accesses into the scores that are shared, and stops before anything that must not leave. */
async function settleBeforeSharing(ctx: Ctx, ref: string): Promise<void> {
  const tip = await openTip(ctx, ref, undefined)
  const hint = 'Take it out of .ctx/tree and push again; note that older commits of the branch still hold it.'
  const findings = [
    ...tip.knowledge.findings,
    ...(await secretsOfUnread(ctx, tip)),
    ...(await goalFindings(ctx, tip.commit)),
  ]
  requireSafe({ ...tip.knowledge, findings }, 'shared', hint)
  const { knowledge, done } = settleAccesses(ctx, tip.knowledge)
  if (knowledge === tip.knowledge) return
  const message = explain({
    title: 'Curate: settle accesses',
    applied: [],
    reasons: [],
    commits: [],
    by: `ctx ${version} (offline)`,
  })
  if ((await commitStep(ctx, tip, { knowledge, message })) !== undefined) done()
}

/** What a pull brought: for each branch, whether it changed. */
export type PullResult = {
  readonly remote: string
  readonly branches: readonly { readonly branch: string; readonly changed: boolean }[]
  /** Branches whose code is in this one now, and whose knowledge followed. */
  readonly followed: readonly string[]
}

/** Fetches the remote's knowledge and merges it, entry by entry, into that of the current branch and of its parent. */
export async function pull(ctx: Ctx, remoteName?: string): Promise<PullResult> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  const { branches } = await settleEdits(ctx)
  const code = branches.head.kind === 'branch' ? branches.head.branch : undefined
  const remote = await chooseRemote(ctx.place, remoteName, code)
  await fetchKnowledge(ctx.place, remote, ctx.settings.branchPrefix)
  const results: { branch: string; changed: boolean }[] = []
  for (const ref of await refsToPull(ctx, remote)) {
    const [before, theirs] = [await readRef(ctx.place, ref), await readRef(ctx.place, trackingRef(remote, ref))]
    if (theirs !== undefined)
      results.push({ branch: shortRef(ref), changed: (await integrate(ctx, ref, theirs)) !== before })
  }
  const followed = await followCode(ctx, remote)
  await refreshHeld(ctx)
  return { remote, branches: results, followed }
}

/** Lets knowledge follow code that came with `git pull`: of branches that somebody merged, or squashed on a server. */
async function followCode(ctx: Ctx, remote: string): Promise<readonly string[]> {
  const { head, own, commit } = await branchesOf(ctx)
  if (own === undefined || head.commit === undefined) return []
  return await followMerges(ctx, head.commit, await openTip(ctx, own, commit), remote)
}

/** The own branch where either side has it, and the branch that is shown: as a local branch, whatever showed it. */
async function refsToPull(ctx: Ctx, remote: string): Promise<readonly string[]> {
  const { own, shown } = await branchesOf(ctx)
  const local = shown?.replace(/^refs\/remotes\/[^/]+\//, 'refs/heads/')
  const candidates = [...new Set([own, local].filter((ref) => ref !== undefined))]
  const known = await Promise.all(
    candidates.map(async (ref) => (await readRef(ctx.place, trackingRef(remote, ref))) !== undefined),
  )
  return candidates.filter((_, at) => known[at])
}

/**
 * Shares knowledge beside a `git push`, as `autoPush` says: `known` only with a remote that already has knowledge, so
 * that the first sharing is always a person's own act. What fails is said, and never fails the push.
 */
export async function pushBeside(ctx: Ctx, remote: string): Promise<void> {
  try {
    const { autoPush } = await readPersonal(ctx.place, ctx.env)
    const ref = autoPush === 'off' ? undefined : await refToShare(ctx)
    if (ref === undefined || !(autoPush === 'on' || (await knows(ctx, remote, ref)))) return
    const { branch, outcome } = await push(ctx, remote)
    if (outcome === 'pushed') ctx.say(`Shared knowledge: ${branch} → ${remote}.`)
  } catch (error) {
    ctx.say(
      `Knowledge was not shared: ${error instanceof Error ? error.message : String(error)} (Your push goes on; \`ctx push\` tries again.)`,
    )
  }
}

/** Tells whether a remote had knowledge when we last heard of it, and not all of ours. */
async function knows(ctx: Ctx, remote: string, ref: string): Promise<boolean> {
  const tracked = `refs/remotes/${remote}/${ctx.settings.branchPrefix}/`
  const { out } = await askGit(ctx.place, ['for-each-ref', '--count=1', '--format=%(refname)', tracked])
  return out !== '' && (await readRef(ctx.place, trackingRef(remote, ref))) !== (await readRef(ctx.place, ref))
}

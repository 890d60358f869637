import { setTimeout as sleep } from 'node:timers/promises'
import { deletedUnshared } from '../knowledge/edits/deleted.ts'
import { settleEdits } from '../knowledge/edits/edits.ts'
import { integrate, repairTip } from '../knowledge/sharing/integrate.ts'
import { requireNoLeaks, requireReadable, settleBeforeSharing } from '../knowledge/sharing/leaving.ts'
import { refresh, refreshHeld } from '../knowledge/shown/refresh.ts'
import { whyNotWith } from '../knowledge/sharing/unshared.ts'
import { branchesOf } from '../knowledge/branch/tip.ts'
import { withMending } from '../knowledge/branch/with-mending.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { defaultKnowledgeRef, shortRef, trackingRef } from '../repo/git/branches.ts'
import { isKnowledge } from '../repo/git/descent.ts'
import { readRef } from '../repo/git/refs.ts'
import { chooseRemote, fetchKnowledge, listHeads, type Pushed, pushKnowledge, pushPlace } from '../repo/git/remote.ts'
import { readPersonal } from '../repo/settings/settings.ts'
import { lock } from '../repo/state/lock.ts'
import { noteShared, type Shared } from '../repo/state/pushes.ts'
import { oneLine } from '../text/clean.ts'
import { knownBefore, sayFindings } from './review.ts'

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
 * @throws {Problem} when a finding blocks, the remote has no branch yet, refuses, or every try lost its race.
 */
export async function push(ctx: Ctx, remoteName?: string): Promise<PushResult> {
  const { head } = await branchesOf(ctx)
  const remote = await chooseRemote(ctx.place, remoteName, head.kind === 'branch' ? head.branch : undefined)
  const ref = await prepare(ctx, remote)
  if (ref === undefined) return { remote, branch: '', outcome: 'nothing to share', tries: 0 }
  if ((await listHeads(ctx.place, remote)).size === 0) throw emptyRemote(remote)
  return await shareBranch(ctx, { remote, ref, to: ref })
}

/** A knowledge branch of this clone, and the full ref that it is to have at a remote. */
export type Sharing = {
  readonly remote: string
  readonly ref: string
  readonly to: string
  /**
   * The commit of the code that git pushed, where that alone says what may be told; a person who says so shares all.
   */
  readonly pushed?: string
}

/** Shares one knowledge branch, whatever is checked out; how it ended is noted for `ctx status`. */
export async function shareBranch(ctx: Ctx, sharing: Sharing): Promise<PushResult> {
  const { remote, to } = sharing
  const note = (ended: Pick<Shared, 'isShared' | 'detail'>): void =>
    noteShared(ctx.place, { remote, branch: shortRef(to), at: ctx.now().toISOString(), ...ended })
  try {
    const shared = await shareOnce(ctx, sharing)
    note({ isShared: true, detail: '' })
    return shared
  } catch (error) {
    if (error instanceof Problem) note({ isShared: false, detail: problemLine(error) })
    throw error
  }
}

/** A problem and the way out of it, in one line. */
export const problemLine = ({ message, hint = '' }: Problem): string => oneLine(`${message} ${hint}`)

async function shareOnce(ctx: Ctx, sharing: Sharing): Promise<PushResult> {
  const { remote, ref, to } = sharing
  const { pushTries } = await readPersonal(ctx.place, ctx.env)
  await fetchNews(ctx, sharing)
  for (let [tries, quiet] = [1, 0]; ; tries++) {
    const before = await knownBefore(ctx, ref, await readRef(ctx.place, trackingRef(remote, to)))
    const pushed = await tryOnce(ctx, sharing)
    if (pushed.outcome === 'pushed' && sharing.pushed === undefined) await sayFindings(ctx, { before, ref })
    if (pushed.outcome !== 'refused') return { remote, branch: shortRef(to), outcome: pushed.outcome, tries }
    if (!pushed.isRace || ref !== to) throw await refused(ctx, sharing, pushed.words)
    if (tries >= pushTries) throw raceLost(to, pushTries)
    // The tree is not locked while the remote answers: what is learned meanwhile goes along.
    await pauseBefore(tries)
    const isNew = await fetchNews(ctx, sharing)
    quiet = isNew ? 0 : quiet + 1
    // A quicker push has left something new; where there is nothing, the same push would be refused the same way.
    if (quiet > (pushed.isBusy ? mostQuiet : 0)) throw await refused(ctx, sharing, pushed.words)
    if (isNew) ctx.say(`Others pushed ${shortRef(to)} first; merging theirs (try ${tries} of ${pushTries}).`)
  }
}

/** How often a remote that is busy with the branch may turn out to have nothing new before that counts as refused. */
const mostQuiet = 2

/** Fetches what a remote knows, and tells whether our branch there has moved since we heard of it. */
async function fetchNews({ place, settings }: Ctx, { remote, to }: Sharing): Promise<boolean> {
  const before = await readRef(place, trackingRef(remote, to))
  await fetchKnowledge(place, remote, settings.branchPrefix)
  const after = await readRef(place, trackingRef(remote, to))
  return after !== undefined && after !== before
}

const emptyRemote = (remote: string): Problem =>
  new Problem('empty-remote', `${remote} has no branch yet, and the first one pushed would become its default.`, {
    hint: `Push your code first: \`git push -u ${remote} HEAD\`.`,
  })

const raceLost = (to: string, tries: number): Problem =>
  new Problem('race-lost', `Others pushed ${shortRef(to)} first, ${tries} times in a row.`, {
    hint: 'Your knowledge is safe on the local branch. Run `ctx push` again in a moment.',
  })

/** Says why a remote did not take a branch, in its own words, and how to go on. */
async function refused({ place }: Ctx, { remote, to }: Sharing, words: string): Promise<Problem> {
  const message = `${remote} did not take ${shortRef(to)}: ${words.replace(/\.$/, '')}.`
  const [, blocking] = /'(refs\/heads\/[^']+)' exists; cannot create/.exec(words) ?? []
  const url = await pushPlace(place, remote)
  if (blocking !== undefined)
    return new Problem('push-rejected', message, {
      hint: `${shortRef(blocking)} is in its way there: git keeps refs as files and folders. Nothing was lost. Once its branch is merged and gone, \`ctx prune --remote\` deletes it; then run \`ctx push\` again.`,
    })
  if (url !== undefined)
    return new Problem('push-rejected', message, {
      hint: `${remote} is pushed to another place than it is fetched from, so what is there cannot be merged. Nothing was lost. Make that place a remote of its own: \`git remote add <name> <its address>\`, then \`ctx pull <name>\` and \`ctx push <name>\`.`,
    })
  return new Problem('push-rejected', message, {
    hint: 'Nothing was lost: your knowledge is on the local branch. Mend what the remote says, then run `ctx push` again.',
  })
}

/** Finds what is to be shared of the branch that is checked out, edits included; undefined where there is nothing. */
async function prepare(ctx: Ctx, remote: string): Promise<string | undefined> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  const before = await refToShare(ctx)
  if (before !== undefined) for (const told of await deletedUnshared(ctx, before, remote)) ctx.say(told)
  await settleEdits(ctx)
  // What is undone by hand after a push that failed is an edit, too.
  await refreshHeld(ctx)
  return await refToShare(ctx)
}

/** Pushes what is ready, while others here go on writing; what they write goes along the next time. */
async function tryOnce(ctx: Ctx, sharing: Sharing): Promise<Pushed> {
  const { remote, to } = sharing
  const pushed = await pushKnowledge(ctx.place, remote, to, await makeReady(ctx, sharing))
  if (pushed.outcome !== 'refused') await showShared(ctx)
  return pushed
}

/** Shows what was merged, unless another process writes the tree at this moment: that one does it. */
async function showShared(ctx: Ctx): Promise<void> {
  try {
    await refresh(ctx)
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'busy')) throw error
  }
}

/**
 * Merges what others shared, and gives the commit to push. A branch that has another name there is another branch: it
 * is never merged.
 */
async function makeReady(ctx: Ctx, sharing: Sharing): Promise<string> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  return await withMending(
    ctx,
    async () => [sharing.ref],
    async () => await commitToPush(ctx, sharing),
  )
}

async function commitToPush(ctx: Ctx, { remote, ref, to, pushed: code }: Sharing): Promise<string> {
  const tip = await readRef(ctx.place, ref)
  if (tip !== undefined) await repairTip(ctx, ref, tip)
  const from = trackingRef(remote, to)
  const theirs = ref === to ? await readRef(ctx.place, from) : undefined
  if (theirs !== undefined) await integrate(ctx, ref, { ref: from, commit: theirs })
  // What came in between two tries is looked at like the rest.
  await settleBeforeSharing(ctx, ref)
  await requireReadable(ctx, ref, { remote, to })
  await integrateDefault(ctx, remote, ref)
  const ours = await readRef(ctx.place, ref)
  if (ours === undefined) throw new Error(`${ref} disappeared`)
  if (code !== undefined) await requireAskedFor(ctx, { remote, ref, to, pushed: code }, ours)
  await requireNoLeaks(ctx, ours, remote)
  return ours
}

/** After `git push`: keeps back what nobody decided to share, knowledge of commits that were not pushed or the loss of a folder. */
async function requireAskedFor(ctx: Ctx, { remote, ref, to, pushed }: Required<Sharing>, tip: string): Promise<void> {
  const why = await whyNotWith(ctx, { ref, tip, remote, pushed })
  if (why !== '') throw new Problem('not-pushed', why)
  const [lost] = ref === to ? await deletedUnshared(ctx, ref, remote) : []
  if (lost !== undefined) throw new Problem('not-pushed', lost, { hint: '`ctx push` shares it.' })
}

/**
 * Brings the default branch's knowledge, as the remote has it, into that of another branch before it is shared: a pull
 * request of knowledge is then a fast-forward, which a server that knows nothing of ctx can merge. What this clone
 * alone knows of the default branch stays here: nobody said that it should be shared.
 */
async function integrateDefault(ctx: Ctx, remote: string, ref: string): Promise<void> {
  const main = await defaultKnowledgeRef(ctx.place, ctx.settings.branchPrefix)
  const from = trackingRef(remote, main)
  const theirs = ref === main ? undefined : await readRef(ctx.place, from)
  if (theirs !== undefined && (await isKnowledge(ctx.place, theirs)))
    await integrate(ctx, ref, { ref: from, commit: theirs })
}

/** The local branch to share: the own one, or the parent's while nothing was learned on this branch. */
export async function refToShare(ctx: Ctx): Promise<string | undefined> {
  const { own, shown } = await branchesOf(ctx)
  for (const ref of [own, shown]) {
    if (ref?.startsWith('refs/heads/') && (await readRef(ctx.place, ref)) !== undefined) return ref
  }
  return undefined
}

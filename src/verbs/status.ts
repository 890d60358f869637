import { join, relative } from 'node:path'
import { deletedUnshared } from '../knowledge/edits/deleted.ts'
import { homesOf } from '../knowledge/edits/edit-homes.ts'
import { editsOf } from '../knowledge/edits/edits.ts'
import { findForgotten } from '../knowledge/shown/forget.ts'
import { goalFindings } from '../knowledge/goals/goals.ts'
import { branchesOf, knowledgeAt, knowledgeOnDisk } from '../knowledge/branch/tip.ts'
import { isBroken, isLostCheckout, notOursCode, troublesOf } from '../knowledge/shown/troubles.ts'
import { undecidedIn } from '../knowledge/sharing/undecided.ts'
import { isLogWhole } from '../learning/sync-commit-index.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { type Branches, codeRefOf, shortRef, trackingRef } from '../repo/git/branches.ts'
import { askGit } from '../repo/git/git.ts'
import { type Head, readRef } from '../repo/git/refs.ts'
import type { RepoPaths } from '../repo/git/repo-paths.ts'
import { chooseRemote } from '../repo/git/remote.ts'
import { findHookHome, type HookFolder, plainFolder, whyLeftAlone } from '../repo/hooks/hooks.ts'
import { isRun, managerOf, readHook } from '../repo/hooks/managers.ts'
import { readSpent, type Spent } from '../repo/settings/modelling.ts'
import { configFile } from '../repo/settings/shape.ts'
import { isLocked } from '../repo/state/lock.ts'
import { readShared, type Shared } from '../repo/state/pushes.ts'
import { damagedJobs, queueLength } from '../repo/state/queue.ts'
import { isReadingStopped } from '../repo/state/reading.ts'
import { readElsewhere, readShownCommit } from '../repo/state/state.ts'
import { countTokens } from '../text/tokens.ts'
import { check } from '../tree/check.ts'
import { opposedPairs, sayOpposed } from '../tree/contradictions.ts'
import { writeEntry } from '../tree/entry.ts'
import type { ForgettingCandidate } from '../tree/forgetting.ts'
import type { Finding, Knowledge } from '../tree/knowledge.ts'
import type { EntryPath } from '../tree/path.ts'
import { toDay } from '../tree/meta.ts'
import { prefixMismatch } from './prefix.ts'
import { waitingProposals } from './proposals.ts'

/** How things stand: what is shown, what waits, and what somebody should look at. */
export type RepoStatus = {
  /** The code branch; '' when HEAD is detached. */
  readonly branch: string
  /** The knowledge branch that is shown, and whether it is the branch's own; '' when there is none. */
  readonly knowledge: string
  readonly isOwn: boolean
  readonly entries: number
  readonly tokens: number
  /** Commits of knowledge not yet shared, and not yet merged; undefined where the remote has none. */
  readonly ahead: number | undefined
  readonly behind: number | undefined
  readonly queued: number
  readonly failed: number
  readonly working: boolean
  /** Whether learning from the history of this branch was stopped before its lessons were written down. */
  readonly stopped: boolean
  /** Whether the knowledge of a push is being shared, and how sharing ended, the newest first. */
  readonly sharing: boolean
  readonly shared: readonly Shared[]
  /** Files edited by hand in `.ctx/tree` and not committed yet. */
  readonly edited: readonly string[]
  /**
   * The branch that was left, while `.ctx/tree` still shows its knowledge, and which of the edited files are committed
   * to its knowledge, because they were changed before or are another text here; '' and none where the tree is in step.
   */
  readonly left: { readonly branch: string; readonly edited: readonly string[] }
  /**
   * Files that were edited after a switch and committed to the branch that was left, until the tree is shown for that.
   */
  readonly elsewhere: readonly { readonly branch: string; readonly path: string }[]
  /** Whether `.ctx/tree` shows the branch as it is now. */
  readonly isCurrent: boolean
  /** Whether answers search the diffs, too, of all commits whose messages were read; `isWhole` of an answer. */
  readonly isWhole: boolean
  /** Whether commits are read by themselves. */
  readonly isHooked: boolean
  /** What makes them be read by themselves; '' where they are. */
  readonly howToHook: string
  /** What a model was used for today. */
  readonly model: Spent
  readonly findings: readonly Finding[]
  /** How many entries are in the archive, and which went there within a month without being asked for. */
  readonly archived: { readonly entries: number; readonly byItself: readonly EntryPath[] }
  /** Entries that could be archived: they no longer hold, were not used for long, or both. */
  readonly candidates: readonly ForgettingCandidate[]
  /** How many operations wait for a person in `ctx review`. */
  readonly proposed: number
}

/** Looks at everything and changes nothing; a copy of edits that are not committed is kept. */
export async function status(ctx: Ctx): Promise<RepoStatus> {
  const branches = await branchesOf(ctx)
  const isCurrent = branches.commit === undefined || isShown(ctx, branches.commit)
  const broken = await isBroken(ctx, branches)
  // In a broken repository git answers nothing.
  const whole = broken ? { ...branches, shown: undefined, commit: undefined } : branches
  const knowledge = isCurrent || broken ? knowledgeOnDisk(ctx) : await knowledgeAt(ctx, branches.commit)
  const [forgetting, { distance, deleted }, edits, hooked, proposals, findings] = await Promise.all([
    findForgotten(ctx, whole.commit, knowledge.entries),
    againstRemote(ctx, whole),
    broken ? [] : editsOf(ctx, branches),
    hooking(ctx),
    waitingProposals(ctx),
    findingsIn(ctx, branches, { broken, commit: whole.commit, knowledge }),
  ])
  const homes = await homesOf(ctx, branches, edits)
  return {
    branch: branches.head.kind === 'branch' ? branches.head.branch : '',
    knowledge: branches.shown === undefined ? '' : shortRef(branches.shown),
    isOwn: branches.shown !== undefined && branches.shown === branches.own,
    entries: knowledge.entries.size,
    tokens: [...knowledge.entries.values()].reduce((sum, entry) => sum + countTokens(writeEntry(entry)), 0),
    ...distance,
    ...workIn(ctx, branches),
    edited: edits.map(({ path }) => path),
    left: { branch: branchOf(ctx, homes.other), edited: homes.there.map(({ path }) => path) },
    elsewhere: readElsewhere(ctx.place).map(({ ref, path }) => ({ branch: branchOf(ctx, ref), path })),
    isCurrent,
    isWhole: broken || (await isLogWhole(ctx)),
    ...hooked,
    model: readSpent(ctx.place, toDay(ctx.now())),
    archived: { entries: forgetting.archived, byItself: forgetting.byItself },
    candidates: forgetting.candidates,
    proposed: proposals.length,
    findings: [...deleted, ...findings],
  }
}

type Work = Pick<RepoStatus, 'queued' | 'failed' | 'working' | 'stopped' | 'sharing' | 'shared'>

const workIn = ({ place, settings }: Ctx, { own }: Branches): Work => ({
  queued: queueLength(place),
  failed: damagedJobs(place).length,
  working: isLocked(place, 'worker'),
  stopped: own !== undefined && isReadingStopped(place, codeRefOf(settings.branchPrefix, own)),
  sharing: isLocked(place, 'share'),
  shared: readShared(place),
})

const isNotOurs = ({ code }: Finding): boolean => code === notOursCode

type Looking = { readonly broken: boolean; readonly commit: string | undefined; readonly knowledge: Knowledge }

async function findingsIn(
  ctx: Ctx,
  branches: Branches,
  { broken, commit, knowledge }: Looking,
): Promise<readonly Finding[]> {
  const [troubles, goals, undecided] = await Promise.all([
    troublesOf(ctx, branches, { broken }),
    goalFindings(ctx, commit),
    undecidedIn(ctx, commit, knowledge),
  ])
  const ours = troubles.some(isNotOurs) ? [] : [...check(knowledge), ...opposed(knowledge), ...undecided]
  return [...troubles, ...elsewhere(ctx), ...ours, ...goals]
}

/** What was deleted by hand and will be gone for everybody once it is shared. */
async function deletedFindings(ctx: Ctx, shown: string, remote: string): Promise<readonly Finding[]> {
  const told = await deletedUnshared(ctx, shown, remote)
  return told.map((detail) => ({ code: 'deleted', at: shortRef(shown), detail, weight: 'warning' }))
}

/** Rules of two entries of which only one can hold, whoever shared them; within one entry the check finds them. */
const opposed = ({ entries }: Knowledge): readonly Finding[] =>
  opposedPairs(entries).flatMap(([one, other]): readonly Finding[] => {
    const detail = sayOpposed({ text: one.rule, rule: other.rule, path: other.path })
    return one.path === other.path ? [] : [{ code: 'contradiction', at: one.path, detail, weight: 'warning' }]
  })

const isShown = (ctx: Ctx, commit: string): boolean => commit === readShownCommit(ctx.place) && !isLostCheckout(ctx)

const branchOf = ({ settings: { branchPrefix } }: Ctx, ref: string | undefined): string =>
  ref === undefined ? '' : shortRef(codeRefOf(branchPrefix, ref))

async function hooking({ place }: Ctx): Promise<Pick<RepoStatus, 'isHooked' | 'howToHook'>> {
  const home = await findHookHome(place)
  if (home.kind === 'shared' || home.kind === 'off') return { isHooked: false, howToHook: '`ctx init` says how to.' }
  const dir = home.kind === 'lefthook' ? plainFolder(place).dir : home.dir
  if (isRun(place, dir, 'post-commit')) return { isHooked: true, howToHook: '' }
  return { isHooked: false, howToHook: home.kind === 'lefthook' ? '`ctx init` says how to.' : howToHook(place, home) }
}

/** `ctx init` alone does not write into every hook. */
function howToHook(place: RepoPaths, home: HookFolder): string {
  const why = whyLeftAlone(home, 'post-commit')
  if (why === 'part of the code')
    return `They would be part of your code, in ${relative(place.root, home.dir)}: \`ctx init --yes\` installs them.`
  const isManaged = managerOf(readHook(join(home.dir, 'post-commit')) ?? '') !== undefined
  return why === undefined && !isManaged ? '`ctx init` installs them.' : '`ctx init` says how to.'
}

function elsewhere(ctx: Ctx): readonly Finding[] {
  const mismatch = prefixMismatch(ctx)
  if (mismatch === undefined) return []
  return [{ code: 'other-prefix', at: configFile, detail: `${mismatch.what}. ${mismatch.hint}`, weight: 'warning' }]
}

type Distance = { readonly ahead: number | undefined; readonly behind: number | undefined }

/** How far the knowledge is from that of the remote, and what sharing it would lose. */
async function againstRemote(
  ctx: Ctx,
  { head, shown }: Pick<Branches, 'head' | 'shown'>,
): Promise<{ readonly distance: Distance; readonly deleted: readonly Finding[] }> {
  const none = { distance: { ahead: undefined, behind: undefined }, deleted: [] }
  if (!shown?.startsWith('refs/heads/')) return none
  const remote = await remoteOf(ctx, head)
  if (remote === undefined) return none
  const tracking = trackingRef(remote, shown)
  if ((await readRef(ctx.place, tracking)) === undefined) return none
  const { out } = await askGit(ctx.place, ['rev-list', '--left-right', '--count', `${shown}...${tracking}`, '--'])
  const [ahead = 0, behind] = out.split('\t').map(Number)
  return { distance: { ahead, behind }, deleted: ahead === 0 ? [] : await deletedFindings(ctx, shown, remote) }
}

/** The remote that knowledge is shared with; undefined where there is none. */
async function remoteOf({ place }: Ctx, head: Head): Promise<string | undefined> {
  try {
    return await chooseRemote(place, undefined, head.kind === 'branch' ? head.branch : undefined)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import type { Branches } from '../../repo/git/branches.ts'
import { requireKnowledgeBranch } from '../../repo/git/descent.ts'
import { findObjects, isPlainFile, listRefs, listKnowledge, type TreeFile } from '../../repo/git/objects.ts'
import { formerNames } from '../../repo/git/reflog.ts'
import { localRef, readRef } from '../../repo/git/refs.ts'
import type { RepoPaths } from '../../repo/git/repo-paths.ts'
import { readOurBlobs } from '../../repo/git/our-blobs.ts'
import { lock } from '../../repo/state/lock.ts'
import { clean, oneLine, shorten } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import { secretFindings } from '../../tree/check.ts'
import { type Goal, goalIdFor, isTooLarge, goalLimits, readGoal, writeGoal } from '../../tree/goal.ts'
import { type Finding, noKnowledge } from '../../tree/knowledge.ts'
import { goalFolder, goalPath } from '../../tree/path.ts'
import { changeOpened } from '../change.ts'
import { copyGoals } from '../branch/copy-goals.ts'
import { refreshHeld } from '../shown/refresh.ts'
import { startOf } from '../branch/start-of-branch.ts'
import { branchesOf, commitChanges, ownOf, type Tip, tooManyRaces } from '../branch/tip.ts'

/** The newest goal of a branch, if it has any that can be read, and the number that its next one has. */
export type Latest = { readonly goal: Goal | undefined; readonly life: number }

/** How many ids are asked for at once: a branch that has had more goals is asked again. */
const atOnce = 8

/**
 * Finds the newest goal of a branch at a knowledge commit; what it costs does not depend on how many goals there are.
 */
export async function latestGoal({ place, say }: Ctx, commit: string | undefined, branch: string): Promise<Latest> {
  let newest: { id: string; blob: string } | undefined
  let life = 1
  for (let isFull = commit !== undefined; isFull;) {
    const ids = Array.from({ length: atOnce }, (_, at) => goalIdFor(branch, life + at))
    const blobs = await findObjects(
      place,
      'blob',
      ids.map((id) => `${commit}:${goalPath(id)}`),
    )
    const last = blobs.findLastIndex((blob) => blob !== undefined)
    newest = last === -1 ? newest : { id: ids[last] ?? '', blob: blobs[last] ?? '' }
    life += last + 1
    isFull = last === atOnce - 1
  }
  if (newest === undefined) return { goal: undefined, life }
  const reading = await readOne({ place }, newest)
  if ('goal' in reading) return { goal: reading.goal, life }
  say(`${reading.finding.at}: ${reading.finding.detail}`)
  return { goal: undefined, life }
}

async function readOne(
  { place }: Pick<Ctx, 'place'>,
  { id, blob }: { id: string; blob: string },
): Promise<ReturnType<typeof readGoal>> {
  const texts = await readOurBlobs(place, [blob], { mostBytes: goalLimits.bytes })
  return readGoal(goalPath(id), texts.get(blob) ?? '')
}

/** Reads one goal at a knowledge commit; undefined where there is none that can be read. */
export async function goalAt(ctx: Ctx, commit: string | undefined, id: string): Promise<Goal | undefined> {
  if (commit === undefined || id === '') return undefined
  const [blob] = await findObjects(ctx.place, 'blob', [`${commit}:${goalPath(id)}`])
  if (blob === undefined) return undefined
  const reading = await readOne(ctx, { id, blob })
  return 'goal' in reading ? reading.goal : undefined
}

/** Every knowledge branch, here and at remotes. */
export async function knowledgeTips({ place, settings }: Ctx): Promise<readonly { ref: string; commit: string }[]> {
  const home = `refs/heads/${settings.branchPrefix}/`
  const remote = (await listRefs(place, 'refs/remotes/')).filter(({ ref }) => localRef(ref).startsWith(home))
  return [...(await listRefs(place, home)), ...remote]
}

/** Reads what every knowledge branch says of one goal, in a few git processes; the newest word of it first. */
export async function goalEverywhere(ctx: Ctx, id: string): Promise<readonly Goal[]> {
  if (id === '') return []
  const tips = await knowledgeTips(ctx)
  const blobs = await findObjects(
    ctx.place,
    'blob',
    tips.map(({ commit }) => `${commit}:${goalPath(id)}`),
  )
  const there = [...new Set(blobs.flatMap((blob) => blob ?? []))]
  const texts = await readOurBlobs(ctx.place, there, { mostBytes: goalLimits.bytes })
  const goals = [...texts.values()].flatMap((text) => {
    const reading = readGoal(goalPath(id), text)
    return 'goal' in reading ? [reading.goal] : []
  })
  return goals.toSorted((a, b) => (a.updatedAt > b.updatedAt ? -1 : 1))
}

/** Reads all goals at knowledge commits; a file that is no goal is a finding. */
export async function readGoals(
  { place }: Ctx,
  commits: readonly string[],
): Promise<{ goals: readonly Goal[]; findings: readonly Finding[]; texts: ReadonlyMap<string, string> }> {
  const files = await goalFiles(place, commits)
  const plain = files.filter(({ mode }) => isPlainFile(mode)).map(({ blob }) => blob)
  const texts = await readOurBlobs(place, plain, { mostBytes: goalLimits.bytes })
  const readings = files.map(({ path, blob, mode }) => readGoal(path, isPlainFile(mode) ? (texts.get(blob) ?? '') : ''))
  return {
    goals: readings.flatMap((reading) => ('goal' in reading ? [reading.goal] : [])),
    findings: readings.flatMap((reading) => ('finding' in reading ? [reading.finding] : [])),
    texts: new Map(files.map(({ path, blob }) => [path, texts.get(blob) ?? ''])),
  }
}

/** Lists the files of goals, those that several commits have alike once: most branches know the same goals. */
async function goalFiles(place: RepoPaths, commits: readonly string[]): Promise<readonly TreeFile[]> {
  const folders = await findObjects(
    place,
    'tree',
    commits.map((commit) => `${commit}:${goalFolder}`),
  )
  const files = new Map<string, TreeFile>()
  for (const folder of new Set(folders))
    for (const file of folder === undefined ? [] : await listKnowledge(place, folder))
      files.set(`${file.path} ${file.blob}`, { ...file, path: `${goalFolder}/${file.path}` })
  return [...files.values()]
}

/**
 * Finds what is wrong with the goals at a knowledge commit: files that are no goals, and secrets, which must not leave.
 */
export async function goalFindings(ctx: Ctx, commit: string | undefined): Promise<readonly Finding[]> {
  if (commit === undefined) return []
  const { findings, texts } = await readGoals(ctx, [commit])
  return [...findings, ...[...texts].flatMap(([at, text]) => secretFindings(at, text))]
}

/** The branch that is checked out, its knowledge, and its newest goal. */
export type Here = Latest & { readonly branch: string; readonly commit: string | undefined }

/** Finds the goal of what is checked out; a renamed branch still has the one it had. */
export async function goalHere(ctx: Ctx, given?: { branches: Branches; commit: string | undefined }): Promise<Here> {
  const branches = given?.branches ?? (await branchesOf(ctx))
  ownOf(branches)
  const { head } = branches
  const commit = given?.commit ?? branches.commit
  const branch = head.kind === 'branch' ? head.branch : ''
  return { ...(await latestGoalOf(ctx, commit, branch)), branch, commit }
}

/** The newest goal of a branch, under the names that it had before too. */
export async function latestGoalOf(ctx: Ctx, commit: string | undefined, branch: string): Promise<Latest> {
  const own = await latestGoal(ctx, commit, branch)
  if (own.goal !== undefined) return own
  for (const name of formerNames(ctx.place, branch)) {
    const { goal } = await latestGoal(ctx, commit, name)
    if (goal !== undefined) return { goal, life: own.life }
  }
  return own
}

/** Requires a goal that is worked on. */
export function requireActive({ goal, branch }: Here): Goal {
  const hint = 'Begin one: ctx goal start "<intent>"'
  if (goal === undefined) throw new Problem('no-goal', `${branch} has no goal yet.`, { hint })
  if (goal.finishedAt === '') return goal
  throw new Problem('goal-finished', `The goal of ${branch} is finished.`, { hint })
}

/** Goals to write, the message of the knowledge commit, and the caller's result. */
export type Decided<Result> = { readonly goals: readonly Goal[]; readonly message: string; readonly result: Result }

/** Changes goals on the knowledge branch of what is checked out; decides again if another process moved the branch. */
export async function changeGoals<Result>(
  ctx: Ctx,
  decide: (here: Here, branches: Branches) => Promise<Decided<Result>>,
): Promise<Result> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  const result = await changeOpened(ctx, {
    open: async (branches) => await openGoals(ctx, branches),
    decide: async ({ tip, here, branches }) => {
      const { result: told, ...decided } = await decide(here, branches)
      if ((await saveGoals(ctx, tip, decided)) === undefined) throw tooManyRaces(tip.ref)
      return told
    },
  })
  await refreshHeld(ctx, { quick: true })
  return result
}

type OpenedGoals = { readonly tip: Tip; readonly here: Here; readonly branches: Branches }

/** Opens a branch for goals alone: of all that it knows, only the newest goal is read. */
async function openGoals(ctx: Ctx, branches: Branches): Promise<OpenedGoals> {
  const ref = ownOf(branches)
  const own = await readRef(ctx.place, ref)
  const parent = await startOf(ctx, branches)
  const commit = own ?? parent
  if (commit !== undefined) await requireKnowledgeBranch(ctx.place, ref, commit)
  const here = await goalHere(ctx, { branches, commit })
  return { tip: { ref, commit: own, parent, knowledge: noKnowledge }, here, branches }
}

/** Commits goals to a knowledge branch; undefined when somebody moved it meanwhile. The tree lock must be held. */
export async function saveGoals(
  ctx: Ctx,
  tip: Tip,
  { goals, message }: Omit<Decided<unknown>, 'result'>,
): Promise<Tip | undefined> {
  const changes = goals.map((goal) => ({ path: goalPath(goal.id), text: writeGoal(goal) }))
  for (const { path, text } of changes) requireReadable(path, text)
  const next = await commitChanges(ctx, tip, { changes, message: `Goal: ${shorten(redact(oneLine(message)), 100)}\n` })
  if (next !== undefined) copyGoals(ctx.place, tip.ref, changes)
  return next
}

/** Requires a goal that can be read back: one that is refused when it is read would be lost. */
function requireReadable(path: string, text: string): void {
  if (isTooLarge(text))
    throw new Problem('goal-too-large', `${path} would hold more than ${goalLimits.bytes / 1024} KiB.`, {
      hint: 'Finish the goal with `ctx goal done`, or make smaller ones on branches of their own.',
    })
  const reading = readGoal(path, text)
  if ('finding' in reading) throw new Problem('bad-goal', `${path} is not written. ${reading.finding.detail}`)
}

/** Makes what somebody says fit to be kept: no secrets, nothing that steers a terminal, and not too long. */
export function spoken(text: string, what: string, longest: number): string {
  const said = redact(clean(text)).trim()
  if (said === '') throw new Problem('nothing-said', `${what} is empty.`)
  if (said.length <= longest) return said
  throw new Problem('too-long', `${what} has ${said.length} characters; at most ${longest} are kept.`)
}

/** A moment as goals are written with it: to the millisecond, because an agent takes several steps in a second. */
export const momentOf = ({ now }: Ctx): string => now().toISOString()

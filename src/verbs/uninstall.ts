import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { settleEdits } from '../knowledge/edits/edits.ts'
import { onlyHere, type OnlyHere } from '../knowledge/sharing/only-here.ts'
import { Problem } from '../problem.ts'
import { type Ctx, packageRoot } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { isCheckedOut } from '../repo/git/checked-out.ts'
import { isKnowledge } from '../repo/git/descent.ts'
import { askGit } from '../repo/git/git.ts'
import { listRefs } from '../repo/git/objects.ts'
import { type RepoPaths, readIfThere } from '../repo/git/repo-paths.ts'
import { otherWorkTrees } from '../repo/git/work-trees.ts'
import { findHookHome, plainFolder, uninstallHooks } from '../repo/hooks/hooks.ts'
import { removeJobs } from '../repo/hooks/ci-jobs.ts'
import { isConfigured } from '../repo/hooks/managers.ts'
import { hookNames } from '../repo/hooks/names.ts'
import { forgetPrefix } from '../repo/settings/prefix.ts'
import { configFile } from '../repo/settings/shape.ts'
import type { SetupStep } from '../repo/setup-step.ts'
import { removeEmpty, removeFile, removeFolder } from '../repo/state/disk.ts'
import { includeTree } from '../repo/state/exclude.ts'
import { lock } from '../repo/state/lock.ts'
import { readShownCommit, shownDir, stateDir, treeDir } from '../repo/state/state.ts'
import { type Parted, partTree } from '../repo/state/part-tree.ts'
import { oneLine } from '../text/clean.ts'
import { firstFew, plural } from '../text/words.ts'
import { filesOfAgents } from './agents.ts'
import { listSources, removeSource } from './source.ts'

/** Takes everything out again. Edits made by hand are committed first, so that nothing is lost with the checkout. */
async function removeAll(ctx: Ctx, { purge }: { purge: boolean }): Promise<readonly SetupStep[]> {
  const steps: SetupStep[] = []
  const trees: SetupStep[] = []
  const places = await workTrees(ctx.place)
  {
    // No worker may put back what is taken out.
    await using _worker = await lock(ctx.place, 'worker', { waitMs: 15_000 })
    await using _tree = await lock(ctx.place, 'tree', { waitMs: 15_000 })
    steps.push(await removeHooks(ctx), await removeConfig(ctx))
    steps.push(...(await removeJobs(ctx, async (path) => await isTracked(ctx.place, path))))
    for (const place of places) {
      const { kept } = await settleEdits({ ...ctx, place })
      trees.push(removeTree(place, kept.size > 0))
    }
    steps.push(...trees)
    // While a work tree keeps its checkout, git status must not show it.
    if (trees.every(({ state }) => state !== 'todo')) steps.push(removeExclude(ctx))
    steps.push(...(await removeBranches(ctx, purge)), ...keepAgents(ctx))
    await forgetPrefix(ctx.place)
  }
  for (const { name } of await listSources(ctx)) await removeSource(ctx, name)
  for (const place of places) removeFolder(shownDir(place), { below: place.gitDir })
  removeFolder(stateDir(ctx.place), { below: ctx.place.commonDir })
  return steps
}

/** Lists all work trees of a repository, this one first; those whose folder is gone are left out. */
export async function workTrees(place: RepoPaths): Promise<readonly RepoPaths[]> {
  return [place, ...(await otherWorkTrees(place))]
}

async function removeHooks({ place }: Ctx): Promise<SetupStep> {
  const home = await findHookHome(place)
  // Hooks stay where init put them, even if git was told since to look elsewhere; a folder of all repositories is not
  // ours.
  const folders = home.kind === 'folder' || home.kind === 'husky' ? [home, plainFolder(place)] : [plainFolder(place)]
  const removed = folders.flatMap(uninstallHooks)
  const managers = (['pre-commit', 'lefthook'] as const).filter((manager) =>
    hookNames.some((name) => isConfigured(place, manager, name)),
  )
  if (managers.length > 0)
    return { what: `take \`ctx hook\` out of the configuration of ${managers.join(' and ')}`, state: 'todo' }
  return removed.length === 0
    ? { what: 'no hooks were installed', state: 'kept' }
    : { what: `took ctx out of ${removed.length} hooks`, state: 'done' }
}

/** The files of agents are tracked with the code, and others may use them. */
function keepAgents(ctx: Ctx): readonly SetupStep[] {
  const files = filesOfAgents(ctx)
  if (files.length === 0) return []
  return [
    { what: `kept what agents were told in ${files.join(', ')}. \`ctx agents --remove\` takes it out`, state: 'kept' },
  ]
}

const removeExclude = ({ place }: Ctx): SetupStep =>
  includeTree(place)
    ? { what: 'took the exclude line out', state: 'done' }
    : { what: 'the exclude line was not there', state: 'kept' }

function removeTree(place: RepoPaths, hasEdits: boolean): SetupStep {
  const dir = treeDir(place)
  if (!existsSync(dir)) return { what: `there was no checkout in ${place.root}`, state: 'kept' }
  if (hasEdits) return { what: `kept ${dir}: it holds edits that no branch has`, state: 'todo' }
  if (readShownCommit(place) === '' && readdirSync(dir).length > 0)
    return { what: `kept ${dir}: it is not known where it comes from`, state: 'todo' }
  const { ours, strays } = partTree(place)
  if (strays.length > 0) return removeAllBut(place, { ours, strays })
  removeFolder(dir, { below: place.root })
  // Settings that were edited stay in it.
  removeEmpty(join(place.root, '.ctx'), { below: place.root })
  return { what: 'removed the checkout .ctx/tree', state: 'done' }
}

/** Files of people where no entry can be are on no branch, so they are kept. */
function removeAllBut(place: RepoPaths, { ours, strays }: Parted): SetupStep {
  const dir = treeDir(place)
  for (const path of ours) {
    removeFile(join(dir, path), { below: place.root })
    removeEmpty(dirname(join(dir, path)), { below: dir })
  }
  const [named, more] = [strays.slice(0, 5).map(oneLine).join(', '), strays.length - 5]
  const what = `took the checkout out, and kept ${named}${more > 0 ? ` and ${more} more` : ''} in ${dir}: no entries, so no branch has them`
  return { what, state: 'todo' }
}

async function removeBranches(ctx: Ctx, purge: boolean): Promise<readonly SetupStep[]> {
  const found = await listRefs(ctx.place, `refs/heads/${ctx.settings.branchPrefix}/`)
  const isOurs = await Promise.all(found.map(async ({ commit }) => await isKnowledge(ctx.place, commit)))
  const refs = found.filter((_, at) => isOurs[at]).map(({ ref }) => ref)
  if (refs.length === 0) return []
  const names = refs.map(shortRef).join(', ')
  const how = 'To delete them too, run `ctx uninstall --purge`'
  if (!purge) return [{ what: `kept the knowledge branches: ${names}. ${how}`, state: 'kept' }]
  const inUse = await Promise.all(refs.map(async (ref) => await isCheckedOut(ctx.place, ref)))
  const [kept, gone] = [refs.filter((_, at) => inUse[at]), refs.filter((_, at) => !inUse[at])]
  for (const ref of gone) await askGit(ctx.place, ['update-ref', '-d', ref])
  const told = (what: string, some: readonly string[], state: SetupStep['state']): readonly SetupStep[] =>
    some.length === 0 ? [] : [{ what: `${what}: ${some.map(shortRef).join(', ')}`, state }]
  return [
    ...told('deleted the knowledge branches', gone, 'done'),
    ...told('kept the knowledge branches that are checked out', kept, 'todo'),
  ]
}

/** How much to take out. */
export type UninstallOptions = {
  /** Deletes the local knowledge branches too. */
  readonly purge?: boolean
  /** Purges what no remote has, too: nothing brings that back. */
  readonly evenUnshared?: boolean
}

/** Takes out what init put in, byte for byte; knowledge branches stay unless they are to be purged. */
export async function uninstall(
  ctx: Ctx,
  { purge = false, evenUnshared = false }: UninstallOptions = {},
): Promise<readonly SetupStep[]> {
  const problem = purge && !evenUnshared ? await whyNotPurged(ctx) : undefined
  if (problem !== undefined) throw problem
  return await removeAll(ctx, { purge })
}

/** Says what a purge would lose, edits made by hand included, which are committed first; undefined where remotes have all. */
export async function whyNotPurged(ctx: Ctx): Promise<Problem | undefined> {
  {
    await using _tree = await lock(ctx.place, 'tree', { waitMs: 15_000 })
    for (const place of await workTrees(ctx.place)) await settleEdits({ ...ctx, place })
  }
  const lost = await onlyHere(ctx)
  if (lost.length === 0) return undefined
  return new Problem('not-shared', `No remote has ${lost.map(changesOf).join('; nor ')}.`, {
    hint: 'Share it with `ctx push`, or delete it for good with `ctx uninstall --purge --yes`.',
  })
}

const changesOf = ({ branch, subjects }: OnlyHere): string =>
  `${plural(subjects.length, 'change')} of ${branch}: ${firstFew(subjects.map((subject) => `"${oneLine(subject)}"`))}`

/** Deletes the settings file if it is exactly what init wrote, and the team does not share it. */
async function removeConfig({ place }: Ctx): Promise<SetupStep> {
  const path = join(place.root, configFile)
  const text = readIfThere(path)
  if (text === undefined) return { what: `${configFile} was not there`, state: 'kept' }
  if (await isTracked(place, configFile)) return { what: `kept ${configFile}: it is part of your code`, state: 'kept' }
  if (text !== readFileSync(join(packageRoot(), 'templates', 'config.yaml'), 'utf8'))
    return { what: `kept ${configFile}: it was edited`, state: 'kept' }
  removeFile(path, { below: place.root })
  return { what: `removed ${configFile}`, state: 'done' }
}

async function isTracked(place: RepoPaths, path: string): Promise<boolean> {
  const env = { GIT_INDEX_FILE: join(place.gitDir, 'index') }
  return (await askGit(place, ['ls-files', '--error-unmatch', '--', path], { env })).code === 0
}

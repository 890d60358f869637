import { existsSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { branchesOf } from '../knowledge/branch/tip.ts'
import { isBroken, troublesOf } from '../knowledge/shown/troubles.ts'
import { type Ctx, packageRoot, program } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { isCut, hasWholeHistory } from '../repo/git/descent.ts'
import { askGit } from '../repo/git/git.ts'
import { cutNotice } from '../repo/git/partial.ts'
import type { RepoPaths } from '../repo/git/repo-paths.ts'
import {
  examineHook,
  findHookHome,
  hasBlocks,
  type HookFolder,
  type HookHealth,
  plainFolder,
  whyLeftAlone,
} from '../repo/hooks/hooks.ts'
import { callsUs, isConfigured, keptAside, type Manager, managerOf, ownPath, readHook } from '../repo/hooks/managers.ts'
import { type HookName, hookNames } from '../repo/hooks/names.ts'
import { isSqliteHere, openOwnStore } from '../repo/index/lookup.ts'
import { personalFaults } from '../repo/settings/examine.ts'
import { isLocked } from '../repo/state/lock.ts'
import { damagedJobs, queueLength } from '../repo/state/queue.ts'
import { logFile, shownDir } from '../repo/state/state.ts'
import { plural } from '../text/words.ts'
import { overviewFolder } from '../tree/path.ts'
import { version } from '../version.ts'
import { ownHooks } from './init.ts'
import { prefixMismatch } from './prefix.ts'
import { orphans } from './prune.ts'
import { rewrittenBranches } from './readopt.ts'

/** One thing that was examined; `hint` says how to mend what is not fine. */
export type Diagnosis = { readonly what: string; readonly isFine: boolean; readonly hint: string }

/** Examines the installation: programs, hooks, queue. It changes nothing. */
export async function doctor(ctx: Ctx): Promise<readonly Diagnosis[]> {
  const { out: gitVersion } = await askGit(ctx.place, ['--version'])
  const [, major = '0', minor = '0'] = /(?<!\d)(\d+)\.(\d+)/.exec(gitVersion) ?? []
  const isRecent = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 30)
  return [
    { what: `ctx ${version}, node ${process.versions.node}`, isFine: true, hint: '' },
    {
      what: gitVersion,
      isFine: isRecent,
      hint: isRecent ? '' : 'ctx needs git 2.30 or later.',
    },
    ...(await examineSettings(ctx)),
    await examineSearch(ctx),
    ...(await examineHooks(ctx)),
    ...examineCut(ctx),
    ...examinePrefix(ctx),
    ...(await examineRewritten(ctx)),
    ...examineQueue(ctx),
    ...(await examineKnowledge(ctx)),
    ...(await examineBranches(ctx)),
  ]
}

/** A history is cut on purpose, so this is no fault; what is unknown because of it is listed all the same. */
function examineCut({ place }: Ctx): readonly Diagnosis[] {
  const what = cutNotice(place).replace(/\.$/, '')
  return what === '' ? [] : [{ what, isFine: true, hint: '' }]
}

async function examineSettings({ place, env }: Ctx): Promise<readonly Diagnosis[]> {
  const faults = await personalFaults(place, env)
  return faults.map((fault) => ({ what: `a setting is not valid: ${fault}`, isFine: false, hint: mendSetting }))
}

const mendSetting = 'Set it anew with `git config`, or take it out with `git config --unset`.'

function examinePrefix(ctx: Ctx): readonly Diagnosis[] {
  const mismatch = prefixMismatch(ctx)
  return mismatch === undefined ? [] : [{ ...mismatch, isFine: false }]
}

async function examineRewritten(ctx: Ctx): Promise<readonly Diagnosis[]> {
  const rewritten = await rewrittenBranches(ctx)
  return rewritten.map(({ ref }) => ({
    what: `${shortRef(ref)} was rewritten together with the code, and nothing is learned on it`,
    isFine: false,
    hint: 'To take it back as it is now, run `ctx init --adopt`.',
  }))
}

async function examineHooks(ctx: Ctx): Promise<readonly Diagnosis[]> {
  const home = await findHookHome(ctx.place)
  const plain = plainFolder(ctx.place)
  // A hook reads the places of a repository line by line.
  if (`${ctx.place.root}${ctx.place.commonDir}`.includes('\n'))
    return [{ what: noLineEnds, isFine: false, hint: 'Rename it.' }]
  if (home.kind === 'lefthook') return hookNames.map((name) => examine(ctx, plain, name))
  if (home.kind === 'shared' || home.kind === 'off')
    return [
      { what: `hooks are bypassed: core.hooksPath is ${home.dir}`, isFine: false, hint: `${ownHooks(plain.dir)}.` },
    ]
  if (home.dir !== plain.dir && hasBlocks(plain) && !hasBlocks(home)) {
    return [
      {
        what: `hooks are bypassed by core.hooksPath: git runs those in ${home.dir}, ours are in ${plain.dir}`,
        isFine: false,
        hint: 'Run `ctx init`, or `git config --unset core.hooksPath`.',
      },
    ]
  }
  return hookNames.map((name) => examine(ctx, home, name))
}

const noLineEnds = 'the name of a folder above this repository holds a line end, so hooks do nothing here'

function examine({ place, env }: Ctx, home: HookFolder, name: HookName): Diagnosis {
  const health = examineHook(home, name, {
    source: join(packageRoot(), 'hooks'),
    program: program(),
    inPath: isInPath('ctx', env),
  })
  const where = relative(place.root, ownPath(home.dir, name))
  const text = readHook(join(home.dir, name)) ?? ''
  const manager = managerOf(text)
  if (health === 'not installed' && callsUs(text, name))
    return { what: `${where}: fine, it runs \`ctx hook ${name}\``, isFine: true, hint: '' }
  if (health === 'not installed' && manager !== undefined) return examineManaged(place, { manager, name, where })
  const hints: Record<HookHealth, string> = {
    fine: '',
    'not installed': howToInstall(home, { name, where }),
    older: 'Run `ctx init`.',
    'not executable': `Run \`chmod +x ${where}\`.`,
    'edited by hand': 'To replace it, run `ctx init --force`.',
    'program missing': home.isTracked
      ? 'Install ctx so that PATH finds it.'
      : 'Run `ctx init` with the ctx that you use now.',
  }
  const by = manager === undefined ? '' : `, run by ${manager}`
  return { what: `${where}: ${health}${by}`, isFine: health === 'fine', hint: hints[health] }
}

/** How a hook that is not installed gets its part of ours: `ctx init` leaves some alone. */
function howToInstall(home: HookFolder, { name, where }: Pick<Managed, 'name' | 'where'>): string {
  switch (whyLeftAlone(home, name)) {
    case 'part of the code':
      return 'It is part of your code: run `ctx init --yes`.'
    case 'foreign':
      return `It is a link or no shell script: let it run \`ctx hook ${name} "$@"\`.`
    case 'disabled':
      return `Run \`chmod +x ${where}\`, then \`ctx init\`.`
    case undefined:
      return 'Run `ctx init`.'
  }
}

type Managed = { readonly manager: Manager; readonly name: HookName; readonly where: string }

/** A hook that a manager wrote runs ours only where its configuration says so. */
function examineManaged(place: RepoPaths, { manager, name, where }: Managed): Diagnosis {
  if (isConfigured(place, manager, name))
    return { what: `${where}: fine, run by the configuration of ${manager}`, isFine: true, hint: '' }
  const aside = keptAside.map((suffix) => `${where}${suffix}`).find((path) => existsSync(join(place.root, path)))
  const kept = aside === undefined ? '' : `; what stood there is kept as ${aside} and does not run`
  return {
    what: `${where}: written by ${manager}, which does not run ctx${kept}`,
    isFine: false,
    hint: `Let the configuration of ${manager} run \`ctx hook ${name}\`; \`ctx init\` prints what to add.`,
  }
}

/** Looks at the knowledge branches: a history that a shallow clone cut, and those whose code branch is gone. */
async function examineBranches(ctx: Ctx): Promise<readonly Diagnosis[]> {
  const { shown, commit } = await branchesOf(ctx)
  const isShort =
    commit !== undefined && (await isCut(ctx.place, commit)) && !(await hasWholeHistory(ctx.place, commit))
  const what = `the history of ${shortRef(shown ?? '')} is cut, as in a shallow clone`
  const gone = await orphans(ctx)
  const names = gone.map(({ branch, isMerged }) => `${branch}${isMerged ? ' (merged)' : ''}`)
  return [
    ...(isShort ? [{ what, isFine: false, hint: '`ctx pull` fetches the rest of it, and none of the code.' }] : []),
    ...(gone.length === 0
      ? []
      : [
          {
            what: `knowledge of code branches that are gone: ${names.join(', ')}`,
            isFine: true,
            hint: '`ctx prune` deletes what is merged; `ctx merge <name>` merges what is not.',
          },
        ]),
  ]
}

const isInPath = (name: string, env: NodeJS.ProcessEnv): boolean =>
  (env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))

async function examineSearch(ctx: Ctx): Promise<Diagnosis> {
  const store = await openOwnStore(ctx)
  const size = (store?.list() ?? []).filter(({ path }) => overviewFolder(path) === undefined).length
  store?.close()
  if (store !== undefined)
    return {
      what: `search: SQLite FTS5, on disk, ${plural(size, 'entry', 'entries')} indexed`,
      isFine: true,
      hint: '',
    }
  if (await isSqliteHere())
    return {
      what: `search: in memory, because nothing can be written to ${relative(ctx.place.root, shownDir(ctx.place))}`,
      isFine: false,
      hint: 'Each question reads the history anew, messages and paths only, and nothing is learned. Let yourself write there.',
    }
  return {
    what: 'search: MiniSearch, in memory, because SQLite does not load',
    isFine: true,
    hint: 'Slower in large trees, and commits are not searched. SQLite comes with the optional dependencies: install ctx again without `--omit=optional`.',
  }
}

async function examineKnowledge(ctx: Ctx): Promise<readonly Diagnosis[]> {
  const branches = await branchesOf(ctx)
  const troubles = await troublesOf(ctx, branches, { broken: await isBroken(ctx, branches) })
  return troubles.map(({ at, detail }) => ({ what: at, isFine: false, hint: detail }))
}

function examineQueue({ place }: Ctx): readonly Diagnosis[] {
  const waiting = queueLength(place)
  const failed = damagedJobs(place)
  const isStuck = waiting > 0 && !isLocked(place, 'worker')
  return [
    {
      what: `${plural(waiting, 'job waits', 'jobs wait')}${isStuck ? ' and nobody is working' : ''}`,
      isFine: !isStuck,
      hint: isStuck ? 'Run `ctx curate --queued`.' : '',
    },
    ...(failed.length === 0
      ? []
      : [
          {
            what: `${plural(failed.length, 'job')} failed and ${failed.length === 1 ? 'was' : 'were'} set aside`,
            isFine: false,
            hint: `See ${relative(place.root, logFile(place))}; the jobs are ${failed.map((path) => relative(place.root, path)).join(', ')}. A commit among them is read by \`ctx curate <commit>\`, which forgets its job; delete the file of another once you have looked.`,
          },
        ]),
  ]
}

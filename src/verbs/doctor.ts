import { existsSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import {
  examineHook,
  findHookHome,
  hasBlocks,
  type HookFolder,
  type HookHealth,
  type HookName,
  hookNames,
  plainFolder,
} from '../repo/hooks.ts'
import { ownHooks } from './init.ts'
import { askGit } from '../repo/git.ts'
import { damagedJobs, queueLength } from '../repo/queue.ts'
import { isLocked } from '../repo/lock.ts'
import { version } from '../version.ts'
import { openOwnStore } from './lookup.ts'
import { type Ctx, packageRoot, program } from './open.ts'
import { logFile } from './work.ts'

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
    await examineSearch(ctx),
    ...(await examineHooks(ctx)),
    ...examineQueue(ctx),
  ]
}

async function examineHooks(ctx: Ctx): Promise<readonly Diagnosis[]> {
  const home = await findHookHome(ctx.place)
  const plain = plainFolder(ctx.place)
  if (home.kind === 'lefthook')
    return [
      {
        what: 'hooks are written by lefthook',
        isFine: true,
        hint: 'Its configuration must run `ctx hook <name>`; `ctx init` prints it.',
      },
    ]
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

function examine({ place, env }: Ctx, home: HookFolder, name: HookName): Diagnosis {
  const health = examineHook(home, name, {
    source: join(packageRoot(), 'hooks'),
    program: program(),
    inPath: isInPath('ctx', env),
  })
  const where = relative(place.root, join(home.dir, name))
  const hints: Record<HookHealth, string> = {
    fine: '',
    'not installed': 'Run `ctx init`.',
    older: 'Run `ctx init`.',
    'not executable': `Run \`chmod +x ${where}\`.`,
    'edited by hand': 'To replace it, run `ctx init --force`.',
    'program missing': home.isTracked
      ? 'Install ctx so that PATH finds it.'
      : 'Run `ctx init` with the ctx that you use now.',
  }
  return { what: `${where}: ${health}`, isFine: health === 'fine', hint: hints[health] }
}

const isInPath = (name: string, env: NodeJS.ProcessEnv): boolean =>
  (env['PATH'] ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))

async function examineSearch(ctx: Ctx): Promise<Diagnosis> {
  const store = await openOwnStore(ctx)
  const size = store?.state().size ?? 0
  store?.close()
  return store === undefined
    ? {
        what: 'search: MiniSearch, in memory, because SQLite does not load or .git/ctx cannot be written to',
        isFine: true,
        hint: 'Slower in large trees. `npm install -g ctx-tree --include=optional` brings SQLite.',
      }
    : {
        what: `search: SQLite FTS5, on disk, ${size} ${size === 1 ? 'entry' : 'entries'} indexed`,
        isFine: true,
        hint: '',
      }
}

function examineQueue({ place }: Ctx): readonly Diagnosis[] {
  const waiting = queueLength(place)
  const failed = damagedJobs(place)
  const isStuck = waiting > 0 && !isLocked(place, 'worker')
  return [
    {
      what: `${waiting === 1 ? '1 job waits' : `${waiting} jobs wait`}${isStuck ? ' and nobody is working' : ''}`,
      isFine: !isStuck,
      hint: isStuck ? 'Run `ctx curate --queued`.' : '',
    },
    ...(failed.length === 0
      ? []
      : [
          {
            what: `${failed.length} jobs failed and were set aside`,
            isFine: false,
            hint: `See ${relative(place.root, logFile(place))}; the jobs are ${failed.map((path) => relative(place.root, path)).join(', ')}. A commit among them is read by \`ctx curate <commit>\`.`,
          },
        ]),
  ]
}

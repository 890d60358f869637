import { lstatSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fetchLeftOut } from '../knowledge/sharing/not-fetched.ts'
import { refreshHeld } from '../knowledge/shown/refresh.ts'
import { branchesOf } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import { type Ctx, packageRoot, program } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { requireKnowledgeBranch } from '../repo/git/descent.ts'
import { cutNotice } from '../repo/git/partial.ts'
import { beginCommit, moveBranch } from '../repo/git/knowledge-branch.ts'
import { localRef, readRef } from '../repo/git/refs.ts'
import { type Server, writeJobs } from '../repo/hooks/ci-jobs.ts'
import {
  findHookHome,
  hasBlocks,
  type HookFolder,
  type HookResult,
  installHooks,
  plainFolder,
} from '../repo/hooks/hooks.ts'
import { type HookName, hookNames } from '../repo/hooks/names.ts'
import { recordPrefix } from '../repo/settings/prefix.ts'
import { readSettings } from '../repo/settings/settings.ts'
import { configFile } from '../repo/settings/shape.ts'
import type { SetupStep } from '../repo/setup-step.ts'
import { refuseLinks } from '../repo/state/checkout.ts'
import { writeWhole } from '../repo/state/disk.ts'
import { excludeTree } from '../repo/state/exclude.ts'
import { lock } from '../repo/state/lock.ts'
import { prefixMismatch } from './prefix.ts'

/** How to set a repository up. */
export type InitOptions = {
  /** Installs hooks unless it is false. */
  readonly hooks?: boolean
  /** Replaces hook blocks that were edited by hand. */
  readonly force?: boolean
  /** Servers whose pipelines are to review what requests teach. */
  readonly servers?: readonly Server[]
  /** Whether these are to publish the page, too. */
  readonly pages?: boolean
  /** Asks before a file that is tracked with the code is written; refused when it cannot ask. */
  readonly consent?: (question: string) => Promise<boolean>
}

/**
 * Prepares a repository: settings, the exclude line, the knowledge branch and hooks. Doing it twice changes nothing.
 */
export async function init(
  ctx: Ctx,
  { hooks = true, force = false, servers = [], pages = false, consent = async () => false }: InitOptions = {},
): Promise<readonly SetupStep[]> {
  // The remote is asked before the tree is locked.
  const fetched = await fetchLeftOut(ctx)
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  refuseLinks(ctx.place, [])
  await recordPrefix(ctx.place, ctx.settings.branchPrefix)
  const steps = [writeConfig(ctx), exclude(ctx), ...fetched, await beginBranch(ctx)]
  // What was just written is checked once, here, and not by the first question.
  await readSettings(ctx.place)
  const mismatch = prefixMismatch(ctx)
  if (mismatch !== undefined) steps.push({ what: `${mismatch.what}. ${mismatch.hint}`, state: 'todo' })
  const cut = cutNotice(ctx.place)
  if (cut !== '') steps.push({ what: cut, state: 'todo' })
  if (hooks) steps.push(...(await installIn(ctx, { force, consent })))
  for (const server of servers) {
    steps.push(...(await writeJobs(ctx, server)))
    if (pages) steps.push(...(await writeJobs(ctx, server, 'pages')))
  }
  await refreshHeld(ctx)
  return steps
}

function writeConfig({ place }: Ctx): SetupStep {
  const path = join(place.root, configFile)
  if (lstatSync(path, { throwIfNoEntry: false })) return { what: `${configFile} is there`, state: 'kept' }
  const text = readFileSync(join(packageRoot(), 'templates', 'config.yaml'), 'utf8')
  writeWhole(path, text, { below: place.root })
  return {
    what: `wrote ${configFile}; commit it when you like (where \`git pull\` refuses it because somebody else did, delete yours)`,
    state: 'done',
  }
}

function exclude({ place }: Ctx): SetupStep {
  return excludeTree(place)
    ? { what: 'kept .ctx/tree out of git status, by .git/info/exclude', state: 'done' }
    : { what: '.ctx/tree is kept out of git status', state: 'kept' }
}

async function beginBranch(ctx: Ctx): Promise<SetupStep> {
  const { head, own, shown, commit } = await branchesOf(ctx)
  if (own === undefined)
    return { what: 'HEAD is detached: a knowledge branch is made on the first branch that learns', state: 'todo' }
  if (commit !== undefined && shown !== undefined) await requireKnowledgeBranch(ctx.place, shown, commit)
  if (head.commit === undefined && commit === undefined)
    return { what: 'no commits yet: the knowledge branch is made with the first', state: 'todo' }
  if ((await readRef(ctx.place, own)) !== undefined)
    return { what: `the knowledge branch ${shortRef(own)} is there`, state: 'kept' }
  const isForeign = shown !== undefined && localRef(shown) !== own
  if (isForeign)
    return { what: `showing the knowledge of ${shortRef(shown)}, until something is learned here`, state: 'kept' }
  const start = commit ?? (await beginCommit(ctx.place))
  if (!(await moveBranch(ctx.place, own, { from: undefined, to: start })))
    throw new Problem('branch-keeps-moving', `${shortRef(own)} was made by somebody else just now.`, {
      hint: 'Run `ctx init` again.',
    })
  return {
    what: `made the knowledge branch ${shortRef(own)}${shown === undefined ? '' : ` from ${shortRef(shown)}`}`,
    state: 'done',
  }
}

type Installing = Required<Pick<InitOptions, 'force' | 'consent'>>

async function installIn(ctx: Ctx, installing: Installing): Promise<readonly SetupStep[]> {
  const home = await findHookHome(ctx.place)
  const own = ownHooks(plainFolder(ctx.place).dir)
  const todo = (what: string): readonly SetupStep[] => [{ what, state: 'todo' }]
  switch (home.kind) {
    case 'lefthook':
      return todo(`lefthook writes the hooks of this repository. Add this to its configuration:\n${forLefthook}`)
    case 'shared':
      return todo(
        `hooks of all your repositories come from ${home.dir} (core.hooksPath), so nothing is written there. ${own}`,
      )
    case 'off':
      return todo(`hooks are turned off: core.hooksPath is ${home.dir}, which is no folder. ${own}`)
    case 'husky':
    case 'folder':
      return await installInFolder(ctx, home, installing)
  }
}

async function installInFolder(
  ctx: Ctx,
  home: HookFolder,
  { force, consent }: Installing,
): Promise<readonly SetupStep[]> {
  const where = relative(ctx.place.root, home.dir)
  const question = `Hooks live in ${where}, which is part of your code. Write ctx's hooks there?`
  if (home.isTracked && !hasBlocks(home) && !(await consent(question))) {
    const what = `hooks live in ${where}, which is part of your code: left alone. To write them, run \`ctx init --yes\``
    return [{ what, state: 'todo' }]
  }
  return describe(installHooks(home, { source: join(packageRoot(), 'hooks'), program: program(), force }), where)
}

/** Says how one repository gets hooks of its own; an absolute path means the same in every work tree. */
export const ownHooks = (dir: string): string =>
  `For this repository alone: git config core.hooksPath "${dir}", then \`ctx init\``

function describe(results: readonly HookResult[], dir: string): readonly SetupStep[] {
  const named = (state: HookResult['state']): readonly HookName[] =>
    results.filter((result) => result.state === state).map(({ name }) => name)
  const say: readonly (readonly [HookResult['state'], SetupStep['state'], (names: readonly HookName[]) => string])[] = [
    ['installed', 'done', (names) => `installed hooks in ${dir}: ${names.join(', ')}`],
    ['upgraded', 'done', (names) => `upgraded hooks in ${dir}: ${names.join(', ')}`],
    ['unchanged', 'kept', (names) => `hooks are up to date: ${names.join(', ')}`],
    [
      'edited',
      'todo',
      (names) =>
        `kept hooks whose ctx part was edited by hand: ${names.join(', ')}. To replace it, run \`ctx init --force\``,
    ],
    [
      'generated',
      'todo',
      (names) =>
        `pre-commit writes these hooks: ${names.join(', ')}. Add this to .pre-commit-config.yaml:\n${forPreCommit(names)}`,
    ],
    [
      'foreign',
      'todo',
      (names) =>
        `left alone, because they are links or no shell scripts: ${names.join(', ')}. Let each run \`ctx hook <name> "$@"\``,
    ],
    [
      'disabled',
      'todo',
      (names) =>
        `left alone, because they are not executable: ${names.join(', ')}. Make them so (chmod +x), then run \`ctx init\``,
    ],
  ]
  return say.flatMap(([state, step, text]) =>
    named(state).length === 0 ? [] : [{ what: text(named(state)), state: step }],
  )
}

const forLefthook = hookNames
  .map((name) => `${name}:\n  commands:\n    ctx: { run: "ctx hook ${name} {0}", use_stdin: true }`)
  .join('\n')

const forPreCommit = (names: readonly HookName[]): string =>
  [
    '- repo: local',
    '  hooks:',
    ...names.map(
      (name) =>
        `    - { id: ctx-${name}, name: ctx, entry: ctx hook ${name}, language: system, always_run: true, pass_filenames: ${name === 'prepare-commit-msg'}, stages: [${name}] }`,
    ),
  ].join('\n')

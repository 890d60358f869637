import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { shortRef } from '../repo/branches.ts'
import { askGit, git } from '../repo/git.ts'
import { findHookHome, uninstallHooks } from '../repo/hooks.ts'
import { lock } from '../repo/lock.ts'
import { readIfThere } from '../repo/place.ts'
import { readShownCommit, shownDir, stateDir, treeDir, writeWhole } from '../repo/state.ts'
import { settleEdits } from './edits.ts'
import { excludeLine, removeConfig, type Step } from './init.ts'
import type { Ctx } from './open.ts'

/** Takes everything out again. Edits made by hand are committed first, so that nothing is lost with the checkout. */
export async function removeAll(ctx: Ctx, { purge }: { purge: boolean }): Promise<readonly Step[]> {
  const steps: Step[] = []
  {
    await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
    const { kept } = await settleEdits(ctx)
    steps.push(await removeHooks(ctx), removeExclude(ctx), removeConfig(ctx), removeTree(ctx, kept.size > 0))
    steps.push(...(await removeBranches(ctx, purge)))
  }
  rmSync(shownDir(ctx.place), { recursive: true, force: true })
  rmSync(stateDir(ctx.place), { recursive: true, force: true })
  return steps
}

async function removeHooks(ctx: Ctx): Promise<Step> {
  const home = await findHookHome(ctx.place)
  if (home.kind === 'lefthook')
    return { what: 'lefthook writes the hooks: take `ctx hook` out of its configuration', state: 'todo' }
  const removed = uninstallHooks(home)
  return removed.length === 0
    ? { what: 'no hooks were installed', state: 'kept' }
    : { what: `took ctx out of ${removed.length} hooks`, state: 'done' }
}

function removeExclude({ place }: Ctx): Step {
  const path = join(place.commonDir, 'info', 'exclude')
  const text = readIfThere(path)
  if (text === undefined || !text.split('\n').includes(excludeLine))
    return { what: 'the exclude line was not there', state: 'kept' }
  const rest = text.endsWith(`\n${excludeLine}`)
    ? text.slice(0, -excludeLine.length - 1)
    : text.replace(`${excludeLine}\n`, '')
  if (rest === '') rmSync(path)
  else writeWhole(path, rest)
  return { what: 'took the exclude line out', state: 'done' }
}

function removeTree({ place }: Ctx, hasEdits: boolean): Step {
  if (hasEdits) return { what: 'kept .ctx/tree: it holds edits that no branch has', state: 'todo' }
  if (readShownCommit(place) === '' && existsSync(treeDir(place)) && readdirSync(treeDir(place)).length > 0)
    return { what: 'kept .ctx/tree: it is not known where it comes from', state: 'todo' }
  rmSync(treeDir(place), { recursive: true, force: true })
  try {
    rmdirSync(join(place.root, '.ctx'))
  } catch {
    // Settings that were edited stay in it.
  }
  return { what: 'removed the checkout .ctx/tree', state: 'done' }
}

async function removeBranches(ctx: Ctx, purge: boolean): Promise<readonly Step[]> {
  const out = await git(ctx.place, ['for-each-ref', '--format=%(refname)', `refs/heads/${ctx.settings.branchPrefix}/`])
  const refs = out.split('\n').filter((ref) => ref !== '')
  if (refs.length === 0) return []
  const names = refs.map(shortRef).join(', ')
  if (!purge)
    return [
      {
        what: `kept the knowledge branches: ${names}. To delete them too, run \`ctx uninstall --purge\``,
        state: 'kept',
      },
    ]
  for (const ref of refs) await askGit(ctx.place, ['update-ref', '-d', ref])
  return [{ what: `deleted the knowledge branches: ${names}`, state: 'done' }]
}

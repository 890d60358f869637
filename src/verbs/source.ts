import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  forgetSourceIndex,
  indexSource,
  sourceRef,
  sourcesInStep,
  sourceState,
} from '../knowledge/answers/source-index.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { isKnowledge } from '../repo/git/descent.ts'
import { git } from '../repo/git/git.ts'
import { readRef } from '../repo/git/refs.ts'
import { fetchSource, listHeads, remoteHead } from '../repo/git/remote.ts'
import { readOwnAnd } from '../repo/settings/own.ts'
import { lock } from '../repo/state/lock.ts'

/** Another repository whose knowledge is asked here too, as it was when it was last fetched. */
export type OtherRepository = {
  readonly name: string
  /** Where it is fetched from, as git takes it. */
  readonly url: string
  /** The branch of its code whose knowledge is taken. */
  readonly branch: string
  /** The knowledge commit that is here, '' before the first. */
  readonly commit: string
  readonly entries: number
}

/** Lists the other repositories whose knowledge is asked here. */
export async function listSources(ctx: Ctx): Promise<readonly OtherRepository[]> {
  const { git: settings } = await readOwnAnd([], ctx)
  const named = [...settings].flatMap(([key, url]) => {
    const name = /^ctx\.source\.(.+)\.url$/.exec(key)?.[1]
    return name === undefined ? [] : [{ name, url, branch: settings.get(`ctx.source.${name}.branch`) ?? '' }]
  })
  if (named.length > 0) await sourcesInStep(ctx)
  const found: OtherRepository[] = []
  for (const one of named) {
    const { size, commit } = await sourceState(ctx.place, one.name)
    found.push({ ...one, commit, entries: size })
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** What is added: a name for answers, an address or path, and the branch of its code where that is not its main one. */
export type SourceAdded = {
  readonly name: string
  readonly url: string
  readonly branch?: string | undefined
  /** The folder that a path is meant from. */
  readonly from?: string
}

/**
 * Fetches the knowledge of another repository and answers from it too, from now on offline. It is only read here, and
 * never pushed on.
 * @throws {Problem} when the name is none or taken, nothing is known there, or it cannot be fetched.
 */
export async function addSource(
  ctx: Ctx,
  { name, url, branch, from = ctx.place.root }: SourceAdded,
): Promise<OtherRepository> {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(name))
    throw new Problem('bad-name', `"${name}" cannot name a source.`, {
      hint: 'Lower-case letters, digits and hyphens, at most 40: ctx source add platform https://example.org/platform.git',
    })
  if ((await listSources(ctx)).some((one) => one.name === name))
    throw new Problem('source-there', `There is a source ${name} already.`, {
      hint: `\`ctx source update ${name}\` fetches it again, \`ctx source remove ${name}\` forgets it.`,
    })
  const at = addressOf(url, from)
  const meant = branch ?? (await remoteHead(ctx.place, at)) ?? 'main'
  const added = await take(ctx, { name, url: at, branch: meant })
  await git(ctx.place, ['config', '--local', `ctx.source.${name}.url`, at])
  await git(ctx.place, ['config', '--local', `ctx.source.${name}.branch`, meant])
  return added
}

/** Takes what git would run a program for as an attack, and a path as meant from the folder that one stands in. */
function addressOf(url: string, from: string): string {
  if (url === '' || url.startsWith('-') || /^[\w+-]+::/.test(url))
    throw new Problem('bad-address', `"${url}" is no address that knowledge is fetched from.`, {
      hint: 'Name a repository as `git clone` takes it: https, ssh, or a path.',
    })
  const path = resolve(from, url)
  return existsSync(path) ? path : url
}

/** What fetching sources anew came to: those that were, and why others were not. */
export type SourcesUpdated = {
  readonly sources: readonly OtherRepository[]
  readonly failed: readonly { readonly name: string; readonly problem: Problem }[]
}

/**
 * Fetches the sources anew, or one of them. Of one that cannot be fetched, what was here stays, and the others are fetched
 * all the same.
 * @throws {Problem} when there is no such source.
 */
export async function updateSources(ctx: Ctx, name?: string): Promise<SourcesUpdated> {
  const all = await listSources(ctx)
  const sources: OtherRepository[] = []
  const failed: SourcesUpdated['failed'][number][] = []
  for (const one of name === undefined ? all : [find(all, name)])
    try {
      sources.push(await take(ctx, one))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      failed.push({ name: one.name, problem: error.code.startsWith('remote-') ? stillAsked(error) : error })
    }
  return { sources, failed }
}

/** That nothing was lost of what this repository knows is no matter of a source. */
const stillAsked = (problem: Problem): Problem =>
  new Problem(problem.code, problem.message, {
    hint: 'What was fetched before is asked all the same.',
    cause: problem,
  })

/**
 * Forgets a source: its address, its index and its ref.
 * @throws {Problem} when there is no such source.
 */
export async function removeSource(ctx: Ctx, name: string): Promise<void> {
  find(await listSources(ctx), name)
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  await git(ctx.place, ['config', '--local', '--remove-section', `ctx.source.${name}`])
  forgetSourceIndex(ctx.place, name)
  const commit = await readRef(ctx.place, sourceRef(name))
  if (commit !== undefined) await git(ctx.place, ['update-ref', '-d', sourceRef(name), commit])
}

function find(all: readonly OtherRepository[], name: string): OtherRepository {
  const found = all.find((one) => one.name === name)
  if (found !== undefined) return found
  throw new Problem('no-such-source', `There is no source ${name}.`, {
    hint:
      all.length === 0
        ? 'Add one: ctx source add <name> <url or path>'
        : `There are: ${all.map((one) => one.name).join(', ')}.`,
  })
}

type Wanted = Pick<OtherRepository, 'name' | 'url' | 'branch'>

/** Fetches the knowledge of a branch and indexes it. */
async function take(ctx: Ctx, { name, url, branch }: Wanted): Promise<OtherRepository> {
  const { branchPrefix: prefix } = ctx.settings
  const before = await readRef(ctx.place, sourceRef(name))
  const heads = await listHeads(ctx.place, url)
  if (!heads.has(`${prefix}/${branch}`)) throw nothingKnown(url, branch, knownIn(heads, prefix))
  const commit = await fetchSource(ctx.place, url, { from: `${prefix}/${branch}`, to: sourceRef(name) })
  if (!(await isKnowledge(ctx.place, commit))) {
    const back = before === undefined ? ['-d', sourceRef(name)] : [sourceRef(name), before]
    await git(ctx.place, ['update-ref', ...back, commit])
    throw new Problem('not-a-knowledge-branch', `${prefix}/${branch} of ${name} was not made by ctx.`, {
      hint: before === undefined ? 'Nothing is taken from it.' : 'Nothing is taken from it; what was here stays.',
    })
  }
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  const entries = await indexSource(ctx, name, commit)
  if (entries === undefined)
    throw new Problem('no-index', 'Sources need the index on disk, and SQLite does not load here.', {
      hint: '`ctx doctor` says why.',
    })
  return { name, url, branch, commit, entries }
}

const knownIn = (heads: ReadonlyMap<string, string>, prefix: string): readonly string[] =>
  [...heads.keys()].flatMap((head) => (head.startsWith(`${prefix}/`) ? [head.slice(prefix.length + 1)] : []))

const nothingKnown = (url: string, branch: string, known: readonly string[]): Problem =>
  new Problem('nothing-known-there', `${url} has no knowledge of its branch ${branch}.`, {
    hint:
      known.length === 0
        ? 'Somebody must run `ctx init` and `ctx push` there first.'
        : `It has some of: ${known.slice(0, 10).join(', ')}. Name one with --branch.`,
  })

import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { defaultKnowledgeRef, shortRef, trackingRef } from '../../repo/git/branches.ts'
import { isKnowledge } from '../../repo/git/descent.ts'
import { askGit } from '../../repo/git/git.ts'
import { commitNamed } from '../../repo/git/history.ts'
import { beginCommit } from '../../repo/git/knowledge-branch.ts'
import { localRef, readHead, readRef } from '../../repo/git/refs.ts'
import { branchesOf } from './tip.ts'

/** One end of a range of knowledge: what it is called, and the commit it stands at. */
export type Side = { readonly name: string; readonly commit: string }

/**
 * Knowledge to review: `head` against `base`; `code` is the code that head is about, undefined where it is not known.
 */
export type Range = { readonly base: Side; readonly head: Side; readonly code: string | undefined }

/**
 * Reads `base..head`: names of code branches, of knowledge branches or of commits on one. Without a head, what is
 * checked out; without a base, what was shared of it, or else the default branch's knowledge.
 * @throws {Problem} when a name means no knowledge.
 */
export async function readRange(ctx: Ctx, text: string): Promise<Range> {
  const dots = /\.{2,3}/.exec(text)
  const left = text.slice(0, dots?.index ?? 0)
  const headName = dots === null ? text : text.slice(dots.index + dots[0].length)
  const head = headName === '' ? await shownSide(ctx) : await sideOf(ctx, headName)
  const base = left === '' ? await sharedOf(ctx, head.ref) : await sideOf(ctx, left)
  return { base: base.side, head: head.side, code: await codeOf(ctx, head.ref) }
}

/** A side with the ref that it was found at; '' for a bare commit. */
type Found = { readonly side: Side; readonly ref: string }

async function shownSide(ctx: Ctx): Promise<Found> {
  const { shown, commit } = await branchesOf(ctx)
  if (shown === undefined || commit === undefined)
    throw new Problem('no-knowledge', 'Nothing was learned here yet, so there is nothing to review.', {
      hint: 'Run `ctx init`, then commit something.',
    })
  return { side: { name: shortRef(shown), commit }, ref: shown }
}

/** Finds what a name means: a branch of ours first, because that is what people know by name; as git has it, HEAD is the current one. */
async function sideOf(ctx: Ctx, name: string): Promise<Found> {
  if ((name === 'HEAD' || name === '@') && (await readHead(ctx.place)).kind === 'branch') return await shownSide(ctx)
  const found = await findKnowledge(ctx, name)
  if (found !== undefined) return { side: { name: shortRef(found.ref), commit: found.commit }, ref: found.ref }
  const commit = await commitNamed(ctx.place, name)
  if (commit !== undefined && (await isKnowledge(ctx.place, commit))) return { side: { name, commit }, ref: '' }
  throw new Problem('no-such-knowledge', `There is no knowledge called ${name}.`, {
    hint:
      (await readRef(ctx.place, `refs/heads/${name}`)) !== undefined
        ? `Nothing was learned on the branch ${name} yet; until then it shows what its parent knows.`
        : commit !== undefined
          ? `${name} is a commit of the code. Name a branch that has knowledge, or a commit of one such as ${ctx.settings.branchPrefix}/main~3.`
          : 'Name a branch of the code, its knowledge branch, or a commit of one; `git fetch` brings those of a remote.',
  })
}

/** Finds the knowledge of a branch by its name as people say it; undefined where there is none. */
export async function findKnowledge(ctx: Ctx, name: string): Promise<{ ref: string; commit: string } | undefined> {
  for (const ref of await refsFor(ctx, name)) {
    const commit = await readRef(ctx.place, ref)
    if (commit !== undefined && (await isKnowledge(ctx.place, commit))) return { ref, commit }
  }
  return undefined
}

/** Where the knowledge of a branch may stand, by its name as people say it: `main`, `ctx/main`, `origin/main`. */
async function refsFor({ place, settings }: Ctx, name: string): Promise<readonly string[]> {
  const prefix = settings.branchPrefix
  const remotes = await remotesOf({ place })
  const remote = remotes.find((one) => name.startsWith(`${one}/`))
  const rest = remote === undefined ? name : name.slice(remote.length + 1)
  const branch = rest.startsWith(`${prefix}/`) ? rest.slice(prefix.length + 1) : rest
  const local = `refs/heads/${prefix}/${branch}`
  return remote === undefined
    ? [local, ...remotes.map((one) => trackingRef(one, local))]
    : [trackingRef(remote, local), `refs/heads/${prefix}/${name}`]
}

/** The remotes by name, `origin` first. */
async function remotesOf({ place }: Pick<Ctx, 'place'>): Promise<readonly string[]> {
  const names = (await askGit(place, ['remote'])).out.split('\n').filter((name) => name !== '')
  return names.toSorted((a, b) => Number(b === 'origin') - Number(a === 'origin'))
}

/** What a remote has of a branch's knowledge; of one that was never shared, the default branch's, or the beginning. */
async function sharedOf(ctx: Ctx, ref: string): Promise<Found> {
  const { place, settings } = ctx
  const main = await defaultKnowledgeRef(place, settings.branchPrefix)
  const local = localRef(ref)
  const remotes = await remotesOf(ctx)
  const shared = [local, main].flatMap((branch) => remotes.map((remote) => trackingRef(remote, branch)))
  const tried = [...shared, main].filter((other) => other !== ref)
  for (const other of tried) {
    const commit = await readRef(place, other)
    if (commit !== undefined && (await isKnowledge(place, commit)))
      return { side: { name: shortRef(other), commit }, ref: other }
  }
  return { side: { name: 'nothing', commit: await beginCommit(place) }, ref: '' }
}

/** The code that a knowledge branch is about: its code branch here or at the remote; of a bare commit, HEAD. */
async function codeOf(ctx: Ctx, ref: string): Promise<string | undefined> {
  const { place, settings } = ctx
  const marker = `/${settings.branchPrefix}/`
  const at = ref.indexOf(marker)
  const code = at === -1 ? 'HEAD' : `${ref.slice(0, at)}/${ref.slice(at + marker.length)}`
  const remote = (await remotesOf(ctx)).map((name) => trackingRef(name, code))
  for (const name of [code, ...remote]) {
    const commit = await commitNamed(place, name)
    if (commit !== undefined) return commit
  }
  return undefined
}

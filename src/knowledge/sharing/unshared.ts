import { anyOf } from '../../text/alternatives.ts'
import { isSquashRecord } from './follow-merges.ts'
import type { Ctx } from '../../repo/context.ts'
import { git } from '../../repo/git/git.ts'
import { findObjects, listRefs, records } from '../../repo/git/objects.ts'
import { readRef } from '../../repo/git/refs.ts'
import { isOurs } from '../branch/home.ts'
import { parentBranches } from '../branch/parent-branches.ts'

/** A knowledge branch at the commit that is to be shared, and the commit of the code that git just pushed. */
export type AfterPush = {
  readonly ref: string
  readonly tip: string
  readonly remote: string
  readonly pushed: string
}

/**
 * Says why a push of code does not share a knowledge branch by itself: it would reveal commits that the remote does not
 * have, or what a person wrote by hand on another branch. '' where it reveals no more than the push did.
 */
export async function whyNotWith(ctx: Ctx, after: AfterPush): Promise<string> {
  if (!(await isOurs(ctx, after.ref)))
    return 'It was fetched from elsewhere, or moved by hand. Look at it with `ctx review`, then share it with `ctx push`.'
  const steps = await unsharedSteps(ctx, after)
  const unpushed = await unpushedIn(ctx, steps, after)
  if (unpushed.length > 0)
    return (await areInNoBranch(ctx, unpushed))
      ? 'It was learned from commits that are in no branch any more, so no push brings them. Look at it with `ctx review`, reject what is not to be told (`ctx review -i`), then share it with `ctx push`.'
      : 'It knows of commits that were not pushed. The push that brings them shares it, or `ctx push`.'
  const inherited = await inheritedSteps(ctx, after)
  return steps.some((step) => inherited.has(step.commit) && isWritten(step))
    ? 'It holds what was written on another branch and not shared from there. To share all of it: ctx push'
    : ''
}

/** A commit of a knowledge branch: what it says it was learned from, and what became of such commits. */
type Step = {
  readonly commit: string
  readonly subject: string
  readonly sources: readonly string[]
  readonly rewrites: readonly (readonly [from: string, to: string])[]
}

/**
 * Reads what a branch has that the remote has not, the newest first. What was merged into it is not looked at: that is
 * knowledge of code that was merged too, or what a person merged.
 */
async function unsharedSteps({ place }: Ctx, { tip, remote }: AfterPush): Promise<readonly Step[]> {
  const trailer = (key: string): string => `%(trailers:key=${key},valueonly,separator=%x20)`
  const format = `--format=%H%n%s%n${trailer('Source-Commit')}%n${trailer('Source-Rewritten')}`
  const out = await git(place, ['log', '-z', '--first-parent', format, tip, '--not', `--remotes=${remote}`, '--'])
  return records(out).map((record) => {
    const [commit = '', subject = '', sources = '', rewritten = ''] = record.split('\n')
    const pairs = words(rewritten)
    return {
      commit,
      subject,
      sources: words(sources),
      rewrites: pairs.flatMap((from, at) => (at % 2 === 0 ? [[from, pairs[at + 1] ?? ''] as const] : [])),
    }
  })
}

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '')

/**
 * The sources that are neither at the remote nor became one that is, of the newest step that has any. The squash of a branch
 * stands for all of it.
 */
async function unpushedIn(ctx: Ctx, steps: readonly Step[], after: AfterPush): Promise<readonly string[]> {
  const isPushed = await pushedAmong(ctx, steps, after)
  const became = new Map<string, string>()
  const arrives = (source: string): boolean => isPushed(source) || isPushed(became.get(source) ?? '')
  for (const { subject, sources, rewrites } of steps) {
    // Newer steps come first: what a commit became is known when its turn comes.
    for (const [from, to] of rewrites) became.set(from, became.get(to) ?? to)
    const left = sources.filter((source) => !arrives(source)).map((source) => became.get(source) ?? source)
    if (left.length > 0) return left
    if (sources.length > 0 && isSquashRecord(subject)) return []
  }
  return []
}

/** Whether no branch, tag or other ref of the code leads to any of some commits: they were reset, or left out by a rebase. */
async function areInNoBranch({ place }: Ctx, commits: readonly string[]): Promise<boolean> {
  const here = (await findObjects(place, 'commit', commits)).flatMap((commit) => commit ?? [])
  if (here.length < commits.length) return true
  const left = new Set((await git(place, ['rev-list', ...here, '--not', 'HEAD', '--all', '--'])).split('\n'))
  return here.every((commit) => left.has(commit))
}

async function pushedAmong(
  { place }: Ctx,
  steps: readonly Step[],
  { pushed, remote }: AfterPush,
): Promise<(commit: string) => boolean> {
  const named = steps.flatMap(({ sources, rewrites }) => [...sources, ...rewrites.map(([, to]) => to)])
  const all = [...new Set(named)].filter((name) => /^[0-9a-f]{40,64}$/.test(name))
  const there = (await findObjects(place, 'commit', all)).flatMap((commit) => commit ?? [])
  const known = (await listRefs(place, `refs/remotes/${remote}/`)).map(({ commit }) => commit)
  const input = [...there, ...[pushed, ...known].map((commit) => `^${commit}`)].map((line) => `${line}\n`).join('')
  const left = new Set((await git(place, ['rev-list', '--stdin'], { input })).split('\n'))
  const arrived = new Set(there.filter((commit) => !left.has(commit)))
  return (commit) => arrived.has(commit)
}

/** The steps that a branch has from the branches that it came from, and that were not shared from there. */
async function inheritedSteps(ctx: Ctx, { ref, tip, remote }: AfterPush): Promise<ReadonlySet<string>> {
  const { place, settings } = ctx
  const prefix = `refs/heads/${settings.branchPrefix}/`
  const above = await parentBranches(ctx, ref.slice(prefix.length))
  const parents = await Promise.all(above.map(async (name) => await readRef(place, `${prefix}${name}`)))
  const known = parents.filter((commit) => commit !== undefined)
  if (known.length === 0) return new Set()
  const since = async (...without: readonly string[]): Promise<readonly string[]> =>
    (await git(place, ['rev-list', '--first-parent', tip, '--not', ...without, `--remotes=${remote}`, '--'])).split(
      '\n',
    )
  const own = new Set(await since(...known))
  return new Set((await since()).filter((commit) => !own.has(commit)))
}

/**
 * Subjects of commits that hold no text of a person: scores, decisions about entries, and what was read elsewhere
 * already.
 */
const housekeeping = anyOf()`
  ^(?:
    Begin context tree$
    (?:Tend|Archive|Restore|Approve|Deprecate|Supersede|Retire|Reject|Repair|Adopt):[ ]
    Merge knowledge into[ ]
    Curate: (?:
      settle accesses$|say what (?:a folder is|\d+ folders are) about$
      (?:one entry was|\d+ entries were) learned twice$|follow \d+ rewritten commits?$
    )
  )
`

const isWritten = ({ subject, sources }: Step): boolean => sources.length === 0 && !housekeeping.test(subject)

import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { branchesFor } from '../../repo/git/branches.ts'
import { askGit } from '../../repo/git/git.ts'
import { commitNamed } from '../../repo/git/history.ts'
import { readRef } from '../../repo/git/refs.ts'
import { strangersIn } from '../../repo/git/strangers.ts'
import type { OpenIndex } from '../../repo/index/lookup.ts'
import { toDocument } from '../../search/documents.ts'
import { memoryIndex } from '../../search/memory.ts'
import { isDate } from '../../text/dates.ts'
import { branchesOf, knowledgeAt } from './tip.ts'

/** Indexes, in memory, the knowledge as it was at a code commit, branch or date. */
export async function openIndexAsOf(ctx: Ctx, at: string): Promise<OpenIndex> {
  const { entries, findings } = await knowledgeAt(ctx, await knowledgeCommitAt(ctx, at))
  if (entries.size === 0 && findings.length === 0) ctx.say(notYet(at))
  const documents = [...entries].map(([path, entry]) => toDocument(path, entry))
  return {
    index: await memoryIndex(documents),
    store: undefined,
    unread: findings.map(({ at: path }) => path),
    isLookedThrough: true,
  }
}

/**
 * A long history may have been read at once, from its newest commit: however old a commit is, nothing was known before.
 */
const notYet = (at: string): string =>
  `As of ${at}, nothing had been learned yet. Without --at, \`ctx query --log-only\` asks the commits themselves.`

/** Finds the knowledge as it was: the tip of the branch's own, or the newest commit that stands on nothing later. */
async function knowledgeCommitAt(ctx: Ctx, at: string): Promise<string | undefined> {
  const { head, commit } = await branchesOf(ctx)
  const own = await ownKnowledge(ctx, at)
  if (own !== undefined || commit === undefined) return own
  const code = await codeCommitAt(ctx, at)
  const { out } = await askGit(ctx.place, ['rev-list', '--end-of-options', head.commit ?? code, `^${code}`])
  return await newestWithout(ctx, commit, new Set(out.split('\n').filter((line) => line !== '')))
}

/** A branch that has learned something knows best what it knew. */
async function ownKnowledge(ctx: Ctx, branch: string): Promise<string | undefined> {
  const code = await readRef(ctx.place, `refs/heads/${branch}`)
  if (code === undefined) return undefined
  const { own } = await branchesFor(ctx.place, ctx.settings.branchPrefix, { kind: 'branch', branch, commit: code })
  return own === undefined ? undefined : await readRef(ctx.place, own)
}

/**
 * Walks a knowledge branch from its beginning: what learned from a later commit is later, and all that follows it. What
 * a stranger's commits say of themselves is not looked at: they came with the merge that brought them.
 */
async function newestWithout(ctx: Ctx, tip: string, later: ReadonlySet<string>): Promise<string | undefined> {
  const format = '--format=%H %P%x00%(trailers:key=Source-Commit,valueonly,unfold,separator=%x20)'
  const { out } = await askGit(ctx.place, ['log', '--topo-order', '--reverse', format, '--end-of-options', tip])
  const strangers = await strangersIn(ctx.place, tip)
  const isLater = new Set<string>()
  let newest: string | undefined
  for (const line of out.split('\n')) {
    const [names = '', sources = ''] = line.split('\0')
    const [commit = '', ...parents] = names.split(' ')
    if (strangers.has(commit)) continue
    if (parents.some((parent) => isLater.has(parent)) || sources.split(' ').some((source) => later.has(source)))
      isLater.add(commit)
    else newest = commit
  }
  return newest
}

/** To git, a day without a time is the time of day that it is now. */
const wholeDay = (date: string): string =>
  /^\d{4}-\d{2}$/.test(date) ? `${date}-01 00:00` : /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date} 23:59:59` : date

async function codeCommitAt(ctx: Ctx, at: string): Promise<string> {
  const commit = await commitNamed(ctx.place, at)
  if (commit !== undefined) return commit
  if (!isDate(at)) {
    throw new Problem('no-such-revision', `There is no commit, branch or date ${at}.`, {
      hint: 'Name one as git does (main, v1.2.0, HEAD~3), or a date such as 2026-05-01 or "2 weeks ago".',
    })
  }
  const { out: before } = await askGit(ctx.place, ['rev-list', '-1', `--before=${wholeDay(at)}`, 'HEAD', '--'])
  if (before === '') throw new Problem('no-such-revision', `There is no commit from before ${at}.`)
  return before
}

import { Problem } from '../problem.ts'
import { askGit } from '../repo/git.ts'
import { toDocument } from '../search/documents.ts'
import { memoryIndex } from '../search/memory.ts'
import { branchesOf, knowledgeAt } from './knowledge.ts'
import type { Lookup } from './lookup.ts'
import type { Ctx } from './open.ts'

/** Indexes, in memory, the knowledge as it was at a code commit, branch or date. */
export async function lookUpAsOf(ctx: Ctx, at: string): Promise<Lookup> {
  const { entries, findings } = await knowledgeAt(ctx, await knowledgeCommitAt(ctx, at))
  const documents = [...entries].map(([path, entry]) => toDocument(path, entry))
  return {
    index: await memoryIndex(documents),
    store: undefined,
    unread: findings.map(({ at: path }) => path),
    isLookedThrough: true,
  }
}

/** Finds the newest knowledge commit that learned from nothing but what a code commit stands on. */
async function knowledgeCommitAt(ctx: Ctx, at: string): Promise<string | undefined> {
  const { commit } = await branchesOf(ctx)
  if (commit === undefined) return undefined
  const code = await codeCommitAt(ctx, at)
  const { out } = await askGit(ctx.place, ['rev-list', '--end-of-options', code])
  const past = new Set(out.split('\n'))
  const format = '--format=%H %(trailers:key=Source-Commit,valueonly,separator=%x20)'
  const { out: log } = await askGit(ctx.place, ['log', format, '--end-of-options', commit])
  let sawSource = false
  for (const line of log.split('\n')) {
    const [knowledge, ...sources] = line.split(' ').filter((word) => word !== '')
    // Commits that learned nothing new belong to those before them.
    if (sources.length > 0 && sources.every((source) => past.has(source))) return knowledge
    sawSource ||= sources.length > 0
  }
  return sawSource ? undefined : commit
}

async function codeCommitAt(ctx: Ctx, at: string): Promise<string> {
  const { code, out } = await askGit(ctx.place, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${at}^{commit}`,
  ])
  if (code === 0) return out
  // Git reads any text as a date, "nonsense" as now; only what looks like one is given to it.
  if (/^\d{4}-\d{2}(?:-\d{2})?|\bago$|^yesterday$|^last /.test(at)) {
    const { out: before } = await askGit(ctx.place, ['rev-list', '-1', `--before=${at}`, 'HEAD', '--'])
    if (before !== '') return before
    throw new Problem('no-such-revision', `There is no commit from before ${at}.`)
  }
  throw new Problem('no-such-revision', `There is no commit, branch or date ${at}.`, {
    hint: 'Name one as git does (main, v1.2.0, HEAD~3), or a date such as 2026-05-01 or "2 weeks ago".',
  })
}

import type { Grounds } from '../curate/authored/operation.ts'
import { proofFrom } from '../curate/authored/claims.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { resolveCommits } from '../repo/git/history.ts'
import { readFiles } from '../repo/git/objects.ts'
import { listCode } from '../repo/git/packages.ts'
import { oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { emptyEntry } from '../tree/entry.ts'
import { readCommitText } from './commit-text.ts'

/** What an agent brings to prove what it writes: commits, by any name that git knows, and tracked files. */
export type EvidenceNamed = { readonly commits?: readonly string[]; readonly files?: readonly string[] }

/** Commits that may be named as evidence. */
const most = { commits: 20 }

/**
 * Reads what an author named as evidence, to hold quotes against.
 * @throws {Problem} when it cannot be found.
 */
export async function groundsFrom(
  ctx: Ctx,
  { commits = [], files = [] }: EvidenceNamed,
): Promise<Omit<Grounds, 'seen' | 'guard'>> {
  const shas = commits.length === 0 ? [] : await resolveCommits(ctx.place, commits)
  if (shas.length > most.commits)
    throw new Problem('too-much-evidence', `At most ${most.commits} commits are evidence; these are ${shas.length}.`, {
      hint: 'Name those that prove it.',
    })
  const told = await Promise.all(shas.map(async (sha) => ({ sha, ...(await readCommitText(ctx, sha)) })))
  const tracked = new Set(await listCode(ctx.place, 'HEAD'))
  const missing = files.filter((file) => !tracked.has(file))
  if (missing.length > 0)
    throw new Problem('no-such-file', `Not tracked at HEAD: ${missing.map((file) => oneLine(file)).join(', ')}.`, {
      hint: 'Name files as git does, from the root of the repository, and commit them first.',
    })
  const texts = files.length === 0 ? new Map<string, string>() : await readFiles(ctx.place, 'HEAD', new Set(files))
  const sources = told.map(({ sha, message }) => ({
    commit: sha,
    subject: shorten(redact(oneLine(message.split('\n')[0] ?? '')), 120),
  }))
  const commitProof = told.flatMap(({ sha, message, diff }) => [
    proofFrom(message, { source: sha.slice(0, 8), from: 'words' }),
    proofFrom(diff, { source: sha.slice(0, 8), from: 'code' }),
  ])
  return {
    proof: [...commitProof, ...[...texts.values()].map((text) => proofFrom(text, { source: '', from: 'code' }))],
    base: { ...emptyEntry, tags: ['agent'], raw: { ...emptyEntry.raw, files: [...files], sources } },
    isByModel: false,
    files: tracked,
  }
}

import { knowledgeTips } from '../knowledge/goals/goals.ts'
import { type Leak, leaksInFiles, leaksInMessages } from '../knowledge/history-secrets.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { askGit } from '../repo/git/git.ts'
import { plural } from '../text/words.ts'
import { secretInWords } from '../tree/check.ts'
import type { Diagnosis } from './doctor.ts'

/**
 * Looks for secrets in all that the knowledge branches here and of the remotes ever held, and says how one gets out.
 */
export async function findLeaks(ctx: Ctx): Promise<readonly Diagnosis[]> {
  const refs = (await knowledgeTips(ctx)).map(({ ref }) => ref)
  const found = refs.length === 0 ? [] : [...(await inFiles(ctx, refs)), ...(await inMessages(ctx, refs))]
  const what = `no secret in the history of ${plural(refs.length, 'knowledge branch', 'knowledge branches')}`
  return found.length === 0 ? [{ what, isFine: true, hint: '' }] : found
}

async function inFiles(ctx: Ctx, refs: readonly string[]): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = []
  for (const leak of await leaksInFiles(ctx, refs)) found.push(await tellOf(ctx, refs, leak))
  return found
}

async function tellOf(ctx: Ctx, refs: readonly string[], { blob, path, kinds }: Leak): Promise<Diagnosis> {
  const log = ['log', '--reverse', '--format=%h', `--find-object=${blob}`, '--end-of-options', ...refs, '--']
  const [commit = ''] = (await askGit(ctx.place, log)).out.split('\n')
  const filter = `git rm -q --cached --ignore-unmatch -- ${quoted(path)}`
  return {
    what: `${path}, since ${commit}: ${secretInWords(kinds)}`,
    isFine: false,
    hint: wayOut(await holders(ctx, commit, refs), `--index-filter ${quoted(filter)}`),
  }
}

async function inMessages(ctx: Ctx, refs: readonly string[]): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = []
  for (const { commit, kinds } of await leaksInMessages(ctx, refs)) {
    const hint = wayOut(await holders(ctx, commit, refs), `--msg-filter 'sed "s/<secret>/redacted/"'`)
    found.push({ what: `the message of ${commit}: ${secretInWords(kinds)}`, isFine: false, hint })
  }
  return found
}

/** The branches that a commit is in. */
async function holders({ place }: Ctx, commit: string, refs: readonly string[]): Promise<readonly string[]> {
  const { out } = await askGit(place, ['for-each-ref', '--format=%(refname)', `--contains=${commit}`, ...refs])
  return out.split('\n').filter((ref) => ref !== '')
}

function wayOut(refs: readonly string[], filter: string): string {
  const local = refs.filter((ref) => ref.startsWith('refs/heads/')).map(shortRef)
  const remote = refs.filter((ref) => !ref.startsWith('refs/heads/')).map((ref) => ref.replace('refs/remotes/', ''))
  const steps = [
    'Revoke it first: whoever fetched it has it.',
    `To take it out of history, run \`git filter-branch -f ${filter} -- ${local.join(' ') || '<branch>'}\``,
    ...remote.map((name) => `\`git push --force ${name.replace('/', ' ')}\``),
    '`git for-each-ref --format="delete %(refname)" refs/original | git update-ref --stdin`',
  ]
  return `${steps[0]} ${steps.slice(1).join(', then ')}. Everybody else deletes the branch and fetches it again, or a push brings it back.`
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

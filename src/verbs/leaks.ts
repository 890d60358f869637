import { knowledgeTips } from '../knowledge/goals/goals.ts'
import { type Leak, leaksInFiles, leaksInMessages, withoutSecrets } from '../knowledge/branch/history-secrets.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { readBlobs } from '../repo/git/blobs.ts'
import { askGit } from '../repo/git/git.ts'
import { mostBytes } from '../repo/git/objects.ts'
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
  const all = await leaksInFiles(ctx, refs)
  const found: Diagnosis[] = []
  for (const path of new Set(all.map((leak) => leak.path)))
    found.push(await tellOf(ctx, refs, { path, leaks: all.filter((leak) => leak.path === path) }))
  return found
}

type LeakyFile = { readonly path: string; readonly leaks: readonly Leak[] }

async function tellOf(ctx: Ctx, refs: readonly string[], { path, leaks }: LeakyFile): Promise<Diagnosis> {
  const named = leaks.map(({ blob }) => `--find-object=${blob}`)
  const log = ['log', '--reverse', '--format=%h', ...named, '--end-of-options', ...refs, '--']
  const commits = (await askGit(ctx.place, log)).out.split('\n').filter((line) => line !== '')
  return {
    what: `${path}, since ${commits[0] ?? ''}: ${secretInWords([...new Set(leaks.flatMap(({ kinds }) => kinds))])}`,
    isFine: false,
    hint: await wayOutOf(ctx, await holders(ctx, commits, refs), leaks),
  }
}

/**
 * Every version that holds a secret makes room for the same one without it: what else people and commits said in this file
 * stays in history, and where it stands now. Git keeps these versions from here on, so that its own commands are enough.
 */
async function wayOutOf({ place }: Ctx, refs: readonly string[], leaks: readonly Leak[]): Promise<string> {
  const texts = await readBlobs(
    place,
    leaks.map(({ blob }) => blob),
    { mostBytes },
  )
  const swaps: string[] = []
  for (const [blob, text] of texts) {
    const input = withoutSecrets(text)
    const { code, out } = await askGit(place, ['hash-object', '-w', '--stdin'], { input })
    if (code !== 0) return `${revoke} How it gets out of history is told where one may write to this repository.`
    swaps.push(`s/ ${blob} / ${out} /`)
  }
  const filter = `git ls-files -s | sed "${swaps.join(';')}" | git update-index --index-info`
  return wayOut(refs, `--index-filter ${quoted(filter)}`)
}

async function inMessages(ctx: Ctx, refs: readonly string[]): Promise<readonly Diagnosis[]> {
  const found: Diagnosis[] = []
  for (const { commit, kinds } of await leaksInMessages(ctx, refs)) {
    const hint = wayOut(await holders(ctx, [commit], refs), `--msg-filter 'sed "s/<secret>/redacted/"'`)
    found.push({ what: `the message of ${commit}: ${secretInWords(kinds)}`, isFine: false, hint })
  }
  return found
}

/** The branches that have any of some commits. */
async function holders(
  { place }: Ctx,
  commits: readonly string[],
  refs: readonly string[],
): Promise<readonly string[]> {
  const any = commits.map((commit) => `--contains=${commit}`)
  const { out } = await askGit(place, ['for-each-ref', '--format=%(refname)', ...any, ...refs])
  return out.split('\n').filter((ref) => ref !== '')
}

const revoke = 'Revoke it first: whoever fetched it has it.'

function wayOut(refs: readonly string[], filter: string): string {
  const local = refs.filter((ref) => ref.startsWith('refs/heads/')).map(shortRef)
  const remote = refs.filter((ref) => !ref.startsWith('refs/heads/')).map((ref) => ref.replace('refs/remotes/', ''))
  const steps = [
    revoke,
    `To take it out of history, run \`git filter-branch -f ${filter} -- ${local.join(' ') || '<branch>'}\``,
    ...remote.map((name) => `\`git push --force ${name.replace('/', ' ')}\``),
    '`git for-each-ref --format="delete %(refname)" refs/original | git update-ref --stdin`',
  ]
  return `${steps[0]} ${steps.slice(1).join(', then ')}. Everybody else deletes the branch and fetches it again, or a push brings it back.`
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

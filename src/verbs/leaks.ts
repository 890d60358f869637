import { knowledgeTips } from '../knowledge/goals.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { askGit, git } from '../repo/git/git.ts'
import { mostBytes, readBlobs } from '../repo/git/objects.ts'
import { secretsIn } from '../text/redact.ts'
import { plural } from '../text/words.ts'
import { secretInWords } from '../tree/check.ts'
import type { Diagnosis } from './doctor.ts'

/** Blobs that stand in memory at once while they are searched. */
const atOnce = 1_000

/** Looks for secrets in all that the knowledge branches here and of the remotes ever held, and says how one gets out. */
export async function findLeaks(ctx: Ctx): Promise<readonly Diagnosis[]> {
  const refs = (await knowledgeTips(ctx)).map(({ ref }) => ref)
  const found = refs.length === 0 ? [] : [...(await inFiles(ctx, refs)), ...(await inMessages(ctx, refs))]
  const what = `no secret in the history of ${plural(refs.length, 'knowledge branch', 'knowledge branches')}`
  return found.length === 0 ? [{ what, isFine: true, hint: '' }] : found
}

async function inFiles(ctx: Ctx, refs: readonly string[]): Promise<readonly Diagnosis[]> {
  const out = await git(ctx.place, ['rev-list', '--objects', '--stdin'], {
    input: refs.map((ref) => `${ref}\n`).join(''),
  })
  const named = out.split('\n').flatMap((line) => {
    const at = line.indexOf(' ')
    return at === -1 || at === line.length - 1 ? [] : [{ blob: line.slice(0, at), path: line.slice(at + 1) }]
  })
  const found: Diagnosis[] = []
  for (let at = 0; at < named.length; at += atOnce) {
    const some = named.slice(at, at + atOnce)
    const texts = await readBlobs(
      ctx.place,
      some.map(({ blob }) => blob),
      { mostBytes },
    )
    for (const { blob, path } of some) {
      const kinds = secretsIn(texts.get(blob) ?? '')
      if (kinds.length > 0) found.push(await tellOf(ctx, refs, { blob, path, kinds }))
    }
  }
  return found
}

type Leak = { readonly blob: string; readonly path: string; readonly kinds: readonly string[] }

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
  const { out } = await askGit(ctx.place, ['log', '-z', '--format=%h%n%B', '--end-of-options', ...refs, '--'])
  const found: Diagnosis[] = []
  for (const record of out.split('\0')) {
    const [commit = '', ...message] = record.split('\n')
    const kinds = secretsIn(message.join('\n'))
    if (kinds.length === 0) continue
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

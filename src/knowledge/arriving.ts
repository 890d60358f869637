import { hasMarkers } from '../merge/repair.ts'
import type { Ctx } from '../repo/context.ts'
import { askGit } from '../repo/git/git.ts'
import { diffTrees, isPlainFile, mostBytes, readBlobs } from '../repo/git/objects.ts'
import type { EntryChange } from '../review/compare.ts'
import { clean } from '../text/clean.ts'
import { secretFindings } from '../tree/check.ts'
import { readEntry } from '../tree/entry.ts'
import { readGoal } from '../tree/goal.ts'
import type { Finding } from '../tree/knowledge.ts'
import { isGoalPath, overviewFolder, toEntryPath } from '../tree/path.ts'

/** What commits of a knowledge branch bring that is no knowledge, as changes and as findings, and the secrets in them. */
export type Arriving = { readonly changes: readonly EntryChange[]; readonly findings: readonly Finding[] }

/**
 * Looks at every file that differs between two knowledge commits as bytes, whether it can be read as knowledge or not,
 * and at the messages of the commits between: what no reader shows would arrive unseen.
 */
export async function lookAtArriving(ctx: Ctx, from: string, to: string): Promise<Arriving> {
  const differing = (await diffTrees(ctx.place, from, to)).filter(({ blob }) => blob !== undefined)
  const plain = differing.filter(({ mode }) => isPlainFile(mode)).map(({ blob = '' }) => blob)
  const texts = await readBlobs(ctx.place, plain, { mostBytes })
  const changes: EntryChange[] = []
  const findings: Finding[] = []
  for (const { path, mode, blob = '' } of differing) {
    const text = isPlainFile(mode) ? texts.get(blob) : undefined
    const why = whyUnreadable(path, text)
    const secrets = secretsAt(path, text ?? '')
    findings.push(...secrets)
    if (why !== '') findings.push({ code: 'unreadable', at: path, detail: why, weight: 'blocking' })
    if (why !== '' || (isGoalPath(path) && secrets.length > 0))
      changes.push({ path, title: '', how: 'changed', other: '', lines: [], tokens: 0 })
  }
  return { changes, findings: [...findings, ...(await secretsInMessages(ctx, from, to))] }
}

/** Says why a file is not read as knowledge; '' when it is. */
function whyUnreadable(path: string, text: string | undefined): string {
  if (text === undefined) return 'It is a link, a submodule or larger than 1 MiB, and is not read.'
  if (isGoalPath(path)) {
    const reading = readGoal(path, text)
    return 'finding' in reading ? reading.finding.detail : ''
  }
  if (overviewFolder(path) !== undefined)
    return hasMarkers(text) ? 'An unfinished merge left its markers; merging would put both sides into it.' : ''
  if (toEntryPath(path) === undefined) return 'It is no entry, overview or goal, and is not read.'
  const reading = readEntry(text)
  return 'fault' in reading ? reading.fault.detail : ''
}

// What nobody sees parts a key in two for who looks for it, and not for who copies it.
const unseen = /\p{Default_Ignorable_Code_Point}/gu

const secretsAt = (at: string, text: string): readonly Finding[] =>
  secretFindings(at, text, clean(text).replace(unseen, ''))

async function secretsInMessages(ctx: Ctx, from: string, to: string): Promise<readonly Finding[]> {
  const { out } = await askGit(ctx.place, ['log', '-z', '--format=%H%n%B', '--end-of-options', `${from}..${to}`])
  return out.split('\0').flatMap((record) => {
    const [commit = '', ...message] = record.split('\n')
    return secretsAt(`commit ${commit.slice(0, 8)}`, message.join('\n'))
  })
}

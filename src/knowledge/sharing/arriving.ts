import { hasMarkers } from '../../merge/repair.ts'
import type { Ctx } from '../../repo/context.ts'
import { TooMuch } from '../../repo/git/git.ts'
import { diffTrees, isPlainFile, mostBytes } from '../../repo/git/objects.ts'
import { notRead, readOurBlobs } from '../../repo/git/our-blobs.ts'
import { readShownCommit } from '../../repo/state/state.ts'
import type { EntryChange } from '../../review/compare.ts'
import { secretInWords } from '../../tree/check.ts'
import { readEntry } from '../../tree/entry.ts'
import { readGoal } from '../../tree/goal.ts'
import type { Finding } from '../../tree/knowledge.ts'
import { isGoalPath, overviewFolder, toEntryPath } from '../../tree/path.ts'
import { editsOf } from '../edits/edits.ts'
import { kindsIn, leaksInFiles, leaksInMessages } from '../branch/history-secrets.ts'
import { branchesOf } from '../branch/tip.ts'

/**
 * What commits of a knowledge branch bring that is no knowledge, as changes and as findings, and the secrets in them.
 */
export type Arriving = { readonly changes: readonly EntryChange[]; readonly findings: readonly Finding[] }

/**
 * Looks at every file that differs between two knowledge commits as bytes, whether it can be read as knowledge or not,
 * and at the messages of the commits between: what no reader shows would arrive unseen.
 */
export async function lookAtArriving(ctx: Ctx, from: string, to: string): Promise<Arriving> {
  const differing = (await diffTrees(ctx.place, from, to)).filter(({ blob }) => blob !== undefined)
  const plain = differing.filter(({ mode }) => isPlainFile(mode)).map(({ blob = '' }) => blob)
  const texts = await readOurBlobs(ctx.place, plain, { mostBytes })
  const { changes, findings } = lookAtFiles(
    differing.map(({ path, mode, blob = '' }) => ({ path, text: isPlainFile(mode) ? texts.get(blob) : undefined })),
  )
  return { changes, findings: [...findings, ...(await secretsInMessages(ctx, [`${from}..${to}`]))] }
}

/** The same for what people edited and did not save yet, where the tree shows `commit`: a push saves and shares it. */
export async function lookAtUnsaved(ctx: Ctx, commit: string): Promise<Arriving> {
  const branches = await branchesOf(ctx)
  if (branches.commit !== commit || readShownCommit(ctx.place) !== commit) return { changes: [], findings: [] }
  const edits = await editsOf(ctx, branches)
  return lookAtFiles(edits.filter(({ stat }) => stat !== undefined))
}

type ArrivingFile = { readonly path: string; readonly text: string | undefined }

function lookAtFiles(files: readonly ArrivingFile[]): Arriving {
  const changes: EntryChange[] = []
  const findings: Finding[] = []
  for (const { path, text } of files) {
    const why = whyUnreadable(path, text)
    const secrets = secretsAt(path, text ?? '')
    findings.push(...secrets)
    if (why !== '') findings.push({ code: 'unreadable', at: path, detail: why, weight: 'blocking' })
    if (why !== '' || (isGoalPath(path) && secrets.length > 0))
      changes.push({ path, title: '', how: 'changed', other: '', lines: [], tokens: 0 })
  }
  return { changes, findings }
}

/** Says why a file is not read as knowledge; '' when it is. */
function whyUnreadable(path: string, text: string | undefined): string {
  if (text === undefined) return notRead
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

const secretsAt = (at: string, text: string): readonly Finding[] => kindsIn(text).map((kind) => secretAt(at, kind))

const secretAt = (at: string, kind: string): Finding => ({
  code: 'secret',
  at,
  detail: `It holds ${secretInWords([kind])}.`,
  weight: 'blocking',
})

const longMessage = 'Its message is longer than anybody writes, and is not read.'

async function secretsInMessages(ctx: Ctx, range: readonly string[]): Promise<readonly Finding[]> {
  const told = await leaksInMessages(ctx, range).catch((error: unknown) => {
    if (!(error instanceof TooMuch)) throw error
    return undefined
  })
  if (told === undefined) return [{ code: 'unreadable', at: 'a commit', detail: longMessage, weight: 'blocking' }]
  return told.flatMap(({ commit, kinds }) => kinds.map((kind) => secretAt(`commit ${commit}`, kind)))
}

/**
 * Looks for secrets in all that a push would make public: every state of every file since what the remote has, and the
 * messages of those commits. A secret that was removed later is still in history, and reaches everybody who fetches.
 */
export async function secretsLeaving(ctx: Ctx, tip: string, remote: string): Promise<readonly Finding[]> {
  const range = [tip, '--not', `--remotes=${remote}`]
  const leaks = await leaksInFiles(ctx, range)
  const inFiles = leaks.flatMap(({ path, kinds }) => kinds.map((kind) => secretAt(path, kind)))
  return [...inFiles, ...(await secretsInMessages(ctx, range))]
}

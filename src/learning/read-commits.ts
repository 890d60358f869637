import type { Commit } from '../commit.ts'
import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import { type Message, readMessage } from '../curate/message/commit-message.ts'
import type { ProjectNow } from '../curate/plan-operations.ts'
import { blobsWanted } from '../curate/evidence.ts'
import { codeByStem } from '../curate/filing/filing.ts'
import type { Survival } from '../curate/lines/survival.ts'
import type { Ctx } from '../repo/context.ts'
import { inLastNames, lastNames } from '../curate/standing/follow-files.ts'
import { holdBlobs } from '../repo/git/blobs.ts'
import { readCommits } from '../repo/git/commits.ts'
import { listMoves } from '../repo/git/moves.ts'
import { listCode, packagesIn } from '../repo/git/packages.ts'
import { isPartialClone } from '../repo/git/partial.ts'
import { noteInLog } from '../repo/state/log.ts'
import { redactEach } from '../text/redact.ts'
import { foldersOfJoined, inFolder } from './joined.ts'
import { longestReading, analyseInTime } from './deadline.ts'
import { withProvenReverts } from './proven-reverts.ts'
import { withRevived } from './revived.ts'

/** What reading needs besides the commits: the project as it is now, and whether blobs are there to be read. */
export type Reader = ProjectNow & {
  readonly mayReadBlobs: boolean
  readonly mostMs: number
  /** What files are called now that later commits moved. */
  readonly moved: ReadonlyMap<string, string>
}

/**
 * Prepares to read commits with the layout of the code as a commit has it: its packages and files. Of what is read in parts,
 * it is asked first which files will move.
 */
export async function readerFor(
  { place, settings }: Ctx,
  commit = 'HEAD',
  { isInParts = false }: { readonly isInParts?: boolean } = {},
): Promise<Reader> {
  const files = await listCode(place, commit)
  const layout = {
    domains: settings.domains,
    packages: packagesIn(files),
    files: codeByStem(files),
    there: new Set(files),
  }
  const mayReadBlobs = !(await isPartialClone(place))
  const moves = isInParts ? await listMoves(place, commit, { mayReadBlobs }) : []
  const moved = lastNames(moves, layout.there)
  return { ignore: settings.ignore, layout, mayReadBlobs, mostMs: longestReading, moved }
}

/** Commits that wait for the manifests they touched, with their diffs in memory; so many are asked for in one go. */
const atOnce = 50

/** How often it is told how far reading has come, in commits. */
const toldEach = 200

type Reading = {
  readonly reader: Reader
  /** Follows the lines of the commits that are read. */
  readonly survival?: Survival
  readonly onRead?: (done: number) => void
}

/**
 * Analyses commits in order, each as soon as git prints it, so that git goes on while we read; of each, only what it
 * proves is kept.
 */
export async function readAnalyses(
  ctx: Ctx,
  shas: readonly string[],
  { reader, survival, onRead = () => undefined }: Reading,
): Promise<readonly CommitAnalysis[]> {
  const analyses: (CommitAnalysis | undefined)[] = []
  let waiting: { readonly commit: Commit; readonly message: Message; readonly place: number }[] = []
  const analyseOne = (commit: Commit, message: Message, texts: ReadonlyMap<string, string>): CommitAnalysis =>
    analyseInTime(ctx, { commit, message, texts }, reader)
  await using manifests = holdBlobs(ctx.place)
  const flush = async (): Promise<void> => {
    const blobs = waiting.flatMap(({ commit }) => blobsWanted(commit))
    const texts = redactEach(await manifests.read(blobs, { mostBytes: 512 * 1024 }))
    for (const { commit, message, place } of waiting) analyses[place] = analyseOne(commit, message, texts)
    waiting = []
  }
  const joined = await foldersOfJoined(ctx.place, shas)
  for await (const read of readCommits(ctx.place, shas, ctx.signal)) {
    const commit = inFolder(read, joined.get(read.sha))
    const message = readMessage(commit.message)
    if (commit.isDiffUnread === true)
      noteInLog(ctx, `${commit.sha}: git takes too long to compare what it changed, so only its message was read`)
    survival?.follow(commit, { isTracked: isWorthTracking(message) })
    if (reader.mayReadBlobs && blobsWanted(commit).length > 0) {
      waiting.push({ commit, message, place: analyses.length })
      analyses.push(undefined)
    } else analyses.push(analyseOne(commit, message, noTexts))
    if (waiting.length >= atOnce) await flush()
    if (analyses.length % toldEach === 0) onRead(analyses.length)
  }
  await flush()
  onRead(analyses.length)
  const proven = await withProvenReverts(
    ctx,
    analyses.flatMap((one) => one ?? []),
  )
  const told = await withRevived(ctx.place, proven, async (revived) => await readAnalyses(ctx, revived, { reader }))
  return inLastNames(told, reader.moved)
}

/**
 * Dependency updates and releases teach nothing that lines could outlive. What is typed `ci` or `chore` does: a way round a missing
 * `cargo-hack`, of whose lines none is there (tracing aebfd70e).
 */
const isWorthTracking = ({ subject, type, scope }: Message): boolean =>
  subject !== '' && !/^(?:deps|release)$/.test(type) && !scope.startsWith('deps')

const noTexts: ReadonlyMap<string, string> = new Map()

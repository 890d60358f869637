import { hasMarkers, repair } from '../../merge/repair.ts'
import { mergeTrees } from '../../merge/three-way.ts'
import type { Ctx } from '../../repo/context.ts'
import { shortRef } from '../../repo/git/branches.ts'
import { commonAncestor, requireKnowledgeBranch } from '../../repo/git/descent.ts'
import { askGit } from '../../repo/git/git.ts'
import { beginCommit, readKnowledgeFiles, moveBranch, writeCommit } from '../../repo/git/knowledge-branch.ts'
import { requireReadableHistory } from '../../repo/git/incoming.ts'
import { isRefusedPath, requireNamesToShare } from '../../repo/git/refused-names.ts'
import { diffTrees, knownBlobs, listKnowledge, records, type TreeDifference } from '../../repo/git/objects.ts'
import { readRef } from '../../repo/git/refs.ts'
import { strangerTrailer } from '../../repo/git/strangers.ts'
import { isReadable, requireFitting } from '../../repo/git/our-blobs.ts'
import type { Change, Files } from '../../tree/knowledge.ts'
import { homeRemote } from '../branch/home.ts'
import { refusedInWords, withoutRefused } from '../branch/refused-paths.ts'
import { tooManyRaces } from '../branch/tip.ts'
import { asStranger, isTrusted, type KnowledgeSource } from '../branch/trust.ts'
import { mergeUnread } from './unread-files.ts'

/**
 * Brings another knowledge commit into a branch: by moving it forward where that is enough, else by merging entry by
 * entry, as what a stranger says always is. Gives the branch's commit afterwards. The tree lock must be held.
 */
export async function integrate(ctx: Ctx, ref: string, source: KnowledgeSource): Promise<string> {
  const { place } = ctx
  const { commit: theirs } = source
  await requireKnowledgeBranch(place, source.ref, theirs)
  const isStranger = !(await isTrusted(ctx, source))
  for (let attempt = 0; attempt < 5; attempt++) {
    const ours = await readRef(place, ref)
    if (ours !== undefined) await requireKnowledgeBranch(place, ref, ours)
    const base = ours === undefined ? undefined : await commonAncestor(place, ours, theirs)
    if (ours !== undefined && base === theirs) return await repairTip(ctx, ref, ours)
    await requireReadableHistory(place, { ref: source.ref, ours, theirs })
    await requireFitting(place, source.ref, theirs)
    if (source.ref.startsWith('refs/remotes/'))
      await requireNamesToShare(place, { ref: source.ref, ours, theirs, home: await homeRemote(ctx) })
    const isForward = !isStranger && (ours === undefined || base === ours)
    const to = isForward ? theirs : await writeMerge(ctx, { ref, from: source.ref, base, ours, theirs, isStranger })
    if (await moveBranch(place, ref, { from: ours, to })) return await repairTip(ctx, ref, to)
  }
  throw tooManyRaces(ref)
}

type Merging = {
  readonly ref: string
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string
  /** The ref that theirs was found at. */
  readonly from: string
  /** Their word is not taken for how entries stand. */
  readonly isStranger: boolean
}

async function writeMerge(ctx: Ctx, { ref, from, theirs, isStranger, ...sides }: Merging): Promise<string> {
  const ours = sides.ours ?? (await beginCommit(ctx.place))
  const base = sides.ours === undefined ? ours : sides.base
  // Every knowledge branch begins with the same commit, so there is always a base.
  if (base === undefined) throw new Error(`${ref}: knowledge branches without a common beginning`)
  const differing = {
    ours: await diffTrees(ctx.place, base, ours),
    theirs: (await diffTrees(ctx.place, base, theirs)).filter((one) => isTakenIn(ctx, one)),
  }
  const read = await readSides(ctx, { base, ours, theirs }, [...differing.ours, ...differing.theirs])
  const isRemote = from.startsWith('refs/remotes/')
  const standing = isStranger ? 'never theirs' : isRemote ? 'theirs' : 'ours'
  const looked = await lookAtUnread(ctx, read.unreadable, { ...differing, commit: ours })
  const asBlobs = { ...differing, ...looked, standing, commit: ours, name: shortRef(from) } as const
  const { unread, removed, told } = mergeUnread(read.unreadable, asBlobs)
  for (const line of told) ctx.say(line)
  const merged = mergeTrees(isStranger ? asStranger(ctx, read.files, from) : read.files)
  for (const { at, detail } of merged.findings) ctx.say(`${at}: ${detail}`)
  const findings = merged.findings.map(({ code, at, detail }) => `${code} ${at}: ${detail}\n`).join('')
  const message = `Merge knowledge into ${shortRef(ref)}\n\n${findings}${isStranger ? `\n${strangerTrailer(theirs)}` : ''}`
  const changes = [...merged.changes, ...removed]
  return await writeCommit(ctx.place, { parents: [ours, theirs], changes, unread, message, asTheyAre: true })
}

/** Asks git what taking over files that cannot be read depends on. */
async function lookAtUnread(
  { place }: Ctx,
  unreadable: ReadonlySet<string>,
  { theirs, commit }: { readonly theirs: readonly TreeDifference[]; readonly commit: string },
): Promise<{ isFolder: (path: string) => boolean; isThere: (blob: string) => boolean }> {
  if (unreadable.size === 0) return { isFolder: () => false, isThere: () => true }
  const blobs = theirs.flatMap(({ path, blob }) => (unreadable.has(path) && blob !== undefined ? [blob] : []))
  const [there, ours] = [await knownBlobs(place, blobs), await listKnowledge(place, commit)]
  return {
    isFolder: (path) => ours.some((file) => file.path.startsWith(`${path}/`)),
    isThere: (blob) => there.has(blob),
  }
}

function isTakenIn(ctx: Ctx, { path, blob }: TreeDifference): boolean {
  const isRefused = isRefusedPath(path)
  if (isRefused && blob !== undefined) ctx.say(refusedInWords(path))
  return !isRefused
}

type Commits = { readonly base: string; readonly ours: string; readonly theirs: string }

/** Reads what differs on the three sides, and names apart what cannot be read of the two that are merged. */
async function readSides(
  ctx: Ctx,
  commits: Commits,
  differing: readonly TreeDifference[],
): Promise<{ files: { base: Files; ours: Files; theirs: Files }; unreadable: ReadonlySet<string> }> {
  const paths = new Set(differing.map(({ path }) => path).filter((path) => !isRefusedPath(path)))
  const read = async (commit: string) => await readKnowledgeFiles(ctx.place, commit, paths)
  const [base, ours, theirs] = [await read(commits.base), await read(commits.ours), await read(commits.theirs)]
  // What cannot be read is no deletion.
  const unreadable = new Set([...ours.refused, ...theirs.refused])
  const readable = (files: Files): Files => new Map([...files].filter(([path]) => !unreadable.has(path)))
  const files = { base: readable(base.files), ours: readable(ours.files), theirs: readable(theirs.files) }
  return { files, unreadable }
}

/** Mends what a branch holds that is left unfinished, or that git refuses; gives its commit afterwards. */
export async function repairTip(ctx: Ctx, ref: string, tip: string): Promise<string> {
  return await finishMerges(ctx, ref, await withoutRefused(ctx, ref, tip))
}

/**
 * Finishes what somebody merged by hand, or on a server, and resolved by half: both sides of every conflict that is
 * left are merged by meaning, in a commit of its own. Gives the branch's commit afterwards.
 */
async function finishMerges(ctx: Ctx, ref: string, tip: string): Promise<string> {
  const suspects = await withMarkers(ctx, tip)
  if (suspects?.size === 0) return tip
  const { files } = await readKnowledgeFiles(ctx.place, tip, suspects)
  const changes = [...files].flatMap(([path, text]): readonly Change[] => {
    const mended = hasMarkers(text) ? repair(path, text) : undefined
    return mended === undefined ? [] : [{ path, text: mended }]
  })
  if (changes.length === 0) return tip
  for (const { path } of changes) ctx.say(`${path}: a merge was left unfinished; both sides are in it now.`)
  const told = changes.map(({ path }) => `REPAIR ${path}: conflict markers of an unfinished merge\n`).join('')
  const message = `Repair: ${changes.length === 1 ? 'an unfinished merge' : `${changes.length} unfinished merges`}\n\n${told}`
  const to = await writeCommit(ctx.place, { parents: [tip], changes, message, asTheyAre: true })
  return (await moveBranch(ctx.place, ref, { from: tip, to })) ? to : tip
}

/**
 * The files that may hold conflict markers, found by git; undefined (any may) where git would have to unpack too much.
 */
async function withMarkers(ctx: Ctx, tip: string): Promise<ReadonlySet<string> | undefined> {
  if (!(await isReadable(ctx.place, tip))) return undefined
  const marks = ['-e', '^<<<<<<<', '-e', '^>>>>>>>', '-e', '^|||||||']
  const { out } = await askGit(ctx.place, ['grep', '-l', '-z', ...marks, tip, '--'])
  return new Set(records(out).map((name) => name.slice(tip.length + 1)))
}

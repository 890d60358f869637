import { hasMarkers, repair } from '../merge/repair.ts'
import { mergeTrees } from '../merge/three-way.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { commonAncestor, requireKnowledgeBranch } from '../repo/git/descent.ts'
import { askGit } from '../repo/git/git.ts'
import { beginCommit, readKnowledgeFiles, moveBranch, writeCommit } from '../repo/git/knowledge-branch.ts'
import { requireReadableHistory } from '../repo/git/incoming.ts'
import { isRefusedPath, requireNamesToShare } from '../repo/git/refused-names.ts'
import { diffTrees, records } from '../repo/git/objects.ts'
import { readRef } from '../repo/git/refs.ts'
import { strangerTrailer } from '../repo/git/strangers.ts'
import { isReadable, requireFitting } from '../repo/git/our-blobs.ts'
import type { Change } from '../tree/knowledge.ts'
import { homeRemote } from './home.ts'
import { refusedInWords, withoutRefused } from './refused-paths.ts'
import { tooManyRaces } from './tip.ts'
import { asStranger, isTrusted, type KnowledgeSource } from './trust.ts'

/**
 * Brings another knowledge commit into a branch: by moving it forward where that is enough, else by merging entry by
 * entry, as what a stranger says always is. Gives the branch's commit afterwards. The tree lock must be held.
 */
export async function integrate(ctx: Ctx, ref: string, source: KnowledgeSource): Promise<string> {
  const { place } = ctx
  const { commit: theirs } = source
  await requireKnowledgeBranch(place, ref, theirs)
  const stranger = (await isTrusted(ctx, source)) ? undefined : source.ref
  for (let attempt = 0; attempt < 5; attempt++) {
    const ours = await readRef(place, ref)
    if (ours !== undefined) await requireKnowledgeBranch(place, ref, ours)
    const base = ours === undefined ? undefined : await commonAncestor(place, ours, theirs)
    if (ours !== undefined && base === theirs) return await repairTip(ctx, ref, ours)
    await requireReadableHistory(place, { ref: source.ref, ours, theirs })
    await requireFitting(place, source.ref, theirs)
    if (source.ref.startsWith('refs/remotes/'))
      await requireNamesToShare(place, { ref: source.ref, ours, theirs, home: await homeRemote(ctx) })
    const isForward = stranger === undefined && (ours === undefined || base === ours)
    const to = isForward ? theirs : await writeMerge(ctx, { ref, base, ours, theirs, stranger })
    if (await moveBranch(place, ref, { from: ours, to })) return await repairTip(ctx, ref, to)
  }
  throw tooManyRaces(ref)
}

type Merging = {
  readonly ref: string
  readonly base: string | undefined
  readonly ours: string | undefined
  readonly theirs: string
  /** The ref of somebody whose word is not taken for how entries stand. */
  readonly stranger: string | undefined
}

async function writeMerge(ctx: Ctx, { ref, theirs, stranger, ...sides }: Merging): Promise<string> {
  const ours = sides.ours ?? (await beginCommit(ctx.place))
  const base = sides.ours === undefined ? ours : sides.base
  // Every knowledge branch begins with the same commit, so there is always a base.
  if (base === undefined) throw new Error(`${ref}: knowledge branches without a common beginning`)
  const differing = await Promise.all([ours, theirs].map(async (side) => await diffTrees(ctx.place, base, side)))
  const differingPaths = [...new Set(differing.flat().map(({ path }) => path))]
  const paths = new Set(differingPaths.filter((path) => !isRefusedPath(path)))
  const leftOut = (differing[1] ?? []).filter(({ path, blob }) => blob !== undefined && isRefusedPath(path))
  for (const { path } of leftOut) ctx.say(refusedInWords(path))
  const read = await Promise.all(
    [base, ours, theirs].map(async (commit) => await readKnowledgeFiles(ctx.place, commit, paths)),
  )
  // What cannot be read on any side is no deletion: ours stays as it is.
  const unreadable = new Set(read.flatMap(({ refused }) => refused))
  for (const path of unreadable) ctx.say(`${path}: it is a link, too large or not there, and was left as it is.`)
  const [before = new Map(), our = new Map(), their = new Map()] = read.map(
    ({ files }) => new Map([...files].filter(([path]) => !unreadable.has(path))),
  )
  const given = { base: before, ours: our, theirs: their }
  const { changes, findings } = mergeTrees(stranger === undefined ? given : asStranger(ctx, given, stranger))
  for (const { at, detail } of findings) ctx.say(`${at}: ${detail}`)
  const message = `Merge knowledge into ${shortRef(ref)}\n\n${findings.map(({ code, at, detail }) => `${code} ${at}: ${detail}\n`).join('')}${stranger === undefined ? '' : `\n${strangerTrailer(theirs)}`}`
  return await writeCommit(ctx.place, { parents: [ours, theirs], changes, message, asTheyAre: true })
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

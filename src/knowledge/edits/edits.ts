import { mergeTrees } from '../../merge/three-way.ts'
import type { Ctx } from '../../repo/context.ts'
import { type Branches, shortRef } from '../../repo/git/branches.ts'
import { whyNotMoved } from '../../repo/git/checked-out.ts'
import { isKnowledge, requireKnowledgeBranch } from '../../repo/git/descent.ts'
import { beginCommit, moveBranch, readKnowledgeFiles, writeCommit } from '../../repo/git/knowledge-branch.ts'
import { knownBlobs, mostBytes } from '../../repo/git/objects.ts'
import { readRef } from '../../repo/git/refs.ts'
import { readOurBlobs } from '../../repo/git/our-blobs.ts'
import { refuseLinks } from '../../repo/state/checkout.ts'
import { type Edit, findEdits, type UnreadEdit } from '../../repo/state/edits.ts'
import { noteFiles, readShown, writeMoving } from '../../repo/state/state.ts'
import type { Change, Files } from '../../tree/knowledge.ts'
import { putBack } from './put-back.ts'
import { isAt, sayDeleted } from './deleted.ts'
import { blobsAt, homesOf, sayWhere } from './edit-homes.ts'
import { sayMovedAway } from './misplaced.ts'
import { withMovedRelations } from './moved-relations.ts'
import { noticeEdits } from './noticed-edits.ts'
import { setAsideRecreated } from './recreated-branch.ts'
import { startOf } from '../branch/start-of-branch.ts'
import { branchesOf, takeAlong, tooManyRaces } from '../branch/tip.ts'
import { firstFew } from '../../text/words.ts'

/** The knowledge branches after hand edits were committed, and the edited files that could not be and must stay. */
export type Settled = {
  readonly branches: Branches
  readonly kept: ReadonlySet<string>
  /** The blobs of files that differ from what was last written though nobody edited them. */
  readonly ours: ReadonlyMap<string, string | undefined>
}

/** What is about to be done: `restoring` names the file or folder that comes back in a moment, so that nobody is warned. */
export type Settling = { readonly restoring?: string | undefined }

/** Commits what people changed in `.ctx/tree` before anything else happens to it. The tree lock must be held. */
export async function settleEdits(ctx: Ctx, { restoring }: Settling = {}): Promise<Settled> {
  refuseLinks(ctx.place, [])
  const branches = await setAsideRecreated(ctx, await takeAlong(ctx, await branchesOf(ctx)))
  const { edits: all, unread, ours } = await lookAtTree(ctx, branches)
  const { edits, held } = await putBack(ctx, all)
  sayUnread(ctx, unread)
  const stays = new Set([...held, ...unread.map(({ path }) => path)])
  const byCode = new Set(all.flatMap((edit) => (edits.includes(edit) ? [] : edit.path)))
  if (edits.length === 0) {
    await noticeEdits(ctx, unread, byCode)
    return { branches, kept: stays, ours }
  }
  const homes = await homesOf(ctx, branches, edits)
  const why = homes.here.length === 0 ? undefined : await cannotLearn(ctx, branches)
  const waiting = why === undefined ? [] : homes.here
  const committed = [...(why === undefined && branches.own !== undefined ? homes.here : []), ...homes.there]
  sayDeleted(ctx, restoring === undefined ? committed : committed.filter(({ path }) => !isAt(path, restoring)))
  if (why !== undefined) ctx.say(`Kept ${count(waiting)} in .ctx/tree as edited: ${why}, so nothing is committed here.`)
  else await commitEdits(ctx, branches, branches.own, homes.here)
  // Last: the tree counts as on its way there, so every file is looked at before it shows what is checked out.
  await commitEdits(ctx, branches, homes.other, homes.there)
  sayWhere(ctx, homes)
  await noticeEdits(ctx, [...waiting, ...unread], byCode)
  return { branches: await branchesOf(ctx), kept: new Set([...stays, ...waiting.map(({ path }) => path)]), ours }
}

/** What was said last, so that a command that looks at the tree twice says it once. */
const told = new WeakMap<Ctx, string>()

function sayUnread(ctx: Ctx, unread: readonly UnreadEdit[]): void {
  const paths = firstFew(unread.map(({ path }) => path))
  if (paths === '' || told.get(ctx) === paths) return
  told.set(ctx, paths)
  ctx.say(
    `Left in .ctx/tree as saved and not taken as knowledge, because it is not UTF-8: ${paths}. Save it as UTF-8, or take it out of .ctx/tree.`,
  )
}

async function cannotLearn(ctx: Ctx, { head, own, shown, commit }: Branches): Promise<string | undefined> {
  if (own === undefined) return head.kind === 'detached' ? 'HEAD is detached' : 'a knowledge branch is checked out'
  const why = await whyNotMoved(ctx.place, own)
  if (why !== undefined || commit === undefined || (await isKnowledge(ctx.place, commit))) return why
  return `${shortRef(shown ?? own)} was not made by ctx`
}

const count = (edits: readonly Change[]): string => (edits.length === 1 ? '1 file' : `${edits.length} files`)

/**
 * Finds what people changed in the tree; what an interrupted refresh left behind is not theirs. Whoever hears of an edit
 * should not lose it: a copy of what was found is kept until it is committed.
 */
export async function editsOf(ctx: Ctx, branches: Branches): Promise<readonly Edit[]> {
  const { edits, unread } = await lookAtTree(ctx, branches)
  await noticeEdits(ctx, [...edits, ...unread])
  return edits
}

type Looked = Pick<Settled, 'ours'> & { readonly edits: readonly Edit[]; readonly unread: readonly UnreadEdit[] }

async function lookAtTree(ctx: Ctx, branches: Branches): Promise<Looked> {
  const shown = readShown(ctx.place)
  const like = { ...shown, commit: shown.commit === '' ? (branches.commit ?? '') : shown.commit }
  const candidates = findEdits(ctx.place, like, () => false)
  if (candidates.length === 0) return { edits: [], unread: [], ours: new Map() }
  const [shownBlobs, ...coming] = await Promise.all(
    [shown.commit, shown.movingTo, branches.commit ?? ''].map((commit) => blobsAt(ctx, commit)),
  )
  const known = shownBlobs === undefined ? coming : [shownBlobs, ...coming]
  const trees = known.filter((blobs) => blobs !== undefined)
  const isOurs = (path: string, blob: string | undefined): boolean =>
    blob === undefined
      ? coming.some((blobs) => blobs !== undefined && !blobs.has(path))
      : trees.some((blobs) => blobs.get(path) === blob)
  const differing = candidates.filter(({ path, stat }) => !isOurs(path, stat?.blob))
  const found = shown.files.size === 0 ? await newToGit(ctx, differing) : differing
  const edited = new Set(found.map(({ path }) => path))
  const others = candidates.filter(({ path }) => !edited.has(path))
  const unread = found.filter((one) => 'bytes' in one)
  const edits = found.flatMap((one) => ('bytes' in one ? [] : [one]))
  return { edits, unread, ours: new Map(others.map(({ path, stat }) => [path, stat?.blob])) }
}

/** Without a record of what was shown, a file that git knows is an older state of the tree, not an edit. */
async function newToGit<One extends Pick<Edit, 'stat'>>(ctx: Ctx, edits: readonly One[]): Promise<readonly One[]> {
  const known = await knownBlobs(
    ctx.place,
    edits.flatMap(({ stat }) => stat?.blob ?? []),
  )
  return edits.filter(({ stat }) => stat !== undefined && !known.has(stat.blob))
}

async function commitEdits(
  ctx: Ctx,
  branches: Branches,
  own: string | undefined,
  edits: readonly Edit[],
): Promise<void> {
  if (own === undefined || edits.length === 0) return
  sayMovedAway(ctx, edits)
  const { place } = ctx
  const shown = readShown(place).commit
  for (let attempt = 0; attempt < 5; attempt++) {
    const tip = await readRef(place, own)
    if (tip !== undefined) await requireKnowledgeBranch(place, own, tip)
    const start = own === branches.own ? await startOf(ctx, branches) : shown || undefined
    const parent = tip ?? start ?? (await beginCommit(place))
    const isMerged = shown !== '' && shown !== parent
    const merged = isMerged ? await ontoTip(ctx, edits, shown, parent) : edits
    const changes = await withMovedRelations(ctx, { edits, changes: merged, parent }, (gone) => lastWritten(ctx, gone))
    // What a person goes on to edit is what they saved, not what it was made to: git keeps that too.
    const beside = changes === edits ? [] : edits.flatMap(({ text }) => text ?? [])
    const commit = await writeCommit(place, {
      parents: [parent],
      changes,
      message: messageForEdits(edits),
      beside,
      asTheyAre: true,
    })
    if (!(await moveBranch(place, own, { from: tip, to: commit }))) continue
    // What lies on disk is known from now on: it must not be taken for an edit again.
    if (readShown(place).files.size > 0) noteFiles(place, new Map(edits.map(({ path, stat }) => [path, stat])))
    writeMoving(place, shown, commit)
    return
  }
  throw tooManyRaces(own)
}

/** Edits were made to what was shown; the branch has moved since, so both changes are merged. */
async function ontoTip(ctx: Ctx, edits: readonly Edit[], shown: string, tip: string): Promise<readonly Change[]> {
  const paths = new Set(edits.map(({ path }) => path))
  const [base, ours] = await Promise.all(
    [shown, tip].map(async (commit) => (await readKnowledgeFiles(ctx.place, commit, paths)).files),
  )
  const theirs = new Map(edits.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text] as const])))
  return mergeTrees({
    base: new Map([...(base ?? []), ...(await lastWritten(ctx, edits))]),
    ours: ours ?? new Map(),
    theirs,
  }).changes
}

/** The text that was last written at the place of an edit; the tree as a whole may show another commit. */
async function lastWritten(ctx: Ctx, edits: readonly Edit[]): Promise<Files> {
  const texts = await readOurBlobs(
    ctx.place,
    edits.flatMap(({ was }) => was ?? []),
    { mostBytes },
  )
  return new Map(
    edits.flatMap(({ path, was }) => {
      const text = texts.get(was ?? '')
      return text === undefined ? [] : [[path, text] as const]
    }),
  )
}

/** What a commit of edits says. */
export const messageForEdits = (edits: readonly Change[]): string => {
  const paths = edits.map(({ path }) => path)
  return `Edit: ${firstFew(paths)}\n\n${edits.map(({ path, text }) => `${text === undefined ? 'DELETE' : 'EDIT'} ${path}`).join('\n')}\n`
}

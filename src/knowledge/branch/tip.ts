import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { type Branches, branchesFor, findBranches, leftBehind, shortRef } from '../../repo/git/branches.ts'
import { isCheckedOut } from '../../repo/git/checked-out.ts'
import { holdsNoCode, requireKnowledgeBranch } from '../../repo/git/descent.ts'
import { askGit, requireGit } from '../../repo/git/git.ts'
import {
  beginCommit,
  moveBranch,
  type NewCommit,
  readKnowledgeFiles,
  writeCommit,
} from '../../repo/git/knowledge-branch.ts'
import { readRef } from '../../repo/git/refs.ts'
import { notRead } from '../../repo/git/our-blobs.ts'
import { isKnowledgePath, listFiles, readTreeFiles, refuseLinks } from '../../repo/state/checkout.ts'
import { readShownCommit } from '../../repo/state/state.ts'
import { whyNotWritten } from '../../tree/entry.ts'
import { changesBetween, type Knowledge, noKnowledge, readKnowledge } from '../../tree/knowledge.ts'
import { type EntryPath, toEntryPath } from '../../tree/path.ts'
import { isOurs } from './home.ts'
import { startOf } from './start-of-branch.ts'

/** A knowledge branch at one commit, read into memory; one that is not there yet begins at `parent`. */
export type Tip = {
  readonly ref: string
  readonly commit: string | undefined
  readonly parent: string | undefined
  readonly knowledge: Knowledge
}

/**
 * Finds the knowledge branch of what is checked out, its own or that of the branch it came from, and where HEAD stands.
 * @throws {Problem} where there is none and git refuses the repository: refs are read without git, which would not show
 * it.
 */
export async function branchesOf(ctx: Ctx): Promise<Branches> {
  const branches = await findBranches(ctx.place, ctx.settings.branchPrefix)
  if (branches.commit === undefined) await requireGit(ctx.place)
  return branches
}

/** Reads the knowledge of a commit; what is no plain text file of fitting size becomes a finding. */
export async function knowledgeAt(ctx: Ctx, commit: string | undefined): Promise<Knowledge> {
  if (commit === undefined) return noKnowledge
  const { files, refused } = await readKnowledgeFiles(ctx.place, commit)
  const knowledge = readKnowledge(files)
  const findings = refused.map((path) => ({ code: 'not-plain', at: path, detail: notRead, weight: 'warning' as const }))
  return { ...knowledge, findings: [...knowledge.findings, ...findings] }
}

/** Reads the knowledge as it lies in `.ctx/tree`, edits not committed yet included. */
export const knowledgeOnDisk = (ctx: Ctx): Knowledge =>
  readKnowledge(
    readTreeFiles(
      ctx.place,
      listFiles(ctx.place).filter((path) => toEntryPath(path) !== undefined),
    ),
  )

/** Reads the knowledge that is shown, all of it: as it lies on disk where that shows `commit`, edits included. */
export async function shownKnowledge(ctx: Ctx, commit: string): Promise<Knowledge> {
  const { commit: shown } = await branchesOf(ctx)
  if (shown !== commit || readShownCommit(ctx.place) !== commit) return await knowledgeAt(ctx, commit)
  return readKnowledge(readTreeFiles(ctx.place, listFiles(ctx.place).filter(isKnowledgePath)))
}

/** Opens the branch that learns: the own branch of what is checked out, from its parent's knowledge where it is new. */
export async function tipToLearnOn(ctx: Ctx): Promise<Tip> {
  const branches = await branchesOf(ctx)
  const tip = await openTip(ctx, ownOf(branches), await startOf(ctx, branches))
  const { head } = branches
  // Asked once: a branch that has learned is one of the code.
  if (tip.commit === undefined && head.commit !== undefined && (await holdsNoCode(ctx.place, head.commit)))
    throw nothingLearns(head)
  return tip
}

/**
 * Names the knowledge branch of what is checked out.
 * @throws {Problem} where nothing learns.
 */
export function ownOf({ own, head }: Branches): string {
  if (own !== undefined) return own
  throw nothingLearns(head)
}

function nothingLearns(head: Branches['head']): Problem {
  const why = head.kind === 'detached' ? 'HEAD is detached' : `${head.branch} is a knowledge branch itself`
  return new Problem('nothing-learns', `${why}: there is no branch whose knowledge could grow.`, {
    hint: 'Switch to a branch with `git switch <branch>`, or make one with `git switch -c <branch>`.',
  })
}

/** Opens the knowledge branch of a code branch by its full ref, whatever is checked out. */
export async function tipOfBranch(ctx: Ctx, codeRef: string): Promise<Tip> {
  const branch = codeRef.replace(/^refs\/heads\//, '')
  const head = { kind: 'branch' as const, branch, commit: undefined }
  const branches = await takeAlong(ctx, await branchesFor(ctx.place, ctx.settings.branchPrefix, head))
  if (branches.own === undefined) throw new Error(`${codeRef} is a knowledge branch`)
  return await openTip(ctx, branches.own, await startOf(ctx, branches))
}

/**
 * Renames a knowledge branch after its code branch: git runs no hook for a rename, so the next command that writes
 * notices it. The tree lock must be held.
 */
export async function takeAlong(ctx: Ctx, branches: Branches): Promise<Branches> {
  const { own, shown, commit, head } = branches
  if (own === undefined || shown === own || commit === undefined || head.kind !== 'branch') return branches
  const old = await leftBehind(ctx.place, ctx.settings.branchPrefix, head.branch)
  if (old === undefined || old !== shown || (await isCheckedOut(ctx.place, old))) return branches
  // Under another name its origin would be lost.
  if (!(await isOurs(ctx, old))) return branches
  // One of the two refs may be a folder of the other's name; while neither is there, a third holds the commit.
  const between = 'refs/ctx/renaming'
  await askGit(ctx.place, ['update-ref', between, commit])
  await askGit(ctx.place, ['update-ref', '-d', old, commit])
  const moved = await moveBranch(ctx.place, own, { from: undefined, to: commit })
  if (!moved) await moveBranch(ctx.place, old, { from: undefined, to: commit })
  await askGit(ctx.place, ['update-ref', '-d', between])
  return moved ? { ...branches, shown: own } : branches
}

/** Opens a knowledge branch for writing; where it does not exist yet, it will begin at `parent`. */
export async function openTip(ctx: Ctx, ref: string, parent: string | undefined): Promise<Tip> {
  const own = await readRef(ctx.place, ref)
  if (own !== undefined) await requireKnowledgeBranch(ctx.place, ref, own)
  return { ref, commit: own, parent, knowledge: await knowledgeAt(ctx, own ?? parent) }
}

/** A step on a knowledge branch: what the tree becomes, and how the commit explains it. */
export type KnowledgeStep = { readonly knowledge: Knowledge; readonly message: string }

/**
 * Commits a step to a knowledge branch and gives the new tip, or undefined when somebody moved the branch meanwhile:
 * then nothing happened, and the caller reads again. A step that changes no file makes no commit unless `always`.
 */
export async function commitStep(
  ctx: Ctx,
  tip: Tip,
  step: KnowledgeStep,
  { always = false } = {},
): Promise<Tip | undefined> {
  const all = changesBetween(tip.knowledge, step.knowledge)
  const kept = all.flatMap(({ path, text }) => keptOf(path, text))
  const changes = all.filter(({ path }) => !kept.some((one) => one.path === path))
  const knowledge = withKept(step.knowledge, tip.knowledge, kept)
  if (all.length === 0 && !always) return { ...tip, knowledge }
  for (const { path, why } of kept) ctx.say(`${path} stays as it was: what is new would make it unreadable. ${why}`)
  // Each was read again just now, which of a long history takes seconds.
  const next = await commitChanges(ctx, tip, { changes, message: naming(step.message, kept), asTheyAre: true })
  return next === undefined ? undefined : { ...next, knowledge }
}

/** An entry that could no longer be read after a step: it stays as it was, and the other changes go on. */
type Kept = { readonly path: EntryPath; readonly why: string }

function keptOf(path: string, text: string | undefined): readonly Kept[] {
  const entry = text === undefined ? undefined : toEntryPath(path)
  const why = entry === undefined || text === undefined ? '' : whyNotWritten(text)
  return entry === undefined || why === '' ? [] : [{ path: entry, why }]
}

function withKept(after: Knowledge, before: Knowledge, kept: readonly Kept[]): Knowledge {
  if (kept.length === 0) return after
  const entries = new Map(after.entries)
  for (const { path } of kept) {
    const was = before.entries.get(path)
    if (was === undefined) entries.delete(path)
    else entries.set(path, was)
  }
  return { ...after, entries }
}

/** Names what was kept, below the subject. */
const naming = (message: string, kept: readonly Kept[]): string =>
  kept.length === 0
    ? message
    : message.replace('\n\n', () => `\n\n${kept.map(({ path, why }) => `KEPT ${path}: ${why}`).join('\n')}\n\n`)

/**
 * Commits changed files to a knowledge branch and gives the new tip, its knowledge not read again; undefined as above.
 */
export async function commitChanges(
  ctx: Ctx,
  tip: Tip,
  { changes, ...given }: Omit<NewCommit, 'parents'>,
): Promise<Tip | undefined> {
  for (const { path } of changes) refuseLinks(ctx.place, path.split('/').slice(0, -1))
  const from = tip.commit ?? tip.parent ?? (await beginCommit(ctx.place))
  const commit = await writeCommit(ctx.place, { parents: [from], changes, at: ctx.now(), ...given })
  const moved = await moveBranch(ctx.place, tip.ref, { from: tip.commit, to: commit })
  return moved ? { ...tip, commit } : undefined
}

/** The error when a branch moved again and again under us. */
export const tooManyRaces = (ref: string): Problem =>
  new Problem('branch-keeps-moving', `${shortRef(ref)} kept moving while it was being written.`, {
    hint: 'Try again when nobody else writes to it.',
  })

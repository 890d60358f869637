import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../problem.ts'
import { whyNotWritten } from '../../tree/entry.ts'
import type { Change, Files } from '../../tree/knowledge.ts'
import { isGoalPath, toEntryPath } from '../../tree/path.ts'
import { removeFile } from '../state/disk.ts'
import { makeWay } from './set-aside.ts'
import { shortRef } from './branches.ts'
import { moveWorkTrees } from './checked-out.ts'
import { beginText, isKnowledge } from './descent.ts'
import { askGit, git, type GitReply } from './git.ts'
import { holdCommit, importSafely, letGo, nextHolder, learnedFrom } from './holder-refs.ts'
import { isPlainFile, listKnowledge, mostBytes, type TreeFile } from './objects.ts'
import { readRef } from './refs.ts'
import type { RepoPaths } from './repo-paths.ts'
import { readOurBlobs } from './our-blobs.ts'

/**
 * Reads text files of a knowledge commit, all but goals or those `among` the given paths; links, submodules and what is too large
 * or not there (a partial clone) are named instead of read.
 */
export async function readKnowledgeFiles(
  place: RepoPaths,
  commit: string,
  among?: ReadonlySet<string>,
): Promise<{ files: Files; refused: readonly string[] }> {
  const listed = (await listKnowledge(place, commit)).filter(({ path }) => among?.has(path) ?? !isGoalPath(path))
  const texts = await readOurBlobs(
    place,
    listed.filter(({ mode }) => isPlainFile(mode)).map(({ blob }) => blob),
    { mostBytes },
  )
  const files = new Map(
    listed.flatMap(({ path, mode, blob }) =>
      isPlainFile(mode) && texts.has(blob) ? [[path, texts.get(blob) ?? ''] as const] : [],
    ),
  )
  return { files, refused: listed.map(({ path }) => path).filter((path) => !files.has(path)) }
}

/**
 * Makes the commit that every knowledge branch begins with. Its bytes never differ, so trees that two clones began on
 * their own still have a common ancestor.
 */
export async function beginCommit(place: RepoPaths): Promise<string> {
  const tree = await git(place, ['mktree'], { input: '' })
  const input = beginText(tree)
  const { code, out } = await askGit(place, ['hash-object', '-t', 'commit', '-w', '--stdin'], { input })
  if (code === 0) return out
  // Where one may only read, git has it with whatever knowledge there is, and its name is enough.
  return await git(place, ['hash-object', '-t', 'commit', '--stdin'], { input })
}

/** One commit to make on a knowledge branch; the changes are made to the first parent's tree. */
export type NewCommit = {
  readonly parents: readonly string[]
  readonly changes: readonly Change[]
  /** Files whose bytes git has and nobody reads, put as they are. */
  readonly unread?: readonly TreeFile[]
  readonly message: string
  /** Texts that git keeps for a while although no commit holds them. */
  readonly beside?: readonly string[]
  /** The bytes are other people's, and kept as they are; everything else must read back. */
  readonly asTheyAre?: boolean
  /** When it is made; git's own clock where it is left out, or a person set GIT_COMMITTER_DATE. */
  readonly at?: Date
}

/**
 * Writes a commit through `git fast-import`: no index and no work tree is touched, one process does blobs, trees and
 * the commit. A ref of our own holds it until `moveBranch` makes it part of a branch.
 */
export async function writeCommit(place: RepoPaths, given: NewCommit): Promise<string> {
  if (given.asTheyAre !== true) requireReadable(given.changes)
  const ref = nextHolder()
  const who = await identity(place, given.at)
  const commit = await importSafely(place, { pieces: () => streamFor(given, { ref, who }) })
  holdCommit(commit, ref, given.message)
  return commit
}

/** What fast-import reads, a file at a time: the texts of all files of a long history stand in memory as it is. */
function* streamFor(
  { parents, changes, unread = [], message, beside = [] }: NewCommit,
  { ref, who }: { ref: string; who: string },
): Generator<string> {
  const [first, ...others] = parents
  for (const text of beside) yield `blob\n${data(text)}`
  yield `commit ${ref}\nmark :1\nauthor ${who}\ncommitter ${who}\n${data(message)}`
  if (first !== undefined) yield `from ${first}\n`
  for (const parent of others) yield `merge ${parent}\n`
  for (const { path, text } of changes)
    yield text === undefined ? `D ${quoted(path)}\n` : `M 100644 inline ${quoted(path)}\n${data(text)}`
  for (const { path, mode, blob } of unread) yield `M ${mode} ${blob} ${quoted(path)}\n`
  yield '\nget-mark :1\ndone\n'
}

/** No entry of ours is ever written that cannot be read: it would be lost to everybody, and nobody could tell. */
function requireReadable(changes: readonly Change[]): void {
  for (const { path, text } of changes) {
    if (text === undefined || toEntryPath(path) === undefined) continue
    const why = whyNotWritten(text)
    if (why !== '') throw new Error(`${path} could not be read again and was not written. ${why}`)
  }
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`

/** Quotes a path as git does in C style: every byte that is not plain as three octal digits. */
function quoted(path: string): string {
  if (/^[\w./-]+$/.test(path)) return path
  const bytes = [...Buffer.from(path)].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
      ? String.fromCodePoint(byte)
      : `\\${byte.toString(8).padStart(3, '0')}`,
  )
  return `"${bytes.join('')}"`
}

/** The person's own name, or ours where git does not know one: a background curation must not fail for that. */
async function identity(place: RepoPaths, at: Date | undefined): Promise<string> {
  const { code, out } = await askGit(place, ['var', 'GIT_COMMITTER_IDENT'])
  const seconds = Math.floor((at?.getTime() ?? Date.now()) / 1000)
  if (code !== 0) return `ctx <ctx@localhost> ${seconds} +0000`
  const isDated = at === undefined || process.env['GIT_COMMITTER_DATE'] !== undefined
  return isDated ? out : out.replace(/(?<!\d)\d+( [-+]\d{4})$/, `${seconds}$1`)
}

/**
 * Moves a knowledge branch from one commit to another; false when somebody else moved it meanwhile. A ref lock of git's
 * own is waited for: the process that holds it may outlive the one of ours that started it and was killed.
 */
export async function moveBranch(
  place: RepoPaths,
  ref: string,
  { from, to }: { from: string | undefined; to: string },
): Promise<boolean> {
  const goBack = await moveWorkTrees(place, ref, { from, to })
  const { code, err } = await updateRef(place, ref, { from, to })
  if (code === 0) return true
  await goBack()
  await letGo(place, to)
  return await refused(place, ref, { from, to, err })
}

/** Moves a ref, and then lets go of what holds its new commit. */
async function updateRef(
  place: RepoPaths,
  ref: string,
  { from, to }: { from: string | undefined; to: string },
): Promise<GitReply> {
  // The reflog says what was learned: from that, a branch can be rebuilt whose commits are gone.
  const learned = learnedFrom(to).slice(0, mostNamed)
  const message = ['ctx', ...learned].join(' ')
  const args = ['update-ref', '-m', message, '--create-reflog', ref, to, from ?? '0'.repeat(to.length)]
  let reply = await askGit(place, args)
  for (let waited = 0; reply.code !== 0 && isRefLocked(reply.err) && waited < 2 * staleAfter; waited += 100) {
    await sleep(100)
    removeStale(place, refLock(reply.err), ref)
    reply = await askGit(place, args)
  }
  if (reply.code === 0) await letGo(place, to)
  return reply
}

/** So many commits of the code a line of the reflog names at most. */
const mostNamed = 100

type Refused = { readonly from: string | undefined; readonly to: string; readonly err: string }

/** False where somebody else moved the branch; what is only in the way makes way, and anything else is told. */
async function refused(place: RepoPaths, ref: string, { from, to, err }: Refused): Promise<boolean> {
  const [, blocking] = /'([^']+)' exists; cannot create/.exec(err) ?? []
  if (blocking !== undefined) {
    const commit = await readRef(place, blocking)
    const isOurs = commit !== undefined && (await isKnowledge(place, commit))
    if (!isOurs || !(await makeWay(place, ref, { blocking, commit }))) throw branchInTheWay(ref, blocking)
    return await moveBranch(place, ref, { from, to })
  }
  if (/ but expected |already exists/.test(err)) return false
  const stale = refLock(err)
  throw new Problem('branch-not-moved', `Git could not move ${shortRef(ref)}: ${err.trim().split('\n')[0] ?? ''}`, {
    hint:
      stale === undefined
        ? 'Run `git fsck`, then `ctx doctor`.'
        : `A killed git may have left ${stale}. If no git runs here, remove it and try again.`,
  })
}

/** Git holds the lock of a ref for milliseconds; one this old, in ms, was left by a process that was killed. */
const staleAfter = 5_000

const refLock = (err: string): string | undefined => /Unable to create '([^']+\.lock)': File exists/.exec(err)?.[1]
const isRefLocked = (err: string): boolean => refLock(err) !== undefined

/** Removes the lock of a knowledge branch that a killed git left; ours to do, because nobody else writes to these. */
function removeStale(place: RepoPaths, path: string | undefined, ref: string): void {
  const made = !path?.endsWith(`${ref}.lock`) ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (path !== undefined && made !== undefined && Date.now() - made > staleAfter)
    removeFile(path, { below: place.commonDir })
}

const branchInTheWay = (ref: string, blocking: string): Problem =>
  new Problem(
    'branch-in-the-way',
    `The branch "${shortRef(blocking)}" is in the way of the knowledge branch "${shortRef(ref)}": git keeps refs as files and folders.`,
    {
      hint: `Rename it with \`git branch -m ${shortRef(blocking)} <new name>\`, or keep knowledge elsewhere with \`ctx init --prefix <name>\`.`,
    },
  )

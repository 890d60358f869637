import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import type { Change, Files } from '../tree/knowledge.ts'
import { isGoalPath } from '../tree/path.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../problem.ts'
import { shortRef } from './branches.ts'
import { askGit, git } from './git.ts'
import { isPlain, listTree, mostBytes, readBlobs } from './objects.ts'
import type { Place } from './place.ts'

/**
 * Reads text files of a knowledge commit, all but goals or those `among` the given paths; links, submodules and what is too large
 * or not there (a partial clone) are named instead of read.
 */
export async function readKnowledgeFiles(
  place: Place,
  commit: string,
  among?: ReadonlySet<string>,
): Promise<{ files: Files; refused: readonly string[] }> {
  const listed = (await listTree(place, commit)).filter(({ path }) => among?.has(path) ?? !isGoalPath(path))
  const texts = await readBlobs(
    place,
    listed.filter(({ mode }) => isPlain(mode)).map(({ blob }) => blob),
    { mostBytes },
  )
  const files = new Map(
    listed.flatMap(({ path, mode, blob }) =>
      isPlain(mode) && texts.has(blob) ? [[path, texts.get(blob) ?? ''] as const] : [],
    ),
  )
  return { files, refused: listed.map(({ path }) => path).filter((path) => !files.has(path)) }
}

const begin = {
  message: 'Begin context tree\n\nKnowledge of this repository, kept by ctx. It shares no history with the code.\n',
  who: 'ctx <ctx@localhost> 0 +0000',
}

const beginText = (tree: string): string =>
  `tree ${tree}\nauthor ${begin.who}\ncommitter ${begin.who}\n\n${begin.message}`

/**
 * Makes the commit that every knowledge branch begins with. Its bytes never differ, so trees that two clones began on
 * their own still have a common ancestor.
 */
export async function beginCommit(place: Place): Promise<string> {
  const tree = await git(place, ['mktree'], { input: '' })
  return await git(place, ['hash-object', '-t', 'commit', '-w', '--stdin'], { input: beginText(tree) })
}

/** Names that commit without git, in the kind of hash that another commit has. */
function beginName(like: string): string {
  const name = (kind: string, text: string): string =>
    createHash(like.length === 64 ? 'sha256' : 'sha1')
      .update(`${kind} ${Buffer.byteLength(text)}\0${text}`)
      .digest('hex')
  return name('commit', beginText(name('tree', '')))
}

/** One commit to make on a knowledge branch; the changes are made to the first parent's tree. */
export type NewCommit = {
  readonly parents: readonly string[]
  readonly changes: readonly Change[]
  readonly message: string
}

let writings = 0

/**
 * Writes a commit through `git fast-import`: no index and no work tree is touched, one process does blobs, trees and
 * the commit. A ref of our own holds it until `moveBranch` makes it part of a branch.
 */
export async function writeCommit(place: Place, { parents, changes, message }: NewCommit): Promise<string> {
  const who = await identity(place)
  const ref = `refs/ctx/writing/${process.pid}-${++writings}`
  const [first, ...others] = parents
  const lines = [
    `commit ${ref}\nmark :1\nauthor ${who}\ncommitter ${who}\n${data(message)}`,
    ...(first === undefined ? [] : [`from ${first}\n`]),
    ...others.map((parent) => `merge ${parent}\n`),
    ...changes.map(({ path, text }) =>
      text === undefined ? `D ${quoted(path)}\n` : `M 100644 inline ${quoted(path)}\n${data(text)}`,
    ),
    '\nget-mark :1\n',
    // Undone in the same stream: the objects stay, and a crash leaves no ref behind that anybody sees.
    `reset ${ref}\nfrom ${'0'.repeat(first?.length ?? 40)}\n\ndone\n`,
  ]
  return await git(place, ['fast-import', '--quiet', '--done', '--date-format=raw'], { input: lines.join('') })
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
async function identity(place: Place): Promise<string> {
  const { code, out } = await askGit(place, ['var', 'GIT_COMMITTER_IDENT'])
  return code === 0 ? out : `ctx <ctx@localhost> ${Math.floor(Date.now() / 1000)} +0000`
}

/**
 * Moves a knowledge branch from one commit to another; false when somebody else moved it meanwhile. A ref lock of git's
 * own is waited for: the process that holds it may outlive the one of ours that started it and was killed.
 */
export async function moveBranch(
  place: Place,
  ref: string,
  { from, to }: { from: string | undefined; to: string },
): Promise<boolean> {
  const args = ['update-ref', '-m', 'ctx', '--create-reflog', ref, to, from ?? '0'.repeat(to.length)]
  let { code, err } = await askGit(place, args)
  for (let waited = 0; code !== 0 && isRefLocked(err) && waited < 2 * staleAfter; waited += 100) {
    await sleep(100)
    removeStale(refLock(err), ref)
    ;({ code, err } = await askGit(place, args))
  }
  if (code === 0) return true
  const [, blocking] = /'([^']+)' exists; cannot create/.exec(err) ?? []
  if (blocking !== undefined) throw branchInTheWay(ref, blocking)
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
function removeStale(path: string | undefined, ref: string): void {
  const made = !path?.endsWith(`${ref}.lock`) ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (path !== undefined && made !== undefined && Date.now() - made > staleAfter) rmSync(path, { force: true })
}

const branchInTheWay = (ref: string, blocking: string): Problem =>
  new Problem(
    'branch-in-the-way',
    `The branch "${shortRef(blocking)}" is in the way of the knowledge branch "${shortRef(ref)}": git keeps refs as files and folders.`,
    {
      hint: `Rename it with \`git branch -m ${shortRef(blocking)} <new name>\`, or set another \`branchPrefix\` in .ctx/config.yaml.`,
    },
  )

/** Refuses to write to a branch that only happens to be called like a knowledge branch. */
export async function requireKnowledgeBranch(place: Place, ref: string, commit: string): Promise<void> {
  if (await isKnowledge(place, commit)) return
  if ((await askGit(place, ['cat-file', '-e', `${commit}^{commit}`])).code !== 0) {
    throw new Problem('missing-commit', `${shortRef(ref)} points to ${commit.slice(0, 8)}, which git does not find.`, {
      hint: 'Run `git fsck`. If a remote has the branch, `git fetch` it and set the branch to what the remote has.',
    })
  }
  throw new Problem(
    'not-a-knowledge-branch',
    `The branch "${shortRef(ref)}" was not made by ctx, so nothing is written to it.`,
    {
      hint: 'Rename it, or set another `branchPrefix` in .ctx/config.yaml.',
    },
  )
}

/** Tells a commit of a knowledge branch: it descends from the one that all of them begin with. */
export const isKnowledge = async (place: Place, commit: string): Promise<boolean> =>
  await isAncestor(place, beginName(commit), commit)

/** Reads which commits of the code a knowledge branch was learned from: its `Source-Commit` trailers are the record. */
export async function readCurated(place: Place, commit: string): Promise<ReadonlySet<string>> {
  const out = await git(place, ['log', '--format=%(trailers:key=Source-Commit,valueonly)', '--end-of-options', commit])
  return new Set(out.split('\n').filter((line) => line !== ''))
}

/** Finds the best common ancestor of two knowledge commits; undefined when they share none. */
export async function commonAncestor(place: Place, ours: string, theirs: string): Promise<string | undefined> {
  const { code, out } = await askGit(place, ['merge-base', '--end-of-options', ours, theirs])
  return code === 0 && out !== '' ? out : undefined
}

export async function isAncestor(place: Place, ancestor: string, commit: string): Promise<boolean> {
  return (await askGit(place, ['merge-base', '--is-ancestor', ancestor, commit])).code === 0
}

import { createHash } from 'node:crypto'
import { Problem } from '../../problem.ts'
import { isGoalPath } from '../../tree/path.ts'
import { isKnowledgePath } from '../state/checkout.ts'
import { shortRef } from './branches.ts'
import { askGit, git, GitError } from './git.ts'
import { commitNamed } from './history.ts'
import { fieldsOfEach, findObjects, listKnowledge } from './objects.ts'
import { cutsIn, isShallow } from './partial.ts'
import type { RepoPaths } from './repo-paths.ts'
import { strangersIn } from './strangers.ts'

/** The commit that every knowledge branch begins with. */
const begin = {
  message: 'Begin context tree\n\nKnowledge of this repository, kept by ctx. It shares no history with the code.\n',
  who: 'ctx <ctx@localhost> 0 +0000',
}

/** Spells that commit as git stores it, with the name of the empty tree. */
export const beginText = (tree: string): string =>
  `tree ${tree}\nauthor ${begin.who}\ncommitter ${begin.who}\n\n${begin.message}`

/** Names that commit without git, in the kind of hash that another commit has. */
function beginName(like: string): string {
  const name = (kind: string, text: string): string =>
    createHash(like.length === 64 ? 'sha256' : 'sha1')
      .update(`${kind} ${Buffer.byteLength(text)}\0${text}`)
      .digest('hex')
  return name('commit', beginText(name('tree', '')))
}

/** Refuses to write to a branch that only happens to be called like a knowledge branch. */
export async function requireKnowledgeBranch(place: RepoPaths, ref: string, commit: string): Promise<void> {
  if (await isKnowledge(place, commit)) return
  if ((await commitNamed(place, commit)) === undefined) {
    throw new Problem('missing-commit', `${shortRef(ref)} points to ${commit.slice(0, 8)}, which git does not find.`, {
      hint: 'Run `git fsck`. If a remote has the branch, `git fetch` it and set the branch to what the remote has.',
    })
  }
  if (ref.startsWith('refs/remotes/'))
    throw new Problem(
      'not-a-knowledge-branch',
      `The branch "${shortRef(ref)}" was not made by ctx, so nothing is taken from it.`,
      {
        hint: `${isShallow(place) ? shallowHint : ''}Something else was pushed over it, or has its name. Whoever has the knowledge can push it again (\`git push --force-with-lease\`, with that branch). Otherwise keep knowledge elsewhere with \`ctx init --prefix <name>\`.`,
      },
    )
  throw new Problem(
    'not-a-knowledge-branch',
    `The branch "${shortRef(ref)}" was not made by ctx, so nothing is written to it.`,
    {
      hint: `${isShallow(place) ? shallowHint : ''}If its history was rewritten (git filter-branch, git filter-repo), run \`ctx init --adopt\`. Otherwise rename it, or keep knowledge elsewhere with \`ctx init --prefix <name>\`.`,
    },
  )
}

const shallowHint = 'If it was, this shallow clone does not show it: run `ctx pull`. '

/**
 * Tells a commit of a knowledge branch: it descends from the one that all of them begin with. Where a shallow clone cut its
 * history before that, its files tell.
 */
export const isKnowledge = async (place: RepoPaths, commit: string): Promise<boolean> =>
  (await hasWholeHistory(place, commit)) || ((await isCut(place, commit)) && (await holdsKnowledge(place, commit)))

/** Tells the commit that every knowledge branch begins with: it has no files and no trailers, and git need not be asked. */
export const isBeginning = (commit: string): boolean => commit === beginName(commit)

/** Tells whether all history of a knowledge commit is here. */
export const hasWholeHistory = async (place: RepoPaths, commit: string): Promise<boolean> =>
  await isAncestor(place, beginName(commit), commit)

/** Tells a commit that holds knowledge and no code, on whatever branch: no other root than the one they all begin with. */
export const holdsNoCode = async (place: RepoPaths, commit: string): Promise<boolean> =>
  (await git(place, ['rev-list', '--max-parents=0', '--end-of-options', commit])) === beginName(commit)

/** Tells a commit that descends from a rewritten form of the one that knowledge branches begin with, and from nothing else. */
export async function wasKnowledge(place: RepoPaths, commit: string): Promise<boolean> {
  const [title = ''] = begin.message.split('\n')
  // Of a commit that is gone nobody can say: others tell that it is.
  const { code, out: roots } = await askGit(place, [
    'log',
    '--max-parents=0',
    '--format=%T %s',
    '--end-of-options',
    commit,
  ])
  const empty = await git(place, ['hash-object', '-t', 'tree', '--stdin'], { input: '' })
  return code === 0 && roots !== '' && roots.split('\n').every((root) => root === `${empty} ${title}`)
}

/** Tells whether the history of a commit ends where a shallow clone cut it. */
export async function isCut(place: RepoPaths, commit: string): Promise<boolean> {
  if (!isShallow(place)) return false
  const cuts = cutsIn(place)
  const { out } = await askGit(place, ['rev-list', '--max-parents=0', '--end-of-options', commit])
  return out.split('\n').some((root) => cuts.has(root))
}

async function holdsKnowledge(place: RepoPaths, commit: string): Promise<boolean> {
  const files = await listKnowledge(place, commit)
  return files.length > 0 && files.every(({ path }) => isKnowledgePath(path) || isGoalPath(path))
}

/**
 * Reads which commits of the code a knowledge branch was learned from, `besides` those that another knowledge commit
 * knows: its `Source-Commit` trailers are the record, but for those of strangers.
 */
export async function readCurated(
  place: RepoPaths,
  commit: string,
  { besides }: { besides?: string | undefined } = {},
): Promise<ReadonlySet<string>> {
  if (isBeginning(commit)) return new Set()
  const range = besides === undefined ? commit : `${besides}..${commit}`
  const format = '--format=%H%x00%(trailers:key=Source-Commit,valueonly,separator=%x20)'
  const [out, strangers] = await Promise.all([
    git(place, ['log', '-z', format, '--end-of-options', range]),
    strangersIn(place, commit),
  ])
  const sources = fieldsOfEach(out, 2).flatMap(([maker = '', named = '']) =>
    strangers.has(maker) ? [] : named.split(' '),
  )
  return new Set(sources.filter((source) => source !== ''))
}

/** Finds the best common ancestor of two knowledge commits; undefined when they share none, which git says by 1. */
export async function commonAncestor(place: RepoPaths, ours: string, theirs: string): Promise<string | undefined> {
  const args = ['merge-base', '--end-of-options', ours, theirs]
  const { code, out, err } = await askGit(place, args)
  if (code > 1) throw new GitError(args, code, err)
  return code === 0 && out !== '' ? out : undefined
}

/** Names of commits that none of some others has in its history, those that git does not know among them. */
export async function notIn(
  place: RepoPaths,
  names: readonly string[],
  commits: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await findObjects(place, 'commit', names)
  const known = found.flatMap((commit) => commit ?? [])
  const input = [...known, ...commits.map((commit) => `^${commit}`)].map((line) => `${line}\n`).join('')
  const out = known.length === 0 ? '' : await git(place, ['rev-list', '--stdin'], { input, isBounded: true })
  const outside = new Set(out.split('\n'))
  return new Set(names.filter((_, at) => outside.has(found[at] ?? '') || found[at] === undefined))
}

/** Whether a commit descends from another, or is the same; false too where one of them is not here. */
export async function isAncestor(place: RepoPaths, ancestor: string, commit: string): Promise<boolean> {
  return (await askGit(place, ['merge-base', '--is-ancestor', ancestor, commit])).code === 0
}

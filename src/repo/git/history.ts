import { Problem } from '../../problem.ts'
import { askGit, git } from './git.ts'
import { readHead } from './refs.ts'
import type { RepoPaths } from './repo-paths.ts'

/** Lists full commit hashes, oldest first, of what was asked for: single revisions and ranges, or all of HEAD. */
export async function resolveCommits(place: RepoPaths, asked: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const revision of asked)
    found.push(...(revision.includes('..') ? await listRange(place, revision) : [await resolveCommit(place, revision)]))
  return [...new Set(found)]
}

/** Whether a commit's history has more commits than so many. */
export async function hasMoreCommits(place: RepoPaths, commit: string, many: number): Promise<boolean> {
  const count = await git(place, ['rev-list', '--count', `--max-count=${many + 1}`, '--end-of-options', commit])
  return Number(count) > many
}

/** Lists those of some commits that begin a history, in the order given. */
export async function rootsOf(place: RepoPaths, shas: readonly string[]): Promise<readonly string[]> {
  const out = await git(place, ['rev-list', '--max-parents=0', '--no-walk=unsorted', '--stdin'], {
    input: linesOf(shas),
  })
  return out === '' ? [] : out.split('\n')
}

/** Lists some commits with their parents, in the order given. */
export async function listParents(
  place: RepoPaths,
  shas: readonly string[],
): Promise<readonly (readonly [sha: string, ...parents: readonly string[]])[]> {
  const out = await git(place, ['rev-list', '--parents', '--no-walk=unsorted', '--stdin'], { input: linesOf(shas) })
  return out.split('\n').flatMap((line) => {
    const [sha = '', ...parents] = line.split(' ')
    return sha === '' ? [] : [[sha, ...parents] as const]
  })
}

const linesOf = (shas: readonly string[]): string => shas.map((sha) => `${sha}\n`).join('')

async function listRange(place: RepoPaths, range: string): Promise<readonly string[]> {
  const { code, out } = await askGit(place, ['rev-list', '--reverse', '--topo-order', '--end-of-options', range, '--'])
  if (code !== 0) throw unknownRevision(range)
  return out === '' ? [] : out.split('\n')
}

/** Resolves a revision, however it is written, to the full hash of a commit. */
async function resolveCommit(place: RepoPaths, revision: string): Promise<string> {
  const commit = await commitNamed(place, revision)
  if (commit === undefined) throw unknownRevision(revision)
  return commit
}

/** Finds the commit that a revision names, by its full hash; undefined where git knows none. */
export async function commitNamed(place: RepoPaths, revision: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  const { code, out } = await askGit(place, args)
  return code === 0 && out !== '' ? out : undefined
}

/**
 * Asks for a commit on the branch that is checked out.
 * @throws {Problem} when it has none yet.
 */
export async function requireCommits(place: RepoPaths): Promise<void> {
  const { commit } = await readHead(place)
  if (commit === undefined) throw noCommits()
}

/** What is wrong with asking about commits before there is one. */
export const noCommits = (): Problem =>
  new Problem('no-commits', 'This branch has no commits yet.', {
    hint: 'Commit something, then ask again.',
  })

const unknownRevision = (revision: string): Problem =>
  revision === 'HEAD'
    ? noCommits()
    : new Problem('unknown-revision', `"${revision}" is not a commit or range of this repository.`, {
        hint: 'Name a commit, branch or tag, or a range such as `main..HEAD`.',
      })

/** Lists the commits reachable from one revision and from none of the others, oldest first. */
export async function commitsSince(
  place: RepoPaths,
  tip: string,
  known: Iterable<string>,
  { most, since, paths = [] }: { most?: number; since?: string; paths?: readonly string[] } = {},
): Promise<readonly string[]> {
  const cut = [
    ...(most === undefined ? [] : [`--max-count=${most}`]),
    ...(since === undefined ? [] : [`--since=${since}`]),
  ]
  const excluded = [...known].map((commit) => `^${commit}\n`).join('')
  const out = await git(
    place,
    [
      'rev-list',
      '--topo-order',
      '--ignore-missing',
      ...cut,
      '--stdin',
      ...(paths.length === 0 ? [] : ['--', ...paths]),
    ],
    {
      input: `${tip}\n${excluded}`,
    },
  )
  return out === '' ? [] : out.split('\n').toReversed()
}

/** Lists all commits of the refs below some prefixes, in which `*` stands for anything; none where one of them is damaged. */
export async function commitsBelow(place: RepoPaths, prefixes: readonly string[]): Promise<readonly string[]> {
  const { code, out } = await askGit(place, ['rev-list', ...prefixes.map((prefix) => `--glob=${prefix}`)])
  return code !== 0 || out === '' ? [] : out.split('\n')
}

/** Tells whether a commit has more than one parent. */
export const isMerge = async (place: RepoPaths, commit: string): Promise<boolean> =>
  (await askGit(place, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^2`])).code === 0

/** Those of some commits that have more than one parent, each with its parents. */
export async function mergesAmong(
  place: RepoPaths,
  commits: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const how = ['--merges', '--parents', '--no-walk', '--ignore-missing', '--stdin']
  const out = await git(place, ['rev-list', ...how], { input: commits.map((commit) => `${commit}\n`).join('') })
  return new Map(
    out.split('\n').flatMap((line) => {
      const [merge = '', ...parents] = line.split(' ')
      return merge === '' ? [] : [[merge, parents]]
    }),
  )
}

/** Lists the newest commits that a merge brought to its first parent, newest first, other merges left out unless asked; none of what is no merge. */
export async function commitsOfMerge(
  place: RepoPaths,
  commit: string,
  { most, withMerges = false }: { readonly most: number; readonly withMerges?: boolean },
): Promise<readonly string[]> {
  if (!(await isMerge(place, commit))) return []
  const how = [...(withMerges ? [] : ['--no-merges']), '--topo-order', `--max-count=${most}`]
  const { code, out } = await askGit(place, ['rev-list', ...how, '--end-of-options', commit, `^${commit}^1`])
  // In a shallow clone the first parent may be missing.
  return code !== 0 || out === '' ? [] : out.split('\n')
}

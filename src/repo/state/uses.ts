import { randomWord } from '../../text/quote.ts'
import { fromSeconds } from '../../tree/meta.ts'
import { askGit, git, GitError, streamGit } from '../git/git.ts'
import { readMessages } from '../git/messages.ts'
import { findObjects, records } from '../git/objects.ts'
import type { RepoPaths } from '../git/repo-paths.ts'

const format = (word: string): string => `--format=${word}%ct%x1f%(trailers:key=Demoted,valueonly,separator=%x1f)`

/**
 * Reads when each file of a knowledge branch was last learned, edited, added to or its accesses settled; a step down
 * that time brought by itself is no use.
 */
export async function readUses(place: RepoPaths, commit: string): Promise<ReadonlyMap<string, Date>> {
  // What stands between paths may be the beginning of a path too.
  const word = randomWord()
  const out = await git(
    place,
    ['log', '-z', '--name-only', '--no-renames', '--root', format(word), '--end-of-options', commit],
    { isBounded: true },
  )
  const uses = new Map<string, Date>()
  let [at, demoted]: [Date, readonly string[]] = [new Date(0), []]
  for (const record of records(out)) {
    const text = record.replace(/^\n/, '')
    if (text.startsWith(word)) {
      const [seconds = '', ...paths] = text.slice(word.length).split('\u001f')
      ;[at, demoted] = [fromSeconds(seconds), paths.map((path) => path.trim())]
    } else if (!demoted.includes(text) && at > (uses.get(text) ?? new Date(-1))) uses.set(text, at)
  }
  return uses
}

/** Reads which files commits touched; those that git does not know are left out. */
export async function filesTouched(
  place: RepoPaths,
  commits: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const there = (await findObjects(place, 'commit', [...new Set(commits)])).flatMap((commit) => commit ?? [])
  const touched = new Map<string, readonly string[]>()
  for await (const { sha, paths } of readMessages(place, there)) touched.set(sha, paths)
  return touched
}

/** Finds which names stand as whole words in the files of a commit, what ctx itself writes left out. */
export async function namesThere(
  place: RepoPaths,
  commit: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  if (names.length === 0) return found
  const where = ['--', ':/', ':(top,exclude).ctx', ':(top,exclude)docs/context']
  const args = ['grep', '-h', '-o', '-w', '-I', '-F', '--no-color', '-f', '-', commit, ...where]
  try {
    for await (const chunk of streamGit(place, args, { input: names.map((name) => `${name}\n`).join('') }))
      for (const name of chunk.toString('utf8').split('\n')) if (name !== '') found.add(name)
  } catch (error) {
    // Git ends with 1 when it finds nothing.
    if (found.size > 0 || !(error instanceof GitError) || error.code !== 1) throw error
  }
  return found
}

/** Finds the files of a commit in which names stand as whole words, by the name. */
export async function filesNaming(
  place: RepoPaths,
  commit: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const name of names) {
    const { out } = await askGit(place, ['grep', '-l', '-z', '-w', '-I', '-F', '-e', name, commit, '--', ':/'])
    found.set(
      name,
      records(out).map((record) => record.slice(commit.length + 1)),
    )
  }
  return found
}

import { askGit, GitError, streamGit } from './git.ts'
import { records } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

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

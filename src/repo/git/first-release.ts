import { askGit, isLate } from './git.ts'
import type { RepoPaths } from './repo-paths.ts'

/** Tags that are called as a version is, and nothing else: a monorepo's `core-1.2.0` may be of another package. */
const versions = ['refs/tags/v[0-9]*', 'refs/tags/[0-9]*']

/** How pre-releases are called: `v9.0.0-beta.2`, `2.0rc1`, `1.0a3`. */
const preReleases = ['alpha', 'beta', 'rc', 'dev', 'pre', 'a[0-9]', 'b[0-9]', 'next', 'canary', 'nightly'].flatMap(
  (word) => [`*[0-9]${word}*`, `*[0-9][-._]${word}*`],
)

/** Whoever asks waits no longer for it: a large history without a commit graph is walked for seconds. */
const longest = 800

const version = /^v?\d[\w.+-]{0,40}$/

/**
 * Names the oldest release that has each of some commits, by the hash that was asked, as its tag is called: `v1.2.0`. Missing is
 * what no release has, and all of it where the walk takes too long. `git name-rev` is asked, for it walks from tags and stops at
 * older commits (git 2.13 on prefers the oldest of several tags), where `git tag --contains` took 13 s of git's own history.
 */
export async function firstReleases(
  place: RepoPaths,
  commits: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const args = [
    ...versions.map((pattern) => `--refs=${pattern}`),
    ...preReleases.map((pattern) => `--exclude=${pattern}`),
  ]
  const signal = AbortSignal.timeout(longest)
  try {
    const { out } = await askGit(place, ['name-rev', '--tags', ...args, '--end-of-options', ...commits], { signal })
    return new Map(out.split('\n').flatMap(releaseIn))
  } catch (error) {
    if (!isLate(error)) throw error
    return new Map()
  }
}

/** Reads a line of git: `238f1108… tags/v1.2.0~3^2`, or `238f1108… undefined`. */
function releaseIn(line: string): readonly (readonly [string, string])[] {
  const [commit = '', name = ''] = line.split(' ')
  const [tag = ''] = name.replace(/^tags\//, '').split(/[~^]/, 1)
  return version.test(tag) ? [[commit, tag]] : []
}

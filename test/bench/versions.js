// @ts-check
// Whether who asks which version of a platform is required is told of the commit since which the manifests say so.
import { measureAsked } from './asked.js'

/**
 * The outermost manifests that say which version a platform must have, where they say it, and what a line that does has.
 * @type {readonly { platform: string, line: string, manifests: Record<string, RegExp> }[]}
 */
const platforms = [
  { platform: 'Go', line: '^go [0-9]', manifests: { 'go.mod': /^go (\d[\d.]*)$/m } },
  { platform: 'Rust', line: 'rust-version', manifests: { 'Cargo.toml': /^rust-version\s*=\s*"([\d.]+)"/m } },
  {
    platform: 'Python',
    line: 'python',
    manifests: {
      'pyproject.toml': /^(?:requires-)?python\s*=\s*["']([^"']+)["']/m,
      'setup.cfg': /^\s*python_requires\s*=\s*(.+)$/m,
      'setup.py': /^\s*python_requires\s*=\s*["']([^"']+)/m,
    },
  },
  {
    platform: 'Node',
    line: '"node"',
    manifests: { 'package.json': /"engines"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]+)"/ },
  },
]

/**
 * Asks for the versions of platforms, in the clones that stand in one folder.
 * @param {import('./repository.js').Bench} bench
 * @param {{ answers: string | undefined }} options
 */
export const measureVersions = (bench, { answers }) => measureAsked(bench, answers, questionsOf)

/**
 * @param {import('./repository.js').Repository} repository
 * @returns {Record<string, readonly import('./asked.js').Asked[]>}
 */
function questionsOf({ git }) {
  const found = platforms.flatMap((one) => {
    const raised = raisedIn(git, one)
    return raised === undefined ? [] : [{ platform: one.platform, ...raised }]
  })
  return {
    'which version is required': found.map(({ platform, commits }) => ({
      question: `which ${platform} version is required`,
      commits,
    })),
    'when a version was dropped': found.flatMap(({ platform, commits, dropped }) =>
      dropped === undefined ? [] : [{ question: `when was support for ${platform} ${dropped} dropped`, commits }],
    ),
  }
}

/**
 * The commit since which today's least version of a platform holds, with others of its title, which were picked from
 * one branch to another; and the version that the manifests had before, unless that was a higher one.
 * @param {import('./repository.js').Repository['git']} git
 * @param {(typeof platforms)[number]} one
 */
function raisedIn(git, { platform, line, manifests }) {
  const leastAt = (/** @type {string} */ revision) => leastIn(git, revision, manifests)
  const now = leastAt('HEAD')
  if (now === undefined) return undefined
  const log = (/** @type {readonly string[]} */ ...how) =>
    git('log', ...how, '--no-merges', '-G', line, '--format=%H %s', '--', ...Object.keys(manifests)).split('\n')
  const isNow = (/** @type {string | undefined} */ version) =>
    version !== undefined && String(partsOf(version)) === String(partsOf(now))
  const raised = log('--topo-order').find((said) => {
    const [commit = ''] = said.split(' ', 1)
    return isNow(leastAt(commit)) && !isNow(leastAt(`${commit}^`))
  })
  if (raised === undefined) return undefined
  const [commit = ''] = raised.split(' ', 1)
  const title = raised.slice(commit.length)
  const alike = log('--full-history').filter((said) => said.slice(said.indexOf(' ')) === title)
  return {
    commits: [...new Set([commit, ...alike.map((said) => said.slice(0, said.indexOf(' ')))])],
    dropped: droppedBetween(platform, leastAt(`${commit}^`), now),
  }
}

/**
 * @param {import('./repository.js').Repository['git']} git
 * @param {string} revision
 * @param {Record<string, RegExp>} manifests
 */
function leastIn(git, revision, manifests) {
  for (const [path, said] of Object.entries(manifests)) {
    const [, version = ''] = said.exec(textAt(git, revision, path)) ?? []
    // What is too new, or left out, is not what must be there.
    const [least] = /\d+(?:\.\d+){0,2}/.exec(version.replaceAll(/(?:<=?|!=)\s*[\d.*]+/g, '')) ?? []
    if (least !== undefined) return least
  }
}

/**
 * @param {import('./repository.js').Repository['git']} git
 * @param {string} revision
 * @param {string} path
 */
function textAt(git, revision, path) {
  try {
    return git('show', `${revision}:${path}`)
  } catch {
    return ''
  }
}

/** @param {string} version */
const partsOf = (version) => {
  const parts = version.split('.').map(Number)
  return [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0]
}

/**
 * What people call the version that is no longer enough. A patch more drops none, and of Node only the first number counts.
 * @param {string} platform
 * @param {string | undefined} before
 * @param {string} now
 */
function droppedBetween(platform, before, now) {
  if (before === undefined) return undefined
  const [was, is] = [partsOf(before), partsOf(now)]
  const told = platform === 'Node' && was[0] !== 0 ? was.slice(0, 1) : was.slice(0, 2)
  const at = told.findIndex((part, place) => part !== is[place])
  return at === -1 || (was[at] ?? 0) > (is[at] ?? 0) ? undefined : told.join('.')
}

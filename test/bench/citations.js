// @ts-check
// How well answers are found in a history: a commit is an entry, and a message that names another commit asks for it.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { paperSearch, plainSearch } from './baselines.js'
import { toEntry } from './locomo.js'
import { askAll, most, openedQuery, recallRow, textRow } from './quality.js'
import { importFiles, newRepository } from './repository.js'

/**
 * @typedef {import('./repository.js').Bench} Bench
 * @typedef {{ path: string, hash: string, at: string, title: string, body: string, files: readonly string[] }} Commit
 * @typedef {import('./locomo.js').Question & { asking: string }} Citing a question, and the path of the commit that asks
 * @typedef {(args: readonly string[], input?: string) => string} Git
 */

const mostCommits = 15_000
const mostFiles = 50

/** MiniSearch takes half a second over a whole message, so there are not more. */
const mostQuestions = 200

/**
 * Measures recall@1/5/10/32 of the commits that messages cite, through the library as any program would use it.
 * @param {Bench} bench
 * @param {{ citations?: string | undefined }} options
 */
export async function measureCitations(bench, { citations }) {
  if (citations === undefined) return [textRow('recall on citations', 'skipped: --citations names no repository')]
  const git = gitAt(bench, resolve(citations))
  const commits = readCommits(git)
  const questions = evenly(questionsOf(commits, git), mostQuestions)
  const documents = commits.map(({ path, title, body, files }) => ({
    path,
    title,
    content: `${body}\n${files.join('\n')}`,
  }))
  const [paper, plain] = [paperSearch(documents), plainSearch(documents)]
  const of = `${questions.length} citations in ${commits.length} commits of ${nameOf(resolve(citations))}`
  return [
    recallRow(`${of}: ctx`, await askAll(questions, leavingOutWhoAsks(await asker(bench, commits)))),
    recallRow('the same: MiniSearch with the paper’s settings', await askAll(questions, leavingOutWhoAsks(paper))),
    recallRow('the same: plain FTS5, porter', await askAll(questions, leavingOutWhoAsks(plain))),
    recallRow('each asked when it was written: ctx', await askThen(bench, commits, questions)),
    recallRow(
      'the same: plain FTS5, porter',
      await askAll(questions, ({ text, asking }) => plain(text, most, placeOf(commits, asking))),
    ),
  ]
}

/** @param {Bench} bench @param {readonly Commit[]} commits */
async function asker(bench, commits) {
  const repository = newRepository(bench, 'citations')
  repository.ctx('init')
  importCommits(repository, commits)
  repository.ctx('refresh')
  return await askerIn(bench, repository.root)
}

/**
 * Asks as `ctx` is asked while a message is written: the tree has what was committed before, and the clock shows that
 * moment. The questions must come in the order of their commits.
 * @param {Bench} bench
 * @param {readonly Commit[]} commits
 * @param {readonly Citing[]} questions
 */
async function askThen(bench, commits, questions) {
  const repository = newRepository(bench, 'citations-then')
  repository.ctx('init')
  let [count, now] = [0, new Date()]
  const search = await askerIn(bench, repository.root, { now: () => now })
  const asked = await askAll(questions, async (/** @type {Citing} */ { text, asking }) => {
    const place = placeOf(commits, asking)
    // What the last question left to the background would be in the way of this one.
    await repository.settled()
    importCommits(repository, commits.slice(count, place))
    ;[count, now] = [place, new Date(commits[place]?.at ?? now)]
    return await search(text, most)
  })
  await repository.settled()
  return asked
}

/** @param {readonly Commit[]} commits @param {string} path */
const placeOf = (commits, path) => commits.findIndex((commit) => commit.path === path)

/** @param {import('./repository.js').Repository} repository @param {readonly Commit[]} commits */
const importCommits = (repository, commits) =>
  importFiles(
    repository,
    'refs/heads/ctx/main',
    commits.map(({ path, title, body, at, files }) => [path, toEntry({ title, content: body, at, files })]),
  )

/** @param {Bench} bench @param {string} root @param {{ now?: () => Date }} [clock] */
async function askerIn(bench, root, clock) {
  const query = await openedQuery(bench, root, clock)
  return async (/** @type {string} */ text, /** @type {number} */ limit) => {
    // The commit that asks is the best hit by far: what is worth three tenths of it must not be all there is.
    const { hits, unread } = await query(text, { limit, everything: true })
    if (unread.length > 0) throw new Error(`ctx cannot read ${unread[0]}.`)
    return hits.map(({ path }) => path)
  }
}

/** @param {(text: string, limit: number) => Promise<readonly string[]> | readonly string[]} search */
const leavingOutWhoAsks =
  (search) =>
  async (/** @type {Citing} */ { text, asking }) => {
    const paths = await search(text, most + 1)
    return paths.filter((path) => path !== asking).slice(0, most)
  }

/**
 * Speaks to a repository by its git directory, whether it has a work tree or not.
 * @param {Bench} bench
 * @param {string} path
 * @returns {Git}
 */
function gitAt({ env }, path) {
  const gitDir = existsSync(join(path, '.git')) ? join(path, '.git') : path
  const how = { env: { ...env, TZ: 'UTC' }, encoding: /** @type {const} */ ('utf8'), maxBuffer: 1024 ** 3 }
  return (args, input = '') => execFileSync('git', ['--git-dir', gitDir, ...args], { ...how, input })
}

/**
 * A bare copy may be called `curl+curl/repo` or `curl.git`.
 * @param {string} path
 */
const nameOf = (path) => basename(['repo', '.git'].includes(basename(path)) ? dirname(path) : path)

/**
 * Reads the newest commits, oldest first; each lies in the folder of its month.
 * @param {Git} git
 * @returns {readonly Commit[]}
 */
function readCommits(git) {
  const format = '--format=%x01%H%x02%ad%x02%s%x02%b%x02'
  const dates = '--date=format-local:%Y-%m-%dT%H:%M:%SZ'
  const log = git(['log', `-${mostCommits}`, '--no-merges', '--reverse', '--name-only', dates, format])
  const records = log.split('\x01').slice(1)
  return records.map((record, number) => {
    const [hash = '', at = '', title = '', body = '', names = ''] = record.split('\x02')
    const files = names.split('\n').filter((name) => name !== '')
    const path = `history/y${at.slice(0, 7).replace('-', '_')}/c_${number}.md`
    return { path, hash, at, title, body: body.trim(), files: files.slice(0, mostFiles) }
  })
}

/** A hash by itself, not one in a path, a file's name or a range. */
const hashes = /(?<![\w/.-])[0-9a-f]{7,40}(?![\w/-])/g

/**
 * Makes a question of each message that names other commits. A revert names what it takes back in git's own words, and
 * its message is that of the other, so it asks nothing.
 * @param {readonly Commit[]} commits
 * @param {Git} git
 * @returns {readonly Citing[]}
 */
function questionsOf(commits, git) {
  const pathOf = new Map(commits.map(({ hash, path }) => [hash, path]))
  const asking = commits.filter(({ title }) => !/^revert\b/i.test(title))
  const cited = new Map(asking.map((commit) => [commit, new Set(messageOf(commit).match(hashes))]))
  const hashOf = resolveAll([...new Set([...cited.values()].flatMap((names) => [...names]))], git)
  return asking.flatMap((commit) => {
    const paths = [...(cited.get(commit) ?? [])].map((name) => pathOf.get(hashOf.get(name) ?? ''))
    const gold = [...new Set(paths)].filter((path) => path !== undefined && path !== commit.path)
    return gold.length === 0 ? [] : [{ text: wordsOf(commit), category: 0, gold, asking: commit.path }]
  })
}

/**
 * What a link leads to is another thing's name.
 * @param {Commit} commit
 */
const messageOf = ({ title, body }) => `${title}\n${body}`.replace(/https?:\S+/g, ' ')

/**
 * The words of a message without what names the commit that it cites. A line that cites often gives the number of its
 * pull request, too, which the other's message holds: that would be a key, and not a question.
 * @param {Commit} commit
 */
const wordsOf = (commit) =>
  messageOf(commit)
    .split('\n')
    .map((line) => (line.search(hashes) < 0 ? line : line.replace(hashes, ' ').replace(/#\d+/g, ' ')))
    .join('\n')

/**
 * Finds which commits these names mean; words such as `defaced` mean none.
 * @param {readonly string[]} names
 * @param {Git} git
 */
function resolveAll(names, git) {
  const said = git(['cat-file', '--batch-check'], names.map((name) => `${name}^{commit}\n`).join('')).split('\n')
  return new Map(names.map((name, at) => [name, / commit /.test(said[at] ?? '') ? said[at]?.split(' ')[0] : '']))
}

/**
 * Takes this many, from all over the list.
 * @template T
 * @param {readonly T[]} all
 * @param {number} count
 */
const evenly = (all, count) => all.filter((_, at) => (at * count) % all.length < count)

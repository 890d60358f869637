// @ts-check
// How often the commit that decides a question is shown, beside BM25 over raw messages; and how often "unknown" is right.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageSearch } from './messages.js'
import { textRow } from './quality.js'
import { inTurns, msOfProgram, plainRow, quantile, ratioRow } from './measure.js'
import { cloneWhole, findClone, removeRepository } from './repository.js'

/**
 * A question, the commits that decide it ([] where nothing does), and those that changed the decision later.
 * @typedef {{ repository: string, question: string, commits: readonly string[], later: readonly string[],
 *   part: 'tune' | 'kept' | 'plain' }} Question
 */
/** @typedef {{ rank: number, isLaterFirst: boolean, isKnown: boolean, isTurnedAway: boolean, characters: number, namesLater: boolean, inLog: number, inMessages: number }} Outcome */

/** @type {readonly Question[]} */
const questions = JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8'))
const times = 15

/** The repositories that questions are about. */
export const repositoriesAsked = [...new Set(questions.map(({ repository }) => repository))]

/**
 * Asks the questions of clones of their repositories, which stand in one folder.
 * @param {import('./repository.js').Bench} bench
 * @param {{ answers: string | undefined }} options
 */
export async function measureAnswers(bench, { answers }) {
  if (answers === undefined) return []
  const rows = []
  /** @type {(readonly [Question, Outcome])[]} */
  const all = []
  for (const name of repositoriesAsked) {
    const from = findClone(answers, name)
    if (from === undefined) continue
    const measured = await measureOne(bench, from, name)
    all.push(...measured.outcomes)
    rows.push(...measured.rows)
  }
  for (const part of ['tune', 'kept', 'plain'])
    rows.push(
      ...rowsOf(
        `all, ${part}`,
        all.filter(([question]) => question.part === part),
      ),
    )
  return [...rows, ...rowsOf('all', all)]
}

/**
 * Asks the questions of one repository; of one that cannot be cloned it says so.
 * @param {import('./repository.js').Bench} bench
 * @param {string} from
 * @param {string} name
 */
async function measureOne(bench, from, name) {
  const repository = cloneWhole(bench, from, 'answers')
  if (repository === undefined) return { rows: [textRow(name, 'skipped: it cannot be cloned')], outcomes: [] }
  const fresh = timeFresh(bench, repository, name)
  repository.ctx('init', '--history')
  await untilWhole(repository, bench)
  const search = messageSearch(repository.git('log', '--no-merges', '--format=%H%x00%s%x00%b%x01'))
  const outcomes = questions
    .filter(({ repository: of }) => of === name)
    .map((question) => /** @type {const} */ ([question, ask(repository, { question, search, bench })]))
  const rows = [fresh, ...rowsOf(name, outcomes), await timeCold(bench, repository, name)]
  removeRepository(repository)
  return { rows, outcomes }
}

/**
 * @param {import('./repository.js').Repository} repository
 * @param {{ question: Question, bench: import('./repository.js').Bench, search: (question: string, most: number) => readonly string[] }} how
 * @returns {Outcome}
 */
function ask({ root, env }, { question: { question, commits, later }, bench, search }) {
  const run = (/** @type {readonly string[]} */ args) =>
    spawnSync(process.execPath, [bench.program, 'query', ...args, question], { cwd: root, env, encoding: 'utf8' })
      .stdout
  const { hits, outOfDomain, isNear } = JSON.parse(run(['--json']))
  const logged = JSON.parse(run(['--json', '--log-only'])).hits
  const text = run([])
  const rankIn = (/** @type {readonly string[]} */ found) =>
    found.findIndex((sha) => sha !== '' && commits.some((hash) => hash.startsWith(sha.slice(0, 12)))) + 1
  const hashesOf = (/** @type {readonly { commit: string }[]} */ found) => found.map(({ commit }) => commit)
  return {
    rank: rankIn(hashesOf(hits)),
    isLaterFirst: later.includes(hits[0]?.commit),
    isKnown: !outOfDomain,
    isTurnedAway: outOfDomain && !isNear,
    characters: text.length,
    namesLater: later.some((hash) => text.includes(hash.slice(0, 8))),
    inLog: rankIn(hashesOf(logged)),
    inMessages: rankIn(search(question, 3)),
  }
}

/**
 * @param {string} name
 * @param {readonly (readonly [Question, Outcome])[]} all
 */
function rowsOf(name, all) {
  const own = all.filter(([{ commits }]) => commits.length > 0)
  const strange = all.filter(([{ commits }]) => commits.length === 0)
  // A question whose deciding commit is not shown cannot say what became of it.
  const changed = own.filter(([{ later }, { rank, namesLater }]) => later.length > 0 && (rank > 0 || namesLater))
  const isFound = (/** @type {number} */ rank) => rank > 0 && rank <= 3
  const row = (/** @type {string} */ figure, /** @type {string} */ measured, beside = '', bar = '') => ({
    figure: `${figure} (${name})`,
    measured,
    beside,
    result: '',
    bar,
    unit: '',
    samples: { measured: [], beside: [] },
  })
  const count = (/** @type {readonly unknown[]} */ some, /** @type {readonly unknown[]} */ of) =>
    `${some.length} of ${of.length}`
  const where = (/** @type {(outcome: Outcome) => boolean} */ holds, of = own) =>
    of.filter(([, outcome]) => holds(outcome))
  const found = where(({ rank }) => isFound(rank))
  const printed = own.map(([, { characters }]) => characters)
  const answered = where(({ isKnown }) => isKnown).length / own.length
  const refused = where(({ isKnown }) => !isKnown, strange).length / strange.length
  return [
    row(
      'deciding commit among the first three, beside BM25 over messages',
      count(found, own),
      count(
        where(({ inMessages }) => isFound(inMessages)),
        own,
      ),
      '≥ 1.08 ×',
    ),
    row(
      'the same with --log-only',
      count(
        where(({ inLog }) => isFound(inLog)),
        own,
      ),
    ),
    row(
      'that, or what changed it later, first',
      count(
        where(({ rank, isLaterFirst }) => rank === 1 || (rank > 0 && isLaterFirst)),
        found,
      ),
      count(
        where(({ inMessages }) => inMessages === 1),
        own,
      ),
      '≥ 4 of 5',
    ),
    row(
      'characters printed',
      `median ${quantile(printed).toFixed(0)}, most ${Math.max(...printed)}`,
      '',
      '≤ 900, ≤ 1,500',
    ),
    row(
      'shown, changed later, and the later commit named',
      count(
        where(({ namesLater }) => namesLater, changed),
        changed,
      ),
      '',
      'all',
    ),
    row(
      'unknown: balanced accuracy; own ones refused',
      `${(50 * (answered + refused)).toFixed(0)} %; ${count(
        where(({ isKnown }) => !isKnown),
        own,
      )}`,
      '',
      '≥ 85 %; ≤ 3 %',
    ),
    row(
      'turned away without the nearest two: own, and strange ones',
      `${count(
        where(({ isTurnedAway }) => isTurnedAway),
        own,
      )}; ${count(
        where(({ isTurnedAway }) => isTurnedAway, strange),
        strange,
      )}`,
    ),
  ]
}

/**
 * The first answer of a clone that nothing was learned from yet.
 * @param {import('./repository.js').Bench} bench
 * @param {import('./repository.js').Repository} repository
 * @param {string} name
 */
function timeFresh(bench, { root, env, ctx, git }, name) {
  ctx('init')
  const commits = git('rev-list', '--count', 'HEAD')
  const took = msOfProgram(process.execPath, [bench.program, 'query', questions[0]?.question ?? ''], {
    in: root,
    env,
    fine: [0, 1],
  })
  return plainRow(`first answer of a fresh clone, ${commits} commits (${name})`, [took])
}

/**
 * @param {import('./repository.js').Bench} bench
 * @param {import('./repository.js').Repository} repository
 * @param {string} name
 */
async function timeCold(bench, { root, env }, name) {
  const texts = questions.map(({ question }) => question)
  const run = (/** @type {readonly string[]} */ args) =>
    msOfProgram(process.execPath, args, { in: root, env, fine: [0, 1] })
  const found = await inTurns(
    { query: (turn) => run([bench.program, 'query', `${texts[turn]} ${turn}`]), node: () => run(['-e', '0']) },
    times,
  )
  return ratioRow(`cold ctx query beside node -e 0 (${name})`, found.query, found.node)
}

/**
 * @param {import('./repository.js').Repository} repository
 * @param {import('./repository.js').Bench} bench
 */
export async function untilWhole({ root, env }, { program }) {
  const isWhole = () =>
    JSON.parse(
      spawnSync(process.execPath, [program, 'query', '--json', 'why'], { cwd: root, env, encoding: 'utf8' }).stdout,
    ).isWhole
  for (const deadline = Date.now() + 120_000; !isWhole(); await sleep(200))
    if (Date.now() > deadline) throw new Error('The log was not read within two minutes.')
}

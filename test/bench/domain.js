// @ts-check
// Whether ctx knows what it does not know: questions asked of their own tree, and of one that is about something else.
import { chanceFrom } from './entries.js'
import { readLocomo } from './locomo.js'
import { categories, conversationRepository, openedQuery, textRow } from './quality.js'
import { cloneRepository, removeRepository } from './repository.js'

/**
 * What became of a question: whether it was refused, how sure the answer was, and whether its first hit is evidence.
 * @typedef {{ category: number, isRefused: boolean, confidence: number, isRight: boolean }} Judged
 * @typedef {{ text: string, category?: number, gold?: readonly string[] }} Question
 * @typedef {'conversation' | 'code' | 'subject'} Kind
 */

/** How many strange questions each tree is asked, of each kind. */
const sampleSize = 150

const bars = { balanced: 85, refused: 3 }

/** How sure an answer is, in steps. */
const steps = [0, 0.2, 0.4, 0.6, 0.8]

const kinds = /** @type {const} */ ({
  conversation: 'questions of another conversation',
  code: 'questions of a conversation, asked of a code repository',
  subject: 'subjects of commits, asked of a conversation',
})

/**
 * Measures how often ctx refuses what it cannot know, and answers what it can.
 * @param {import('./repository.js').Bench} bench
 * @param {{ locomo?: string | undefined, history: string }} options
 */
export async function measureDomain(bench, { locomo, history }) {
  const conversations = readLocomo(locomo)
  if (conversations === undefined) return [textRow('out of domain on LoCoMo', 'skipped: there is no such file')]
  const code = cloneRepository(bench, history, 'domain-code')
  code.ctx('init', '--history')
  const subjects = code.git('log', '--no-merges', '--format=%s').split('\n').map(withoutPrefix).filter(Boolean)
  const all = conversations.flatMap(({ questions }) => questions)
  /** @type {Record<Kind | 'own', Judged[]>} */
  const judged = { own: [], conversation: [], code: [], subject: [] }
  const ask = { code: await openedQuery(bench, code.root) }
  for (const [at, conversation] of conversations.entries()) {
    const repository = conversationRepository(bench, conversation)
    const chance = chanceFrom(at)
    const others = all.filter((question) => !conversation.questions.includes(question))
    const query = await openedQuery(bench, repository.root)
    judged.own.push(...(await judgeAll(conversation.questions, query)))
    judged.conversation.push(...(await judgeAll(sample(others, chance), query)))
    judged.subject.push(...(await judgeAll(sample(subjects, chance), query)))
    judged.code.push(...(await judgeAll(sample(conversation.questions, chance), ask.code)))
    removeRepository(repository)
  }
  removeRepository(code)
  return [...balancedRows(judged), ...refusedRows(judged.own), ...reliabilityRows(judged.own)]
}

/** @param {string} subject */
const withoutPrefix = (subject) => subject.replace(/^[\w./-]+(?:\([^)]*\))?!?: */, '')

/**
 * Draws questions, each at most once.
 * @param {readonly (Question | string)[]} from
 * @param {() => number} chance
 */
function sample(from, chance) {
  const left = [...from]
  /** @type {Question[]} */
  const drawn = []
  while (left.length > 0 && drawn.length < sampleSize) {
    const [one = ''] = left.splice(Math.floor(chance() * left.length), 1)
    drawn.push(typeof one === 'string' ? { text: one } : { text: one.text })
  }
  return drawn
}

/**
 * @param {readonly Question[]} questions
 * @param {import('./quality.js').Query} query
 */
async function judgeAll(questions, query) {
  /** @type {Judged[]} */
  const judged = []
  for (const { text, category = 0, gold = [] } of questions) {
    const { hits, outOfDomain: isRefused, confidence } = await query(text, { limit: 1 })
    const isRight = hits.some(({ path }) => gold.includes(path))
    judged.push({ category, isRefused, confidence, isRight })
  }
  return judged
}

/**
 * Says balanced accuracy, the mean of the share of own questions that are answered and of strange ones that are
 * refused: whoever always answers, or never, gets 50 %.
 * @param {Record<Kind | 'own', readonly Judged[]>} judged
 */
function balancedRows({ own, ...strange }) {
  const row = (/** @type {string} */ figure, /** @type {readonly Judged[]} */ asked) => {
    const balanced = (100 - refusedOf(own) + refusedOf(asked)) / 2
    const said = `${balanced.toFixed(1)} % (refused ${refusedOf(asked).toFixed(1)} % of ${asked.length})`
    return sharesRow(`balanced accuracy, ${figure}`, said, [balanced], `≥ ${bars.balanced} %`)
  }
  const names = /** @type {Kind[]} */ (Object.keys(strange))
  return [...names.map((kind) => row(kinds[kind], strange[kind])), row('all of these', Object.values(strange).flat())]
}

/** @param {readonly Judged[]} own */
function refusedRows(own) {
  const row = (/** @type {string} */ figure, /** @type {readonly Judged[]} */ asked, bar = '') =>
    sharesRow(`refused, ${figure}`, `${refusedOf(asked).toFixed(1)} % of ${asked.length}`, [refusedOf(asked)], bar)
  return [
    row('questions of the conversation itself', own, `≤ ${bars.refused} %`),
    ...[...categories].map(([category, name]) =>
      row(
        `${name} questions of it`,
        own.filter((one) => one.category === category),
      ),
    ),
  ]
}

/**
 * Says, for each step of confidence, how sure ctx said it was and how often its first hit was in the evidence.
 * @param {readonly Judged[]} own
 */
function reliabilityRows(own) {
  const answered = own.filter(({ isRefused }) => !isRefused)
  return steps.map((from, at) => {
    const to = steps[at + 1] ?? 1
    const those = answered.filter(({ confidence }) => confidence >= from && (confidence < to || to === 1))
    const right = percent(those, ({ isRight }) => isRight)
    const meant = (100 * those.reduce((sum, { confidence }) => sum + confidence, 0)) / those.length
    const said = `${right.toFixed(1)} % of ${those.length} (said ${meant.toFixed(1)} %)`
    return sharesRow(`first hit is evidence, confidence ${from}–${to}`, said, [right, meant])
  })
}

/** @param {readonly Judged[]} asked */
const refusedOf = (asked) => percent(asked, ({ isRefused }) => isRefused)

/** @param {readonly Judged[]} asked @param {(one: Judged) => boolean} is */
const percent = (asked, is) => (100 * asked.filter(is).length) / asked.length

/** @param {string} figure @param {string} said @param {readonly number[]} shares */
const sharesRow = (figure, said, shares, bar = '') => ({
  ...textRow(figure, said),
  bar,
  unit: '%',
  samples: { measured: shares, beside: [] },
})

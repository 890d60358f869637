import { expect, test } from 'vitest'
import { readQuestionSet } from '../../src/eval/question-sets.ts'
import { writeEntry } from '../../src/tree/entry.ts'
import { locomo, longMemEval } from '../support/question-sets.ts'

const read = (value: unknown) => readQuestionSet(JSON.parse(JSON.stringify(value)))
const textsOf = (set: ReturnType<typeof readQuestionSet>, at = 0): readonly string[] =>
  [...(set?.sources[at]?.entries?.() ?? [])].map(([path, entry]) => `${path}\n${writeEntry(entry)}`)

test('LoCoMo: a session is an entry of who said what, and a question has its category and no answer when it misleads', () => {
  const set = read(locomo)
  expect([set?.kind, set?.sources.length]).toEqual(['LoCoMo', 1])
  const [first = ''] = textsOf(set)
  expect(first).toContain('talk_1/session_1/part_1.md\n---\ntitle: Session 1 on 2023-05-08\n')
  expect(first).toContain('- **Ada**: I keep three owls. (shows a photo: an owl)')
  expect(first).toContain('createdAt: 2023-05-08T13:56:00Z')
  const questions = set?.sources[0]?.questions ?? []
  expect(questions.map(({ category, answer, isCounted }) => [category, answer, isCounted])).toEqual([
    ['single-hop', '3', true],
    ['temporal', '8 May 2023', true],
    ['adversarial', '', false],
  ])
  expect(set?.sources[0]?.askedAt?.toISOString()).toBe('2023-06-01T00:05:00.000Z')
})

test('LongMemEval: each question has a history of its own, the day it is asked on, and none of an answer where it abstains', () => {
  const set = read(longMemEval)
  expect([set?.kind, set?.sources.length]).toEqual(['LongMemEval', 2])
  expect(set?.sources.map(({ askedAt }) => askedAt?.toISOString().slice(0, 10))).toEqual(['2023-05-30', '2023-05-30'])
  expect(set?.sources.map(({ questions: [one] }) => one?.isCounted)).toEqual([true, true])
  expect(set?.sources.map(({ questions: [one] }) => [one?.category, one?.answer])).toEqual([
    ['knowledge-update', 'Bern'],
    ['single-session-user', ''],
  ])
  expect(textsOf(set)[1]).toContain('- **user**: I moved to Bern.')
})

test('a long session becomes entries that a model can read whole, and no word of it is lost', () => {
  const words = Array.from({ length: 4_000 }, (_, at) => `word${at}`)
  const [sample] = longMemEval
  const set = read([
    { ...sample, haystack_sessions: [[{ role: 'user', content: words.join(' ') }]], haystack_dates: [''] },
  ])
  const texts = textsOf(set)
  expect(texts.length).toBeGreaterThan(5)
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(5_000)
  expect(texts.join('\n').match(/word\d+/g)).toEqual(words)
})

test("a list of one's own is asked of the repository; what is no set of questions is none", () => {
  const own = read({
    questions: [
      { question: 'How many?', answer: 3 },
      { question: 'Who bakes?', category: 'none' },
    ],
  })
  expect(own?.kind).toBe('questions')
  expect(own?.sources[0]?.entries).toBeUndefined()
  expect(own?.sources[0]?.questions.map(({ answer, category }) => [answer, category])).toEqual([
    ['3', 'questions'],
    ['', 'none'],
  ])
  for (const value of [[], {}, 'text', null, [{ question: '' }], [{ qa: [] }], { questions: 'no' }])
    expect(read(value)).toBeUndefined()
})

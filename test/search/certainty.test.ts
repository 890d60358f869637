import { expect, test } from 'vitest'
import { certaintyOf } from '../../src/search/certainty.ts'
import { readQuestion, wordsAsked } from '../../src/search/question.ts'
import { statesNumber } from '../../src/search/numbers.ts'
import { wordSought } from '../../src/search/what-is-asked.ts'
import { rankLessons } from '../../src/search/rank-lessons.ts'
import type { LessonCandidate } from '../../src/search/lesson-text.ts'
import { candidate } from '../support/candidates.ts'

const commit = (headline: string, why = '') => candidate(headline, { why, message: why, files: [] })

/** Asks a thousand commits, of which only these have words of the question. */
function ask(question: string, candidates: readonly LessonCandidate[]) {
  const said = new Set(
    candidates.flatMap(({ headline, why }) => readQuestion(`${headline} ${why}`)).map(({ term }) => term),
  )
  const meant = readQuestion(question)
  const own = wordsAsked(meant, { known: new Map() })
  const rarity = () => 5
  const means = { subject: 6, body: 20, paths: 4, diff: 20 }
  const ranked = rankLessons(candidates, { coverageTerms: own.map(({ term }) => term), rarity, means })
  return certaintyOf(question, {
    ranked,
    shown: ranked.slice(0, 3),
    meant,
    own,
    isUsed: ({ term }) => said.has(term),
    rarity,
    size: 1_000,
  })
}

/** As near as the other, so that neither is ahead. */
const twin = commit('Read a proxy from an environment', 'HTTP_PROXY and NO_PROXY are read when the agent is made.')
const proxies = commit('Read the proxy from the environment', 'HTTP_PROXY and NO_PROXY are read when an agent is made.')

test('a question about a name that nothing here has is not answered by what has its other words (undici)', () => {
  expect(ask('does the agent read the proxy from a socket', [proxies, twin]).isKnown).toBe(true)
  expect(ask('does the agent read the proxy from NTLM', [proxies, twin])).toMatchObject({
    isKnown: false,
    unknown: ['NTLM'],
  })
})

test('"which outage" is not answered by what speaks of no outage, and "which agent" by what speaks of one (undici)', () => {
  expect(wordSought('Which outage led to this?')).toBe('outage')
  expect(wordSought('by how many percent may it slow down')).toBe('percent')
  expect(wordSought('what ratio did it reach')).toBe('ratio')
  for (const none of ['why is it so', 'what made it use threads', 'what replaced it']) expect(wordSought(none)).toBe('')
  expect(ask('which agent reads the proxy when it is made', [proxies, twin]).isKnown).toBe(true)
  expect(ask('which outage made the agent read the proxy', [proxies, twin]).isKnown).toBe(false)
})

test('"after how many minutes" and "for how many releases" were answered by what speaks of neither (structlog, zap)', () => {
  expect(wordSought('after how many minutes are they cleared')).toBe('minutes')
  expect(wordSought('For how many releases is it kept')).toBe('releases')
  // Commits tell of a release without the word (click 7d05a59b).
  expect(wordSought('in which release did it come')).toBe('')
  const counted = commit('Read the proxy from the environment', 'It is read for 2 agents.')
  const timed = commit('Wait for minutes')
  expect(ask('for how many agents is the proxy read from the environment', [counted, timed]).isKnown).toBe(true)
  expect(
    ask('for how many minutes is the proxy read from the environment', [counted, counted, counted, timed]).isKnown,
  ).toBe(false)
})

test('"how many bytes does an agent use" was answered by what says HTTP2, as if that were a number (hyper)', () => {
  const asked = new Set(['agent'])
  for (const none of ['HTTP2 agents', 'An agent reads /v2/all', 'agents of web_3', 'an agent hashes by SHA-256'])
    expect([none, statesNumber(none, asked)]).toEqual([none, false])
  for (const some of ['an agent takes 16kb', 'agents: 1.5 MB', 'two agents', 'agents (=3)', 'at most 3x an agent'])
    expect([some, statesNumber(some, asked)]).toEqual([some, true])
})

test('a long name alone made an answer: "why are bodies in SqliteCacheStore not encrypted on disk" (undici)', () => {
  const prunes = commit('Prune the SqliteCacheStore', 'Oldest bodies go first.')
  const counts = commit('Count in the SqliteCacheStore', 'Newest bodies go first.')
  expect(ask('why are bodies in SqliteCacheStore pruned', [prunes, counts]).isKnown).toBe(true)
  expect(ask('why is SqliteCacheStore not encrypted on another disk', [prunes, counts]).isKnown).toBe(false)
})

test('what stands out from all else answers, where what is as good as others does not (uvicorn)', () => {
  const question = 'why do workers of a supervisor await the lifespan event for long before all sockets close'
  const first = commit('Await the lifespan event', 'Workers were gone.')
  expect(ask(question, [first, commit('Await nothing')]).isKnown).toBe(true)
  expect(ask(question, [first, commit('Await a lifespan event', 'Workers were not there.')]).isKnown).toBe(false)
})

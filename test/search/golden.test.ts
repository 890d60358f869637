import { expect, test } from 'vitest'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { loggedOf, namesInDiff } from '../../src/curate/message/logged.ts'
import { searchDefaults } from '../../src/repo/settings/shape.ts'
import { answer } from '../../src/search/answer.ts'
import { alsoSaid, asTheyAre, bearingOn, bears } from '../../src/search/bearing.ts'
import { toDocument } from '../../src/search/documents.ts'
import { changedWith, rankVoted } from '../../src/search/files.ts'
import { formatLessons } from '../../src/search/format-answer.ts'
import { formatFile } from '../../src/search/format-file.ts'
import type { LessonHit } from '../../src/search/lesson-hit.ts'
import { type RankedAnswer, rankAnswer } from '../../src/search/lesson-answer.ts'
import type { RankedLesson } from '../../src/search/rank-lessons.ts'
import { memoryIndex } from '../../src/search/memory.ts'
import { overviewDocument } from '../../src/search/overview-document.ts'
import { openPieces, piecesOf, type PieceLookup, type SearchableRow } from '../../src/search/pieces.ts'
import { readQuestion } from '../../src/search/question.ts'
import { statementsIn } from '../../src/search/entry-statements.ts'
import { conversationEntries } from '../../src/eval/conversation-entries.ts'
import type { Hit } from '../../src/search/tiers.ts'
import { presets } from '../../src/search/weights.ts'
import { withoutKeys } from '../../src/text/decided.ts'
import { terms } from '../../src/text/terms.ts'
import { pathInWords } from '../../src/text/words.ts'
import { join, overviewFile } from '../../src/tree/path.ts'
import { noNote, printedNote, writtenStatus } from '../../src/tree/note.ts'
import { questions, talk } from '../support/questions.ts'
import { learnedOneByOne, realHistory, type Recorded, shortly } from '../support/real-history.ts'

// Whole answers about the real commits of test/curate/evidence: whoever changes how answers are found reads here what
// else changes.

const history = realHistory()
const { knowledge } = learnedOneByOne(history)
const entries = new Map([...knowledge.entries, ...conversationEntries('talk', talk)])
const spelled = (text: string): string => terms(text).join(' ')
const digits = (value: number): string => String(Math.round(value * 10_000) / 10_000)
/** Parts of a rank that are no more than their beginning. */
const plain = new Set(['beside 0', 'topic 0', 'titled 1', 'asks 1', 'meaning 0', 'boost 1'])

const rowOf = ({ commit }: Recorded): SearchableRow => {
  const { subject, body, number } = loggedOf(readMessage(commit.message))
  const paths = commit.changes.map(({ path }) => path)
  const { sha, author, at } = commit
  return {
    row: { sha, subject, body, number, author, paths, date: at.toISOString().slice(0, 10), note: undefined },
    terms: {
      headline: spelled(subject),
      why: spelled(withoutKeys(body)),
      beside: spelled(paths.map(pathInWords).join('\n')),
      diff: namesInDiff(commit),
    },
  }
}

const lookup: PieceLookup = openPieces([
  ...piecesOf(
    'tree',
    [...entries].flatMap(([path, entry]) =>
      statementsIn(path, entry).map(({ kind, headline, why, note, commits, terms: found }) => ({
        row: { path, kind, headline, why, note, commits },
        terms: { headline: found.headline, why: found.why, beside: found.context, diff: '' },
      })),
    ),
  ),
  ...piecesOf('log', history.map(rowOf)),
])

const nameOf = ({ lane, kind, headline, why, commit }: RankedLesson): string =>
  `${lane} ${kind} ${commit.slice(0, 8)} “${(headline === '' ? why : headline).slice(0, 60)}”`

function hitOf(one: RankedLesson, { coverageTerms: asked, rarity }: RankedAnswer): LessonHit {
  const why = bearingOn(one.why, asTheyAre(asked), { most: 300, rarity })
  const also = alsoSaid(one.message, `${one.headline} ${why}`, { coverageTerms: asked, rarity, most: 200 })
  const { note = noNote } = one
  const supersededBy = lookup.commits(note.supersededBy).map(({ sha: commit, subject: headline, date, body }) => ({
    commit,
    headline,
    date,
    why: bears(body, { coverageTerms: asked, rarity }) ? bearingOn(body, asTheyAre(asked), { most: 140, rarity }) : '',
  }))
  const told = [why, also].filter((text) => text !== '').join('\n')
  return {
    ...one,
    why: told,
    standing: '',
    archived: '',
    score: one.rank,
    holds: writtenStatus(note.status),
    isInCode: false,
    linesGone: 0,
    isBare: false,
    followUps: [],
    replaced: [],
    inDiff: '',
    note: printedNote(note),
    supersededBy,
  }
}

test('questions about what was learned get the lessons that they got, in words', async () => {
  const told = questions.map((question, at) => {
    const found = rankAnswer(question, 5, lookup)
    const { shown, isKnown, isNear, unknown } = found
    const lines = formatLessons(
      shown.map((one) => hitOf(one, found)),
      { more: at % 10 === 8 },
    ).flatMap((block) => block.map(({ text, as = '' }) => `    ${as} ${shortly(text)}`))
    return [
      `# ${question}`,
      `${isKnown ? 'known' : isNear ? 'near' : 'not known'}${unknown.length === 0 ? '' : `, without ${unknown.join(', ')}`}`,
      ...shown.map((one) => `- ${digits(one.rank)} covers ${digits(one.covers)}: ${nameOf(one)}`),
      ...(at % 5 === 3 ? lines : []),
    ].join('\n')
  })
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('golden/lessons.md')
})

const index = await memoryIndex([
  ...[...entries].map(([path, entry]) => toDocument(path, entry)),
  ...[...knowledge.overviews].flatMap(
    ([folder, text]) => overviewDocument(join(folder, overviewFile), folder, text) ?? [],
  ),
])

const sayHit = ({ path, score, importance: whole, matched, excerpt, parts }: Hit): string => {
  const { words, beside, topic, titled, asks, meaning = 0, text, importance, recency, boost } = parts
  const all = { words, beside, topic, titled, asks, meaning, text, importance, recency, boost }
  const made = Object.entries(all).map(([name, value]) => `${name} ${digits(value)}`)
  const said = made.filter((part) => !plain.has(part)).join(', ') + ` of ${whole}`
  return `- ${score} ${path.slice(-40)}: ${said}\n  by ${matched.join(', ')}: ${excerpt[0]?.slice(0, 30) ?? ''}`
}

test('questions about what was learned get the entries that they got, with all that makes their rank', async () => {
  const now = new Date('2026-03-01T00:00:00Z')
  const shares = { ...searchDefaults.rank, boost: searchDefaults.boost }
  const told = questions.map((text, at) => {
    const files = at % 9 === 8 ? ['lib/response/reply.js'] : []
    const within = at % 9 === 7 ? 'talk' : ''
    const paths = [...entries.keys()]
    const likeness = at % 9 === 6 ? new Map(paths.map((path, place) => [path, ((place * 37) % 50) / 60])) : undefined
    const weights = at % 5 !== 4 ? presets.default : presets.paper
    const made = answer({ text, files, within, limit: 2, floor: 0.2 }, index, { weights, shares, now, likeness })
    const { hits, confidence, isSure, unknown, outOfDomain, related } = made
    return [
      `# ${text}${files.join(' ')}${within}`,
      `${outOfDomain ? 'not known' : 'known'} ${digits(confidence)}${isSure ? ' and sure' : ''}; without ${unknown.join(', ')}`,
      ...hits.map(sayHit),
      ...related.map(({ path, to }) => `  related: ${path} of ${to}`),
    ].join('\n')
  })
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('golden/entries.md')
})

test('questions are read as they were', async () => {
  const told = questions.map((question) => {
    const asked = readQuestion(question).map(
      ({ term, weight, said, isName, isExtra }) =>
        `${term} ${weight}${said === term ? '' : ` “${said}”`}${isName ? ' a name' : ''}${isExtra ? ' besides' : ''}`,
    )
    return `# ${question}\n${asked.join('; ')}`
  })
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('golden/asked.md')
})

test('files are found for a change by commits and entries as they were', async () => {
  const touching = history.map(({ commit }) => ({ paths: commit.changes.map(({ path }) => path) }))
  const told = ['fix the reply of a handler', 'hooks of bd init', 'test the close hook', 'lib url.c'].map(
    (question) => {
      const { shown } = rankAnswer(question, 20, lookup)
      const commits = shown.map(({ rank, date, files }) => ({ score: rank, date, files }))
      const hits = shown.slice(0, 4).map(({ files }) => ({ files: files.toReversed() }))
      const [first = '', ...rest] = rankVoted(question, { commits, hits, now: new Date('2026-03-01') })
      const [lesson] = shown
      const why =
        lesson === undefined ? undefined : { headline: lesson.headline, commit: lesson.commit, date: lesson.date }
      const lines = formatFile({
        path: first,
        why,
        tests: [],
        with: changedWith(first, touching).slice(0, 5),
        knownBy: ['Ada'],
      })
      return [`# ${question}`, ...lines, ...rest.slice(0, 8).map((path) => `- ${path}`)].join('\n')
    },
  )
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot('golden/files.md')
})

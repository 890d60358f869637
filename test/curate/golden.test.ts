import { expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import type { Evidence } from '../../src/curate/evidence/types.ts'
import { printedNote, writeNote } from '../../src/tree/note.ts'
import type { Operation } from '../../src/tree/operations.ts'
import { analysisFrom, realCommitFiles, realCommitsIn } from '../support/real-commits.ts'
import {
  asOneText,
  shortly,
  filesOfTree,
  learnedAtOnce,
  learnedOneByOne,
  realHistory,
} from '../support/real-history.ts'

// Whole results of the curation of real commits: whoever changes what is learned reads here what else changes.

const noteOf = ({ note }: Evidence): string => (note === undefined ? '' : ` {${writeNote(note)}}`)

function lineOf(piece: Evidence): string {
  const { kind, about, value, text, category, at, grade, weight, isGone } = piece
  const place = at.path === '' ? '' : ` @${at.path}${at.line === undefined ? '' : `:${at.line}`}`
  const subject = `${about === '' ? '' : ` **${about}**`}${value === '' ? '' : ` = \`${value}\``}`
  const head = `${isGone === true ? 'gone ' : ''}${kind} ${weight} ${grade} [${category}]`
  return `- ${head}${subject}: ${text}${noteOf(piece)}${place}`
}

function readOf(analysis: CommitAnalysis): string {
  const { title, type, scope, touched, evidence, moves, deleted, skippedBecause, patch } = analysis
  const kind = [type, scope].filter((part) => part !== '').join('/')
  return [
    shortly(
      `${kind} “${title}” ${touched.map(({ lines }) => lines).join(' ')}${patch === undefined ? '' : ' to compare'}`,
    ),
    ...(skippedBecause === undefined ? [] : [`nothing: ${skippedBecause}`]),
    ...(deleted.length === 0 ? [] : [`deleted ${deleted.join(', ')}`]),
    ...[...evidence, ...moves].map(lineOf).map(shortly),
  ].join('\n')
}

function sayOperation(operation: Operation): string {
  if (!('entry' in operation)) return `${operation.type} ${'path' in operation ? operation.path : operation.from}`
  const retired = (operation.retires ?? []).map((one) => {
    const printed = one.kind === 'lesson' ? { ...one, note: printedNote(one.note) } : one
    return `\n  retires ${JSON.stringify(printed)}`
  })
  return shortly(`${operation.type} ${operation.path} — ${operation.reason.slice(0, 30)}`) + retired.join('')
}

/** Lines that stand in every entry and overview: test/tree/golden/written.md has them. */
const isUsual =
  /^(?:---|(?:createdAt|updatedAt): .*|\*\*Timestamp:\*\*.*|recency: 1|maturity: draft|importance: 50|(?:access|update)Count: 0|What the history of .*|Learned from .*|# (?:Topic|Domain): .*|#{2,3} .*|- [0-9a-f]{40} .*|\*\*(?:Sources|Files):\*\*|Included in this domain:|)$/

test.each(realCommitFiles)('all that is read of the real commits of %s is as it was', async (name) => {
  const told = realCommitsIn(name).map((one) => `## ${shortly(one.from)}\n${readOf(analysisFrom(one))}`)
  await expect(`${told.join('\n\n')}\n`).toMatchFileSnapshot(`golden/read-${name.replace(/json$/, 'md')}`)
})

test('what was made up of their later life is read as it was', async () => {
  const told = realHistory().slice(realCommitFiles.flatMap(realCommitsIn).length)
  const text = told.map(({ analysis }) => `## ${analysis.subject}\n${readOf(analysis)}`).join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot('golden/read-afterwards.md')
})

test('a whole history, learned at once, gives the operations and files that it gave', async () => {
  const { knowledge, operations } = learnedAtOnce(realHistory())
  const files = asOneText(filesOfTree(knowledge))
    .split('\n')
    .filter((line) => !isUsual.test(line))
    .map(shortly)
  const text = `${operations.map(sayOperation).join('\n')}\n\n${files.join('\n')}\n`
  await expect(text).toMatchFileSnapshot('golden/at-once.md')
})

test('the same history, learned commit by commit as the hook does, gives what it gave', async () => {
  const history = realHistory()
  const { knowledge, operations } = learnedOneByOne(history)
  const atOnce = new Set(asOneText(filesOfTree(learnedAtOnce(history).knowledge)).split('\n'))
  const files = [...filesOfTree(knowledge)].flatMap(([path, text]) => {
    const others = text
      .split('\n')
      .filter((line) => !atOnce.has(line) && !isUsual.test(line))
      .map(shortly)
    return others.length === 0 ? [] : [`=== ${path}\n${others.join('\n')}`]
  })
  const taken = operations.map(sayOperation).filter((said) => said.includes('retires'))
  const text = `${taken.join('\n')}\n\nLines that stand in no file of \`at-once.md\`:\n\n${files.join('\n')}\n`
  await expect(text).toMatchFileSnapshot('golden/one-by-one.md')
})

import { expect, test } from 'vitest'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { analysed, pieceOf } from '../support/commits.ts'

const holdsOf = (...analyses: ReturnType<typeof analysed>[]) =>
  withOutcomes(analyses, {
    lineHistories: () => undefined,
    soFar: () => undefined,
    files: undefined,
    manifests: [],
  }).map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.note)

const why = '\n\nUsers saw it hang there, because nothing woke the reader up again.'
const lesson = (headline: string) => analysed(`${headline}${why}`, { 'src/reader.py': { added: ['x()'] } })
const change = (subject: string) => analysed(subject, { 'src/settings.py': { added: ['y()'] } })

test('a fix for what is supported no more was told as if it held (anyio bb276aea, mocha 1757161b, click bcf8fece)', () => {
  for (const [headline, later] of [
    ['Various improvements to cancellation correctness on asyncio and curio', 'Dropped Curio support (#182)'],
    ['test on IE9, IE10 and IE11', 'drop support for ie9 and ie10; closes #4'],
    ['Use the dependency paths of lockfile v6', 'feat!: drop lockfile v6 support'],
    ['Implemented basic unicode console support for Python 2', 'drop support for Python 2.7 and 3.5'],
    ['In py27, warn once', 'Drop Python 2.7 and 3.4 support'],
  ] as const) {
    const [told, now] = [lesson(headline), change(later)]
    expect(holdsOf(told, now)[0], headline).toMatchObject({ status: 'partly', supersededBy: [now.sha.slice(0, 8)] })
    // What was said afterwards knew of it.
    expect(holdsOf(now, told)[1], headline).toMatchObject({ status: 'current' })
  }
})

test('what is said of Python 2 ends with a manifest that asks for Python 3 (jinja 35fcd9fe)', () => {
  const told = lesson('sandbox uses xrange on Python 2')
  const asks = change('Update the metadata')
  const now = { ...asks, evidence: [pieceOf('dependency', '', { about: 'requires-python', value: '>=3.6' })] }
  expect(holdsOf(told, now)[0]).toMatchObject({ status: 'partly' })
})

test('a fix holds where its own name is supported, or supported again', () => {
  for (const [headline, ...later] of [
    ['Fix a leak on Windows', 'Drop support for Windows XP'],
    ['Fix a leak on Windows', 'Drop Windows support', 'Add Windows support again'],
    ['Fix a warning on Python 3.7', 'Drop support for Python 3.7'],
    ['Fix the types on Python 2 and 3', 'Drop support for Python 2.7'],
    ['Run whatever is Python 2.6+', 'Drop support for Python 2.7'],
    ['Remove what Python 2 needed', 'Drop support for Python 2.7'],
    ['Drop what Curio needed', 'Dropped Curio support'],
    ['Fix the body of a form', 'Drop support for body being an Array'],
    ['Run on the Pool of Tokio', 'Remove support code'],
  ] as const) {
    const told = lesson(headline)
    expect(holdsOf(told, ...later.map(change))[0], `${headline}: ${later.join()}`).toMatchObject({ status: 'current' })
  }
})

import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import type { Evidence } from '../../src/curate/evidence/types.ts'
import { onlyWorthy, worthOf } from '../../src/curate/worth.ts'
import { type LessonNote, noNote } from '../../src/tree/note.ts'
import { analysed } from '../support/commits.ts'

// Whether a maintainer would keep a lesson. Those with a hash are what strict readers called plain or noise.

type Told = {
  readonly about?: string
  readonly text: string
  readonly note?: Partial<LessonNote>
  readonly paths?: readonly string[]
}

const piece = ({ about = 'Sort goods', text, note = {} }: Told): Evidence => ({
  kind: 'lesson',
  about,
  value: '',
  text,
  category: 'project',
  at: { commit: 'a'.repeat(40), path: '' },
  grade: 'observed',
  weight: 1,
  note: { ...noNote, ...note },
})
const worth = (told: Told): number =>
  worthOf(
    piece(told),
    (told.paths ?? ['src/goods.ts']).map((path) => ({ path, isDeleted: false, lines: 3 })),
  )
const least = 2

describe('a lesson is kept of a long history', () => {
  test.each<[string, Told]>([
    [
      'with what follows from it',
      {
        text: 'The path delimiter is different between systems, so that a release may fail.',
        paths: ['build.js', 'test/build.test.js'],
      },
    ],
    [
      'with a name and what may be done with it',
      { text: 'Added support for `timeout=None` in `Client.send` and in `AsyncClient.stream`.' },
    ],
    [
      'where users were told of it in a release',
      { text: 'Cookies of a response are now kept when it leads to another address.', note: { since: '0.9.0' } },
    ],
    [
      'where its author explains it, whatever else is weak',
      {
        about: 'Tidy the parser',
        text: 'The tokens of a template were read twice by the parser. Large templates of our users took seconds to load.',
      },
    ],
  ])('%s', (_, told) => {
    expect(worth(told)).toBeGreaterThanOrEqual(least)
  })

  test.each<[string, Told]>([
    [
      'not with what was done alone (mio 5e5a1d4c)',
      { text: 'Move HUP and error event kinds to a unix specific readiness type.' },
    ],
    [
      'not as housekeeping (cobra d2621540)',
      { about: 'tidy up function and variable names', text: 'Names are easier to read like this, also in the docs.' },
    ],
    [
      'not where it says some errors, and not which (httpx 7c0cda15)',
      { text: 'Improved error messaging for `InvalidURL`.', note: { since: '0.23.0', holds: 'past' } },
    ],
    ['not as the end of another sentence (mio fb8211b4)', { text: 'And share it properly between all registries.' }],
    [
      'not as talk (flask bc9619be)',
      { text: 'I think it is awkward, so a comma is better here :)', paths: ['docs/index.rst'] },
    ],
    [
      'not of tests alone (flask e048aa4e)',
      { text: 'Test if jsonify raises TypeError when both kinds are passed in.', paths: ['tests/test_json.py'] },
    ],
    [
      'not when it is past and gave no reason (cobra 84cba621)',
      { text: 'Uses a package of its own to find the home of a person.', note: { holds: 'past' } },
    ],
  ])('%s', (_, told) => {
    expect(worth(told)).toBeLessThan(least)
  })
})

test('of a few commits all is kept but housekeeping with nothing to say', () => {
  const told = (subject: string, count: number): readonly number[] =>
    onlyWorthy([
      analysed(subject, { 'src/a.ts': { added: ['x()'] } }),
      ...Array.from({ length: count }, (): CommitAnalysis => analysed('x', {})),
    ])
      .slice(0, 1)
      .flatMap(({ evidence }) => evidence.flatMap(({ kind, weight }) => (kind === 'lesson' ? [weight] : [])))
  const plain = 'Log out after a day\n\nSupport has asked for it since spring.'
  expect(told(plain, 1)).toEqual([1])
  expect(told(plain, 60)).toEqual([0])
  expect(told('Rename helpers\n\nAlso some others.', 1)).toEqual([0])
})

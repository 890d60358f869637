import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeEntries } from '../../src/merge/entries.ts'
import { emptyEntry, type Entry, writeEntry } from '../../src/tree/entry.ts'
import { noKnowledge } from '../../src/tree/knowledge.ts'
import { apply } from '../../src/tree/operations.ts'
import { expectCode, quietRepo } from '../support/expect.ts'
import type { Repo } from '../support/repo.ts'
import { entryPath, entryIn } from '../support/entries.ts'

// What a person writes into an entry stays, wherever in the file it stands.

const lesson = (commit: string, subject: string): Entry => ({
  ...emptyEntry,
  title: '',
  tags: ['feat'],
  keywords: ['mail'],
  relations: [{ path: 'src/a/b.md', reason: 'changed together in 4 commits' }],
  raw: {
    ...emptyEntry.raw,
    changes: [`${subject} (${commit.slice(0, 8)})`],
    files: ['src/mail.ts', `src/${subject.toLowerCase()}.ts`],
    timestamp: `2026-01-0${commit[0]}T10:00:00Z`,
    author: `Author ${commit[0]}`,
    sources: [{ commit, subject }],
  },
  narrative: { ...emptyEntry.narrative, rules: [`Never ${subject}.`] },
  facts: [{ subject: '', value: '', statement: `because of ${subject}`, category: 'project', sources: [] }],
})
const [first, second] = ['1', '2'].map((digit) => digit.repeat(40)) as [string, string]
const path = entryPath('src/mail/queue.md')
const learned = (before: Entry | undefined, commit: string, subject: string): Entry => {
  const entry = { ...lesson(commit, subject), ...(before === undefined ? { title: 'Queue mail' } : {}) }
  const reason = `Learned from ${commit.slice(0, 8)}: ${subject}`
  const known = before === undefined ? noKnowledge : { ...noKnowledge, entries: new Map([[path, before]]) }
  const { knowledge } = apply(known, [{ type: 'UPSERT', path, entry, reason }], new Date(0))
  const found = knowledge.entries.get(path)
  if (found === undefined) throw new Error('not there')
  return found
}

const fresh = learned(undefined, first, 'Queue')
const structure = '4 commits from 2026-01 to 2026-02.'
const entry: Entry = { ...fresh, narrative: { ...fresh.narrative, structure } }
const lines = writeEntry(entry).split('\n')
const body = lines.indexOf('---', 1) + 1
const note = fc.constantFrom(
  ['zebra: ask Anna before you touch this.'],
  ['', 'zebra: ask Anna', 'zebra: and Ben', ''],
  ['', '### Zebra', 'zebra, by hand.', ''],
  ['', '#### Zebra deep', '', 'zebra, by hand.'],
  ['- zebra in a list'],
  ['  zebra below an item'],
  ['', '> zebra said so', ''],
  ['', '```', 'zebra()', '```', ''],
  ['', '## Zebra', 'zebra, by hand.', ''],
  ['', '| zebra | table |', '| --- | --- |', ''],
)
const noted = fc
  .record({ at: fc.integer({ min: body, max: lines.length }), note })
  .map((made) => ({ ...made, text: [...lines.slice(0, made.at), ...made.note, ...lines.slice(made.at)].join('\n') }))
const zebras = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => /.*zebra.*/i.exec(line)?.[0].trim() ?? [])

describe('free text at any place of an entry', () => {
  test('comes back from a round trip, in a stable spelling', () => {
    fc.assert(
      fc.property(noted, ({ text }) => {
        const once = writeEntry(entryIn(text))
        expect(zebras(once)).toEqual(zebras(text))
        expect(writeEntry(entryIn(once))).toBe(once)
      }),
      { numRuns: 1000 },
    )
  })

  test('stays when commit after commit is learned into the entry', () => {
    fc.assert(
      fc.property(noted, ({ text }) => {
        const later = writeEntry(learned(entryIn(text), second, 'Retry'))
        const last = writeEntry(learned(entryIn(later), '3'.repeat(40), 'Bounce'))
        for (const said of zebras(text)) expect([later, last].every((one) => zebras(one).includes(said))).toBe(true)
        expect(last).toContain('because of Bounce')
      }),
      { numRuns: 1000 },
    )
  })

  test('stays when the other side of a merge learned something', () => {
    fc.assert(
      fc.property(noted, ({ text }) => {
        const [base, mine, theirs] = [entry, entryIn(text), learned(entry, second, 'Retry')]
        for (const [ours, other] of [
          [mine, theirs],
          [theirs, mine],
        ] as const) {
          const merged = writeEntry(mergeEntries({ base, ours, theirs: other }).entry)
          for (const said of zebras(text)) expect(zebras(merged)).toContain(said)
          expect(merged).toContain('because of Retry')
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('stays in the line that says why: only our own words are replaced', () => {
    const edited = entryIn(writeEntry(entry).replace(/(Learned from 1+: Queue)/, '$1. Zebra: ask Anna.'))
    const next = writeEntry(learned(edited, second, 'Retry'))
    expect(next).toContain('Zebra: ask Anna.')
    expect(next).toContain('## Reason\nLearned from 22222222: Retry')
    expect(writeEntry(learned(entry, second, 'Retry'))).not.toContain('Learned from 11111111')
  })
})

describe('what a person appends to an entry', () => {
  const file = '.ctx/tree/src/base/base.md'
  const commit = (repo: Repo, subject: string, why: string): void => {
    repo.commit(`${subject}\n\nWhy: because ${why}`, { 'src/base.js': `${why}\n` })
    expectCode(repo.ctx('curate'), 0)
  }

  test('below its reason is there and found after the next commit on that subject', () => {
    const repo = quietRepo()
    commit(repo, 'Base', 'the gateway drops idle connections')
    repo.write({ [file]: `${repo.read(file)}\nNOTE BY HAND: ask Anna before you touch this.\n` })
    commit(repo, 'Base step two', 'step two of the base needs another reason')
    expect(repo.read(file)).toContain('needs another reason')
    expect(repo.read(file)).toContain('NOTE BY HAND: ask Anna before you touch this.')
    expect(expectCode(repo.ctx('query', 'anna touch'), 0)).toContain('NOTE BY HAND')
  })
})

import { expect, test } from 'vitest'
import { factOf } from '../../src/curate/entries/build-entry.ts'
import { emptyEntry, writeEntry } from '../../src/tree/entry.ts'
import { evidenceOf } from '../support/messages.ts'

test('a star that is spoken of stays in a headline (hcl f7cd61ac)', () => {
  const subjectOf = (headline: string): string | undefined =>
    evidenceOf(headline, { 'src/a.go': {} })
      .filter(({ kind }) => kind === 'lesson')
      .map((piece) => factOf(piece).subject)[0]
  expect(subjectOf('parse traversals with [*] keys')).toBe('parse traversals with [*] keys')
  expect(subjectOf('lint *.py in src/*')).toBe('lint *.py in src/')
  expect(subjectOf('*all* of **it**')).toBe('all of it')
  for (const spoken of [
    'Use func (c *Command) consistently',
    'Return *T and not **T',
    'Pass f(**kw) on',
    'Take char* and void* for one',
    'Import `*ptr*` and **/*.ts',
  ])
    expect(subjectOf(spoken)).toBe(spoken)
})

test('a reason that begins in bold letters stood behind a backslash (hono 406c2ee4)', () => {
  const message =
    'Read bodies in one way\n\n**DO NOT** use `c.req.parseBody` for parsing **JSON**, because it only parses forms now.'
  const [lesson] = evidenceOf(message, { 'src/a.ts': {} }).filter(({ kind }) => kind === 'lesson')
  const entry = writeEntry({ ...emptyEntry, title: 'Bodies', facts: lesson === undefined ? [] : [factOf(lesson)] })
  expect(entry).toContain('**: DO NOT use `c.req.parseBody` for parsing **JSON**, because')
})

test('a lesson said its headline twice where it leads the reason in bold letters (trio, "Simplified nurseries")', () => {
  const message =
    'Simplified nurseries\n\n**Simplified nurseries**: A task no longer blocks at once, because nothing replaces the supervision.'
  const [lesson] = evidenceOf(message, { 'src/a.ts': {} }).filter(({ kind }) => kind === 'lesson')
  expect(lesson === undefined ? undefined : factOf(lesson)).toMatchObject({
    subject: 'Simplified nurseries',
    statement: 'A task no longer blocks at once, because nothing replaces the supervision.',
  })
})

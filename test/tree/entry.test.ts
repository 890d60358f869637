import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyEntry, type Entry, readEntry, writeEntry } from '../../src/tree/entry.ts'
import { categories, readFact, writeFact } from '../../src/tree/facts.ts'
import { splitFrontMatter, writeValue } from '../../src/tree/frontmatter.ts'
import { redact } from '../../src/text/redact.ts'
import { entryIn } from '../support/entries.ts'

const rewrite = (text: string): string => writeEntry(entryIn(text))

const sample = `---
title: Refresh token rotation
tags: [auth, jwt]
keywords: [refresh_token, rotation, RS256]
related: [authentication/session/idle_timeout.md]
importance: 62
recency: 0.85
maturity: validated
accessCount: 8
updateCount: 3
createdAt: 2026-03-18T10:00:00Z
updatedAt: 2026-04-02T14:30:00Z
---

## Relations
@authentication/session/idle_timeout.md — both end a login; they must agree on the clock

## Raw Concept
**Task:** Rotate refresh tokens on every renewal
**Changes:**
- Refresh tokens became single-use
**Files:**
- src/auth/refresh.ts
**Flow:** login → issue pair → store refresh → rotate
**Patterns:**
- \`/refresh_[a-z]+/g\` - names of rotation helpers
**Timestamp:** 2026-04-02T14:30:00Z
**Author:** Ada Example
**Sources:**
- 3f1c9ab2aa00bb11cc22dd33ee44ff5566778899 Make refresh tokens single-use

## Narrative
### Rules
- Refresh tokens are single-use; a second use revokes the family.

## Facts
- **refresh_token_ttl** = \`7d\`: refresh tokens expire after seven days [project] (3f1c9ab2)
- Token pairs are stored for revocation [convention]

## Reason
Why this entry was last changed.
`

describe('the spelling of an entry', () => {
  test('the example of FORMATS is written back byte for byte', () => {
    expect(rewrite(sample)).toBe(sample)
  })

  test('every part of the example is understood', () => {
    const entry = entryIn(sample)
    expect(entry.facts[0]).toEqual({
      subject: 'refresh_token_ttl',
      value: '7d',
      statement: 'refresh tokens expire after seven days',
      category: 'project',
      sources: ['3f1c9ab2'],
    })
    expect(entry.relations).toEqual([
      { path: 'authentication/session/idle_timeout.md', reason: 'both end a login; they must agree on the clock' },
    ])
    expect(entry.raw.files).toEqual(['src/auth/refresh.ts'])
    expect(entry.maturity).toBe('validated')
    expect(entry.narrative.rules).toHaveLength(1)
  })

  test('unknown keys, sections, fields and prose survive where their author put them', () => {
    const text = sample
      .replace('keywords:', 'owner:\n  - team: identity # do not ask\nkeywords:')
      .replace('**Files:**', '**Ticket:** AUTH-12\n**Files:**')
      .replace('## Narrative', '## History\nIt was *once* different.\n\n## Narrative')
      .replace('### Rules\n- R', '### Warnings\nMind the gap.\n\n### Rules\nThese hold:\n\n- R')
      .replace('- Token pairs', 'See also the paper.\n\n- Token pairs')
    const once = rewrite(text)
    for (const kept of [
      'owner:\n  - team: identity # do not ask\nkeywords:',
      '**Ticket:** AUTH-12',
      '## History\nIt was *once* different.',
      '### Warnings\nMind the gap.',
      'These hold:\n\n- R',
      'See also the paper.\n\n- Token pairs',
    ]) {
      expect(once).toContain(kept)
    }
    expect(once.indexOf('## History')).toBeLessThan(once.indexOf('## Narrative'))
    expect(rewrite(once)).toBe(once)
  })

  test('block fields, `related` with @ and without .md, and other bullets are read', () => {
    const entry = entryIn(
      '---\ntitle: x\nrelated: ["@a/b/c"]\n---\n## Raw Concept\n**Task:**\nDo it\nwell\n\n## Facts\n* one\n+ two\n',
    )
    expect(entry.relations).toEqual([{ path: 'a/b/c.md', reason: '' }])
    const topics = entryIn('---\ntitle: x\nrelated: ["@a/b", a/b/c/, a/b/c.md]\n---\n').relations.map(
      ({ path }) => path,
    )
    expect(topics).toEqual(['a/b', 'a/b/c/', 'a/b/c.md'])
    expect(entry.raw.task).toBe('Do it\nwell')
    expect(entry.facts.map((fact) => fact.statement)).toEqual(['one', 'two'])
  })

  test('files on one line are as many files, and a sentence there stays a sentence', () => {
    const files = (line: string): Entry => entryIn(`---\ntitle: x\n---\n## Raw Concept\n**Files:** ${line}\n`)
    expect(files('src/a.ts, `src/b.ts`,c.md').raw.files).toEqual(['src/a.ts', 'src/b.ts', 'c.md'])
    expect(files('See below. Or not.')).toMatchObject({ raw: { files: [] }, loose: [{ text: 'See below. Or not.' }] })
  })

  test('a commit hash that looks like a number stays text', () => {
    const entry = entryIn('---\ntitle: 12e5678\nkeywords: [12e5678, 1.0, no]\n---\n')
    expect([entry.title, ...entry.keywords]).toEqual(['12e5678', '12e5678', '1.0', 'no'])
    expect(rewrite(writeEntry(entry))).toContain('keywords: ["12e5678", "1.0", "no"]')
  })

  test.each(['---js\nmodule.exports = {}', '---javascript', '---json', '--- coffee'])(
    'front matter in another language (%s) is a finding, and nothing runs',
    (opening) => {
      const reading = readEntry(`${opening}\nthrow new Error(globalThis.ran = true)\n---\n`)
      expect(reading).toMatchObject({ fault: { code: 'front-matter-language' } })
      expect(globalThis).not.toHaveProperty('ran')
    },
  )

  test.each([
    ['markers of a merge', '---\ntitle: a\n---\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n', 'conflict-markers'],
    ['a key given twice', '---\ntitle: a\ntitle: b\n---\n', 'front-matter-broken'],
    ['front matter that never ends', '---\ntitle: a\n', 'front-matter-open'],
    ['YAML that does not parse', '---\ntitle: [a\n---\n', 'front-matter-broken'],
    ['aliases that could explode', '---\na: &x [1]\nb: *x\n---\n', 'front-matter-broken'],
  ])('%s is a finding, not a crash', (_, text, code) => {
    expect(readEntry(text)).toMatchObject({ fault: { code } })
  })

  test('markers inside a code fence are an example, not a conflict', () => {
    expect(readEntry('---\ntitle: a\n---\n```\n<<<<<<< HEAD\n```\n')).toHaveProperty('entry')
  })
})

const word = fc.stringMatching(/^[a-zA-Z0-9_./:#*`"'[\]()<>\\@—-]{1,12}$/)
// A fence that nobody closes is closed when it is written, so it is not part of what comes back the same.
const sentence = fc
  .array(word, { minLength: 1, maxLength: 8 })
  .map((words) => words.join(' '))
  .filter((text) => !/^(?:`{3}|~{3})/.test(text))
const fact = fc.record({
  subject: fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z][a-z_ ]{0,12}[a-z]$/)),
  value: fc.oneof(fc.constant(''), word),
  statement: sentence,
  category: fc.constantFrom('' as const, ...categories),
  sources: fc.array(fc.stringMatching(/^[0-9a-f]{8}$/), { maxLength: 2 }),
})
const validFact = fact.map((made) => (made.subject === '' ? { ...made, value: '' } : made))
const markdown = fc
  .array(
    fc.oneof(
      sentence,
      fc.constantFrom(
        '',
        '## Facts',
        '## Other',
        '### Rules',
        '## Narrative',
        '## Raw Concept',
        '## Reason',
        '## Relations',
        '## Snippets',
        '**Files:** a.ts, b.ts',
        '**Files:**',
        '**Odd:** x',
        '**Task:** y',
        '- item',
        '  more',
        '```',
        '~~~js',
        '@a/b/c.md — because',
        '# Title',
        '---',
      ),
    ),
    { maxLength: 30 },
  )
  .map((written) => written.join('\n'))

describe('round trips', () => {
  test('a fact written and read again is the same fact', () => {
    fc.assert(
      fc.property(validFact, (made) => {
        expect(readFact(writeFact(made))).toEqual(made)
      }),
      { numRuns: 2000 },
    )
  })

  test('front matter values mean the same to our line reader and to YAML', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), sentence, word), fc.array(word), (text, list) => {
        const source = `a: ${writeValue(text.replace(/[\u0000-\u001f\u007f-\u009f\ud800-\udfff\ufeff\u2028\u2029\ufffe\uffff]/g, ''))}\nb: ${writeValue(list)}\n`
        const byLine = splitFrontMatter(`---\n${source}---\n`)
        const byYaml = splitFrontMatter(`---\n${source}c:\n  - d\n---\n`)
        if ('fault' in byLine || 'fault' in byYaml) throw new Error(JSON.stringify([source, byLine, byYaml]))
        expect([byLine.front.get('a')?.value, byLine.front.get('b')?.value]).toEqual([
          byYaml.front.get('a')?.value,
          byYaml.front.get('b')?.value,
        ])
      }),
      { numRuns: 1000 },
    )
  })

  test('an entry written and read again is the same entry', () => {
    const entry = fc.record({
      title: sentence,
      keywords: fc.uniqueArray(word),
      facts: fc.array(validFact, { maxLength: 4 }),
      rules: fc.array(
        sentence.map((text) => text.trim()),
        { maxLength: 3 },
      ),
      structure: sentence,
      task: sentence,
      snippets: sentence,
      reason: sentence,
    })
    fc.assert(
      fc.property(entry, ({ title, keywords, facts, rules, structure, task, snippets, reason }) => {
        const made: Entry = {
          ...emptyEntry,
          title,
          keywords,
          facts,
          snippets,
          reason,
          raw: { ...emptyEntry.raw, task },
          narrative: { ...emptyEntry.narrative, rules, structure },
        }
        expect(entryIn(writeEntry(made))).toEqual(made)
      }),
      { numRuns: 1000 },
    )
  })

  test('what was read from any text is written in a stable spelling', () => {
    fc.assert(
      fc.property(markdown, (body) => {
        const once = rewrite(`---\ntitle: t\n---\n${body}\n`)
        expect(rewrite(once)).toBe(once)
        expect(entryIn(once)).toEqual(entryIn(rewrite(once)))
      }),
      { numRuns: 3000 },
    )
  })

  test('no line that an author wrote disappears', () => {
    fc.assert(
      fc.property(markdown, (body) => {
        const once = rewrite(`---\ntitle: t\n---\n${body}\n`)
        for (const line of body.split('\n').filter((written) => /^[a-z]{6,}/.test(written)))
          expect(once).toContain(line)
      }),
      { numRuns: 500 },
    )
  })
})

// Each of these is a bug that somebody met, named after what they saw.

test('a line that says "@/" led nowhere, and another spelling of it was written every time', () => {
  const once = rewrite('---\ntitle: t\nrelated: ["/"]\n---\n## Relations\n@/\n@./ — here\n@a/b — there\n')
  expect(once).toContain('@/\n')
  expect(rewrite(once)).toBe(once)
  expect(entryIn(once).relations).toEqual([{ path: 'a/b', reason: 'there' }])
})

test('a line that says "@//" was written in another spelling every time', () => {
  const once = rewrite('## Relations\n@//\n')
  expect(once).toContain('@//\n')
  expect(rewrite(once)).toBe(once)
  expect(entryIn(once).relations).toEqual([])
})

test('a byte order mark does not turn the front matter into text', () => {
  expect(rewrite('\uFEFF---\ntitle: One\nimportance: 80\n---\n')).toBe(
    rewrite('---\ntitle: One\nimportance: 80\n---\n'),
  )
})

test('comments, odd keys, flow mappings and values that mean nothing survive', () => {
  const once = rewrite(
    '---\n# about the title\ntitle: One # trailing\n"a:b": 1\nimportance: high\nmaturity: exp\n---\n',
  )
  for (const kept of ['# about the title', '# trailing', '"a:b": 1', 'importance: high', 'maturity: exp'])
    expect(once).toContain(kept)
  expect(rewrite(once)).toBe(once)
  expect(rewrite('---\n{title: X, custom: [1, two]}\n---\n')).toContain('custom: [1, two]')
})

test('a line of sixty thousand blanks is a finding, and quickly', () => {
  const started = performance.now()
  expect(readEntry(`---\ntitle: x\n---\n## Facts\n- a${' '.repeat(60_000)}b\n`)).toMatchObject({
    fault: { code: 'endless-line' },
  })
  redact(`password${' '.repeat(60_000)}x ${'a.'.repeat(8_000)}`)
  expect(performance.now() - started).toBeLessThan(2_000)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf } from '../../src/brain/day.ts'
import { agentSummary } from '../../src/brain/summary.ts'
import { countTokens } from '../../src/text/tokens.ts'
import type { Fact } from '../../src/tree/facts.ts'
import { noNote, type LessonNote } from '../../src/tree/note.ts'
import { entryPath as at } from '../support/entries.ts'
import { day, entry, fact, tree } from '../support/brain-entries.ts'

describe('the summary', () => {
  const entries = tree({
    'a/b/one.md': { title: 'Keep pairs', kind: 'decision', age: 3 },
    'a/b/two.md': { title: 'A crash', kind: 'bug fix', age: 2 },
    'a/b/three.md': { title: 'A feature', kind: 'implementation', age: 2 },
  })

  test('has the same bytes every day, until an entry changes', () => {
    const now = agentSummary(entries, day)
    expect(agentSummary(entries, dayOf('2027-08-01'))).toBe(now)
    expect(
      agentSummary(new Map([...entries, [at('a/b/four.md'), entry({ title: 'More', kind: 'decision' })]]), day),
    ).not.toBe(now)
  })

  const notice = (making: Partial<LessonNote>, said: string): Fact => ({
    ...fact('Callers must pass a URL object', said),
    note: { ...noNote, ...making },
  })

  test('says what the project is, its rules, what broke lately, what was decided and what is open, in this order', () => {
    const facts = [
      notice({ kind: 'breaking', date: '2026-01-01', since: '3.0.0' }, 'Drop strings'),
      notice({ kind: 'breaking', date: '2024-01-01', since: '1.0.0' }, 'Drop numbers'),
      notice({ kind: 'security', date: '2025-12-01', since: '3.0.0', status: 'past' }, 'Escape twice'),
      notice({ kind: 'fix', date: '2025-06-01', since: '2.9.0' }, 'Mend a crash'),
      notice({ kind: 'fix', date: '2025-01-01', since: '1.5.0' }, 'Mend another'),
    ]
    const told = tree({
      'web/api/changes.md': { title: 'Changes', facts },
      'web/api/rules.md': { title: 'Rules', rules: ['Never block the loop (3f1c9ab2)'] },
      'web/api/gone.md': { title: 'Gone', rules: ['Never sleep (3f1c9ab2)'], status: 'deprecated' },
      'web/api/later.md': { title: 'Later', facts: [fact('cut it in two', 'to do')] },
      'web/api/choice.md': { title: 'Choose', facts: [fact('we use sockets', 'decision')] },
    })
    const project = { about: 'A server.', stack: ['Go 1.22'], commands: [['test', 'go test ./...'] as const] }
    const text = agentSummary(told, day, { project })
    expect(text.match(/^(?:\*\*.*|- .*)$/gm)).toEqual([
      '**What it is:** A server.',
      '**Stack:** Go 1.22',
      '**Commands:** test: `go test ./...`',
      '**Rules:**',
      '- Never block the loop',
      '**Breaking, and security:**',
      '- Drop strings: Callers must pass a URL object (2026-01-01 3f1c9ab2)',
      '**Newest decisions:**',
      expect.stringContaining('we use sockets'),
      '**Open:**',
      '- cut it in two (web/api/later.md)',
    ])
  })

  test('tells where a rule of the code stands, and the newest lessons where nothing was decided (flask, fzf)', () => {
    const why = 'All teardown callbacks are called, even if any of them raises an error.'
    const text = agentSummary(
      tree({
        'web/app/app.md': {
          title: 'app',
          rules: [
            'the body must not be None — `make`, src/app.py (3f1c9ab2)',
            "Don't pass SERVER_NAME, otherwise the actual host is ignored. — `Flask` (3f1c9ab2)",
            'All headers must be sent first, then the body. — docs/streaming.rst (3f1c9ab2)',
          ],
          facts: [{ ...fact(why, 'call all callbacks'), note: { ...noNote, date: '2026-01-01' } }],
        },
      }),
      day,
    )
    expect(text.match(/^(?:\*\*.*|- .*)$/gm)).toEqual([
      '**Rules:**',
      '- All headers must be sent first, then the body.',
      "- Don't pass SERVER_NAME, otherwise the actual host is ignored. (Flask)",
      '**Newest lessons:**',
      `- call all callbacks: ${why} (2026-01-01 3f1c9ab2)`,
    ])
  })

  test('calls no rule what a comment says of one name: agents read what it returns, and what it is used for (ureq)', () => {
    const text = agentSummary(
      tree({
        'src/run/run.md': {
          title: 'run',
          rules: [
            'Returns the duration of the timeout if the timeout must happen, else zero. — `not_zero` (3f1c9ab2)',
            'Used to persist cookies, meaning you must drop the jar before a request. — `cookie_jar_lock` (3f1c9ab2)',
            'The proxy resolves the host name. For SOCKS4 we must do it here. — `connect` (3f1c9ab2)',
            'Never hold the lock across a request, which takes it again. — `Agent` (3f1c9ab2)',
            'NB: this must be called before the first request is sent. — `init` (3f1c9ab2)',
            'Sets must be sorted before they are written to disk. — `write` (3f1c9ab2)',
            'The only caller is the parser, which counts its lines. — `next` (3f1c9ab2)',
          ],
        },
      }),
      day,
    )
    expect(text.match(/^- .*$/gm)).toEqual([
      '- Never hold the lock across a request, which takes it again. (Agent)',
      '- NB: this must be called before the first request is sent. (init)',
      '- Sets must be sorted before they are written to disk. (write)',
    ])
  })

  test('a tree of which only short mendings are known is not told to be empty (monday: five entries)', () => {
    const facts = [
      { ...fact('Labels were blank.', 'set lab'), note: { ...noNote, kind: 'fix' as const, date: '2026-01-01' } },
    ]
    const text = agentSummary(tree({ 'web/lab/set_lab.md': { title: 'Set lab', facts } }), day)
    expect(text.match(/^(?:\*\*.*|- .*)$/gm)).toEqual([
      '**Newest:**',
      expect.stringMatching(/^- set lab: Labels were blank\. \(.* 3f1c9ab2\)$/),
    ])
  })

  test('a bug is open when a person says so, and not because one was mended', () => {
    const text = agentSummary(
      tree({
        'a/b/mended.md': { title: 'Mend the crash', tags: ['fix'] },
        'a/b/said.md': { title: 'Loses the last line', kind: 'bug fix' },
        'a/b/rule.md': { title: 'Rule', rules: ['Never do it (3f1c9ab2)'] },
      }),
      day,
    )
    expect(text).toContain('**Open:**\n- Loses the last line (a/b/said.md)')
    expect(text).not.toContain('Mend the crash')
  })

  test('keeps to its budget', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1_200 }),
        (tokenBudget) => countTokens(agentSummary(entries, day, { tokenBudget })) <= tokenBudget,
      ),
    )
    expect(agentSummary(new Map(), day)).toBe('')
  })
})

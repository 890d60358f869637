import { describe, expect, test } from 'vitest'
import { compare } from '../../src/review/compare.ts'
import type { LineChange } from '../../src/review/line-change.ts'
import { blocking, citedSymbols, judgeChanges } from '../../src/review/judge.ts'
import { type Review, toMarkdown, toText } from '../../src/review/report.ts'
import { toSarif } from '../../src/review/sarif.ts'
import { type Entry, writeEntry } from '../../src/tree/entry.ts'
import { readFact } from '../../src/tree/facts.ts'
import { type Knowledge, noKnowledge, readKnowledge } from '../../src/tree/knowledge.ts'
import { entryOf, type Told } from '../support/entries.ts'

type Said = Omit<Told, 'facts'> & { readonly facts?: readonly string[] }

const entry = ({ facts = [], ...more }: Said = {}): Entry => entryOf({ facts: facts.map(readFact), ...more })
const knowledge = (entries: Readonly<Record<string, Said>>): Knowledge =>
  readKnowledge(new Map(Object.entries(entries).map(([path, told]) => [path, writeEntry(entry(told))])))
const one = 'a/b/one.md'
const two = 'a/b/two.md'

describe('comparing two trees', () => {
  test('tells facts gained, lost and changed, with the old value and the source', () => {
    const before = knowledge({ [one]: { facts: ['**ttl** = `7d`', 'dropped'], rules: ['Never run. (aaaaaaaa)'] } })
    const after = knowledge({
      [one]: {
        facts: ['**ttl** = `9d`: was `7d` before (bbbbbbbb)', 'new (cccccccc)'],
        rules: ['Never run. (dddddddd)'],
      },
    })
    expect(compare(before, after)).toMatchObject([
      {
        path: one,
        how: 'changed',
        lines: [
          { kind: 'fact', how: 'changed', text: '**ttl** = `9d`', before: '7d', sources: ['bbbbbbbb'] },
          { kind: 'fact', how: 'gained', text: 'new', sources: ['cccccccc'] },
          { kind: 'fact', how: 'lost', text: 'dropped' },
        ],
      },
    ])
  })

  test('tells what became of a lesson, and of who only reworked it no more than that', () => {
    const noted = (note: string): Knowledge =>
      knowledge({ [one]: { facts: [`**Sort goods**: It was asked for. {2026-01-02${note}} [project] (aaaaaaaa)`] } })
    const told = (before: string, after: string) =>
      compare(noted(before), noted(after)).flatMap(({ lines }) => lines.map(({ text }) => text))
    expect(told('', ' · reworked by bbbbbbbb')).toEqual(['**Sort goods** may not hold, rewritten by bbbbbbbb'])
    expect(told(' · reworked by bbbbbbbb', ' · partly')).toEqual(['**Sort goods** holds only partly now'])
    expect(told(' · reworked', ' · past · superseded by cccccccc')).toEqual([
      '**Sort goods** no longer so, by cccccccc',
    ])
    expect(told(' · reworked', '')).toEqual(['**Sort goods** holds again'])
    expect(told('', ' · amended by bbbbbbbb')).toEqual(['**Sort goods** was amended by bbbbbbbb'])
    expect(told(' · amended by bbbbbbbb', ' · amended by bbbbbbbb')).toEqual([])
  })

  test('knows an entry that moved, that went into another, that was put away, and that is only scored', () => {
    const told = { facts: ['first (aaaaaaaa)', 'second (bbbbbbbb)'] }
    const how = (after: Knowledge, archived: readonly string[] = []): unknown =>
      compare(knowledge({ [one]: told, [two]: { title: 'Two', facts: ['third'] } }), after, new Set(archived)).map(
        (change) => [change.how, change.path, change.other],
      )
    const other = { title: 'Two', facts: ['third'] }
    expect(how(knowledge({ 'a/c/one.md': told, [two]: other }))).toEqual([['moved', 'a/c/one.md', one]])
    expect(how(knowledge({ [two]: { title: 'Two', facts: [...other.facts, ...told.facts] } }))).toEqual([
      ['merged', one, two],
      ['changed', two, ''],
    ])
    expect(how(knowledge({ [two]: other }), [one])).toEqual([['archived', one, '']])
    expect(how(knowledge({ [two]: other }))).toEqual([['removed', one, '']])
    expect(how(knowledge({ [one]: { ...told, importance: 80, accessCount: 4 }, [two]: other }))).toEqual([
      ['scored', one, ''],
    ])
  })
})

const today = '2026-11-27'

describe('judging a change', () => {
  const findings = (
    base: Knowledge,
    head: Knowledge,
    { files = [], missing = [], readme = '' }: { files?: string[]; missing?: string[]; readme?: string } = {},
  ): readonly string[] =>
    judgeChanges(compare(base, head), {
      base,
      head,
      code: { files: new Set(files), missing: new Set(missing) },
      readme,
      today,
    }).map(({ code, detail }) => `${code}: ${detail}`)

  test('a rule against a rule that is known, and another value for the same subject of the same file', () => {
    const base = knowledge({
      [one]: { rules: ['The cache must be shared between workers.'], facts: ['**size** = `4`'], files: ['pool.ts'] },
    })
    const head = new Map(base.entries)
    const added = knowledge({
      [two]: {
        title: 'Two',
        rules: ['The cache must not be shared between workers.'],
        facts: ['**size** = `8`'],
        files: ['pool.ts'],
      },
    })
    const after = { ...noKnowledge, entries: new Map([...head, ...added.entries]) }
    expect(findings(base, after, { files: ['pool.ts'] })).toEqual([
      'contradiction: “The cache must not be shared between workers.” contradicts “The cache must be shared between workers.” in a/b/one.md.',
      'contradiction: size is `8` here and `4` in a/b/one.md.',
    ])
  })

  test('files and names that are not in the code, unless their end is what is told', () => {
    const head = knowledge({
      [one]: {
        facts: ['Call `openPool` before `closePool`.', '`oldPool` was removed.'],
        files: ['pool.ts', 'gone.ts'],
      },
    })
    expect(citedSymbols(compare(noKnowledge, head), today)).toEqual(['openPool', 'closePool'])
    expect(findings(noKnowledge, head, { files: ['pool.ts'], missing: ['closePool'] })).toEqual([
      'dead-reference: It names gone.ts, which is not in the code.',
      'dead-reference: It cites `closePool`, which stands nowhere in the code.',
    ])
  })

  test('not names in a lesson of years ago, which is of its day: `ctx init` itself failed the check of fd (8543ca64), mdBook and pluggy', () => {
    const said = '**Split internals**: This moves `FdOptions` out of `main_loop()`, see `src/nowhere/fd.rs`.'
    const citedIn = (...facts: readonly [string, ...string[]]): readonly string[] =>
      citedSymbols(compare(noKnowledge, knowledge({ [one]: { facts, files: ['pool.ts'] } })), today)
    expect(citedIn(`${said} {2018-10-12 · partly} [project] (8543ca64)`)).toEqual([])
    const lately = 'Mend `main_loop()`. {2019-02-01} [project] (7da7da7d)'
    expect(citedIn(`${said} {2018-10-12} [project] (8543ca64)`, lately)).toEqual(['main_loop'])
    // Of a branch of these days, names are looked for; of what has no date, always.
    expect(citedIn(`${said} {2019-01-12} [project] (8543ca64)`, lately)).toEqual(['FdOptions', 'main_loop'])
    expect(citedIn(said, lately)).toEqual(['FdOptions', 'main_loop'])
    // A day that is to come, or none at all, ends no check.
    for (const day of ['9999-12-31', '2099-01-01', '9999-99-99'])
      expect(citedIn(`${said} {2019-01-12} [project] (8543ca64)`, `It is so. {${day}}`)).toEqual([
        'FdOptions',
        'main_loop',
      ])
  })

  test('paths and calls that it quotes and that are not in the code', () => {
    const head = knowledge({
      [one]: {
        facts: [
          'It is decided in `src/nowhere/missing.ts` by `noSuchFunctionEver()`',
          'It is read by `pool.open(size)` in `src/pool.ts:12`, and by `lib/pool.ts`',
          'It was done in `src/old/gone.ts` before, and extends `../../pool.json`',
          'See `https://example.com/a/b.html`, `example.com/a.html`, `src/*/x.ts` and `git log -1 a/b.ts`',
        ],
      },
    })
    expect(citedSymbols(compare(noKnowledge, head), today)).toEqual(['noSuchFunctionEver', 'open'])
    const code = { files: ['src/pool.ts', 'packages/a/lib/pool.ts'], missing: ['noSuchFunctionEver'] }
    expect(findings(noKnowledge, head, code)).toEqual([
      'dead-reference: It cites `src/nowhere/missing.ts`, which is not in the code.',
      'dead-reference: It cites `noSuchFunctionEver`, which stands nowhere in the code.',
    ])
  })

  test('what the README says already, and secrets, which stop it', () => {
    const base = knowledge({ [one]: {} })
    const head = knowledge({
      [one]: {
        facts: ['Workers are started before the first request comes.', 'key ghp_abcdefghijklmnopqrstuvwxyz0123456789'],
      },
    })
    const readme = '# Pool\n\n**Workers** are started before\nthe first request comes.'
    const found = judgeChanges(compare(base, head), { base, head, code: undefined, readme, today })
    expect(found.map(({ code, weight }) => [code, weight])).toEqual([
      ['secret', 'blocking'],
      ['redundant', 'note'],
    ])
    expect(blocking(found, ['secret', 'contradiction']).map(({ code }) => code)).toEqual(['secret'])
  })

  test('what was wrong before is not held against a change', () => {
    const base = knowledge({ [one]: { facts: ['**ttl** = `1`', '**ttl** = `2`'] } })
    const head = knowledge({ [one]: { facts: ['**ttl** = `1`', '**ttl** = `2`', 'more'] } })
    expect(findings(base, head)).toEqual([])
    expect(findings(noKnowledge, base)).toEqual(['two-values: ttl is `1` and `2`: keep one of the facts.'])
  })
})

/** A comment as a server reads it (CommonMark 4.5 and 6.1), without code, in which nothing means anything. */
const outsideOfCode = (markdown: string): string =>
  markdown
    .replace(/^(`{3,})diff\n[^]*?\n\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '')
    .replace(/<code>[^<>]*<\/code>/g, '')

describe('telling a review', () => {
  const hostile = knowledge({
    [one]: {
      title: 'T <img src=x onerror=alert(1)>',
      facts: ['![x](http://evil.example/p.png) @everyone </details><script>', '\u001b[31mred'],
    },
  })
  const reviewOf = (head: Knowledge, more: Partial<Review> = {}): Review => ({
    base: { name: 'origin/ctx/main', commit: 'a'.repeat(40) },
    head: { name: 'ctx/feature', commit: 'b'.repeat(40) },
    changes: compare(noKnowledge, head),
    findings: [],
    blocking: [],
    tokens: 12,
    authors: {},
    saidBy: {},
    proposals: [],
    ...more,
  })

  test('what a branch says is text in a comment, and never HTML, a picture or a call of somebody', () => {
    const comment = toMarkdown(reviewOf(hostile))
    const own = outsideOfCode(comment).replace(/<!-- ctx-review -->|<\/?sub>/g, '')
    expect(own).not.toMatch(/<|[[\]!]|@|evil/)
    expect(comment).toContain('<script>')
  })

  test('nothing in a comment calls somebody, links, closes what is ours or begins another comment of ours', () => {
    const brought =
      'See https://evil.example and www.evil.example &#64;octocat &commat;org/team @octocat #1 evil/repo#2 GH-3 ``` ```` <img src=x> [a](http://evil) </details><script> \u{e0041}'
    const lines = Array.from({ length: 8 }, (_, at): LineChange => ({
      how: 'gained',
      kind: at === 0 ? 'file' : 'rule',
      text: at === 1 ? '\n\n<!-- ctx-review -->\n# H\n/approve' : brought,
      before: '',
      sources: [],
    }))
    const change = { path: 'a/b/c.md', title: brought, other: '', tokens: 1 }
    const comment = toMarkdown(
      reviewOf(noKnowledge, {
        head: { name: 'feature`@octocat', commit: 'b'.repeat(40) },
        changes: [
          { ...change, how: 'added', lines },
          { ...change, how: 'moved', other: 'x/y/`@octocat.md', lines: lines.slice(0, 3) },
        ],
        findings: [{ code: 'secret', at: 'x`\n\n@octocat https://evil.example `.md', detail: brought, weight: 'note' }],
      }),
    )
    const ours = outsideOfCode(comment).replace(/<\/?(?:sub|b|details|summary)>/g, '')
    expect(ours).not.toMatch(/@|&|evil|#1|GH-|\/approve|\u{e0041}|# H|```/u)
    expect(ours.match(/<[^>]*>/g)).toEqual(['<!-- ctx-review -->'])
  })

  test('a comment fits what a server takes, and says what it leaves out', () => {
    const many = Object.fromEntries(
      Array.from({ length: 800 }, (_, at) => [`a/b/e${at}.md`, { title: `Entry ${at}`, facts: ['x'.repeat(150)] }]),
    )
    const comment = toMarkdown(reviewOf(knowledge(many)))
    expect(comment.length).toBeLessThan(65_536)
    expect(comment).toMatch(/… and \d+ more; `ctx review` shows all of it\./)
  })

  test('what is longer than a screen begins with what it is about, overviews apart', () => {
    const paths = Array.from({ length: 21 }, (_, at) => (at < 15 ? `core/b/e${at}.md` : `web/c/e${at}.md`))
    const many = reviewOf(knowledge(Object.fromEntries(paths.map((path) => [path, { title: path }]))))
    const overview = {
      path: 'core/context.md',
      title: 'Overview of core',
      how: 'added',
      other: '',
      lines: [],
      tokens: 1,
    }
    const changes = [...many.changes, { ...overview, how: 'added' as const }]
    const text = (review: Review): string => toText(review, (_, line) => line)
    expect(text({ ...many, changes }).split('\n\n')[1]).toBe('21 entries: core 15, web 6; 1 overview')
    expect(text(reviewOf(knowledge({ [one]: {} })))).not.toContain('1 entry')
  })

  test('scores alone are one line', () => {
    const before = knowledge({ [one]: {} })
    const changes = compare(before, knowledge({ [one]: { importance: 70 } }))
    expect(toText(reviewOf(noKnowledge, { changes, tokens: 0 }), (_, text) => text)).toBe(
      'ctx/feature → origin/ctx/main: 1 only scored; +0 tokens',
    )
  })

  test('SARIF says in words what each finding means that stops a change', () => {
    const findings = ['unreadable', 'secret', 'conflict-markers'].map(
      (code) => ({ code, at: one, detail: 'It is so.', weight: 'blocking' }) as const,
    )
    const log = JSON.stringify(
      toSarif(reviewOf(hostile, { findings, blocking: findings }), { version: '1', fingerprint: String }),
    )
    for (const { code } of findings) expect(log).not.toContain(`{"text":"${code}"}`)
  })

  test('SARIF names every rule that it uses, and a finding keeps its fingerprint', () => {
    const finding = { code: 'secret', at: one, detail: 'It holds a key.', weight: 'blocking' as const }
    const log = toSarif(reviewOf(hostile, { findings: [finding], blocking: [finding] }), {
      version: '1.0.0',
      fingerprint: (text) => `${text.length}`,
    })
    expect(log).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'ctx review', rules: [{ id: 'secret' }] } },
          results: [
            {
              ruleId: 'secret',
              level: 'error',
              locations: [{ physicalLocation: { artifactLocation: { uri: '.ctx/tree/a/b/one.md' } } }],
              partialFingerprints: { 'ctxFinding/v1': expect.any(String) },
            },
          ],
        },
      ],
    })
  })
})

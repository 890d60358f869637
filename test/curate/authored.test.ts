import { describe, expect, test } from 'vitest'
import { type Drafted, draftAuthored, jsonIn, operationsIn } from '../../src/curate/authored/authored.ts'
import type { Grounds } from '../../src/curate/authored/operation.ts'
import { proofFrom } from '../../src/curate/authored/claims.ts'
import type { Writers } from '../../src/curate/authored/writers.ts'
import { type Entry, emptyEntry } from '../../src/tree/entry.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { noNote } from '../../src/tree/note.ts'
import type { EntryPath } from '../../src/tree/path.ts'
import { entryOf, entryPath } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'

// What a model or an agent writes is text of strangers: these tests say what of it may reach a tree.

const tokens = entryPath('auth/tokens/rotation.md')
const cookies = entryPath('auth/tokens/cookies.md')
const mail = entryPath('mail/queue/retries.md')

const known: Knowledge = {
  ...noKnowledge,
  entries: new Map([
    [
      tokens,
      entryOf({
        title: 'Token rotation',
        tags: ['auth'],
        keywords: ['renewal'],
        files: ['src/auth.ts'],
        rules: ['Rotate tokens on every renewal.'],
        facts: [factOf('tokens live for a week', { subject: 'ttl', value: '7d', category: 'project' })],
      }),
    ],
    [cookies, entryOf({ title: 'Cookies', files: ['src/cookies.ts'], facts: [factOf('cookies are sent over TLS')] })],
    [mail, entryOf({ title: 'Retries', files: ['src/mail.ts'], facts: [factOf('mail is sent again three times')] })],
  ]),
}

const message = 'Refresh tokens are single-use because a stolen one stayed valid for months.'
const diff = '+export const maxRenewals = 3\n-export const oldRenewals = 9'

const grounds: Grounds = {
  proof: [
    proofFrom(message, { source: 'aaaaaaaa', from: 'words' }),
    proofFrom(diff, { source: 'bbbbbbbb', from: 'code' }),
  ],
  seen: new Set([tokens, cookies, mail]),
  base: emptyEntry,
  isByModel: false,
  files: new Set(['src/auth.ts', 'src/new.ts']),
}
const at = new Date('2026-05-04T10:00:00Z')

function draft(operations: unknown, more: Partial<Grounds> = {}, on: Knowledge = known): Drafted {
  const drafted = draftAuthored(operations, { knowledge: on, operations: [] }, { ...grounds, ...more, at })
  if (drafted === undefined) throw new Error('no list of operations')
  return drafted
}
const saidOf = (...given: Parameters<typeof draft>): readonly string[] =>
  draft(...given).applied.map(({ status, message: said = '' }) => `${status} ${said}`.trim())
const entryAt = ({ draft: { knowledge } }: Drafted, path: EntryPath): Entry | undefined => knowledge.entries.get(path)

const add = { type: 'ADD', path: 'auth/tokens/single_use.md', title: 'Single use', reason: 'It was asked for' }
const byModel = { isByModel: true } as const
const isProved = {
  ...add,
  facts: [{ statement: 'Refresh tokens are single-use', quote: 'refresh tokens are single-use' }],
}

describe('what is no operation', () => {
  test('a reply that is no list of operations is nothing, and a single operation is one', () => {
    expect(operationsIn('ADD')).toBeUndefined()
    expect(operationsIn(null)).toBeUndefined()
    expect(operationsIn({ operations: 'ADD' })).toBeUndefined()
    expect(operationsIn({ path: 'a/b/c.md' })).toBeUndefined()
    expect(operationsIn({ operations: [1] })).toEqual([1])
    expect(operationsIn([1, 2])).toEqual([1, 2])
    expect(operationsIn(add)).toEqual([add])
  })

  test('JSON is found between words and fences, and half of one is nothing', () => {
    expect(jsonIn('Here you are:\n```json\n{"operations": []}\n```\nDone.')).toEqual({ operations: [] })
    expect(jsonIn('[{"type": "ADD"}] is what I would do')).toEqual([{ type: 'ADD' }])
    expect(jsonIn('{"operations": [')).toBeUndefined()
    expect(jsonIn('I would do nothing.')).toBeUndefined()
  })

  test('an operation that fails is named as it was asked, so that its author finds it again', () => {
    const { applied } = draft([
      { type: 'DELETE', path: 'auth/none.md' },
      { type: 'MERGE', from: 'x' },
      { type: 'MOVE', path: 'a/b/c.md' },
      7,
    ])
    expect(applied.map(({ type, path, status }) => [type, path, status])).toEqual([
      ['DELETE', 'auth/none.md', 'failed'],
      ['MERGE', 'x', 'failed'],
      ['UPSERT', 'a/b/c.md', 'failed'],
      ['UPSERT', '', 'failed'],
    ])
  })

  test('what is over a limit or unknown is refused by name', () => {
    const [words, unknown, none, blank] = saidOf([
      { ...add, facts: [{ statement: 'x'.repeat(2_001) }], title: 'x'.repeat(201) },
      { ...add, colour: 'red', facts: [{ statement: 'x', category: 'rumour' }] },
      { ...add, type: 'MOVE' },
      { ...add, reason: ' ' },
    ])
    expect(words).toContain('title has more than 200 characters; facts.0.statement has more than 2000 characters')
    expect(unknown).toContain('facts.0.category is none of personal, project,')
    expect(unknown).toContain('has “colour”, which nothing here is called')
    expect(none).toBe('failed It is not an operation: type is none of ADD, UPDATE, UPSERT, MERGE, DELETE.')
    expect(blank).toBe('failed It has no reason.')
  })

  test('one change is twenty operations, and the twenty-first stops all of a longer one', () => {
    const one = (name: number): object => ({ ...add, path: `auth/tokens/t${name}.md`, tags: [`t${name}`] })
    const many = Array.from({ length: 20 }, (_, place) => one(place))
    const limit = 'failed At most 20 operations belong to one change.'
    expect(saidOf(many)).not.toContain(limit)
    expect(new Set(saidOf([...many, one(20)]))).toEqual(new Set([limit]))
    const full = draft(
      many.map((each, place) => ({ ...each, title: `Title number ${place} of ${'abcdefghijklmnopqrst'[place]}` })),
    )
    const next = draftAuthored([one(21)], full.draft, { ...grounds, at })
    expect(full.draft.operations).toHaveLength(20)
    expect(next?.applied[0]?.message).toContain('At most 20')
  })
})

test('an entry of which nothing was proved was added empty, and called a success', () => {
  const made = draft([{ ...add, facts: [], rules: [{ statement: 'Never raise it', quote: 'nowhere to be found' }] }])
  expect(made.applied[0]).toMatchObject({ status: 'failed' })
})

describe('a claim of a model', () => {
  test('counts with a quote that stands in what it read, and is told with the commit of that', () => {
    const made = draft(
      [{ ...isProved, facts: [...isProved.facts, { statement: 'So it is', quote: 'nowhere to be found' }] }],
      byModel,
    )
    expect(made.applied[0]).toMatchObject({ status: 'success', message: 'Not proved, left out: So it is' })
    expect(entryAt(made, entryPath(add.path))?.facts).toEqual([
      factOf('Refresh tokens are single-use', { category: 'project', sources: ['aaaaaaaa'] }),
    ])
  })

  test('proves nothing with a quote of something else, or one that is too short to be one', () => {
    const none = 'failed No claim of it has a quote that stands in what was given.'
    const claim = (statement: string, quote?: string): object => ({ ...add, facts: [{ statement, quote }] })
    expect(saidOf([claim('Mail is queued', 'refresh tokens are single-use')], byModel)).toEqual([none])
    expect(saidOf([claim('Refresh tokens exist', 'refresh')], byModel)).toEqual([none])
    expect(saidOf([claim('Refresh tokens are single-use')], byModel)).toEqual([none])
    expect(saidOf([{ ...add, tags: ['auth'] }], byModel)).toEqual([none])
  })

  test.each([
    'Refresh tokens are valid for 9999 days',
    'Refresh tokens are valid for five thousand months',
    'Never refresh tokens at night',
    'Refresh tokens live in `tokenVault`',
    'Refresh tokens are kept with --single-vault',
  ])('that says more than its proof became a rule of the commit: %s', (text) => {
    const rules = [{ text, quote: 'refresh tokens are single-use' }]
    expect(saidOf([{ ...add, rules }], byModel)).toEqual([
      'failed No claim of it has a quote that stands in what was given.',
    ])
    expect(saidOf([{ ...isProved, title: text }], byModel)).toEqual([`failed Not proved: “${text}”.`])
  })

  test('may say a number and a denial in other words, and what code no longer does', () => {
    const proof = [
      proofFrom('A cache of 5,000 rows must stay small without a pool.', { source: 'aaaaaaaa', from: 'words' }),
    ]
    const quote = 'A cache of 5,000 rows must stay small'
    const facts = ['A cache has five thousand rows', 'A cache never has a pool', 'No longer is a cache large'].map(
      (statement) => ({ statement, quote }),
    )
    expect(draft([{ ...add, facts }], { ...byModel, proof }).applied[0]?.message).toBeUndefined()
  })

  test('in the words of nobody stays, where an agent says it for a person, without a commit', () => {
    const made = draft([
      {
        ...add,
        rules: [
          { text: 'Never log a refresh token.' },
          { text: 'Refresh tokens are single-use', quote: 'tokens are single-use' },
        ],
      },
    ])
    expect(made.applied[0]).toEqual({ type: 'ADD', path: add.path, status: 'success' })
    expect(entryAt(made, entryPath(add.path))?.narrative.rules).toEqual([
      'Never log a refresh token.',
      'Refresh tokens are single-use (aaaaaaaa)',
    ])
  })

  test('whose quote is nowhere is left out, also of an agent', () => {
    const made = draft([
      { ...isProved, lessons: [{ headline: 'Sort tokens', why: 'It is faster', quote: 'sorting tokens is faster' }] },
    ])
    expect(made.applied[0]?.message).toBe('Not proved, left out: Sort tokens')
    expect(entryAt(made, entryPath(add.path))?.facts).toHaveLength(1)
  })

  test('tells a lesson as of the day, without stars and secrets', () => {
    const lesson = {
      headline: 'Keep **one** key',
      why: 'Mail a@example.org about AKIAIOSFODNN7EXAMPLE',
      kind: 'security',
    }
    const [told] = entryAt(draft([{ ...add, lessons: [lesson] }]), entryPath(add.path))?.facts ?? []
    expect(told).toMatchObject({ subject: 'Keep one key', note: { ...noNote, kind: 'security', date: '2026-05-04' } })
    expect(told?.statement).not.toMatch(/@|AKIA/)
  })
})

describe('an operation writes', () => {
  test('all that an entry can hold, with what was found without its author', () => {
    const base = {
      ...emptyEntry,
      tags: ['feat'],
      keywords: ['found'],
      raw: { ...emptyEntry.raw, files: ['src/auth.ts'], task: 'Found' },
    }
    const asked = {
      ...add,
      tags: ['Auth Tokens!', 'feat', '-'],
      keywords: ['rotation', 'found', ' '],
      files: ['src/new.ts', 'src/auth.ts'],
      related: [{ path: 'auth/tokens/cookies.md', reason: 'both end a login' }],
      changes: ['Renewed'],
      patterns: ['single use'],
      structure: 'One table.',
      flow: 'First this.',
      snippets: 'x()',
      kind: 'decision',
      status: 'deprecated',
      supersededBy: 'auth/tokens/cookies.md',
    }
    const made = draft([asked], { base })
    expect(made.applied[0]).toEqual({ type: 'ADD', path: add.path, status: 'success' })
    expect(entryAt(made, entryPath(add.path))).toMatchObject({
      title: 'Single use',
      tags: ['feat', 'auth-tokens'],
      keywords: ['found', 'rotation'],
      kind: 'decision',
      status: 'deprecated',
      supersededBy: cookies,
      relations: [{ path: cookies, reason: 'both end a login' }],
      raw: {
        task: 'Found',
        changes: ['Renewed'],
        files: ['src/auth.ts', 'src/new.ts'],
        flow: 'First this.',
        patterns: ['single use'],
      },
      narrative: { structure: 'One table.' },
      snippets: 'x()',
    })
  })

  test('nothing outside the tree, nothing without a title, and nothing that says nothing', () => {
    expect(
      saidOf([
        { ...isProved, path: '../../etc/passwd' },
        { ...isProved, title: undefined },
        { ...add, type: 'UPSERT', path: cookies, title: '', tags: [], task: '' },
        { ...isProved, type: 'UPDATE' },
      ]),
    ).toEqual([
      expect.stringContaining('A path is two or three folders and a file'),
      'failed A new entry needs a title.',
      'failed No claim of it has a quote that stands in what was given.',
      'failed No entry has this path.',
    ])
  })

  test('only files that are tracked: of a person’s agent that fails, of a model it is left out', () => {
    const named = { ...isProved, files: ['src/new.ts', 'src/secret.ts'] }
    expect(saidOf([named])).toEqual(['failed Not tracked at HEAD: src/secret.ts.'])
    const made = draft([named], byModel)
    expect(made.applied[0]?.message).toBe('Not proved, left out: src/secret.ts')
    expect(entryAt(made, entryPath(add.path))?.raw.files).toEqual(['src/new.ts'])
  })

  test('relations that lead out of a tree fail; those to what is not there yet are told', () => {
    const related = (path: string): object => ({ ...isProved, related: [{ path }] })
    expect(saidOf([related('../x.md')])).toEqual(['failed “../x.md” can be no entry or topic.'])
    expect(saidOf([{ ...isProved, supersededBy: 'x' }])).toEqual(['failed “x” can be no entry or topic.'])
    expect(saidOf([related('auth/tokens/none.md')])[0]).toContain(
      'Related to auth/tokens/none.md, which is not there yet.',
    )
    expect(saidOf([related('auth/tokens')])).toEqual(['success'])
    expect(saidOf([related('auth/sessions')])[0]).toContain('not there yet')
    expect(saidOf([related(add.path)])).toEqual(['success'])
  })

  test('no second entry of what one says already', () => {
    const again = { text: 'Rotate all tokens on every single renewal.' }
    const says = { rules: ['Rotate all tokens on every single renewal.'] }
    const on = { ...known, entries: new Map([[tokens, entryOf(says)]]) }
    const told = `failed ${tokens} says this already: UPDATE it with what is new.`
    expect(saidOf([{ ...add, rules: [again] }], {}, on)).toEqual([told])
    expect(saidOf([{ ...add, type: 'UPSERT', path: tokens, rules: [again] }], {}, on)[0]).toMatch(/^success/)
    expect(saidOf([{ ...add, rules: [again, { text: 'Cookies are rotated by nobody but us.' }] }], {}, on)).toEqual([
      'success',
    ])
  })

  test('what contradicts a rule that holds is written, and told at once', () => {
    const [told] = saidOf([{ ...add, rules: [{ text: 'Never rotate tokens on every renewal.' }] }])
    expect(told).toMatch(/^success .*Rotate tokens on every renewal.*UPDATE that entry with "retire"/)
  })

  test('a new title only by UPDATE: an UPSERT keeps the one that is there, and says so', () => {
    const title = 'Rotating tokens'
    const write = (type: string): Drafted =>
      draft([{ ...add, type, path: tokens, title, rules: [{ text: 'Count them.' }] }])
    expect(write('UPSERT').applied[0]?.message).toBe('It keeps its title: UPDATE gives another.')
    expect(entryAt(write('UPSERT'), tokens)?.title).toBe('Token rotation')
    expect(write('UPDATE').applied[0]?.message).not.toContain('keeps its title')
    expect(entryAt(write('UPDATE'), tokens)?.title).toBe(title)
    const same = draft([
      { ...add, type: 'UPSERT', path: tokens, title: 'Token rotation', rules: [{ text: 'Count them.' }] },
    ])
    expect(same.applied[0]?.message).toBeUndefined()
  })

  test('what was planned as new is added to what is there by the time it is written', () => {
    expect(draft([isProved]).draft.operations.map(({ type }) => type)).toEqual(['UPSERT'])
    expect(draft([{ type: 'DELETE', path: cookies, reason: 'Gone' }]).draft.operations.map(({ type }) => type)).toEqual(
      ['DELETE'],
    )
  })

  test('one after the other: what an author wrote, it may merge, though nobody showed it', () => {
    const into = { type: 'MERGE', from: add.path, into: tokens, reason: 'One is enough' }
    const made = draft([isProved, into], { ...byModel, seen: new Set([tokens]) })
    expect(made.applied.map(({ status }) => status)).toEqual(['success', 'success'])
    expect(made.summary).toMatchObject({ added: 1, merged: 1, failed: 0 })
    expect(entryAt(made, tokens)?.facts.map(({ statement }) => statement)).toContain('Refresh tokens are single-use')
  })
})

describe('an UPDATE takes back', () => {
  const update = { type: 'UPDATE', path: tokens, reason: 'It changed' }
  const after = (asked: object): Entry | undefined => entryAt(draft([{ ...update, ...asked }]), tokens)

  test('a fact by its statement, its subject and value, or its beginning, and nothing like it', () => {
    for (const name of ['tokens live for a week', 'ttl = 7d', 'ttl: 7d', '- TTL', 'Tokens live for a wee…'])
      expect({ name, facts: after({ retire: [name] })?.facts }).toEqual({ name, facts: [] })
    expect(saidOf([{ ...update, retire: ['tokens live'] }])).toEqual([
      'failed No fact, rule or lesson of it reads “tokens live”: name it by its whole statement.',
    ])
  })

  test('a statement that names two is none of them', () => {
    const two = {
      ...known,
      entries: new Map([
        [
          tokens,
          entryOf({
            facts: [
              factOf('tokens are kept for long enough in Redis'),
              factOf('tokens are kept for long enough in memory'),
            ],
          }),
        ],
      ]),
    }
    expect(saidOf([{ ...update, retire: ['tokens are kept for long enough'] }], {}, two)).toEqual([
      'failed “tokens are kept for long enough” names 2 of its statements: name one by its whole statement.',
    ])
  })

  test('what a commit taught by its hash; it stays as what was so, and what was only said goes', () => {
    const lesson = factOf('Lookups were slow', { subject: 'Cache them', sources: ['c0ffee12'], note: noNote })
    const said = factOf('Somebody said so', { subject: 'Sort them', note: noNote })
    const on = { ...known, entries: new Map([[tokens, entryOf({ facts: [lesson, said] })]]) }
    const made = draft([{ ...update, retire: ['c0ffee1234', 'Sort them'] }], {}, on)
    expect(entryAt(made, tokens)?.facts.map(({ subject, note }) => [subject, note?.status])).toEqual([
      ['Cache them', 'past'],
    ])
    expect(saidOf([{ ...update, retire: ['c0ffee99'] }], {}, on)[0]).toContain('No fact, rule or lesson')
  })

  test('a rule, a fact or a lesson for another of its kind', () => {
    const replaced = after({
      replace: [
        { old: 'Rotate tokens on every renewal.', text: 'Rotate tokens once a day.' },
        { old: 'ttl', text: 'tokens live for a day', value: '1d' },
      ],
    })
    expect(replaced?.narrative.rules).toEqual(['Rotate tokens once a day.'])
    expect(replaced?.facts).toEqual([
      factOf('tokens live for a day', { subject: 'ttl', value: '1d', category: 'project' }),
    ])
  })

  test('nothing for a replacement that is not proved', () => {
    const asked = { ...update, replace: [{ old: 'ttl', text: 'tokens live for a year', quote: 'a whole year long' }] }
    expect(saidOf([asked])).toEqual(['failed Not proved: “tokens live for a year”. A replacement counts as a whole.'])
  })

  test('tags, keywords, files and parts by name; what it does not have fails', () => {
    const left = after({
      drop: { tags: ['auth'], keywords: ['renewal'], files: ['src/auth.ts'] },
      rules: [{ text: 'Count.' }],
    })
    expect(left).toMatchObject({ tags: [], keywords: [], raw: { files: [] } })
    for (const drop of [{ tags: ['x'] }, { keywords: ['x'] }, { files: ['x'] }, { related: ['a/b/x.md'] }])
      expect(saidOf([{ ...update, drop }])[0]).toMatch(/^failed It does not have “(?:x|a\/b\/x\.md)” to drop\.$/)
    expect(saidOf([{ ...add, path: 'auth/tokens/gone.md', retire: ['ttl'] }])[0]).toContain(
      'an entry that is not there',
    )
  })
})

describe('to merge and to delete', () => {
  const merge = (from: string, into: string): object => ({ type: 'MERGE', from, into, reason: 'The same' })

  test('an author must have read what it takes away', () => {
    expect(saidOf([merge(cookies, tokens)], { seen: new Set([tokens]) })).toEqual([
      `failed Read ${cookies} with read_entry before you merge or delete it.`,
    ])
    expect(saidOf([merge('auth/tokens/none.md', tokens), merge('x', tokens)])).toEqual([
      'failed No entry has the path auth/tokens/none.md.',
      'failed x is no entry.',
    ])
  })

  test('a model merges only what shares a topic or a file', () => {
    const merged = 'success Replaced title: Retries.'
    const apart = 'failed They share neither a topic nor a file, so they are not about the same.'
    expect(saidOf([merge(mail, tokens)], byModel)).toEqual([apart])
    expect(saidOf([merge(mail, tokens)])).toEqual([merged])
    expect(saidOf([merge(cookies, tokens)], byModel)).toEqual([expect.stringMatching(/^success/)])
    const shared = {
      ...known,
      entries: new Map([...known.entries, [mail, entryOf({ title: 'Retries', files: ['src/auth.ts'] })]]),
    }
    expect(saidOf([merge(mail, tokens)], byModel, shared)).toEqual([merged])
  })

  const remove = { type: 'DELETE', path: cookies as string, reason: 'Gone' }

  test('what an author did not read it does not delete either, nor what is not there', () => {
    expect(saidOf([remove], { seen: new Set([tokens]) })[0]).toBe(
      `failed Read ${cookies} with read_entry before you merge or delete it.`,
    )
    expect(saidOf([{ ...remove, path: 'auth/tokens/none.md' }])).toEqual([
      'failed No entry has the path auth/tokens/none.md.',
    ])
  })

  test('a model deletes with a quote of the code; words do not empty a tree', () => {
    const quote = 'Quote the code that proves that this is no longer so; words do not.'
    expect(saidOf([remove], byModel)).toEqual([`failed ${quote}`])
    expect(saidOf([{ ...remove, quote: 'refresh tokens are single-use' }], byModel)).toEqual([`failed ${quote}`])
    expect(saidOf([{ ...remove, quote: 'export const oldRenewals' }], byModel)).toEqual(['success'])
    expect(saidOf([remove])).toEqual(['success'])
  })

  test('what a commit taught goes from an agent with a quote too; what agents alone wrote goes without', () => {
    const by = (isOnlyAgents: boolean): Partial<Grounds> => ({
      guard: new Map([[cookies, { people: new Set<string>(), isOnlyAgents }]]),
    })
    expect(saidOf([remove], by(false))[0]).toContain('Quote the code')
    expect(saidOf([{ ...remove, quote: 'export const oldRenewals' }], by(false))).toEqual(['success'])
    expect(saidOf([remove], by(true))).toEqual(['success'])
  })

  test('a folder goes as a whole when that is confirmed, and never for a model', () => {
    const folder = { ...remove, path: 'auth/tokens' }
    expect(saidOf([folder])).toEqual([
      `failed auth/tokens is a folder of 2 entries: ${tokens}, ${cookies}. To delete them all, add "confirm": true.`,
    ])
    const gone = draft([{ ...folder, confirm: true }])
    expect([...gone.draft.knowledge.entries.keys()]).toEqual([mail])
    expect(gone.summary.deleted).toBe(2)
    expect(saidOf([{ ...folder, confirm: true }], byModel)).toEqual(['failed auth/tokens is no entry.'])
  })

  const approved = {
    ...known,
    entries: new Map([
      ...known.entries,
      [
        cookies,
        {
          ...entryOf({ title: 'Cookies', facts: [factOf('cookies are sent over TLS')] }),
          approvedAt: '2026-01-01T00:00:00Z',
        },
      ],
    ]),
  }
  const guard = (writers: Writers): Partial<Grounds> => ({ guard: new Map([[cookies, writers]]) })
  const agents = { people: new Set<string>(), isOnlyAgents: true }

  test('what a person approved no model deletes, and an agent’s wish becomes a proposal', () => {
    expect(saidOf([{ ...remove, quote: 'export const oldRenewals' }], byModel, approved)).toEqual([
      'failed A person approved it.',
    ])
    const asked = draft([remove], guard(agents), approved)
    expect(asked.proposed).toEqual([
      {
        at: 0,
        asked: remove,
        why: `A person approved “title: Cookies” and “cookies are sent over TLS” in ${cookies}.`,
      },
    ])
    expect(asked.applied[0]?.status).toBe('proposed')
    expect(asked.draft.knowledge.entries.has(cookies)).toBe(true)
  })

  test('whether what others wrote still holds is for a person to say', () => {
    const deprecate = { type: 'UPDATE', path: cookies, status: 'deprecated', reason: 'Old' }
    expect(draft([deprecate], guard({ ...agents, isOnlyAgents: false })).proposed[0]?.why).toBe(
      `Whether ${cookies} still holds is for a person to decide.`,
    )
    expect(draft([deprecate], guard(agents)).applied[0]?.status).toBe('success')
  })
})

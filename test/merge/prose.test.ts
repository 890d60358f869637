import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeProse } from '../../src/merge/prose.ts'
import { mergeTrees } from '../../src/merge/three-way.ts'
import { writeEntry } from '../../src/tree/entry.ts'
import type { Files } from '../../src/tree/knowledge.ts'
import { entryIn } from '../support/entries.ts'

const runbook = ['1. Stop the service.', '2. Drop table sessions.', '3. Start with --force.', '4. Tell the team.']
const [backUp, startSafe] = ['2. Back up table sessions (ANN).', '3. Start with --safe (BEN).']
/** The list with other items, by their number. */
const listWith = (items: Readonly<Record<number, string>>): readonly string[] =>
  runbook.map((item, at) => items[at + 1] ?? item)
const at = 'shop/goods/sort.md'
const filesWith = (items: readonly string[]): Files =>
  new Map([[at, writeEntry(entryIn(`---\ntitle: Sort\n---\n\n## Facts\n- one\n\n## Runbook\n${items.join('\n')}\n`))]])
const mergeLists = (ours: readonly string[], theirs: readonly string[]) =>
  mergeTrees({ base: filesWith(runbook), ours: filesWith(ours), theirs: filesWith(theirs) })

describe('a numbered list that somebody wrote into an entry', () => {
  test('of which Ann changed line 2 and Ben line 3 had the old lines 2 and 3 again, out of order', () => {
    const [ann, ben] = [listWith({ 2: backUp }), listWith({ 3: startSafe })]
    const both = filesWith(listWith({ 2: backUp, 3: startSafe })).get(at)
    expect(mergeLists(ann, ben)).toEqual({ changes: [{ path: at, text: both }], findings: [] })
    expect(mergeLists(ben, ann)).toEqual({ changes: [{ path: at, text: both }], findings: [] })
  })

  test('of which both changed one line kept both silently: it is named', () => {
    const [ann, ben] = [listWith({ 2: backUp }), listWith({ 2: '2. Do nothing (BEN).', 3: startSafe })]
    const { changes, findings } = mergeLists(ann, ben)
    expect(changes[0]?.text).toContain(
      [runbook[0], backUp, '2. Do nothing (BEN).', startSafe, runbook[3], ''].join('\n'),
    )
    const detail = 'Both sides changed “2. Drop table sessions.”; what each wrote is in it.'
    expect(findings).toEqual([{ at, weight: 'warning', code: 'both-changed', detail }])
    expect(mergeLists(ben, ann)).toEqual({ changes: [{ path: at, text: changes[0]?.text }], findings })
  })

  test('to which one adds beside what the other changes or takes out has what both did', () => {
    const more = [...runbook.slice(0, 2), '2b. Wait.', ...runbook.slice(2)]
    const told = (ours: readonly string[], theirs: readonly string[]): readonly string[] =>
      mergeProse({ base: runbook.join('\n'), ours: ours.join('\n'), theirs: theirs.join('\n') }).text.split('\n')
    const changed = listWith({ 2: backUp, 3: startSafe })
    expect(told(more, changed)).toEqual([runbook[0], backUp, '2b. Wait.', startSafe, runbook[3]])
    expect(told(more, listWith({ 3: startSafe }))).toEqual([...more.slice(0, 3), startSafe, runbook[3]])
    expect(told(runbook.toSpliced(1, 1), listWith({ 3: startSafe }))).toEqual([runbook[0], startSafe, runbook[3]])
  })
})

test('prose of a part of an entry that both changed is named, with what both made of it', () => {
  const files = (line: string): Files =>
    new Map([[at, `---\ntitle: Sort\n---\n\n## Narrative\n### Highlights\nFirst.\n${line}\nLast.\n`]])
  const { findings } = mergeTrees({ base: files('Old.'), ours: files('Ann.'), theirs: files('Ben.') })
  expect(findings.map(({ code, detail }) => [code, detail])).toEqual([
    ['both-changed', 'Both sides changed “Old.”; what each wrote is in it.'],
  ])
})

describe('whatever two sides make of prose', () => {
  const item = fc.constantFrom('- a', '- b', '- c', 'a.', 'b.', '', '```', '1. a')
  const side = fc.array<string>(item, { maxLength: 7 })
  const merge = (base: readonly string[], ours: readonly string[], theirs: readonly string[]) =>
    mergeProse({ base: base.join('\n'), ours: ours.join('\n'), theirs: theirs.join('\n') })

  test('what either added is there, what neither has is not, and both come to the same lines', () => {
    fc.assert(
      fc.property(side, side, side, (base, ours, theirs) => {
        const merged = new Set(merge(base, ours, theirs).text.split('\n'))
        const isNew = (line: string): boolean => line !== '' && !base.includes(line)
        for (const line of [...ours, ...theirs].filter(isNew)) expect(merged).toContain(line)
        for (const line of merged) expect([...ours, ...theirs, '']).toContain(line)
        expect(new Set(merge(base, theirs, ours).text.split('\n'))).toEqual(merged)
      }),
    )
  })

  test('lines that both sides changed alone are each as the one who changed it has it', () => {
    const touched = fc.tuple(fc.array(fc.constantFrom('ours', 'theirs', 'nobody'), { minLength: 1, maxLength: 8 }))
    fc.assert(
      fc.property(touched, ([who]) => {
        const textOf = (name: string): string =>
          who.map((one, line) => `${line}. ${one === name ? name : 'old'}`).join('\n')
        const merged = mergeProse({ base: textOf('x'), ours: textOf('ours'), theirs: textOf('theirs') })
        const wanted = who.map((one, line) => `${line}. ${one === 'nobody' ? 'old' : one}`).join('\n')
        expect(merged).toEqual({ text: wanted, bothChanged: [] })
      }),
    )
  })
})

test('code that both sides changed was made one, as a line that stands twice is', () => {
  const merged = (base: string, ours: string, theirs: string) => mergeProse({ base, ours, theirs }).text
  const yaml = (...items: readonly string[]) => ['```yaml', ...items.map((item) => `- ${item}`), '```'].join('\n')
  expect(merged(yaml('one', 'two'), yaml('true', 'true'), yaml('yes', 'yes'))).toBe(
    ['```yaml', '- true', '- true', '- yes', '- yes', '```'].join('\n'),
  )
})

test('a page that both rewrote stood whole in the finding, and in the message of the merge', () => {
  const pageOf = (word: string) => Array.from({ length: 40 }, (_, line) => `${line}. ${word.repeat(60)}`)
  const { findings } = mergeTrees({
    base: filesWith(pageOf('a')),
    ours: filesWith(pageOf('b')),
    theirs: filesWith(pageOf('c')),
  })
  expect(findings.map(({ detail }) => detail.length < 700 && detail.includes(' and 35 more'))).toEqual([true])
})

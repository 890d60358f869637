import { expect, test } from 'vitest'
import { navigate } from '../../src/brain/skill/navigation.ts'
import { emptyEntry, writeEntry } from '../../src/tree/entry.ts'
import { readKnowledge } from '../../src/tree/knowledge.ts'

test('each branch says in its summary what it is about, whether or not anybody described it', () => {
  const entry = (rule: string): string =>
    writeEntry({ ...emptyEntry, title: 'T', narrative: { ...emptyEntry.narrative, rules: [rule] } })
  const knowledge = readKnowledge(
    new Map([
      ['auth/context.md', '# Domain: auth\n\n## Purpose\nWhat the history of this repository teaches about auth.\n'],
      ['auth/tokens/a.md', entry('Rotate a token when it is used.')],
      ['auth/sessions/b.md', entry('Keep sessions in Redis.')],
      ['shop/context.md', '# Domain: shop\n\n## Purpose\nWhat customers buy.\n'],
      ['shop/prices/c.md', entry('Round prices up.')],
      ['shop/stock/d.md', entry('Count stock at night.')],
    ]),
  )
  const { map } = navigate(knowledge, { ids: new Map(), last: 0, threshold: 4_000 })
  expect(map.get('auth')?.summary).toBe(
    'sessions; tokens. Above all: Rotate a token when it is used.; Keep sessions in Redis.',
  )
  expect(map.get('shop')?.summary).toBe('What customers buy. prices; stock; 1 entry')
  expect([...map.values()].every(({ summary }) => summary !== '')).toBe(true)
})

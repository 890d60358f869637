import { expect, test } from 'vitest'
import { entryToRead } from '../../src/search/read-entry.ts'

const [told, silent] = ['a'.repeat(40), 'b'.repeat(40)]
const entry = (sources: string, related = 'shop/goods/list.md'): string =>
  `---\ntitle: Sort goods\nrelated: [${related}]\nimportance: 50.5\nrecency: 1\nmaturity: draft\naccessCount: 18\nupdateCount: 0\n---\n\n## Relations\n@shop/goods/list.md — changed together in 3 commits\n\n## Raw Concept\n**Author:** Ada\n**Sources:**\n${sources}\n## Facts\n- **Sort goods**: Nobody found them. {2026-01-02} [project] (${told.slice(0, 8)})\n`

test('an entry that an agent read named each commit twice, its relations twice, and what ranks it', () => {
  const read = entryToRead(entry(`- ${told} Sort goods\n- ${silent} List goods\n`))
  expect(read).toBe(
    `---\ntitle: Sort goods\nmaturity: draft\n---\n\n## Relations\n@shop/goods/list.md — changed together in 3 commits\n\n## Raw Concept\n**Author:** Ada\n**Sources:**\n- ${silent} List goods\n\n## Facts\n- **Sort goods**: Nobody found them. {2026-01-02} [project] (aaaaaaaa)\n`,
  )
  expect(entryToRead(entry(`- ${told} Sort goods\n`))).not.toContain('Sources')
})

test('what stands in an entry once is read, however it is spelled', () => {
  expect(entryToRead(entry(`- ${told} Sort goods\n`, 'shop/goods/list.md, shop/carts'))).toContain('shop/carts]')
  expect(entryToRead(entry(`- ${told} Sort goods\n`, 'shop/goods/list'))).toContain('related: [shop/goods/list]')
  const windows = entry(`- ${told} Sort goods\n`).replaceAll('\n', '\r\n')
  expect(entryToRead(windows)).toBe(entryToRead(entry(`- ${told} Sort goods\n`)))
  for (const text of ['', 'importance: 3\n', '---\nimportance: high\n---\n', `**Sources:**\n- ${told}\n(${told})\n`])
    expect(entryToRead(text)).toBe(text)
})

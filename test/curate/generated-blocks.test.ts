import { expect, test } from 'vitest'
import { withoutGeneratedBlocks } from '../../src/curate/code/generated-blocks.ts'
import { commitOf } from '../support/commits.ts'

test('lines that ctx writes into files of agents are no change of theirs', () => {
  const ours = '<!-- ctx:start -->\nKnow this.\n<!-- ctx:end -->'
  const commit = commitOf('x', {
    'AGENTS.md': { after: 'a'.repeat(40), added: ['<!-- ctx:start -->', 'Know this.', '<!-- ctx:end -->'] },
    'CLAUDE.md': { after: 'a'.repeat(40), added: ['Know this.', 'Be kind.', ''] },
    'src/a.ts': { after: 'a'.repeat(40), added: ['Know this.'] },
  })
  const left = withoutGeneratedBlocks(commit, new Map([['a'.repeat(40), `# Agents\n\n${ours}\n`]]))
  expect(left.changes.map(({ path, hunks }) => [path, hunks.flatMap(({ added }) => added)])).toEqual([
    ['CLAUDE.md', ['Be kind.', '']],
    ['src/a.ts', ['Know this.']],
  ])
  expect(withoutGeneratedBlocks(commit, new Map()).changes).toEqual(commit.changes)
})

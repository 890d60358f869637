import { describe, expect, test } from 'vitest'
import { lessonEvidence } from '../support/messages.ts'

test('a commit is not told by a line of the changelog that came along with it (starlette 82c61055)', () => {
  const told = lessonEvidence('Add request.state to hold what belongs to a request', {
    'src/requests.py': { added: ['def state(self):', '    return self._state'] },
    'CHANGELOG.md': { added: ['* Schema generation now includes mounted routes.'] },
  })
  expect(told?.text ?? '').not.toContain('Schema')
})

describe('a line of a changelog', () => {
  test('that only came along is not about its commit (jinja 13340f96)', () => {
    const line = '- Added finer grained support for stripping whitespace on the left side of blocks.'
    expect(lessonEvidence('Flask -> Jinja2', { CHANGES: { added: [line] }, 'docs/switching.rst': {} })?.text).toBe('')
  })
})

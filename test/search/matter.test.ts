import { expect, test } from 'vitest'
import { isOfMatter, matterOf } from '../../src/search/matter.ts'

const saidOf = (prompt: string): readonly string[] => matterOf(prompt).own.map(({ text }) => text)

test.each([
  'write a README',
  'fix the failing tests',
  'Make it faster, please.',
  'continue',
  'yes, do it',
  'set up CI with GitHub Actions',
  'write docs for the public API',
  'what does this repository do?',
  'rename the variable foo to bar',
])(
  'a task of any program is about nothing that lessons tell of (77 of 150 prompts were answered by one): %s',
  (prompt) => {
    expect(saidOf(prompt)).toEqual([])
  },
)

test('a prompt is about what is left of its words', () => {
  expect(saidOf('add retries to the uploader, and make the tests faster')).toEqual(['retries', 'uploader'])
  expect(saidOf('fix the flushInterval of the proxy')).toEqual(['flushInterval', 'proxy'])
})

test('a lesson bears on a prompt by its matter: by both of two words, by a name, or of one word by its headline', () => {
  const bears = (prompt: string, headline: string, why = '', files: readonly string[] = []) =>
    isOfMatter(matterOf(prompt), { headline, why, files })
  expect(bears('add a dark mode to the page', 'Add dark theme to the docs')).toBe(false)
  expect(bears('add a dark mode to the page', 'Add a theme', 'It is the dark mode that readers asked for.')).toBe(true)
  expect(bears('fix the flushInterval of the proxy', 'Flush at once', 'No flush_interval is needed.')).toBe(true)
  expect(bears('add gzip', 'Compress with gzip')).toBe(true)
  expect(bears('add gzip', 'Compress bodies', 'As gzip does.')).toBe(false)
  expect(bears('why do retries of an upload of the mailer wait', 'Wait between retries')).toBe(true)
  expect(bears('make the tests of it faster', 'Run tests on four cores')).toBe(false)
})

test('a lesson bears on a prompt whose words its headline has, or whose file it is about, in any language', () => {
  const bears = (prompt: string, headline: string, files: readonly string[] = []) =>
    isOfMatter(matterOf(prompt), { headline, why: 'Because.', files })
  expect(bears('why does each task run once in the list', 'Run each task once in the list')).toBe(true)
  expect(bears('change the log format', 'Write the log format as JSON lines')).toBe(true)
  expect(bears('how do we merge branches', 'Merge branches by their trees')).toBe(true)
  expect(bears('format the code', 'Write the log format as JSON lines')).toBe(false)
  expect(bears('fix src/auth/refresh.ts', 'Keep tokens for a week', ['src/auth/refresh.ts'])).toBe(true)
  expect(bears('fix refresh.ts', 'Keep tokens for a week', ['src/auth/refresh.ts'])).toBe(true)
  expect(bears('fix src/auth/refresh.ts', 'Keep tokens for a week', ['src/auth/tokens.ts'])).toBe(false)
  expect(bears('代理的刷新间隔为什么设为负数', '代理的刷新间隔设为负数')).toBe(true)
  expect(bears('代理的刷新间隔为什么设为负数', '每周删除旧的日志')).toBe(false)
})

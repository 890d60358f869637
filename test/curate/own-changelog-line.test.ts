import { describe, expect, test } from 'vitest'
import { lessonEvidence } from '../support/messages.ts'
import type { Changed } from '../support/commits.ts'

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

describe('what a reader saw in a lesson (sinatra, urllib3)', () => {
  test('does not repeat its headline with the name of who sent it (sinatra 63c0cbf5)', () => {
    const changelog = { added: ['* Drop Ruby 2.2 support [#1455](https://github.com/o/n/pull/1455) by Eloy Pérez'] }
    expect(lessonEvidence('Drop support for Ruby 2.2', { 'CHANGELOG.md': changelog, 'lib/a.rb': {} })?.text).toBe('')
  })
})

describe('the changelog line of a commit', () => {
  const told = (subject: string, changelog: Changed, code: Readonly<Record<string, Changed>> = { 'src/core.py': {} }) =>
    lessonEvidence(subject, { 'CHANGES.md': changelog, ...code })?.text ?? ''

  test('is one that it wrote', () => {
    expect(told('repr for Parameter', { added: ['- Add a repr to `Parameter`, showing the name.'] })).toContain(
      'Add a repr',
    )
  })

  test('is none that was only moved (click 92b30e47) or spelled anew (click e3c08989)', () => {
    const line = '- A flag option with `required=True` requires the flag to be passed on every call.'
    expect(told('defer processing Command.help', { added: [line], removed: [line] })).toBe('')
    const spelled = line.replace('passed', 'pased')
    expect(told('add codespell pre-commit hook', { added: [line], removed: [spelled] })).toBe('')
  })

  test('is none of what was there already, unless code made more of it (click a566781b)', () => {
    const grown = {
      removed: ['- Add a repr to `Command`, showing the name for friendlier debugging.'],
      added: ['- Add a repr to `Command`, `Group`, and `Option`, showing the name for friendlier debugging.'],
    }
    expect(told('repr for Option', grown)).toContain('`Group`')
    expect(told('reword', grown, {})).toBe('')
  })

  test('is not stitched from two places (click 0f4738df)', () => {
    const hunk = (added: readonly string[]) => ({ section: '', start: 1, added, removed: [] })
    const hunks = [hunk(['- Zsh scripts parse correctly on all systems.']), hunk(['  shown for readability.'])]
    expect(told('Use unix line endings in Zsh scripts', { hunks })).toBe('Zsh scripts parse correctly on all systems.')
  })

  test('of two changesets is the one about its subject (kit 9f06b3ac)', () => {
    const set = (text: string): Changed => ({ status: 'added', added: ['---', "'kit': patch", '---', '', text] })
    const why = lessonEvidence('preserve the original error of a load function', {
      '.changeset/blue-cars.md': set('fix: massage the traces of what was rendered, so that they name the sources'),
      '.changeset/wild-steaks.md': set(
        'fix: preserve the original error where a load function threw no `Error` at all',
      ),
      'src/load.js': {},
    })?.text
    expect(why).toContain('threw no `Error` at all')
    expect(why).not.toContain('massage')
  })

  test('says more than that dependencies were updated (kit 8ed81552)', () => {
    expect(told('bump the form utilities', { added: ['- Updated dependencies [81cd545, 1d2e3f4a]:'] })).toBe('')
  })

  test('of several is the one about its subject (express ec4a01b6)', () => {
    const added = [
      '- Remove links from the page that a redirect shows',
      '- Limit the depth that body-parser reads urls to',
    ]
    expect(told('limit the depth of urls', { added })).toContain('Limit the depth that body-parser')
  })
})

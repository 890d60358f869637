import { expect, test } from 'vitest'
import { settingsState } from '../../src/curate/evidence/settings.ts'

test('a step of CI is told with its whole script (sinatra)', () => {
  const workflow = '  - name: Test\n    run: |\n      bundle install --jobs=3\n      bundle exec rake\n'
  expect(settingsState('command', '.github/workflows/a.yml', workflow)?.get('CI: Test')?.value).toBe(
    'bundle install --jobs=3 && bundle exec rake',
  )
})

test('a step of CI is told with the check that its script ends with, or says that more follows (urllib3)', () => {
  const script = (...lines: readonly string[]) =>
    settingsState(
      'command',
      '.github/workflows/a.yml',
      `  - name: Check\n    run: |\n${lines.map((line) => `      ${line}\n`).join('')}`,
    )?.get('CI: Check')?.value
  const check = 'uv run -m coverage report --ignore-errors --show-missing --fail-under=100'
  expect(
    script(
      'uv run -m build',
      'uv run -m coverage combine',
      'uv run -m coverage html --skip-covered --skip-empty',
      check,
    ),
  ).toMatch(/ && uv run -m coverage report .*--fail-under=100$/)
  expect(script('a 1', 'b 2', 'c 3', 'd 4', 'e 5', 'f 6', 'g 7')).toBe('a 1 && b 2 && c 3 && d 4 && e 5 && f 6 && …')
})

test.each([
  ['downstream projects', 'uses: actions/checkout@v4\n    with:\n      repository: encode/starlette\n  - run: pytest'],
  ['a step that deletes the sources', 'run: rm -rf src && pytest'],
])('what CI runs of %s is no command of the project (anyio, attrs)', (_, steps) => {
  expect(settingsState('command', '.github/workflows/a.yml', `  - name: Test\n    ${steps}\n`)?.size).toBe(0)
})

test('a script that YAML folds is one command (jinja, publish.yaml)', () => {
  const workflow =
    '  - name: Draft\n    run: >\n      gh release create --draft\n      --repo ${{ github.repository }}\n      artifact/*\n'
  expect(settingsState('command', '.github/workflows/a.yml', workflow)?.get('CI: Draft')?.value).toBe(
    'gh release create --draft --repo ${{ github.repository }} artifact/*',
  )
})

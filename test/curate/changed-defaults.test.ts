import { expect, test } from 'vitest'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { analysed } from '../support/commits.ts'

const holdsOf = (...analyses: ReturnType<typeof analysed>[]) =>
  withOutcomes(analyses, {
    lineHistories: () => undefined,
    soFar: () => undefined,
    files: undefined,
    manifests: [],
  }).map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.note)

const change = (message: string, path = 'src/settings.py') => analysed(message, { [path]: { added: ['x()'] } })
const why = '\n\nThat is what web browsers do, and what their users expect.'

test('a default that another headline changed was told as if it held (scrapy 576663e5, hugo 80c7ea60)', () => {
  for (const [first, second] of [
    [
      'Make METAREFRESH_IGNORE_TAGS an empty list by default',
      "Closes #6342. Setting METAREFRESH_IGNORE_TAGS to ['noscript'] by default",
    ],
    ['commands: Make noHTTPCache default on', 'commands: Make noHTTPCache default false'],
  ] as const) {
    const [old, now] = [change(`${first}${why}`), change(`${second}${why}`)]
    expect(holdsOf(old, now), first).toMatchObject([
      { status: 'past', supersededBy: [now.sha.slice(0, 8)] },
      { status: 'current' },
    ])
    // The newest one counts: who made it so again took the other's place.
    const again = change(`${first} again${why}`)
    expect(holdsOf(old, now, again).map((note) => note?.status)).toEqual(['current', 'past', 'current'])
  }
})

test('a lesson that tells a default by the way holds partly where that is another (redis-py ff69f0d7)', () => {
  const added = change(
    "Added the 'ssl_check_hostname' option\n\nIt requires the hostname to match. By default 'ssl_check_hostname' is False to stay compatible.",
  )
  const changed = change('Changing the default value for ssl_check_hostname to True, so that checks are not skipped')
  expect(holdsOf(added, changed)[0]).toMatchObject({ status: 'partly', supersededBy: [changed.sha.slice(0, 8)] })
})

test('a default holds where it was moved, told of another part, or corrected on a page', () => {
  const lesson = change(`Make require_full_coverage true by default in asyncio${why}`)
  for (const later of [
    change('Updated default value of require_full_coverage to true for the sync client'),
    change('Moved the default of require_full_coverage from False to the settings'),
    change('docs: Change the default value of require_full_coverage to false'),
    change('Update the default of require_full_coverage to false in what is documented', 'docs/cluster.md'),
    change('Change the default of require_coverage to false'),
  ])
    expect(holdsOf(lesson, later)[0], later.subject).toMatchObject({ status: 'current' })
})

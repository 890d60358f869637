import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { noLineHistory } from '../../src/curate/lines/line-history.ts'
import { teach } from '../../src/learning/teach.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { analysedChange, bareProject } from '../support/commits.ts'

// What is told on the page of a domain as a whole: each case was seen in the tree of prometheus/alertmanager.

const why = (at: number): string =>
  `\n\nAlerts number ${at} were sent twice when a peer was slow, because both of them had waited for the other.`

const services = ['discord', 'email', 'sns', 'webex'].map((name) => `notify/${name}/${name}.go`)
const there = ['notify/notify.go', 'pool/pool.go', ...services]
const whole = [1, 2, 3].map((at) => analysedChange(`Send alerts once, ${at}${why(at)}`, { 'notify/notify.go': {} }))

type Learning = NonNullable<Parameters<typeof teach>[2]>

type Told = Readonly<Record<string, readonly string[]>>

/** The subjects of each entry that is not of the domain `pool`, which makes the history long. */
const told = (analyses: readonly CommitAnalysis[], lineHistories?: Learning['lineHistories']): Told =>
  subjectsIn(learn(analyses, lineHistories))

function learn(
  analyses: readonly CommitAnalysis[],
  lineHistories: Learning['lineHistories'] = () => ({ ...noLineHistory, added: 9 }),
): Knowledge {
  const layout = { packages: [], domains: {}, there: new Set(there) }
  const pool = Array.from({ length: 50 }, (_, at) =>
    analysedChange(`Change the pool again, ${at}${why(100 + at)}`, { 'pool/pool.go': {} }),
  )
  return teach([...pool, ...analyses], noKnowledge, { ...bareProject, layout, lineHistories }).knowledge
}

const subjectsIn = ({ entries }: Knowledge): Told =>
  Object.fromEntries(
    [...entries]
      .filter(([path]) => !path.startsWith('pool/'))
      .map(([path, { facts }]) => [
        path.split('/').slice(0, 2).join('/'),
        facts.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Send alerts once')),
      ]),
  )

describe('the page of a domain', () => {
  test('tells what one of its files has a lesson of, which was a page of a commit that says nothing (78fd1d23)', () => {
    const email = analysedChange(`Close the connection that nobody answers${why(10)}`, { 'notify/email/email.go': {} })
    expect(told([...whole, email])).toEqual({ 'notify/notify': ['Close the connection that nobody answers'] })
  })

  test('takes in what a later commit says of one of its files, which began a page of one lesson', () => {
    const small = services.map((file, at) =>
      analysedChange(`Close what nobody answers, ${at}${why(40 + at)}`, { [file]: {} }),
    )
    const before = learn([...whole, ...small])
    const later = (file: string): Told => {
      const commit = analysedChange(`Wait for the room${why(50)}`, { [file]: {} })
      return subjectsIn(teach([commit], before, { ...bareProject, layout: { packages: [], domains: {} } }).knowledge)
    }
    expect(later('notify/webex/webex.go')['notify/notify']).toContain('Wait for the room')
    expect(later('notify/pushover/pushover.go')['notify/pushover']).toEqual(['Wait for the room'])
  })

  test('takes in no commit on a file of another domain that its commits touched', () => {
    const wide = Array.from({ length: 7 }, (_, at) =>
      analysedChange(`Send alerts in order, ${at}${why(60 + at)}`, {
        'notify/notify.go': { added: ['a()', 'b()', 'c()'] },
        'api/v2.go': { added: ['d()'] },
      }),
    )
    const later = analysedChange(`Refuse empty matchers${why(70)}`, { 'api/v2.go': {} })
    const before = teach(wide, noKnowledge, { ...bareProject, layout: { packages: [], domains: {} } }).knowledge
    const after = teach([later], before, { ...bareProject, layout: { packages: [], domains: {} } }).knowledge
    expect(subjectsIn(after)['api/v2']).toEqual(['Refuse empty matchers'])
  })

  test('takes no lesson from the page of its file, though many commits are read with it', () => {
    const [email = '', sns = ''] = services.slice(1, 3)
    const pages = [email, sns].flatMap((file) =>
      [1, 2, 3].map((at) => analysedChange(`Close ${file}, ${at}${why(80 + at + file.length)}`, { [file]: {} })),
    )
    const before = teach(pages, noKnowledge, { ...bareProject, layout: { packages: [], domains: {} } }).knowledge
    const more = [email, sns].map((file) => analysedChange(`Open ${file} late${why(90 + file.length)}`, { [file]: {} }))
    const pool = Array.from({ length: 50 }, (_, at) =>
      analysedChange(`Change the pool again, ${at}${why(100 + at)}`, { 'pool/pool.go': {} }),
    )
    const layout = { packages: [], domains: {}, there: new Set(there) }
    const after = teach([...pool, ...more], before, { ...bareProject, layout }).knowledge
    expect([after.entries.size, before.entries.size + 1]).toEqual([3, 3])
  })

  test('of many files stays where it is when only its lines were rewritten, as that of one file does', () => {
    const small = services
      .slice(1, 3)
      .flatMap((file, at) =>
        [1].map((step) =>
          analysedChange(
            `Close ${at} at step ${step}${why(200 + at * 10 + step)} Whoever closes it twice is told so in words of its own.`,
            { [file]: {} },
          ),
        ),
      )
    const rewritten: Learning['lineHistories'] = (sha) =>
      small.some((one) => one.sha === sha) ? { ...noLineHistory, added: 9, gone: 6 } : { ...noLineHistory, added: 9 }
    expect(Object.keys(told(small, rewritten))).toEqual(['notify/notify'])
  })

  test('tells what may hold though its file is gone, which stood under what no longer holds (bb47752e: STARTTLS)', () => {
    const moved = analysedChange(
      `Encrypt before asking for mechanisms${why(11)} A server that offers none before that was never asked again.`,
      { 'notify/impl.go': {} },
    )
    const past = analysedChange(
      `Wait for the mesh${why(12)} Its peers are asked before that, so that whoever is slow is asked only once by all of them.`,
      { 'notify/mesh.go': {} },
    )
    const remover = analysedChange('Remove the mesh', { 'notify/mesh.go': { status: 'deleted', removed: ['mesh()'] } })
    const by = { commit: remover.sha, lines: 9 }
    const histories: Learning['lineHistories'] = (sha) =>
      sha === moved.sha
        ? { ...noLineHistory, added: 9, gone: 6 }
        : { ...noLineHistory, added: 9, ...(sha === past.sha ? { gone: 9, removers: [by] } : {}) }
    expect(told([...whole, moved, past, remover], histories)).toEqual({
      'notify/notify': ['Encrypt before asking for mechanisms', 'Wait for the mesh'],
    })
  })
})

test('a step of a squash was told as what another commit is called, of which it has the words (d1551533, c0a7b75c)', () => {
  const said = 'The styles of the template are written into its tags, because most mail programs read no others.'
  const own = analysedChange(`Inline the styles of mails\n\n${said}`, { 'notify/email/email.go': {} })
  const squash = analysedChange(
    `Limit the size of groups (#2779)\n\n* Limit the size of groups\n\n${why(20).trim()}\n\n* Inline the styles of mails\n\n${said}`,
    { 'notify/notify.go': {} },
  )
  const later = analysedChange(`Inline the styles of mails\n\nThey had been taken out again for a week.`, {
    'notify/sns/sns.go': {},
  })
  // What came after the squash, under the same title, is another matter.
  const both = teach([squash, later], noKnowledge, bareProject).knowledge
  expect([...both.entries.values()].flatMap((entry) => entry.facts).map(({ statement }) => statement)).toContain(said)
  const { entries } = teach([own, squash], noKnowledge, bareProject).knowledge
  const facts = [...entries.values()].flatMap((entry) => entry.facts)
  expect(facts.filter(({ statement }) => statement === said).map(({ sources }) => sources[0])).toEqual([
    own.sha.slice(0, 8),
  ])
})

test('a step of a squash was told for the commit that main brought along, whose title is a fix, or short (starship 276865e4)', () => {
  const said = 'The expression would get the number of a revision, because that stands in the same line.'
  for (const title of ['fix(java): wrong version with the JDK of Studio (#1)', 'docs: update snap instructions (#1)']) {
    const own = analysedChange(`${title}\n\n${said}`, { 'src/java.rs': {} })
    const squash = analysedChange(`Add a preset (#2)\n\n* Begin\n\n* ${title}\n\n${said}`, { 'src/preset.rs': {} })
    const { entries } = teach([own, squash], noKnowledge, bareProject).knowledge
    const facts = [...entries.values()].flatMap((entry) => entry.facts)
    expect(facts.filter(({ statement }) => statement === said).map(({ sources }) => sources[0])).toEqual([
      own.sha.slice(0, 8),
    ])
  }
})

test('no value of a file that a program wrote is told with a lesson (45db1a11: `uncompressedSize`, 18 times)', () => {
  const sizes = (path: string): readonly string[] => {
    const commit = analysedChange(`Build the page anew${why(30)}`, {
      [path]: { removed: ['\t\tuncompressedSize: 110699,'], added: ['\t\tuncompressedSize: 110698,'] },
      'notify/notify.go': { added: ['send()'] },
    })
    const { entries } = teach([commit], noKnowledge, bareProject).knowledge
    return [...entries.values()].flatMap(({ facts }) => facts.map(({ statement }) => statement))
  }
  expect(sizes('asset/assets.go').join()).toContain('uncompressedSize')
  expect(sizes('asset/assets_vfsdata.go').join()).not.toContain('uncompressedSize')
})

import { describe, expect, test } from 'vitest'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { outlived } from '../../src/curate/standing/outlived.ts'
import { settleOpen } from '../../src/curate/standing/settle-open.ts'
import { withReplaced } from '../../src/curate/standing/replaced.ts'
import { filesNow } from '../../src/curate/standing/files-now.ts'
import { type LineHistory, noLineHistory } from '../../src/curate/lines/line-history.ts'
import { emptyEntry, type Entry } from '../../src/tree/entry.ts'
import { holdsStill, noNote } from '../../src/tree/note.ts'
import { analysed, type ChangedFiles } from '../support/commits.ts'
import { entryOf, entryPath } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'
import { because } from '../support/messages.ts'

const change = (subject: string, files: ChangedFiles = { 'src/a.ts': { added: ['x()'] } }): CommitAnalysis =>
  analysed(`${subject}\n\n${because}`, files)

const lineHistory = (more: Partial<LineHistory> = {}): LineHistory => ({ ...noLineHistory, added: 10, ...more })

const silent = { there: 0, lost: 0, isInUse: false, tellsRemoval: false, isTidied: false, isTranslated: false }

/** What becomes of a lesson that lines leave open, as `heldByNames` hands it on: with a name lost it holds partly. */
const now = (more: Partial<LineHistory>, spoken: Partial<typeof silent> = {}) => {
  const known = { ...silent, ...spoken }
  const open = { status: known.lost > 0 ? 'partly' : 'reworked', supersededBy: ['cccccccc'] } as const
  return settleOpen(open, lineHistory(more), () => known).status
}

const notes = (analyses: readonly CommitAnalysis[]) =>
  analyses.map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.note)

describe('what became of a lesson', () => {
  const [first, second] = [change('Sort goods by price'), change('Order goods by name')]
  const unknown = () => undefined
  const after = (
    lineHistories: ReadonlyMap<string, LineHistory>,
    more: Partial<Parameters<typeof withOutcomes>[1]> = {},
  ) =>
    notes(
      withReplaced(
        withOutcomes([first, second], {
          lineHistories: (sha) => lineHistories.get(sha),
          soFar: unknown,
          files: undefined,
          manifests: [],
          ...more,
        }),
      ),
    )

  test('of a page holds while each of its lines stands, whatever no code spells (multer 92d83c15)', () => {
    const page = analysed('Add `randomBytes` to the example\n\nTwo files of one millisecond had the same name.', {
      'README.md': { added: ['cb(null, randomBytes(16))'] },
    })
    const told = (more: Partial<LineHistory>) =>
      notes(
        withOutcomes([page], {
          lineHistories: () => lineHistory({ added: 1, isNonCode: true, ...more }),
          soFar: unknown,
          nameNow: () => 'lost',
          files: undefined,
          manifests: [],
        }),
      )[0]?.status
    expect(told({})).toBe('current')
    expect(told({ gone: 1 })).toBe('past')
  })

  test('names what its own commit took out, and was told as partly so (tornado 1ea1435f, fasthttp ab3c3587)', () => {
    const told = (message: string, more: Partial<LineHistory> = {}, lost = 'isspace') => {
      const one = analysed(message, {
        'httputil.py': { removed: ['if line[0].isspace():', '# strip_all is slow'], added: ['if line[0] in SPACES:'] },
      })
      return notes(
        withOutcomes([one], {
          lineHistories: () => lineHistory(more),
          soFar: unknown,
          nameNow: (name) => (name === lost ? 'lost' : 'unknown'),
          files: undefined,
          manifests: [],
        }),
      )[0]?.status
    }
    const why =
      'Reject lines that begin with other space\n\nThe `str.isspace()` method accepts more than a tab, which none may.'
    expect(told(why)).toBe('current')
    // Once its lines went, too, nothing speaks for it, nor does a comment that it took out.
    expect(told(why, { gone: 9 })).toBe('past')
    expect(
      told('Strip lines once\n\nThat `strip_all` is slow makes each header wait for all the others.', {}, 'strip_all'),
    ).toBe('partly')
    expect(told('Deprecate isspace()\n\nIt accepts more than a tab, which none of its callers may rely on.')).toBe(
      'past',
    )
  })

  test('of a page holds partly once a release is there that it warned of', () => {
    const page = analysed('Warn of `foo_bar`\n\n`foo_bar` will be removed in 2.0, as nobody could say what it does.', {
      'docs/foo.md': { added: ['It will be removed.'] },
    })
    const afterRelease = (newest: readonly number[]) =>
      notes(
        withOutcomes([page], {
          lineHistories: () => lineHistory({ added: 1, isNonCode: true }),
          soFar: unknown,
          newest,
          files: undefined,
          manifests: [],
        }),
      )[0]?.status
    expect([afterRelease([1, 9]), afterRelease([3])]).toEqual(['current', 'partly'])
  })

  test('is past where a later message says by its number that it reverts it (mio 7a073b62, bd18f1c0)', () => {
    const one = change('Always reregister on accept (#1127)', { 'src/tcp.rs': { added: ['reregister(socket)'] } })
    const two = analysed('Do not reregister\n\nThis reverts reregistering on accept, introduced in #1127.', {
      'src/tcp.rs': { added: ['accept(socket)'] },
    })
    const [note] = notes(
      withOutcomes([one, two], { lineHistories: unknown, soFar: unknown, files: undefined, manifests: [] }),
    )
    expect(note).toMatchObject({ status: 'past', supersededBy: [two.sha.slice(0, 8)] })
  })

  test('is past where a later message says by its hash that it reverts it, and not where it reverts a part (pluggy 8cea2670)', () => {
    const one = change('Pin the benchmark')
    const known = { lineHistories: unknown, soFar: unknown, files: undefined, manifests: [] }
    const holds = (why: string) => notes(withOutcomes([one, change(`Restore versions\n\n${why}`)], known))[0]?.status
    expect(holds(`Versions were always 0.0.0. This reverts ${one.sha}, since the real problem was this.`)).toBe('past')
    expect(holds(`Versions were always 0.0.0. This partly reverts ${one.sha}, since the rest is needed.`)).toBe(
      'current',
    )
  })

  test('that something was removed holds until it comes again (httpx b40c04df, mio ac0515cc)', () => {
    const files: ChangedFiles = { 'setup.py': { added: ['a()', 'b()', 'c()'], removed: ['d()', 'e()', 'f()'] } }
    const one = change('Drop support for spreadsheets', files)
    const [other, back] = [change('Drop the mailer', files), change('Add back spreadsheets', files)]
    const taken = lineHistory({ gone: 10, removed: 10, removers: [{ commit: back.sha, lines: 10 }] })
    const known = { lineHistories: () => taken, soFar: unknown, files: undefined, manifests: [] }
    expect(notes(withOutcomes([one, other], known)).map((note) => note?.status)).toEqual(['current', 'current'])
    const alone = { ...known, lineHistories: unknown }
    expect(notes(withOutcomes([one, other, back], alone)).map((note) => note?.status)).toEqual([
      'past',
      'current',
      'current',
    ])
    // One word and one file are not enough of it.
    const [headers, order] = [change('Remove double headers', files), change('Restore the order of headers', files)]
    expect(notes(withOutcomes([headers, order], alone)).map((note) => note?.status)).toEqual(['current', 'current'])
  })

  test('a deprecation is over with the removal that says it in the same words (tonic 7cb1cd23, 4077ab0b)', () => {
    const files: ChangedFiles = { 'src/request.rs': { added: ['a()'] } }
    const one = change('Deprecate API when they only return None', files)
    const [other, removal] = [
      change('Drop the mailer of None', files),
      change('Remove API when they only return None', files),
    ]
    const known = { lineHistories: unknown, soFar: unknown, files: undefined, manifests: [] }
    expect(notes(withOutcomes([one, other], known)).map((note) => note?.status)).toEqual(['current', 'current'])
    expect(notes(withOutcomes([one, removal], known))[0]).toMatchObject({
      status: 'past',
      supersededBy: [removal.sha.slice(0, 8)],
    })
  })

  test('is past where a step of a squash takes it back (rack e1f56835: “breaking”, and taken back three days later)', () => {
    const one = change('Remove any dependency on chunked bodies (#2195)', { 'lib/response.rb': { added: ['x()'] } })
    const squash = (file: string) =>
      analysed(`Failing test (#2204)\n\n* Failing test\n\n* Revert "${one.title}"\n\nThis reverts commit ${one.sha}.`, {
        [file]: { added: ['y()'] },
      })
    const known = { lineHistories: unknown, soFar: unknown, files: undefined, manifests: [] }
    const holds = (file: string) => notes(withOutcomes([one, squash(file)], known))[0]?.status
    expect(holds('lib/response.rb')).toBe('past')
    expect(holds('lib/other.rb')).toBe('current')
  })

  test('may hold though its files are gone, while the code has its names, and is past without (regex 18cb6048, werkzeug 3f035da7)', () => {
    const one = change('Spool `sendGoods`', { 'src/spool.ts': { added: ['x()'] } })
    const known = { lineHistories: unknown, soFar: unknown, manifests: [], files: filesNow(new Set(['src/a.ts'])) }
    const holds = (state: 'there' | 'unknown') =>
      notes(withOutcomes([one], { ...known, nameNow: () => state }))[0]?.status
    expect([holds('there'), holds('unknown')]).toEqual(['reworked', 'past'])
  })

  test('says of “--no-pre”, whose file is gone, that it was reworked, since users still type it (ripgrep 6dc09c5b)', () => {
    const one = change('Let --no-pre win', { 'src/flags.rs': { added: ['x()'] } })
    const holds = (option: string, more: Partial<Parameters<typeof withOutcomes>[1]> = {}) =>
      notes(
        withOutcomes([one], {
          lineHistories: unknown,
          soFar: unknown,
          files: filesNow(new Set(['src/a.rs'])),
          manifests: [],
          nameNow: (name) => (name === option ? 'there' : 'unknown'),
          ...more,
        }),
      )[0]?.status
    expect([holds('--no-pre'), holds('--pre')]).toEqual(['reworked', 'past'])
    // A setting or a page has nothing but its lines.
    const page = lineHistory({ gone: 10, isNonCode: true })
    expect(holds('--no-pre', { lineHistories: () => page })).toBe('past')
  })

  test('may hold though the code began again, while the code has its names (vite 63a6735a: “config.define” was told as history)', () => {
    const one = change('Support global values via `config.define`', { 'src/define.ts': { added: ['x()'] } })
    const anew = lineHistory({ gone: 10, isFromBeforeRestart: true })
    const known = { lineHistories: () => anew, soFar: unknown, manifests: [], files: filesNow(new Set(['src/a.ts'])) }
    const holds = (state: 'there' | 'lost' | 'unknown') =>
      notes(withOutcomes([one], { ...known, nameNow: () => state }))[0]?.status
    expect([holds('there'), holds('lost'), holds('unknown')]).toEqual(['reworked', 'past', 'past'])
    // A tree that says so already hears nothing else of the next commit.
    const told = entryOf({
      facts: [
        factOf('x', {
          subject: 'Support values via `config.define`',
          sources: ['aaaaaaaa'],
          note: { ...noNote, status: 'reworked' },
        }),
      ],
      raw: { ...emptyEntry.raw, sources: [{ commit: 'a'.repeat(40), subject: 'Support values' }] },
    })
    const news = (state: 'there' | 'lost') =>
      outlived(new Map([[entryPath('shop/goods/define.md'), told]]), [], { ...known, nameNow: () => state }).length
    expect([news('there'), news('lost')]).toEqual([0, 1])
  })

  test('whose names are lost is not past while more than a quarter of its lines is left (hyper 842c6553)', () => {
    const one = change('Add `read_timeout` for headers')
    const holds = (lines: Partial<LineHistory>) =>
      notes(
        withOutcomes([one], {
          lineHistories: () => lineHistory(lines),
          soFar: unknown,
          files: undefined,
          manifests: [],
          nameNow: (name) => (name === 'read_timeout' ? 'lost' : 'unknown'),
        }),
      )[0]?.status
    expect([2, 7, 8, 10].map((gone) => holds({ gone }))).toEqual(['partly', 'partly', 'past', 'past'])
    // Of one line, too, as long as it stands: “Fix Request#accept? NoMethodError” (sinatra da3282f4, told as past).
    expect([0, 1].map((gone) => holds({ added: 1, gone }))).toEqual(['partly', 'past'])
    // What it promised is promised still, under another name (tower 41c54b20, `InFlightLimit`).
    expect(holds({ gone: 10, tests: { added: 2, there: 2 } })).toBe('partly')
  })

  test('is past where who took its lines speaks of the same thing, and reworked where not (starlette 7c7ec5a7)', () => {
    const [one, sorts, names] = [
      change('Ignore ports of goods'),
      change('Compare ports of goods'),
      change('Rename helpers'),
    ]
    const told = (remover: CommitAnalysis) => {
      const taken = lineHistory({ gone: 10, removers: [{ commit: remover.sha, lines: 10 }] })
      const known = {
        lineHistories: (sha: string) => (sha === one.sha ? taken : undefined),
        soFar: unknown,
        files: undefined,
        manifests: [],
      }
      return notes(withOutcomes([one, remover], known))[0]
    }
    expect(told(sorts)).toMatchObject({ status: 'past', supersededBy: [sorts.sha.slice(0, 8)] })
    expect(told(names)).toMatchObject({ status: 'reworked', supersededBy: [names.sha.slice(0, 8)] })
  })

  test.each(['Move ports of goods into common', 'Fix ports of goods', 'Migrate ports of goods to cobra'])(
    'is reworked where who took its lines went on with it, wherever its files are (bbolt 8f3c534f, dacc1873, e3a8d9d9): %s',
    (subject) => {
      const [one, goesOn] = [change('Ignore ports of goods'), change(subject, { 'src/b.ts': { added: ['x()'] } })]
      const taken = lineHistory({ added: 2, gone: 2, removers: [{ commit: goesOn.sha, lines: 2 }] })
      for (const there of ['src/a.ts', 'src/b.ts'])
        expect(
          notes(
            withOutcomes([one, goesOn], {
              lineHistories: (sha) => (sha === one.sha ? taken : undefined),
              soFar: () => lineHistory(),
              files: filesNow(new Set([there])),
              manifests: [],
            }),
          )[0]?.status,
          there,
        ).not.toBe('past')
    },
  )

  test('is past where a fix or a move takes it away, as its title says', () => {
    for (const subject of [
      'Fix stale ports of goods by removing the cache',
      'Move ports of goods out, and drop the rest',
    ]) {
      const [one, ends] = [change('Cache ports of goods'), change(subject, { 'src/b.ts': { added: ['x()'] } })]
      const taken = lineHistory({ gone: 10, removers: [{ commit: ends.sha, lines: 10 }] })
      const known = { soFar: unknown, files: undefined, manifests: [] }
      const lineHistories = (sha: string) => (sha === one.sha ? taken : undefined)
      expect(notes(withOutcomes([one, ends], { ...known, lineHistories }))[0]?.status, subject).toBe('past')
    }
  })

  test('is a revert no more once its commit came again (starlette 67f473d4, af1c709a)', () => {
    const one = change('Add pathsend')
    const two = analysed(`Revert "Add pathsend"\n\nThis reverts commit ${one.sha}. Servers were not ready for it.`, {
      'src/a.ts': { removed: ['x()'] },
    })
    const three = change('Add pathsend', { 'src/a.ts': { added: ['y()'] } })
    const known = { lineHistories: unknown, soFar: unknown, files: undefined, manifests: [] }
    expect(notes(withOutcomes([one, two, three], known))[1]).toMatchObject({
      status: 'past',
      supersededBy: [three.sha.slice(0, 8)],
    })
  })

  test('is pinned by no tests in a file that is gone (mio)', () => {
    const pinned = (path: string) =>
      notes(
        withOutcomes(
          [
            change('Close it', {
              'src/a.ts': { added: ['x()'] },
              'test/a.test.ts': { added: ["test('it is closed', () => {})"] },
            }),
          ],
          {
            lineHistories: unknown,
            soFar: unknown,
            files: filesNow(new Set(['src/a.ts', path])),
            manifests: [],
          },
        ),
      )[0]?.pinnedBy
    expect(pinned('test/a.test.ts')).toBe('1 test in a.test.ts')
    expect(pinned('test/b.test.ts')).toBe('')
    // `test/suite.js` became `test/unit/suite.spec.cjs`, and `lib/suite.js` is no test (mocha 7910a920).
    expect(pinned('test/unit/a.spec.cjs')).toBe('1 test in a.spec.cjs')
    expect(pinned('lib/a.test.ts/index.ts')).toBe('')
  })

  test('is pinned by as many of its tests as there still are (hyper e455fa24)', () => {
    const [one] = [
      change('Close it', {
        'src/a.ts': { added: ['x()'] },
        'test/a.test.ts': { added: ["test('it is closed', () => {})", "test('it stays closed', () => {})"] },
      }),
    ]
    const pinned = (there: number) =>
      notes(
        withOutcomes([one], {
          lineHistories: () => lineHistory({ tests: { added: 2, there } }),
          soFar: unknown,
          files: undefined,
          manifests: [],
        }),
      )[0]?.pinnedBy
    expect([2, 1, 0].map(pinned)).toEqual(['2 tests in a.test.ts', '1 test in a.test.ts', ''])
  })

  test('says that it took the place of those lessons only that are told, and say so (structlog 90ba9cfa)', () => {
    const named = { supersededBy: [second.sha.slice(0, 8)], status: 'past' as const }
    const told = { ...first, evidence: first.evidence.map((one) => ({ ...one, note: { ...noNote, ...named } })) }
    expect(notes(withReplaced([told, second]))[1]?.replaces).toEqual([first.sha.slice(0, 8)])
    const untold = { ...told, evidence: told.evidence.map((one) => ({ ...one, weight: 0 })) }
    expect(notes(withReplaced([untold, second]))[1]?.replaces).toEqual([])
    expect(notes(withReplaced([first, second]))[1]?.replaces).toEqual([])
  })

  test('of a squash says so of the step that speaks of the same: the Gemfile replaced no queue (puma df8b2757)', () => {
    const earlier = change('Extract calls to purge_interrupt_queue\n\nIt can change in one place instead of a dozen.', {
      'src/a.ts': { added: ['purge()'] },
    })
    const squash = change(
      'Ask for Ruby 3.0 (#3698)\n\n* Remove rack 1 from Gemfile\n\nThis is the only place where it was left, because CI has dropped it.\n\n* Remove workaround\n\nThe interrupt queue needs no purge any more, because Ruby does it itself.',
      { 'src/a.ts': { removed: ['purge()'] } },
    )
    const over = { supersededBy: [squash.sha.slice(0, 8)], status: 'past' as const }
    const told = { ...earlier, evidence: earlier.evidence.map((one) => ({ ...one, note: { ...noNote, ...over } })) }
    const [, by] = withReplaced([told, squash])
    expect(
      by?.evidence.flatMap(({ about, note }) => (note === undefined ? [] : [[about, note.replaces.length]])),
    ).toEqual([
      ['Ask for Ruby 3.0', 0],
      ['Remove rack 1 from Gemfile', 0],
      ['Remove workaround', 1],
    ])
  })

  test('is not said to be replaced by who only reworked its code', () => {
    const by = { supersededBy: [second.sha.slice(0, 8)] }
    const replaces = (status: 'reworked' | 'partly' | 'past') => {
      const told = { ...first, evidence: first.evidence.map((one) => ({ ...one, note: { ...noNote, ...by, status } })) }
      return notes(withReplaced([told, second]))[1]?.replaces
    }
    const earlier = [first.sha.slice(0, 8)]
    expect([replaces('reworked'), replaces('partly'), replaces('past')]).toEqual([[], earlier, earlier])
    // By its lines, too.
    const taken = lineHistory({ gone: 7, removers: [{ commit: second.sha, lines: 7 }] })
    expect(after(new Map([[first.sha, taken]]))).toMatchObject([
      { status: 'reworked', supersededBy: [second.sha.slice(0, 8)] },
      { replaces: [] },
    ])
  })

  test('is past where its tests were reverted by their hash, though other tests say the same (zap 7b6c114a)', () => {
    const one = change('Enable paralleltest', { 'test/a.test.ts': { added: ['t.Parallel()'] } })
    const two = change(`Revert it\n\nThis reverts commit ${one.sha}.`)
    const stand = lineHistory({ gone: 3, isNonCode: true })
    const given = { lineHistories: () => stand, soFar: unknown, files: undefined, manifests: [] }
    expect(notes(withOutcomes([one, two], given))[0]).toMatchObject({ status: 'past' })
  })

  test('holds while half of its lines stand or say nearly the same (zap e33fbf63, b33459c4)', () => {
    expect(now({ added: 4, gone: 3, rewritten: 2 })).toBe('current')
    expect(now({ gone: 2 }, { there: 1, lost: 1 })).toBe('current')
    expect(now({ gone: 2 }, { there: 0, lost: 1 })).toBe('partly')
    expect(now({ gone: 6 })).toBe('reworked')
    expect(now({ gone: 1, names: { added: 1, there: 0 } })).toBe('reworked')
  })

  test('holds where its names or its tests stand, or who took its lines only tidied up (packaging cb21fc7b, zap 64d7d16d)', () => {
    expect(now({ gone: 7 })).toBe('reworked')
    expect(now({ gone: 7, coined: { added: 4, there: 3 } })).toBe('current')
    expect(now({ gone: 7, tests: { added: 2, there: 1 } })).toBe('current')
    expect(now({ gone: 7 }, { isTidied: true })).toBe('current')
    expect(now({ gone: 10 }, { isTidied: true, lost: 1 })).toBe('past')
  })

  test('may not hold where a tidying took its only line, and nothing says it in other words (fmt ae3ea156, 00669427: told as holding)', () => {
    const few = { added: 1, gone: 1 }
    expect(now(few, { isTidied: true })).toBe('reworked')
    expect(now({ ...few, rewritten: 1 }, { isTidied: true })).toBe('current')
  })

  test('may not hold where the name that it brought went with all lines, though who took them is about the same (fmt 280b5612: “Require inline namespaces”)', () => {
    const settled = (more: Partial<LineHistory>) =>
      settleOpen({ status: 'reworked', supersededBy: ['a'] }, lineHistory({ gone: 10, ...more }), () => ({
        ...silent,
        isCarriedOn: true,
      })).status
    expect(settled({})).toBe('current')
    expect(settled({ coined: { added: 1, there: 1 } })).toBe('current')
    expect(settled({ coined: { added: 1, there: 0 } })).toBe('reworked')
  })

  test('may not hold where each line and name of it was written anew, though its tests stand (fastapi aa84ac8e)', () => {
    const tests = { added: 11, there: 9 }
    expect(now({ gone: 10, rewritten: 5, tests, coined: { added: 12, there: 0 } })).not.toBe('current')
    expect(now({ gone: 10, rewritten: 5, tests, coined: { added: 12, there: 1 } })).toBe('current')
  })

  test('may not hold where a few lines of it stand, and no name, though its tests do (just b0c5fa23: “Multi shell integration tests”)', () => {
    const shells = {
      added: 309,
      gone: 294,
      rewritten: 8,
      tests: { added: 5, there: 4 },
      coined: { added: 3, there: 0 },
    }
    expect(now(shells)).not.toBe('current')
    expect(now({ ...shells, gone: 270 })).toBe('current')
    expect(now({ ...shells, coined: { added: 2, there: 0 } })).toBe('current')
  })

  test('held by its lines, though its tests and names had gone (anyio 60be2ec2: “Restored partial backwards compatibility”)', () => {
    const compat = {
      added: 143,
      gone: 83,
      rewritten: 21,
      tests: { added: 16, there: 2 },
      coined: { added: 6, there: 2 },
    }
    expect(now(compat)).not.toBe('current')
    expect(now({ ...compat, tests: { added: 16, there: 5 } })).toBe('current')
    expect(now({ ...compat, coined: { added: 6, there: 3 } })).toBe('current')
    expect(now({ ...compat, gone: 70 })).toBe('current')
  })

  test('may not hold where its lines were written anew in another language, which says nothing of it (okhttp e983dd2a)', () => {
    const uprooted = { gone: 10, coined: { added: 4, there: 1 } }
    expect(now(uprooted, { isTranslated: true })).toBe('reworked')
    expect(now(uprooted)).toBe('past')
    const status = (later: string) => {
      const [one, two] = [change('Ping at intervals'), change(later)]
      const taken = lineHistory({ ...uprooted, removers: [{ commit: two.sha, lines: 9 }] })
      const known = { lineHistories: () => taken, soFar: unknown, files: undefined, manifests: [] }
      return notes(withOutcomes([one, two], known))[0]?.status
    }
    expect(status('Convert RealWebSocket to Kotlin')).toBe('reworked')
    expect(status('Convert RealWebSocket to a class')).toBe('past')
    expect(status('Convert goods to Java 8')).toBe('past')
  })

  test('holds where its headline brought what is there, but for one that was uprooted (axum 2322d398)', () => {
    const status = (more: Partial<LineHistory>) =>
      settleOpen({ status: 'reworked', supersededBy: ['a'] }, lineHistory(more), () => ({
        ...silent,
        addsWhatIsThere: true,
      })).status
    expect(status({ gone: 9 })).toBe('current')
    expect(status({ gone: 10, coined: { added: 4, there: 1 } })).toBe('past')
  })

  test('said that it may not hold though it closed a hole, and only another parser did so by now (ws 00c425ec)', () => {
    const status = (more: Partial<typeof silent> & { closesHole?: boolean }) =>
      settleOpen({ status: 'reworked', supersededBy: ['a'] }, lineHistory({ gone: 10 }), () => ({ ...silent, ...more }))
        .status
    expect([status({}), status({ closesHole: true }), status({ closesHole: true, lost: 1 })]).toEqual([
      'reworked',
      'current',
      'past',
    ])
  })

  test('holds partly where two names of it are lost, though half of its lines stand (anyio da0a792c, werkzeug 669323cf)', () => {
    const known = { ...silent, there: 3 }
    const status = (more: Partial<typeof known> & { tellsFix?: boolean }) =>
      settleOpen({ status: 'partly', supersededBy: [] }, lineHistory({ gone: 4 }), () => ({ ...known, ...more })).status
    expect([status({ lost: 2 }), status({ lost: 1 })]).toEqual(['partly', 'current'])
    // What a fix names may be what was wrong (hiredis 10919758).
    expect(status({ lost: 2, tellsFix: true })).toBe('current')
  })

  test('holds partly where what its headline adds has another name by now, though most lines stand (bytes 44fb2061)', () => {
    expect(now({ gone: 2 }, { lost: 1, there: 3 })).toBe('current')
    const known = { ...silent, lost: 1, there: 3, headsWhatIsLost: true }
    expect(settleOpen({ status: 'partly', supersededBy: [] }, lineHistory({ gone: 2 }), () => known).status).toBe(
      'partly',
    )
  })

  test('is reworked where at most a quarter of it is left, whoever tidied it, whatever names and tests stand (zap 4891e1d4)', () => {
    expect(now({ gone: 8 }, { isTidied: true })).toBe('reworked')
    expect(now({ gone: 8, coined: { added: 4, there: 3 } })).toBe('reworked')
    expect(now({ gone: 10, tests: { added: 2, there: 1 } })).toBe('reworked')
  })

  test('is past where hardly a line is left, and names that came with it are lost (hyper dcdd6d10, 976a77a6)', () => {
    const one = { there: 2, lost: 1 }
    const tests = { added: 4, there: 3 }
    expect(now({ gone: 9 })).toBe('reworked')
    expect(now({ gone: 9 }, one)).toBe('past')
    // Removed names are no loss to the removal (express f41d09a3).
    expect(now({ gone: 9 }, { ...one, tellsRemoval: true })).toBe('partly')
    expect(now({ gone: 9, coined: { added: 8, there: 1 } })).toBe('past')
    expect(now({ gone: 9, coined: { added: 8, there: 5 } })).toBe('reworked')
    // Its tests still stand; and what touched no code is judged by its lines.
    expect(now({ gone: 9, tests }, one)).toBe('partly')
    expect(now({ gone: 9, isNonCode: true }, one)).toBe('partly')
    expect(now({ gone: 7, coined: { added: 8, there: 1 } }, one)).toBe('partly')
  })

  test('is past where a security fix took most of it, whatever its names say (hono 66fe9fee)', () => {
    const fix = change('Fix an exploit of the wildcard', { 'src/a.ts': { added: ['x()'] } })
    const taken = lineHistory({ gone: 6, coined: { added: 2, there: 2 }, removers: [{ commit: fix.sha, lines: 6 }] })
    const holds = (later: CommitAnalysis) =>
      notes(
        withOutcomes([first, later], {
          lineHistories: (sha) =>
            sha === first.sha ? { ...taken, removers: [{ commit: later.sha, lines: 6 }] } : undefined,
          soFar: unknown,
          files: undefined,
          manifests: [],
        }),
      )[0]?.status
    expect([fix, second].map(holds)).toEqual(['past', 'current'])
  })

  test('is told with what took its place, and that one says what it replaced', () => {
    const taken = lineHistory({ gone: 10, removers: [{ commit: second.sha, lines: 9 }] })
    const [one, two] = after(new Map([[first.sha, taken]]))
    expect(one).toMatchObject({ status: 'past', supersededBy: [second.sha.slice(0, 8)] })
    expect(two).toMatchObject({ status: 'current', replaces: [first.sha.slice(0, 8)] })
    expect(after(new Map([[first.sha, lineHistory({ gone: 6 })]]))[0]).toMatchObject({ status: 'reworked' })
    expect(after(new Map([[first.sha, lineHistory({ gone: 2 })]]))[0]).toMatchObject({ status: 'current' })
    expect(after(new Map([[first.sha, lineHistory({ added: 1, gone: 1 })]]))[0]).toMatchObject({ status: 'current' })
    // "Pin to Rack < 1.0" is one line, and stood as advice for as long as nobody counted it (sinatra).
    const pinned = lineHistory({ added: 1, gone: 1, removers: [{ commit: second.sha, lines: 1 }] })
    expect(after(new Map([[first.sha, pinned]]))[0]).toMatchObject({
      status: 'past',
      supersededBy: [second.sha.slice(0, 8)],
    })
    expect(after(new Map([[first.sha, { ...pinned, added: 2 }]]))[0]).toMatchObject({ status: 'current' })
  })

  test('is past where all of its files are gone, unless its lines live on elsewhere', () => {
    const files = filesNow(new Set(['src/other.ts']))
    expect(after(new Map(), { files }).map((note) => note?.status)).toEqual(['past', 'past'])
    expect(after(new Map(), { files: filesNow(new Set(['src/a.ts'])) }).map((note) => note?.status)).toEqual([
      'current',
      'current',
    ])
    expect(after(new Map(), { files, soFar: () => lineHistory() }).map((note) => note?.status)).toEqual([
      'current',
      'current',
    ])
    // What was removed is not there, and neither is the file (pyjwt d77a662f).
    const removal = analysed('Remove the upper bound\n\nIt kept people from a fix.', {
      'setup.py': { removed: ['<4'] },
    })
    expect(
      notes(withOutcomes([removal], { lineHistories: unknown, soFar: unknown, files, manifests: [] }))[0]?.status,
    ).toBe('current')
    // Nor is it where another manifest says so now, whoever deleted this one (pyjwt 19ce9c5e).
    const moved = filesNow(new Set(['pyproject.toml']))
    const lines = lineHistory({ added: 1, gone: 1, removed: 2, isNonCode: true, removers: [{ commit: 'c', lines: 1 }] })
    const by = (there: ReturnType<typeof filesNow>, path: string) =>
      notes(
        withOutcomes([analysed(`Remove the upper bound\n\n${because}`, { [path]: { added: ['a()'] } })], {
          lineHistories: () => lines,
          soFar: unknown,
          files: there,
          manifests: [],
        }),
      )[0]?.status
    expect([by(moved, 'setup.cfg'), by(files, 'setup.cfg'), by(moved, 'tox.ini')]).toEqual(['current', 'past', 'past'])
  })

  test('that was taken back is past, unless its lines came back', () => {
    const back = analysed(
      `Revert "Sort goods by price"\n\nThis reverts commit ${first.sha}.\nUsers were lost on every page of it.`,
      { 'src/a.ts': { removed: ['x()'] } },
    )
    const holds = (lineHistories: ReadonlyMap<string, LineHistory>) =>
      notes(
        withOutcomes([first, back], {
          lineHistories: (sha) => lineHistories.get(sha),
          soFar: unknown,
          files: undefined,
          manifests: [],
        }),
      )[0]?.status
    expect(holds(new Map())).toBe('past')
    expect(holds(new Map([[first.sha, lineHistory({ gone: 1 })]]))).toBe('current')
    expect(holds(new Map([[first.sha, lineHistory({ gone: 8 })]]))).toBe('past')
  })

  test('that was taken back under the name it had before a rebase is known by its title (sinatra 311aa426)', () => {
    const back = analysed(`Revert "fix: Sort goods by price (#7)"\n\nThis reverts commit ${'b'.repeat(40)}.`, {
      'src/a.ts': { removed: ['x()'] },
    })
    const holds = (...analyses: readonly CommitAnalysis[]) =>
      notes(withOutcomes(analyses, { lineHistories: unknown, soFar: unknown, files: undefined, manifests: [] })).map(
        (note) => note?.status,
      )
    expect(holds(first, second, back).slice(0, 2)).toEqual(['past', 'current'])
    // What comes after it is not what it took back.
    expect(holds(back, first)[1]).toBe('current')
  })

  test('is not ended by a release or a formatter (aiohttp 780d5b40: “superseded by” a run of black)', () => {
    const named = (subject: string) => {
      const remover = change(subject)
      const lineHistories = (sha: string) =>
        sha === first.sha ? lineHistory({ gone: 7, removers: [{ commit: remover.sha, lines: 7 }] }) : undefined
      const known = { lineHistories, soFar: unknown, files: undefined, manifests: [] }
      return notes(withOutcomes([first, remover], known))[0]
    }
    for (const subject of ['Order goods by weight', 'Reject line breaks in header values'])
      expect(named(subject)?.supersededBy).toHaveLength(1)
    for (const subject of [
      'Reformat with black',
      '⇪📦 Release yarl v1.9.4',
      'Fixed nats-server import paths',
      '0.2.16: Added `%.3f` and a few formatting specifiers',
      "rustfmt'ed src/lib.rs (only)",
      'Fix failed test',
      'Run pre-commit in all files',
      'Update version to 0.5.2.dev',
      'Auto formatting using black',
      'Generate a change log',
      'Fix typos',
      'Add type hints to goods',
      '[pre-commit.ci] auto fixes from pre-commit.com hooks',
      'refactor: run go fix ./...',
      'Remove line break to make flake8 happy',
      'Fix line length errors',
      'import datetime as dt in utils.py',
      'Prepare isort for black',
      'Code style fixes',
    ])
      expect([named(subject)].map((note) => [holdsStill(note), note?.supersededBy])).toEqual([[true, []]])
  })

  test('of a line or two holds, though a formatter wrote them anew (ripgrep 46fb77c2, 1c3eebef)', () => {
    const twoLines = (...subjects: readonly string[]) => {
      const removers = subjects.map((subject) => change(subject))
      const lines = lineHistory({ added: 2, gone: 2, removers: removers.map(({ sha }) => ({ commit: sha, lines: 1 })) })
      const known = { soFar: unknown, files: undefined, manifests: [] }
      const lineHistories = (sha: string) => (sha === first.sha ? lines : undefined)
      return notes(withOutcomes([first, ...removers], { ...known, lineHistories }))[0]
    }
    expect(twoLines('Reformat with black', 'docs: Explain goods')).toMatchObject({
      status: 'current',
      supersededBy: [],
    })
    expect(twoLines('Reformat with black', 'Sort goods by weight')?.status).toBe('past')
  })

  test('is named as reworked by who worked on it, and not by the formatter that took more of it', () => {
    const worker = change('Rename helpers')
    for (const subject of ['Reformat with black', 'update json docs', 'Fix compile', "Merge branch 'main' into v2"]) {
      const black = change(subject)
      const lines = lineHistory({
        gone: 8,
        removers: [
          { commit: black.sha, lines: 5 },
          { commit: worker.sha, lines: 3 },
        ],
      })
      const known = { soFar: unknown, files: undefined, manifests: [] }
      const lineHistories = (sha: string) => (sha === first.sha ? lines : undefined)
      expect(notes(withOutcomes([first, black, worker], { ...known, lineHistories }))[0], subject).toMatchObject({
        status: 'reworked',
        supersededBy: [worker.sha.slice(0, 8)],
      })
    }
  })

  /** What becomes of the first lesson where a later commit left so much of its lines. */
  const takenBy = (taker: CommitAnalysis, left: Partial<LineHistory>) =>
    notes(
      withOutcomes([first, taker], {
        lineHistories: (sha) => (sha === first.sha ? lineHistory(left) : undefined),
        soFar: unknown,
        files: undefined,
        manifests: [],
      }),
    )[0]?.status

  test('is past where a revert took half of its lines, though that names another, and leaves its tests (mio 7a073b62, axios 6c002323)', () => {
    const told = (subject: string, lines: number) => {
      const taker = analysed(`${subject}\n\n${because}`, { 'src/b.ts': {} })
      const removers = [{ commit: taker.sha, lines }]
      return takenBy(taker, { gone: lines, rewritten: lines, removers, tests: { added: 2, there: 2 } })
    }
    expect(told('Revert reregistering on accept', 10)).toBe('past')
    expect(told('revert: change type of response', 6)).toBe('past')
    expect(told('Revert map support', 6)).toBe('past')
    expect(told('Revert reregistering on accept', 4)).toBe('current')
    for (const subject of [
      'Read the socket again',
      'Roll back the transaction when a connection closes',
      'Revert button is disabled',
      'Revert button gets an icon',
      'Revert file on cancel',
      'revert on error',
      'Revert to sorting by price',
    ])
      expect(told(subject, 10), subject).toBe('current')
  })

  test('holds where the revert that took its lines was taken back itself (sidekiq 321234e8, 56ebcfd1, 6b277de4)', () => {
    const revert = analysed(`Revert "Merge the queue API"\n\n${because}`, { 'src/b.ts': {} })
    const again = analysed(`Revert "Revert "Merge the queue API""\n\nThis reverts commit ${revert.sha}.`, {
      'src/b.ts': {},
    })
    const left = lineHistory({ gone: 10, rewritten: 10, removers: [{ commit: revert.sha, lines: 10 }] })
    const holds = (...later: readonly CommitAnalysis[]) =>
      notes(
        withOutcomes([first, ...later], {
          lineHistories: (sha) => (sha === first.sha ? { ...left, tests: { added: 2, there: 2 } } : undefined),
          soFar: unknown,
          files: undefined,
          manifests: [],
        }),
      )[0]
    expect(holds(revert)).toMatchObject({ status: 'past', supersededBy: [revert.sha.slice(0, 8)] })
    expect(holds(revert, again)?.status).toBe('current')
  })

  test('holds only partly where a removal took out what it is called by, though half of its lines stand (mdBook e1a46d21, a0eb8c0a)', () => {
    const told = (headline: string, subject: string, lines: Partial<LineHistory> = {}) => {
      const [lesson, taker] = [change(headline), change(subject)]
      const history = { ...lineHistory({ added: 20, gone: 10, rewritten: 5 }), ...lines }
      const removers = lines.removers ?? [{ commit: taker.sha, lines: 5 }]
      return notes(
        withOutcomes([lesson, taker], {
          lineHistories: (sha) => (sha === lesson.sha ? { ...history, removers } : undefined),
          soFar: () => undefined,
          files: undefined,
          manifests: [],
        }),
      )[0]
    }
    const json = 'Use JSON search index with JS fallback'
    expect(told(json, 'Remove JSON search file')).toMatchObject({ status: 'partly', supersededBy: [expect.anything()] })
    expect(told(json, 'Improve JSON search file')?.status).toBe('current')
    expect(told(json, 'Remove the search bar')?.status).toBe('current')
    expect(told(json, 'Remove JSON search file', { added: 30 })?.status).toBe('current')
    expect(told(json, 'Remove JSON search file', { tests: { added: 1, there: 1 } })?.status).toBe('current')
    // What stood in the package went, and the package stands (alertmanager e7729209, f69a5086).
    const compat = 'Make functions in compat package public'
    expect(told(compat, 'Remove metrics from compat package')?.status).toBe('current')
  })

  test('held though half of its tests went with what a removal is about (aiohttp 8a631e74, a6687c2e: pickle)', () => {
    const [lesson, taker] = [
      change('Restrict pickle deserialization in CookieJar.load()'),
      change('Remove pickle loading from CookieJar'),
    ]
    const status = (there: number) =>
      notes(
        withOutcomes([lesson, taker], {
          lineHistories: (sha) =>
            sha === lesson.sha
              ? lineHistory({
                  gone: 4,
                  tests: { added: 8, there },
                  removers: [{ commit: taker.sha, lines: 4 }],
                })
              : undefined,
          soFar: unknown,
          files: undefined,
          manifests: [],
        }),
      )[0]?.status
    expect([status(4), status(5)]).toEqual(['partly', 'current'])
  })

  test('held though a name that it speaks of was removed or renamed (vue 6fab8551, rayon c65aac2a, 5085e1a1)', () => {
    const told = (said: string, ending: string, lost: string) => {
      const [lesson, taker] = [analysed(said, { 'src/a.ts': { added: ['x()'] } }), change(ending)]
      const note = notes(
        withOutcomes([lesson, taker], {
          lineHistories: (sha) =>
            sha === lesson.sha ? lineHistory({ gone: 1, removers: [{ commit: taker.sha, lines: 1 }] }) : undefined,
          soFar: unknown,
          nameNow: (name) => (name === lost ? 'lost' : 'there'),
          files: undefined,
          manifests: [],
        }),
      )[0]
      return { status: note?.status, isNamed: note?.supersededBy[0] === taker.sha.slice(0, 8) }
    }
    const why =
      'Instead of new(), use ThreadPoolBuilder.build(), which returns a new concrete error type, ThreadPoolInitError, so that callers can tell.'
    const builder = `Introduce a builder\n\n${why}`
    const ended = { status: 'partly', isNamed: true }
    expect(told(builder, 'Rename ThreadPoolInitError to ThreadPoolBuildError', 'ThreadPoolInitError')).toEqual(ended)
    expect(told(builder, 'Remove deprecated ThreadPoolInitError type', 'ThreadPoolInitError')).toEqual(ended)
    expect(told(builder, 'Remove OtherError of ThreadPoolInitError', 'OtherError').status).toBe('current')
    // What comes in its place is not what went, and a name that is there is that of something else.
    expect(told(builder, 'Rename Other to ThreadPoolInitError', 'Other').status).toBe('current')
    expect(told(builder, 'Remove ThreadPoolInitError', '').status).toBe('current')
    expect(told(builder, 'Remove the use of ThreadPoolInitError', 'ThreadPoolInitError').isNamed).toBe(false)
    const split = `Add a new \`rayon::split\` to create iterators\n\n${because}`
    expect(told(split, 'Remove `rayon::split`, leaving only `rayon::iter::split`', '')).toEqual(ended)
    expect(told(split, 'Remove `rayon::iter::split`, leaving only `rayon::split`', '').status).toBe('current')
  })

  test('whose two lines moved with their file was told as past (grpc-go c10d2c6f)', () => {
    const whole = lineHistory({ added: 2, standsIn: 'src/other.ts' })
    const status = (history: LineHistory) =>
      after(new Map([[first.sha, history]]), { files: filesNow(new Set(['src/other.ts'])) })[0]?.status
    expect(status(whole)).toBe('current')
    expect(status({ ...whole, gone: 1 })).toBe('past')
  })

  test('whose headline names its file was told as past, for no line has that name (grpc-go 5ed7cf6a)', () => {
    const locked = change('Hold the mutex while copying trailers in handler_server', {
      'transport/handler_server.go': { added: ['s.hdrMu.Lock()'] },
    })
    const status = (lost: string) =>
      notes(
        withOutcomes([locked], {
          lineHistories: () => lineHistory({ added: 2 }),
          soFar: unknown,
          nameNow: (name) => (name === lost ? 'lost' : 'unknown'),
          files: undefined,
          manifests: [],
        }),
      )[0]?.status
    expect(status('handler_server')).toBe('current')
  })

  test('may have held, said its mark, though eight of its nine tests stand and no name is lost (vue 775a7c2b)', () => {
    const tests = (added: number, there: number) => ({ added: 14, gone: 13, tests: { added, there } })
    expect(now(tests(9, 8))).toBe('current')
    expect(now(tests(9, 8), { lost: 1 })).not.toBe('current')
    expect(now(tests(9, 3))).toBe('reworked')
    expect(now(tests(3, 2))).toBe('reworked')
  })

  test('is past where a removal took half of its lines and put nothing like them there (werkzeug 68227737, 87da8da2: “lines rewritten”)', () => {
    const told = (subject: string, lines: Partial<LineHistory>) => {
      const taker = change(subject)
      return takenBy(taker, { gone: 10, removers: [{ commit: taker.sha, lines: 5 }], ...lines })
    }
    expect(told('Remove the workaround for carts', {})).toBe('past')
    expect(told('Remove the workaround for carts', { rewritten: 3 })).not.toBe('past')
    expect(told('Remove the workaround for carts', { coined: { added: 2, there: 1 } })).not.toBe('past')
    expect(told('Remove the workaround for carts', { names: { added: 2, there: 1 } })).not.toBe('past')
    expect(told('Remove the workaround for carts', { added: 11 })).not.toBe('past')
    expect(told('Explain the workaround for carts', {})).not.toBe('past')
    // Half of it was logging, and the lock stands.
    expect(told('Remove debug output', { gone: 6 })).not.toBe('past')
    const tests = { added: 1, there: 1 }
    expect(told('Drop python 3.9', { tests })).not.toBe('past')
    expect(told('Drop how goods were sorted', { tests })).toBe('past')
  })

  test('is past where its title is reverted without a hash, in a file that both touched (werkzeug 032c2c78, 1fa017c0)', () => {
    const told = (path: string) => {
      const back = analysed('Revert "Sort goods by price"', { [path]: { removed: ['x()'] } })
      return notes(
        withOutcomes([first, second, back], {
          lineHistories: unknown,
          soFar: unknown,
          files: undefined,
          manifests: [],
        }),
      ).map((note) => note?.status)
    }
    expect(told('src/a.ts').slice(0, 2)).toEqual(['past', 'current'])
    expect(told('src/b.ts').slice(0, 2)).toEqual(['current', 'current'])
    // Landed again, it holds again.
    const [back, again] = ['Revert', 'Reapply'].map((word) =>
      analysed(`${word} "Sort goods by price"`, { 'src/a.ts': { added: ['x()'] } }),
    )
    if (back === undefined || again === undefined) throw new Error('none')
    const known = { lineHistories: unknown, soFar: unknown, files: undefined, manifests: [] }
    expect(notes(withOutcomes([first, back, again], known))[0]?.status).toBe('current')
  })

  test('of settings is not taken back while all of its lines stand, and not said to be reworked by who worked beside it (axios e52cd3ac, hcl afbe5248)', () => {
    const one = change('Set the global object', { 'webpack.config.js': { added: ["globalObject: 'this'"] } })
    const two = analysed(`Tidy up tests\n\nThis reverts commit ${one.sha}.\n\n${because}`, {
      'go.mod': { added: ['x 1'] },
    })
    const held = (lines: Partial<LineHistory>) =>
      notes(
        withOutcomes([one, two], {
          lineHistories: (sha) => (sha === one.sha ? lineHistory({ isNonCode: true, ...lines }) : undefined),
          soFar: unknown,
          files: undefined,
          manifests: [],
        }),
      )[0]
    expect(held({ added: 2 })?.status).toBe('current')
    expect(held({ added: 2, gone: 2 })?.status).toBe('past')
    const beside = change('Dump values in one way', { 'go.mod': { added: ['x 2'] } })
    const told = notes(
      withOutcomes([one, beside], {
        lineHistories: (sha) =>
          sha === one.sha
            ? lineHistory({ isNonCode: true, added: 2, gone: 2, removers: [{ commit: beside.sha, lines: 2 }] })
            : undefined,
        soFar: unknown,
        files: undefined,
        manifests: [],
      }),
    )
    expect(told[0]).toMatchObject({ status: 'reworked', supersededBy: [] })
  })

  test('is past for a deprecation once what it warned of was removed (flask bfdd3711, anyio 91fee4c1: told as a warning)', () => {
    const [warns, removal] = [change('Deprecate bytes where text is expected'), change('Remove support for bytes')]
    const tidied = change('Sort imports')
    const notesWith = (remover: CommitAnalysis) =>
      notes(
        withOutcomes([warns, remover], {
          lineHistories: (sha) =>
            sha === warns.sha ? lineHistory({ gone: 3, removers: [{ commit: remover.sha, lines: 3 }] }) : lineHistory(),
          soFar: unknown,
          files: undefined,
          manifests: [],
        }),
      )[0]
    expect(notesWith(removal)).toMatchObject({ status: 'past', supersededBy: [removal.sha.slice(0, 8)] })
    expect(notesWith(change('Remove deprecated code'))).toMatchObject({ status: 'past' })
    // “is deprecated and will be removed” (poetry-core 0d26164a, 9db04c8e)
    expect(notesWith(change('Follow through on deprecations'))).toMatchObject({ status: 'past' })
    expect(notesWith(tidied)).toMatchObject({ status: 'current' })
    expect(notesWith(change('Remove the tables'))).toMatchObject({ status: 'current' })
  })

  test('is past for a deprecation whose removal does not begin with the word (scrapy d3b5c9be, c174d78f, 56929e77: told as deprecated)', () => {
    const statusOf = (warning: string, removal: string) => {
      const [warns, remover] = [change(warning), change(removal)]
      const lineHistories = (sha: string) =>
        sha === warns.sha ? lineHistory({ gone: 3, removers: [{ commit: remover.sha, lines: 3 }] }) : lineHistory()
      const told = withOutcomes([warns, remover], { lineHistories, soFar: unknown, files: undefined, manifests: [] })
      return notes(told)[0]?.status
    }
    expect(statusOf('Deprecate running Crawler.crawl() twice', 'Deprecation removals. (#6500)')).toBe('past')
    expect(statusOf('Deprecate scrapy/log.py', 'Clean up the deprecated settings list')).toBe('past')
    const named = 'Rule.process_request: deprecate functions that take only one argument'
    expect(statusOf(named, 'Crawl rule: remove deprecated code')).toBe('past')
    expect(statusOf(named, 'Clean up deprecated warnings of tests')).toBe('current')
    expect(statusOf(named, 'Clean up Rule.process_request')).toBe('current')
  })

  test('is past for a warning once what it warned of is an error (attrs 2834ee4a: told beside “Stop comparing/ordering subclasses”)', () => {
    const [warns, removal] = [
      change('Raise DeprecationWarning when comparing subclasses'),
      change('Stop comparing/ordering subclasses'),
    ]
    const lineHistories = (sha: string) =>
      sha === warns.sha ? lineHistory({ gone: 3, removers: [{ commit: removal.sha, lines: 3 }] }) : lineHistory()
    const told = withOutcomes([warns, removal], { lineHistories, soFar: unknown, files: undefined, manifests: [] })
    expect(notes(told)[0]).toMatchObject({ status: 'past', supersededBy: [removal.sha.slice(0, 8)] })
  })

  test('of a tree is past for a deprecation that a later commit ends', () => {
    const commit = 'a'.repeat(40)
    const told = entryOf({
      facts: [factOf('so', { subject: 'Deprecate bytes where text is expected', sources: ['aaaaaaaa'], note: noNote })],
      raw: { ...emptyEntry.raw, sources: [{ commit, subject: 'Deprecate bytes' }] },
    })
    const removal = change('Remove deprecated code')
    const one = lineHistory({ gone: 3, removers: [{ commit: removal.sha, lines: 3 }] })
    const tree = new Map([[entryPath('shop/goods/bytes.md'), told]])
    expect(outlived(tree, [removal], { lineHistories: () => one }).map(({ reason }) => reason)).toEqual([
      `“Deprecate bytes where text is expected” holds no longer since ${removal.sha.slice(0, 8)}`,
    ])
    expect(outlived(tree, [], { lineHistories: () => one })).toEqual([])
  })

  test('stands where one line of it does, whatever became of its file (werkzeug b5c5416a: past, and there it was)', () => {
    const files = filesNow(new Set(['src/new/a.ts']))
    const one = (more: Partial<LineHistory>) =>
      after(new Map(), { files, soFar: () => lineHistory({ added: 1, ...more }) })[0]
    expect(one({ gone: 0, standsIn: 'src/new/a.ts' })).toMatchObject({ status: 'current' })
    expect(one({ gone: 1 })).toMatchObject({ status: 'past' })
  })

  test('of a tree is news where it holds less than the tree says', () => {
    const path = entryPath('shop/goods/sort.md')
    const commit = 'a'.repeat(40)
    const told = (note = noNote): Entry =>
      entryOf({
        facts: [factOf('so', { subject: 'Sort goods', sources: ['aaaaaaaa'], note })],
        raw: { ...emptyEntry.raw, sources: [{ commit, subject: 'Sort' }] },
      })
    const news = (entry: Entry, one?: LineHistory, subject = 'Weigh goods before they are sorted') =>
      outlived(new Map([[path, entry]]), [], { lineHistories: () => one, subjectOf: () => subject }).map(
        ({ type, reason }) => `${type} ${reason}`,
      )
    const gone = lineHistory({ gone: 10, removers: [{ commit: 'b'.repeat(40), lines: 9 }] })
    expect(news(told(), gone)).toEqual(['UPDATE “Sort goods” holds no longer since bbbbbbbb'])
    // Who is about something else, or went on with it, took nothing back (aiohttp 8f53917c, 96aa6078: “past”).
    for (const other of ['Rename helpers', 'Fix how goods are shown'])
      expect(news(told(), gone, other)).toEqual(['UPDATE “Sort goods” may not hold since bbbbbbbb'])
    expect(news(told(), lineHistory({ gone: 6 }))).toEqual(['UPDATE “Sort goods” may not hold'])
    expect(news(told({ ...noNote, status: 'past' }), gone)).toEqual([])
    expect(news(told(), lineHistory())).toEqual([])
    expect(news(told())).toEqual([])
    expect(news(entryOf({ facts: [factOf('so', { sources: ['aaaaaaaa'] })], raw: told().raw }), gone)).toEqual([])
  })

  test('of a tree does not speak of where it was, which ctx put before its reason', () => {
    const commit = 'a'.repeat(40)
    const held = (statement: string) => {
      const entry = entryOf({
        facts: [factOf(statement, { subject: 'Sort goods', sources: ['aaaaaaaa'], note: noNote })],
        raw: { ...emptyEntry.raw, sources: [{ commit, subject: 'Sort' }] },
      })
      const known = { lineHistories: () => lineHistory({ gone: 8 }), nameNow: () => 'lost' as const }
      return outlived(new Map([[entryPath('shop/goods/sort.md'), entry]]), [], known).map(({ reason }) => reason)
    }
    expect(held('In `Shop.sortAll`: It was slow.')).toEqual(held('It was slow.'))
  })
})

describe('a lesson that a later message names', () => {
  const why = 'A command over two lines leaked into environments that its factor does not name.'
  const first = analysed(`Collapse lines before factors are filtered (#3787)\n\n${why}`, {
    'src/ini.py': { added: ['x()'] },
  })
  const later = (message: string): CommitAnalysis =>
    analysed(`${message}\n\n${why}`, { 'src/ini.py': { added: ['y()'], removed: ['x()'] } })
  const told = (amender: CommitAnalysis, lines = 2, more: Partial<LineHistory> = {}) => {
    const removers = lines === 0 ? [] : [{ commit: amender.sha, lines }]
    const one = lineHistory({ added: 11, gone: lines, removers, tests: { added: 2, there: 2 }, ...more })
    const [note] = notes(
      withOutcomes([first, amender], {
        lineHistories: (sha) => (sha === first.sha ? one : undefined),
        soFar: () => undefined,
        files: undefined,
        manifests: [],
      }),
    )
    return { status: note?.status, amendedBy: note?.amendedBy }
  }
  const named = later(`Restore what ${first.sha.slice(0, 8)} (#3787) moved`)
  const key = named.sha.slice(0, 8)

  test('and that lost a line to it was told as if nobody had touched it (tox 78eb3948, 413b9633)', () => {
    expect(told(named)).toEqual({ status: 'current', amendedBy: [key] })
    const byNumber = later('Filter first, since PR #3787 was too aggressive')
    expect(told(byNumber)).toEqual({ status: 'current', amendedBy: [byNumber.sha.slice(0, 8)] })
  })

  test('is not amended by who took no line of it, only laid lines out, or names it among many', () => {
    expect(told(named, 0).amendedBy).toEqual([])
    expect(told(later(`Reformat with black after ${first.sha.slice(0, 8)}`)).amendedBy).toEqual([])
    const many = Array.from({ length: 13 }, (_, at) => `since #${at + 1}`).join(', ')
    expect(told(later(`Bring it back ${many}, since #3787`)).amendedBy).toEqual([])
    expect(told(later('Order goods by name')).amendedBy).toEqual([])
    expect(told(later('Revert "Prefer no casts (#3787)"')).amendedBy).toEqual([])
  })

  test('was told as current though a later headline took some of it back (pip 5cc540be, ccd7be1d; nats-server 833f823e, 8d6eacc2)', () => {
    const same = later('Filter factors before lines are joined (#3801)')
    expect(told(same, 1)).toEqual({ status: 'current', amendedBy: [same.sha.slice(0, 8)] })
    const other = [later('Refactor how factors are filtered (#3801)'), later('Filter factors before all else (#3787)')]
    expect(other.map((one) => told(one, 1).amendedBy)).toEqual([[], []])
    expect(told(same, 1, { added: 30 }).amendedBy).toEqual([])
  })

  test('may not hold, was said, though who took its lines went on with it (pip 03e0053c, 3518d329: `--debug`)', () => {
    const gone = { gone: 8, tests: { added: 0, there: 0 } }
    const rework = later('Rework which factors are filtered, and which lines are collapsed (#3801)')
    expect(told(rework, 8, gone)).toEqual({ status: 'current', amendedBy: [rework.sha.slice(0, 8)] })
    for (const subject of ['Filter lines before factors instead', 'Fix how lines and factors are filtered'])
      expect(told(later(`${subject} (#3801)`), 8, gone).status).toBe('reworked')
  })

  test('and is over says who ended it, and not who amended it', () => {
    const over = told(named, 11, { tests: { added: 0, there: 0 } })
    expect(over).toEqual({ status: 'past', amendedBy: [] })
  })

  test('is news of its entry, once', () => {
    const [commit, by] = ['a1'.repeat(20), later(`Restore what ${'a1'.repeat(4)} moved`)]
    const news = (note = noNote) =>
      outlived(
        new Map([
          [
            entryPath('shop/ini/factors.md'),
            entryOf({
              facts: [factOf('so', { subject: 'Collapse lines first', sources: ['a1a1a1a1'], note })],
              raw: { ...emptyEntry.raw, sources: [{ commit, subject: 'Collapse' }] },
            }),
          ],
        ]),
        [by],
        { lineHistories: () => lineHistory({ gone: 2, removers: [{ commit: by.sha, lines: 2 }] }) },
      ).map(({ reason }) => reason)
    const sha = by.sha.slice(0, 8)
    expect(news()).toEqual([`“Collapse lines first” was amended by ${sha}`])
    expect(news({ ...noNote, amendedBy: [sha] })).toEqual([])
    // As many as are named where all of the history is read at once.
    expect(news({ ...noNote, amendedBy: ['b'.repeat(8), 'c'.repeat(8)] })).toEqual([])
    expect(news({ ...noNote, amendedBy: ['b'.repeat(8), 'c'.repeat(8), 'd'.repeat(8)] })).toEqual([])
  })
})

describe('a security fix', () => {
  const [cookie, proxy] = [
    analysed('Strip the Cookie header on redirects\n\nIt would be sent to hosts that were never meant to see it.', {
      'src/retry.py': { added: ['HEADERS = ["Cookie"]'] },
    }),
    analysed(
      'CVE-2024-37891: strip the Proxy-Authorization header\n\nIt would be sent to hosts that were never meant to.',
      {
        'src/retry.py': { added: ['HEADERS = ["Cookie", "Proxy"]'] },
      },
    ),
  ]
  const after = (history: Partial<typeof noLineHistory>) =>
    withOutcomes([cookie, proxy], {
      lineHistories: (sha) =>
        sha === cookie.sha
          ? { ...noLineHistory, added: 5, gone: 3, removers: [{ commit: proxy.sha, lines: 3 }], ...history }
          : undefined,
      soFar: () => undefined,
      files: undefined,
      manifests: [],
    })[0]?.evidence.find(({ kind }) => kind === 'lesson')?.note?.status

  test('ends what it takes out, and not what it writes on, nor what its tests still promise (urllib3 644124ec)', () => {
    expect(after({})).toBe('past')
    expect(after({ rewritten: 3 })).toBe('current')
    expect(after({ tests: { added: 2, there: 2 } })).toBe('current')
  })

  test('of a regex was told first of all, though a removal took it and nothing was named (pip 254e668e, 61cbca01)', () => {
    const regex = analysed(
      'Fix vulnerable regex\n\nImplement exclusive searches to avoid backtracking, as CVE-2022-1 says.',
      {
        'src/wheel.py': { added: ['re.compile(a)', 're.compile(b)'] },
      },
    )
    const told = (subject: string) => {
      const by = analysed(`${subject}\n\n${because}`, {
        'src/wheel.py': { removed: ['re.compile(a)', 're.compile(b)'] },
      })
      const removers = [{ commit: by.sha, lines: 2 }]
      return notes(
        withOutcomes([regex, by], {
          lineHistories: (sha) => (sha === regex.sha ? { ...noLineHistory, added: 2, gone: 2, removers } : undefined),
          soFar: () => undefined,
          files: undefined,
          manifests: [],
        }),
      )[0]
    }
    expect(told('Parse wheel names by hand')).toMatchObject({ kind: 'security', status: 'current' })
    expect(told('Remove legacy wheel filename support')?.status).not.toBe('current')
  })
})

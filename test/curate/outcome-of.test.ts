import { describe, expect, test } from 'vitest'
import { type LineHistory, noLineHistory } from '../../src/curate/lines/line-history.ts'
import { outcomeByTitle, outcomeOf } from '../../src/curate/standing/outcome-of.ts'
import { settleOpen } from '../../src/curate/standing/settle-open.ts'

type Lines = Partial<LineHistory>

/** Whether the later commits in these examples are about the same, as `ctx init` found when it read the repository. */
const sameMatter = { isAbout: () => true }
const otherMatter = { isAbout: () => false }

describe('what became of the lines of real commits', () => {
  const few = { removers: [{ commit: 'f'.repeat(40), lines: 2 }] }

  test.each<[string, Lines, string, typeof sameMatter]>([
    ['its tests hold it (zap e9f4bda4)', { added: 6, gone: 4, tests: { added: 3, there: 3 } }, 'current', sameMatter],
    [
      'its tests alone are left (express a3b5f6d0)',
      { added: 3, gone: 3, tests: { added: 1, there: 1 } },
      'reworked',
      sameMatter,
    ],
    [
      'the code was begun again (jinja 015b0c94)',
      { added: 3, gone: 3, isFromBeforeRestart: true },
      'past',
      otherMatter,
    ],
    [
      'the code was begun again, and most of its names stand: timeouts of each phase were told as history (got da4f2369)',
      { added: 75, gone: 68, rewritten: 35, isFromBeforeRestart: true, coined: { added: 12, there: 9 } },
      'reworked',
      sameMatter,
    ],
    [
      'the code was begun again, and half of its names stand',
      { added: 75, gone: 68, isFromBeforeRestart: true, coined: { added: 12, there: 6 } },
      'past',
      otherMatter,
    ],
    ['most of it stands (click 0e0c0032)', { added: 63, gone: 5 }, 'current', sameMatter],
    ['some of it stands (click f85a35da)', { added: 7, gone: 5 }, 'reworked', sameMatter],
    ['it is said anew (starlette 679e7dae)', { added: 3, gone: 3, rewritten: 2 }, 'reworked', sameMatter],
    [
      'its names stand (express b89a5970)',
      { added: 14, gone: 14, names: { added: 1, there: 1 } },
      'reworked',
      sameMatter,
    ],
    ['it is itself a removal (express 33210550)', { added: 3, gone: 3, removed: 37 }, 'reworked', sameMatter],
    [
      'its name is forgotten (express 0461e553)',
      { added: 2, gone: 2, names: { added: 1, there: 0 } },
      'past',
      otherMatter,
    ],
    ['it is not wholly taken (express f433b7c7)', { ...few, added: 2, gone: 1 }, 'current', sameMatter],
    [
      'names that came with it stand (zap b56bc628)',
      { added: 26, gone: 24, coined: { added: 7, there: 4 } },
      'reworked',
      sameMatter,
    ],
    [
      'names that came with it are lost (click c7c21790)',
      { added: 11, gone: 11, coined: { added: 5, there: 0 } },
      'past',
      otherMatter,
    ],
    ['it is taken back (click 347b45be)', { added: 16, gone: 16, coined: { added: 1, there: 0 } }, 'past', sameMatter],
    ['it is taken in passing (starlette e8dff17e)', { added: 8, gone: 8 }, 'reworked', otherMatter],
    ['text is taken back (express 741a5aac)', { added: 10, gone: 10, isNonCode: true }, 'past', sameMatter],
    ['text is gone (bat 2765c6ba)', { added: 10, gone: 10, isNonCode: true }, 'reworked', otherMatter],
    ['half of a text is gone (zap 33e36e69)', { added: 18, gone: 13, isNonCode: true }, 'reworked', sameMatter],
    ['text stands (express 35a66d8a)', { added: 14, gone: 2, isNonCode: true }, 'current', sameMatter],
  ])('%s', (_, lines, status, later) => {
    expect(outcomeOf({ ...noLineHistory, ...lines }, later).status).toBe(status)
  })
})

describe('what lines leave open of real commits, and names settle', () => {
  const silent = { there: 0, lost: 0, isInUse: false, tellsRemoval: false, isTidied: false }

  test.each<[string, Lines, Partial<typeof silent>, string]>([
    ['its names are lost (zap a02a8ba4)', { added: 55, gone: 33, rewritten: 13 }, { lost: 1 }, 'partly'],
    ['enough is left (starlette 2b2c0707)', { added: 4, gone: 2, rewritten: 2 }, {}, 'current'],
    ['its tests hold it', { added: 10, gone: 7, tests: { added: 1, there: 1 } }, {}, 'current'],
    [
      'nothing but its tests is left, and all of these (jinja 40367c48, attrs 445b6b2e)',
      { added: 10, gone: 10, tests: { added: 1, there: 1 } },
      {},
      'current',
    ],
    ['nothing but some of its tests is left', { added: 10, gone: 10, tests: { added: 2, there: 1 } }, {}, 'reworked'],
    [
      'half is left and a name is lost (rayon ef4646bc)',
      { added: 33, gone: 17, rewritten: 6 },
      { lost: 1, there: 1 },
      'partly',
    ],
    ['it was only tidied', { added: 10, gone: 7 }, { isTidied: true }, 'current'],
    ['whoever tidied it left a quarter of it', { added: 8, gone: 6 }, { isTidied: true }, 'reworked'],
    ['whoever tidied it left nothing of it (jinja d4e54382)', { added: 3, gone: 3 }, { isTidied: true }, 'reworked'],
    ['it was built anew under its name (zap 4891e1d4)', { added: 46, gone: 46 }, { isTidied: true }, 'reworked'],
    ['names that came with it hold it', { added: 60, gone: 42, coined: { added: 8, there: 6 } }, {}, 'current'],
    [
      'little but the names that came with it is left (zap e73195ff)',
      { added: 60, gone: 52, rewritten: 15, coined: { added: 8, there: 6 } },
      {},
      'reworked',
    ],
    [
      'its tests hold it, whoever tidied it',
      { added: 10, gone: 7, tests: { added: 1, there: 1 } },
      { isTidied: true },
      'current',
    ],
    [
      'tests hold some of it (zap e5bfe32b)',
      { added: 321, gone: 298, rewritten: 32, tests: { added: 4, there: 2 } },
      { lost: 1 },
      'partly',
    ],
    [
      'it is itself a removal (express 68352895)',
      { added: 4, gone: 4, rewritten: 1 },
      { there: 4, lost: 1, tellsRemoval: true },
      'partly',
    ],
    ['it touched no code (packaging 93f1df24)', { added: 80, gone: 48, isNonCode: true }, {}, 'reworked'],
    ['it is uprooted (zap 63d56df1)', { added: 25, gone: 25, rewritten: 6 }, { there: 2, lost: 2 }, 'past'],
    ['a name is lost, and users still type its option', { added: 25, gone: 25 }, { lost: 1, isInUse: true }, 'partly'],
    [
      'names that came with it are lost, and users still type its option (ripgrep 6dc09c5b)',
      { added: 25, gone: 25, coined: { added: 5, there: 1 } },
      { isInUse: true },
      'reworked',
    ],
    [
      'names that came with it are lost, and nobody can type its option any more',
      { added: 25, gone: 25, coined: { added: 5, there: 1 } },
      {},
      'past',
    ],
  ])('%s', (_, lines, spoken, status) => {
    const known = { ...silent, ...spoken }
    // As `heldByNames` leaves it: with a name lost it holds partly.
    const open = { status: known.lost > 0 ? 'partly' : 'reworked', supersededBy: ['f'.repeat(8)] } as const
    expect(settleOpen(open, { ...noLineHistory, ...lines }, () => known).status).toBe(status)
  })
})

test('what was removed holds until it comes again, and before a restart nobody knows (ureq 00e3294a)', () => {
  const lines = { ...noLineHistory, added: 1, gone: 1, removed: 20 }
  expect(outcomeByTitle('Remove convenience methods for CONNECT', lines).status).toBe('current')
  expect(outcomeByTitle('Remove convenience methods for CONNECT', { ...lines, isFromBeforeRestart: true }).status).toBe(
    'reworked',
  )
})

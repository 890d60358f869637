import type { Commit } from '../../commit.ts'
import { testTitles } from '../evidence/tests.ts'
import type { LineHistory } from './line-history.ts'
import { namesWritten } from './names-in-diff.ts'
import { mostPutBack } from './put-back.ts'
import { rewrittenIn } from './rewritten-lines.ts'
import { isFollowed, significantPart } from './significant-lines.ts'

type After = {
  readonly remover: Commit
  readonly texts: ReadonlyMap<string, string>
  readonly lost: ReadonlySet<string>
}

/**
 * What a new commit and the code after it say of an earlier commit, without the history between them: its lines that stand
 * in none of its files any more are gone, and the new commit took out those that it removed. `lost` are names that the code does not have any more.
 */
export function lineHistoryAfter(earlier: Commit, { remover, texts, lost }: After): LineHistory {
  const added = said(earlier, 'added')
  const there = new Set(
    [...texts].flatMap(([path, text]) => (isFollowed({ path }) ? text.split('\n').map(significantPart) : [])),
  )
  const gone = [...added].filter((line) => !there.has(line))
  const removed = said(remover, 'removed')
  const cut = [...said(earlier, 'removed')].filter((line) => !added.has(line))
  const written = said(remover, 'added')
  const back = cut.length > mostPutBack ? 0 : cut.filter((line) => written.has(line) && !removed.has(line)).length
  const taken = gone.filter((line) => removed.has(line))
  const replacing = remover.changes.filter(isFollowed).flatMap((change) => change.hunks)
  const anew = new Set(
    taken.length === 0 ? [] : replacing.flatMap((hunk) => [...rewrittenIn(hunk).keys()].map(significantPart)),
  )
  const titles = earlier.changes.flatMap(({ path, hunks }) =>
    testTitles(
      path,
      hunks.flatMap((hunk) => hunk.added),
    ),
  )
  const names = namesWritten(earlier)
  const now = new Set([...texts].flatMap(([path, text]) => testTitles(path, text.split('\n'))))
  return {
    added: added.size,
    gone: gone.length,
    rewritten: taken.filter((line) => anew.has(line)).length,
    isFromBeforeRestart: false,
    isNonCode: false,
    standsIn: '',
    removed: said(earlier, 'removed').size,
    removers: taken.length === 0 ? [] : [{ commit: remover.sha, lines: taken.length }],
    putBack: new Map(back === 0 ? [] : [[remover.sha, back / cut.length]]),
    tests: { added: titles.length, there: titles.filter((title) => now.has(title)).length },
    coined: { added: 0, there: 0 },
    names: { added: names.length, there: names.filter((name) => !lost.has(name)).length },
  }
}

/** What a commit put into code, or took out. */
const said = ({ changes }: Commit, side: 'added' | 'removed'): ReadonlySet<string> =>
  new Set(
    changes.filter(isFollowed).flatMap(({ hunks }) =>
      hunks
        .flatMap((hunk) => hunk[side])
        .map(significantPart)
        .filter(Boolean),
    ),
  )

import { fold } from '../../text/clean.ts'
import { reasonedAlone } from '../../text/reasons.ts'
import { isCovered, wordsOf } from '../message/shared-words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { noReason } from '../evidence/reverts.ts'
import { isWeighty, standsInFile } from '../evidence/kinds.ts'
import type { Evidence } from '../evidence/types.ts'
import { fileKindOf } from '../code/files.ts'
import { touchesUp, undoing } from '../message/headline-kinds.ts'
import { standsAlone, worthOf } from './worth.ts'

/**
 * Whether a piece says something by itself: not a headline alone or only its tests' titles, unless its kind matters; not
 * that something was taken back without a reason.
 */
export function saysWhy({ kind, about, text, note, at }: Evidence): boolean {
  if (kind === 'lesson')
    return isWeighty({ note }) || reasonedAlone.test(about) || (text !== '' && !text.startsWith('Tested: '))
  // "… to avoid local address" says what for, and not why that was not to be (raft 6d50e554).
  if (kind === 'revert') return !text.endsWith(noReason) || /\bbecause\b/i.test(text)
  // Pages say what they say to everybody who opens them.
  if (kind === 'reason' && at.path !== '') return fileKindOf(at.path) !== 'docs'
  return kind !== 'document' && kind !== 'test' && kind !== 'suppression'
}

/** Whether there is something to read: a piece that says why, or some comments of the code. Of a long history, more is asked. */
export function deservesEntry(pieces: readonly Evidence[], { isLong }: { readonly isLong: boolean }): boolean {
  const told = pieces.filter((piece) => piece.kind !== 'revert' && !isComment(piece) && saysWhy(piece))
  const [only] = told
  const isLittle = only === undefined || (isLong && told.length === 1 && only.kind === 'lesson' && !standsAlone(only))
  return !isLittle || pieces.filter(isComment).length >= leastComments
}

const leastComments = 3
/** What stands in the code is told with what else is known of it; alone, it says what whoever opens the file reads. */
export const isComment = (piece: Evidence): boolean => piece.kind === 'reason' && standsInFile(piece)

/**
 * Of lessons that say the same, the last: a fix and its way onto another branch have one headline, two commits that one
 * line of a changelog is about have its words.
 */
export function withoutTwins(pieces: readonly Evidence[]): readonly Evidence[] {
  const byHeadline = new Map<string, Evidence[]>()
  for (const piece of pieces)
    if (piece.kind === 'lesson') {
      const known = byHeadline.get(fold(piece.about))
      if (known === undefined) byHeadline.set(fold(piece.about), [piece])
      else known.push(piece)
    }
  const last = new Map(pieces.flatMap((piece) => (piece.kind === 'lesson' ? [[piece.text, piece] as const] : [])))
  const isTwin = (piece: Evidence): boolean => {
    if (piece.text.length >= leastAlike && last.get(piece.text) !== piece) return true
    const same = byHeadline.get(fold(piece.about)) ?? []
    return same
      .slice(same.indexOf(piece) + 1)
      .some(({ text }) => isCovered(piece.text, text, 0.6) || piece.text === text)
  }
  const said = new Map<string, string>()
  for (const { kind, at, about, text } of pieces)
    if (kind === 'lesson') said.set(at.commit, `${said.get(at.commit) ?? ''} ${about} ${text}`)
  // A comment may say in the code what the message of its commit says.
  const isSaid = (piece: Evidence): boolean =>
    standsInFile(piece) && isCovered(piece.text, said.get(piece.at.commit) ?? '', 0.65)
  return withoutCopies(pieces.filter((piece) => (piece.kind === 'lesson' ? !isTwin(piece) : !isSaid(piece))))
}

/**
 * Of comments that say the same of the same name, the one that says most, and of equals the first: CurryWith of three
 * vectors (client_golang), StaticConfig.HTML5 before and after it had a default (echo).
 */
function withoutCopies(pieces: readonly Evidence[]): readonly Evidence[] {
  const byName = new Map<string, Compared[]>()
  for (const piece of pieces.filter(standsInFile).toSorted((a, b) => b.text.length - a.text.length)) {
    const one = { piece, words: wordsOf(piece.text), numbers: numbersIn(piece.text) }
    const longer = byName.get(piece.about) ?? []
    if (!longer.some((other) => isCopyOf(one, other))) longer.push({ ...one, has: new Set(one.words) })
    byName.set(piece.about, longer)
  }
  const kept = new Set([...byName.values()].flatMap((all) => all.map(({ piece }) => piece)))
  return pieces.filter((piece) => !standsInFile(piece) || kept.has(piece))
}

/** A comment with what is compared of it, read once: a file may have a thousand. */
type Read = { readonly piece: Evidence; readonly words: readonly string[]; readonly numbers: readonly string[] }
type Compared = Read & { readonly has: ReadonlySet<string> }

/** Whether one commit wrote both, or they are in one file, with the same numbers. */
const isCopyOf = ({ piece: { at }, words, numbers }: Read, { piece: other, has, numbers: others }: Compared): boolean =>
  (at.commit === other.at.commit || at.path === other.at.path) &&
  isCovered(words, has, 0.8) &&
  numbers.every((number) => others.includes(number))

const numbersIn = (text: string): readonly string[] => text.match(/\d+/g) ?? []

/** A text that is shorter may be said twice. */
const leastAlike = 30

/** The lessons of some commits that an entry tells. */
export const keptLessons = (
  analyses: readonly CommitAnalysis[],
  evidence: ReadonlyMap<string, readonly Evidence[]>,
): readonly Evidence[] =>
  withoutTwins(analyses.flatMap(({ sha }) => evidence.get(sha) ?? [])).filter(
    (piece) => piece.kind === 'lesson' && saysWhy(piece),
  )

/** The headline of the lesson that an entry is most about: one that holds and would be missed most; of equals, the newest. */
export function strongest(told: readonly Evidence[], analyses: readonly CommitAnalysis[]): string {
  const touched = new Map(analyses.map((analysis) => [analysis.sha, analysis.touched]))
  const ranked = told.map((piece) => ({
    about: piece.about,
    rank:
      standing[piece.note?.status ?? 'current'] +
      worthOf(piece, touched.get(piece.at.commit) ?? []) -
      // What takes something back is a poor name for the rest.
      (undoing.test(piece.about) || touchesUp.test(piece.about) ? standing.current : 0),
  }))
  return ranked.reduce((best, one) => (one.rank >= best.rank ? one : best), { about: '', rank: -Infinity }).about
}

/** What holds comes before what says more and holds no longer. */
const standing = { current: 40, reworked: 30, partly: 20, past: 0 } as const

import { fold } from '../../text/clean.ts'
import { sentences } from '../../text/sentences.ts'
import { countWords } from '../../text/words.ts'
import type { CommitAnalysis, Touched } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import type { Filed } from '../filing/comments-at-home.ts'
import { fileKindOf } from '../code/files.ts'
import { standsInFile } from '../evidence/kinds.ts'
import { isCovered, wordsOf } from '../message/shared-words.ts'
import { deservesEntry, saysWhy } from './admission.ts'

// What is told twice, and which of the two stays: in one entry (twins), by two commits, and of comments in all of the tree.

/** A text that is shorter may be said twice, of two things. */
const leastAlike = 30

/**
 * Leaves out lessons whose reason another commit gives in the same words: a news fragment that was committed apart from its
 * code has those of the code's commit, whose changelog line it is (attrs 70b7f885). Of the two, the one stays that touched
 * code, else the one that holds, else the later one. One may have the first of these words for its headline (esbuild 8b5e0487).
 */
export function saidOnce(
  evidence: ReadonlyMap<string, readonly Evidence[]>,
  analyses: readonly CommitAnalysis[],
): ReadonlyMap<string, readonly Evidence[]> {
  const best = new Map<string, { readonly piece: Evidence; readonly rank: number }>()
  const texts = new Set(
    [...evidence.values()]
      .flat()
      .filter(isLong)
      .map(({ text }) => fold(text)),
  )
  const keyOf = ({ about, text }: Evidence): string => {
    const whole = fold(`${about}. ${text}`)
    return texts.has(whole) ? whole : fold(text)
  }
  for (const { sha, touched } of analyses)
    for (const piece of (evidence.get(sha) ?? []).filter(isLong)) {
      const rank = (touchesCode(touched) ? 2 : 0) + (piece.note?.status === 'current' ? 1 : 0)
      const known = best.get(keyOf(piece))
      if (known === undefined || rank >= known.rank) best.set(keyOf(piece), { piece, rank })
    }
  const isRepeated = (piece: Evidence): boolean => isLong(piece) && best.get(keyOf(piece))?.piece !== piece
  return new Map([...evidence].map(([sha, pieces]) => [sha, pieces.filter((piece) => !isRepeated(piece))]))
}

/**
 * Leaves out comments most of which a lesson or a longer comment says in the same sentences, where both are told:
 * `shortest_match_at` repeats what `shortest_match` says, and three functions why a path is resolved first (ripgrep). So does what
 * goes by the same name since one commit, in the same words but one: `DB.Mlock` "prevents major page faults", `Options.Mlock` "potential" ones (bbolt
 * ed2436f1). A page that would not be made without them keeps them.
 */
export function commentsOnce(subjects: readonly Filed[], { isLong }: { readonly isLong: boolean }): readonly Filed[] {
  const isMade = (evidence: readonly Evidence[]): boolean => deservesEntry(withoutTwins(evidence), { isLong })
  const told = new Set(subjects.filter(({ evidence }) => isMade(evidence)))
  const repeats = repeatedIn([...told].flatMap(({ evidence }) => evidence))
  return subjects.map((one) => {
    const left = told.has(one) ? one.evidence.filter((piece) => !repeats.has(piece)) : one.evidence
    return left.length < one.evidence.length && isMade(left) ? { ...one, evidence: left } : one
  })
}

/** The comments of which others say most, the longest first. */
function repeatedIn(pieces: readonly Evidence[]): ReadonlySet<Evidence> {
  const told = new Set(pieces.filter(({ at }) => at.path === '').flatMap(({ text }) => longSentences(text)))
  const repeats = new Set<Evidence>()
  for (const piece of pieces.filter(standsInFile).toSorted((a, b) => b.text.length - a.text.length)) {
    const said = longSentences(piece.text)
    const again = said.filter((sentence) => told.has(sentence) || butOne(sentence, piece).some((one) => told.has(one)))
    if (again.join('').length > said.join('').length * mostRepeated) repeats.add(piece)
    else for (const sentence of said) for (const one of [sentence, ...butOne(sentence, piece)]) told.add(one)
  }
  return repeats
}

/**
 * A sentence without each of its words, beside the name that it is about and the commit that said so: storage of a `CA` and of a
 * policy are two (caddy 5a19db5d, 0433f9d0). A number or a "not" may be all that differs.
 */
function butOne(sentence: string, { about, at: { commit } }: Evidence): readonly string[] {
  const name = about.split('.').at(-1) ?? ''
  const words = sentence.split(' ')
  if (name === about || words.length < leastButOne) return []
  return words.flatMap((word, place) =>
    differs.test(word) ? [] : [`${commit} ${name}: ${words.with(place, '…').join(' ')}`],
  )
}

const leastButOne = 8
const differs = /\d|^(?:always|cannot|except|false|must|never|no|not|only|true|without)$|n['’]?t$/

/** Shorter ones say the same of different things: "If no match exists, then `None` is returned." */
const leastOfSentence = 6
/** Of a comment, by its characters, that may be said elsewhere. */
const mostRepeated = 0.5

const longSentences = (text: string): readonly string[] =>
  sentences(text)
    .filter((sentence) => countWords(sentence) >= leastOfSentence)
    .map(fold)

const isLong = ({ kind, text }: Evidence): boolean => kind === 'lesson' && text.length >= leastAlike

const touchesCode = (touched: readonly Touched[]): boolean => touched.some(({ path }) => fileKindOf(path) === 'code')

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
  return withoutCommentTwins(pieces.filter((piece) => (piece.kind === 'lesson' ? !isTwin(piece) : !isSaid(piece))))
}

/**
 * Of comments that say the same of the same name, the one that says most, and of equals the first: CurryWith of three
 * vectors (client_golang), StaticConfig.HTML5 before and after it had a default (echo).
 */
function withoutCommentTwins(pieces: readonly Evidence[]): readonly Evidence[] {
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

/** The lessons of some commits that an entry tells. */
export const keptLessons = (
  analyses: readonly CommitAnalysis[],
  evidence: ReadonlyMap<string, readonly Evidence[]>,
): readonly Evidence[] =>
  withoutTwins(analyses.flatMap(({ sha }) => evidence.get(sha) ?? [])).filter(
    (piece) => piece.kind === 'lesson' && saysWhy(piece),
  )

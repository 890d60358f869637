import { fold } from '../../text/clean.ts'
import { sentences } from '../../text/sentences.ts'
import { countWords } from '../../text/words.ts'
import type { CommitAnalysis, Touched } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import type { Filed } from '../filing/comments-at-home.ts'
import { fileKindOf } from '../code/files.ts'
import { standsInFile } from '../evidence/kinds.ts'
import { deservesEntry, withoutTwins } from './admission.ts'

/** A text that is shorter may be said twice, of two things. */
const leastAlike = 30

/**
 * Leaves out lessons whose reason another commit gives in the same words: a news fragment that was committed apart from its
 * code has those of the code's commit, whose changelog line it is (attrs 70b7f885). Of the two, the one stays that touched
 * code, else the one that holds, else the later one.
 */
export function saidOnce(
  evidence: ReadonlyMap<string, readonly Evidence[]>,
  analyses: readonly CommitAnalysis[],
): ReadonlyMap<string, readonly Evidence[]> {
  const best = new Map<string, { readonly piece: Evidence; readonly rank: number }>()
  for (const { sha, touched } of analyses)
    for (const piece of (evidence.get(sha) ?? []).filter(isLong)) {
      const rank = (touchesCode(touched) ? 2 : 0) + (piece.note?.status === 'current' ? 1 : 0)
      const known = best.get(fold(piece.text))
      if (known === undefined || rank >= known.rank) best.set(fold(piece.text), { piece, rank })
    }
  const isRepeated = (piece: Evidence): boolean => isLong(piece) && best.get(fold(piece.text))?.piece !== piece
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

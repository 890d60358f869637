import { shorten } from '../../text/clean.ts'
import { sentences } from '../../text/sentences.ts'
import { countWords } from '../../text/words.ts'
import { type LessonNote, noNote } from '../../tree/note.ts'
import { isBump } from '../../text/bumps.ts'
import type { Bullet } from './changelog.ts'
import { undoing } from './headline-kinds.ts'
import { isChatter } from './chatter.ts'
import { longestHeadline } from './split-message.ts'
import { withoutPrefix } from '../../text/titles.ts'
import { goesOnWithAnother, isEmptySubject, isNumber, isOfNote } from './nameless.ts'
import { isCovered, newWords } from './shared-words.ts'
import { isTrifle } from './trifles.ts'
import { isMostlySaid, restBehind } from './repeats.ts'

/** A lesson, as far as a changelog has words for it. */
type Worded = {
  readonly about: string
  readonly text: string
  readonly weight: number
  readonly note?: LessonNote
  readonly isOfChangelog?: boolean
}

/**
 * Puts a changelog's words before an explanation that says other things, and in the place of one, or a headline, that says
 * nothing: "Add newsfragment" (trio 332f1118).
 */
export function withWords<Piece extends Worded>(piece: Piece, bullet: Words): Piece {
  const headline = isNameless(piece) ? headlineOf(newIn(bullet.text, piece.about), piece) : ''
  if (headline === '' || headline === piece.about) return worded(piece, bullet)
  const text = newIn(bullet.text, piece.about)
  const isCut = headline.endsWith('…')
  const rest = firstUpper(text.slice(headline.length).replace(/^(?:[.:]|, and |; )\s*/, ''))
  const named = { ...piece, about: headline }
  // The end of a sentence that is cut stands nowhere else.
  return isCut
    ? worded(named, { ...bullet, text }, piece.text)
    : worded(named, { ...bullet, text: rest === '' ? text : rest })
}

type Words = Pick<Bullet, 'text' | 'kind' | 'release'>

function worded<Piece extends Worded>(
  piece: Piece,
  { text: said, kind, release }: Words,
  known = `${piece.about} ${piece.text}`,
): Piece {
  const note = piece.note ?? noNote
  const text = newIn(said, piece.about)
  const isSaid = isCovered(withoutPrefix(text), known) || newWords(text, known) < (isBump(piece.about) ? 3 : 2)
  const isKnown = (isSaid && kind === '') || isTrifle({ headline: piece.about, why: piece.text })
  const rest = piece.text.startsWith('Tested: ') ? '' : restBehind(text, piece.text)
  const words = ended(text, { isLast: rest === '' })
  return {
    ...piece,
    text: isSaid ? piece.text : [words, rest].filter(Boolean).join(' '),
    ...(isSaid || rest !== '' ? {} : { isOfChangelog: true }),
    weight: isKnown ? piece.weight : Math.max(piece.weight, changelogWeight),
    note: {
      ...note,
      // What breaks may stand below "Bug Fixes" (vue 79b8a090).
      kind: kind === '' || note.kind === 'security' || note.kind === 'breaking' ? note.kind : kind,
      since: release === '' ? note.since : release,
    },
  }
}

/**
 * Ends what led to code that is not here (structlog 03412988), and what ends with code or a bracket where something follows: "…
 * implements `Clone`", "The `Layer` types …" (tower b8927bc3).
 */
function ended(text: string, { isLast }: { isLast: boolean }): string {
  const isEnded = isLast ? /[.!?)`…]$/.test(text) : /[.!?…]["'”)]{0,2}$/.test(text)
  return isEnded ? text : `${text.replace(/[:,;]$/, '')}.`
}

/** Whether a headline is nobody's, or says nothing but which change it goes on with; a step of a squash that reverts says nothing, a commit does. */
const isNameless = ({ about, text }: Worded): boolean =>
  (isEmptySubject(about) && !isNumber(about) && text === '') ||
  goesOnWithAnother(about) ||
  (isChatter(about) && !undoing.test(about)) ||
  isOfNote(about) ||
  isOneWord(about)

/** The first sentence of a line, or the first part of a long one; of one that has no parts, the beginning, in the place of talk. */
function headlineOf(text: string, { about }: Worded): string {
  const first = (sentences(text)[0] ?? '').replace(/\.$/, '')
  const [part = ''] = first.length > longestHeadline && !begins.test(first) ? first.split(parted) : [first]
  if (isTorn(part)) return ''
  if (part.length <= longestHeadline) return part
  return isEmptySubject(about) || saysWhole(about) ? '' : beginningOf(part)
}

/** Leads to a list, or opens a bracket and leaves it open: "The following types are no longer generic … (i.e" (axum d7605d3f). */
const isTorn = (part: string): boolean => /:$|\([^()]*$/.test(part)

/**
 * Whether a subject, though it has a word of talk, says in one piece what a sentence would have to be cut for: "add --format json/toml
 * and -o to config command" (tox 4c728874). A bump, and what is of tests, pages or the changelog, does not.
 */
const saysWhole = (subject: string): boolean =>
  countWords(subject) >= leastWhole &&
  !isBump(subject) &&
  !isOfNote(subject) &&
  !/\b(?:changelog|docs?|news ?fragments?|tests?)\b/i.test(subject)

const leastWhole = 4

/** Where a long sentence has a part that stands for itself: before its list (tox c91a77a8), or another part. */
const parted = /(?<=^[^:]{15,120}): (?=[^;]{1,400}; )|, and |; /

/** What begins with a condition is about nothing without its end. */
const begins = /^(?:after|although|because|before|if|since|when|while)\b/i

/** So much of a sentence as says what it is about, cut in no span of code. */
function beginningOf(sentence: string): string {
  const cut = shorten(sentence, longestBeginning)
  const isInCode = cut.split('`').length % 2 === 0
  const before = cut.slice(0, cut.lastIndexOf('`')).trimEnd()
  // Where it begins with a long span of code, its marks go.
  if (isInCode && before === '') return shorten(sentence.replaceAll('`', ''), longestBeginning)
  return isInCode ? `${before}…` : cut
}

const longestBeginning = 80

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "optimize" (fd a00259bf). */
const isOneWord = (headline: string): boolean => /^[A-Za-z]+\W?$/.test(headline)

/**
 * A line of a changelog behind the headline that it may begin with: "… refactor #2967. Please replace …" (gin 0be805a6), "Improved
 * performance of …" (aiohttp 30a3d0ef).
 */
function newIn(text: string, headline: string): string {
  const [first = '', ...rest] = sentences(text)
  const said = withoutPrefix(first).replace(/#\d+/g, '')
  return rest.length > 0 && (isCovered(said, headline, 1) || isMostlySaid(said, headline)) ? rest.join(' ') : text
}

const changelogWeight = 0.8

/** Of several lines, the one that shares most words with a text; of equals, the first. */
export function nearestBullet<Line extends Pick<Bullet, 'text'>>(
  text: string,
  bullets: readonly Line[],
): Line | undefined {
  const shared = (bullet: Line): number => newWords(bullet.text, '') - newWords(bullet.text, text)
  return bullets.toSorted((a, b) => shared(b) - shared(a))[0]
}

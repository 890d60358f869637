import { sentences } from '../../text/sentences.ts'
import { type LessonNote, noNote } from '../../tree/note.ts'
import { isBump } from './bumps.ts'
import type { Bullet } from './changelog.ts'
import { isChatter, longestHeadline, withoutPrefix } from './split-message.ts'
import { isEmptySubject, isNumber } from './nameless.ts'
import { isCovered, newWords } from './shared-words.ts'
import { isTrifle } from './trifles.ts'
import { restBehind } from './repeats.ts'

/** A lesson, as far as a changelog has words for it. */
type Worded = { readonly about: string; readonly text: string; readonly weight: number; readonly note?: LessonNote }

/** Puts a changelog's words before an explanation that says other things, and in the place of one, or a headline, that says nothing. */
export function withWords<Piece extends Worded>(
  piece: Piece,
  { text: said, kind, release }: Pick<Bullet, 'text' | 'kind' | 'release'>,
): Piece {
  const note = piece.note ?? noNote
  const text = newIn(said, piece.about)
  const known = `${piece.about} ${piece.text}`
  const isSaid = isCovered(withoutPrefix(text), known) || newWords(text, known) < (isBump(piece.about) ? 3 : 2)
  const isKnown = (isSaid && kind === '') || isTrifle({ headline: piece.about, why: piece.text })
  // What led to code that is not here ends there (structlog 03412988).
  const words = /[.!?)`]$/.test(text) ? text : `${text.replace(/[:,;]$/, '')}.`
  const isNameless =
    (isEmptySubject(piece.about) && !isNumber(piece.about) && piece.text === '') ||
    isChatter(piece.about) ||
    isOneWord(piece.about)
  const first = (sentences(text)[0] ?? '').replace(/\.$/, '')
  const [headline = ''] = first.length > longestHeadline ? first.split(/, and |; /) : [first]
  if (isNameless && headline !== '' && headline !== piece.about && headline.length <= longestHeadline) {
    const rest = firstUpper(text.slice(headline.length).replace(/^(?:\.|, and |; )\s*/, ''))
    return withWords({ ...piece, about: headline }, { text: rest || text, kind, release })
  }
  return {
    ...piece,
    text: isSaid
      ? piece.text
      : [words, piece.text.startsWith('Tested: ') ? '' : restBehind(words, piece.text)].filter(Boolean).join(' '),
    weight: isKnown ? piece.weight : Math.max(piece.weight, changelogWeight),
    note: {
      ...note,
      kind: kind === '' || note.kind === 'security' ? note.kind : kind,
      since: release === '' ? note.since : release,
    },
  }
}

const firstUpper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "optimize" (fd a00259bf). */
const isOneWord = (headline: string): boolean => /^[A-Za-z]+\W?$/.test(headline)

/** A line of a changelog behind the headline that it may begin with: "… refactor #2967. Please replace …" (gin 0be805a6). */
function newIn(text: string, headline: string): string {
  const [first = '', ...rest] = sentences(text)
  return rest.length > 0 && isCovered(withoutPrefix(first).replace(/#\d+/g, ''), headline, 1) ? rest.join(' ') : text
}

const changelogWeight = 0.8

/** Of several lines, the one that shares most words with a text; of equals, the first. */
export function nearestBullet(text: string, bullets: readonly Bullet[]): Bullet | undefined {
  const shared = (bullet: Bullet): number => newWords(bullet.text, '') - newWords(bullet.text, text)
  return bullets.toSorted((a, b) => shared(b) - shared(a))[0]
}

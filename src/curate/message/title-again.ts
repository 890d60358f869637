import { reasoned } from '../../text/reasons.ts'
import { typeOf, withoutPrefix } from '../../text/titles.ts'
import { isCovered, wordsOf } from './shared-words.ts'
import { longestTitle } from './wrapped-title.ts'

/**
 * A body without the title that begins it: who merges one commit by a squash, under a title of its own, leaves its whole message below,
 * whose first line says the same again ("docs: Fix copy-paste typos in config docs", starship 116ecdfa) or what it was called first
 * ("feat(python): Configure different detect env vars", 8a2d944b). What goes on from it stays behind it (7ff5f6ad).
 */
export function withoutTitleAgain(body: string, subject: string): string {
  const [title = '', gap = '', ...rest] = body.split('\n')
  if (gap.trim() !== '' || title === '' || title.length > longestTitle || isPart.test(title)) return body
  const said = withoutPrefix(title)
  const isWhole = wordsOf(said).length >= leastWords && isCovered(said, subject, 1)
  const isFirst = ofConvention.test(typeOf(title)) && /^[a-z]/.test(title) && isCovered(said, subject, half)
  if (!isWhole && (!isFirst || saysMore.test(said) || reasoned.test(said))) return body
  const below = rest.join('\n').trim()
  if (goesOn.test(below)) return `${said} ${below}`
  return isWhole ? withoutTitleAgain(below, subject) : below
}

/** A list begins, or what stands below is led to. */
const isPart = /^[-*+•>|#`]|[:;,]\s*$/
const leastWords = 3
/** Of another title for the same, so many words stand in the headline: "fix: close the pool before the logger" is another matter. */
const half = 0.5
/** A sentence, or where to look, and no title. */
const saysMore = /[.!?]$|^(?:https?:|#\d)/

const ofConvention = /^(?:build|chore|ci|docs?|feat|fix|perf|refactor|revert|style|tests?)$/

/** "Sort toml input file list", "for reproducible build results." */
const goesOn = /^(?:as|because|for|in order|since|so|to) /

import { isCovered } from './shared-words.ts'

/**
 * Reads what a message says for its users as the line of a changelog that it is: first, without its label and the package that each
 * item begins with, and not where the message says the same: "RELEASE NOTES:", "* grpc: Deprecate `WithInitialWindowSize` …" (grpc-go
 * 3284af7e).
 */
export function withReleaseNotes(paragraphs: readonly string[], subject: string): readonly string[] {
  const rest = paragraphs.filter((text) => !label.test(text))
  if (rest.length === paragraphs.length) return paragraphs
  const known = [subject, ...rest].join(' ')
  const notes = paragraphs
    .filter((text) => label.test(text))
    .flatMap((text) => text.replace(label, '').split(/(?:^|\s)• /))
    .map((text) => text.replace(place, '').replace(/^\p{Ll}(?=\p{Ll}*(?:\P{L}|$))/u, (letter) => letter.toUpperCase()))
    .filter((text) => !none.test(text) && !isCovered(text, known))
  const told = notes.map((text) => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ')
  return told === '' || `${told} ${rest.join(' ')}`.length > room ? rest : [told, ...rest]
}

/** Where more is told, what explains needs all that a lesson has room for. */
const room = 900

const label = /^release[ -]notes?:\s*/i
const place = /^`?[a-z][\w./-]{0,60}`?(?:, ?`?[\w./-]{1,60}`?){0,5}: (?=\S)/
const none = /^(?:none|n\/a|tbd)?\W*$/i

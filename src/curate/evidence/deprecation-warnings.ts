import type { Commit } from '../../commit.ts'
import { oneLine } from '../../text/clean.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { sentences } from '../../text/sentences.ts'
import { commentBlocks } from '../code/comment-blocks.ts'
import { fileKindOf, isSample } from '../code/files.ts'
import { type Language, languageOf } from '../code/language.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'

/** As much as a warning says in two sentences. */
const longest = 300
const leastWords = 4
/** Put together from parts of which not all stand there: `'req.param(' + name + '): Use req.params, …'`. */
const isTorn = /^[^\w'"`(]|\b(?:and|for|from|of|or|the|to|with)$/

/**
 * What the code says from this commit on to whoever uses what is deprecated: by when it goes, and what to use instead. It
 * stands in a warning, in an attribute or in a comment, and seldom in the message (starlette cc20c860); '' where nothing does.
 */
export function deprecationWarning({ changes }: Pick<Commit, 'changes'>, headline: string): string {
  const words = new Set(distinctiveTerms(headline.replace(/\bdeprecat\w*/gi, '')))
  const said = changes
    .filter(({ path }) => fileKindOf(path) === 'code' && !isSample(path))
    .flatMap(({ path, hunks }) =>
      hunks.flatMap(({ added }) => [...stringsIn(added), ...commentsIn(added, languageOf(path))]),
    )
    .map(toldBy)
    .filter((text) => text.split(' ').length >= leastWords && !isTorn.test(text))
    // One commit may warn of several things, or leave other warnings be (attrs bde3f58c).
    .filter((text) => distinctiveTerms(text).some((term) => words.has(term)))
  return said.find((text) => advises.test(text)) ?? said[0] ?? ''
}

const warns = /\bdeprecat/i
/** By when, and what else: the rest says that something is deprecated, as the headline does. */
const advises = /\b(?:instead|use|replaced? (?:by|with)|in favou?r of|remov|refer to|switch|migrate)/i
/** A value that is not known before it runs. */
const isFilledIn = /%[sdr(]|\{[\w.!]*\}|\$\{/

/** The sentences of a warning that can be told: what is not known before the program runs ends them. */
function toldBy(text: string): string {
  const said = sentences(withoutMarkup(oneLine(text)))
  const first = said.findIndex((sentence) => warns.test(sentence))
  const known = said.slice(Math.max(0, first))
  const end = known.findIndex((sentence) => isFilledIn.test(sentence))
  const told = (end === -1 ? known : known.slice(0, end)).filter((sentence) => !isLinkOnly.test(sentence))
  while (told.join(' ').length > longest) told.pop()
  return told.join(' ')
}

const isLinkOnly = /^(?:see|read|refer)\b.{0,60}https?:\/\/\S+$/i

/**
 * Literals that warn, or that a line beside them says to: `deprecate('…')`, `DeprecationWarning,`. Those that follow each
 * other, as Python joins them, are one.
 */
function stringsIn(lines: readonly string[]): readonly string[] {
  const found: { text: string; around: string }[] = []
  let open: { text: string; around: string } | undefined
  for (const [at, line] of lines.entries()) {
    const literal = longestIn(line)
    const around = lines.slice(Math.max(0, at - 1), at + 2).join('\n')
    if (literal === '') open = undefined
    else if (open !== undefined && startsQuoted.test(line) && !/,\s*$/.test(lines[at - 1] ?? '')) {
      open.text += literal
      open.around += around
    } else found.push((open = { text: literal, around }))
  }
  return found
    .filter(({ around }) => warns.test(around))
    .map(({ text }) => text.replaceAll(/\\(["'`])/g, '$1').replaceAll(/\\[nrt]/g, ' '))
}

const longestIn = (line: string): string =>
  [...line.slice(0, longestLine).matchAll(quoted)].reduce(
    (best, [, , text = '']) => (text.length > best.length ? text : best),
    '',
  )

const longestLine = 300
const quoted = /(["'`])((?:(?!\1)[^\\\n]|\\.){2,250})\1/g
const startsQuoted = /^\s*(?:\+ ?)?[fr]?["'`]/

/** Comments that begin with the word by which tools know them: `Deprecated:` (Go), `@deprecated`, `.. deprecated:: 3.2`. */
const commentsIn = (lines: readonly string[], language: Language): readonly string[] =>
  commentBlocks(lines, language).flatMap(({ text }) => {
    const at = text.search(/(?:@deprecated|\bDeprecated:) /)
    return at === -1 ? [] : [`Deprecated: ${text.slice(at).replace(/^@?deprecated:? /i, '')}`]
  })

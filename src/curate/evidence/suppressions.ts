import { oneLine } from '../../text/clean.ts'
import { isSample } from '../code/files.ts'
import { changedIn, type Piece } from './lines.ts'
import type { Evidence, CommitReading } from './types.ts'

/**
 * How a rule is switched off at one place, in a line whose white space is single blanks; group 1
 * is what, group 2 why.
 */
const shapes: readonly RegExp[] = [
  /\/[/*] ?(?:eslint|oxlint|biome|tslint)-(?:disable|ignore)(?:-next-line|-line)?:? ((?:(?! --|\/[/*])[\w@/, -])+) -- ?(.+)/,
  /\/[/*] ?(@ts-(?:expect-error|ignore|nocheck))\b[ :-]+(.{8,})/,
  /\/\/ ?nolint:([\w,-]+) ?\/\/ ?(.+)/,
  /# ?noqa:? ?([A-Z]+\d+(?:, ?[A-Z]+\d+)*)\b(?:[ :–#-]+([^ :–#-].+))?/,
  /#\s*(?:type:\s*ignore\[([\w-]+)\]|pylint:\s*disable=([\w-]+))/,
  /^#!?\[(?:allow|expect)\(([\w:, ]+)(?:, ?reason ?= ?"([^"]+)")?\)\](?: ?\/\/ ?(.+))?$/,
  /@SuppressWarnings\( ?\{? ?"([\w,-]+)"[^()]*\) ?(?:\/\/ ?(.+)|$)/,
  /# ?rubocop:disable ((?:(?! --)[\w/, ])+) -- ?(.+)/,
]

// Two searches that tell almost every line apart: the first is the faster one, and lines of tests expect a lot.
const mark = /[#/@]/
const maybe = /disable|ignore|expect|nolint|noqa|pylint|allow\(|SuppressWarnings/

/** Finds where a check was switched off, with the reason that stands beside it. */
export const suppressions = (reading: CommitReading): readonly Evidence[] =>
  reading.commit.changes
    .filter(({ path }) => !isSample(path))
    .flatMap((change) =>
      changedIn(reading, change, (lines) =>
        lines.flatMap((line, at) =>
          line.length <= 300 && mark.test(line) && maybe.test(line)
            ? pieceIn(oneLine(line).replace(/ ?\*\/$/, ''), at)
            : [],
        ),
      ),
    )

function pieceIn(line: string, at: number): readonly Piece[] {
  for (const shape of shapes) {
    const [found, what, first, second] = shape.exec(line) ?? []
    const why = first ?? second ?? ''
    if (found === undefined || isInText(line, found)) continue
    const text = [oneLine(what ?? why), what === undefined ? '' : oneLine(why)].filter((part) => part !== '').join(': ')
    if (why === '') continue
    // Why a check is off is worth a line only when it says why: that it is meant says nothing.
    if (/^(?:(?:this|it) ?(?:is|'s) )?(?:intentional|intended|on purpose|needed|fine|ok)\.?$/i.test(why)) continue
    if ((why.match(/\w+/g) ?? []).length < 6 || /unused|dead_code/.test(text) || helpless.test(why)) continue
    if (text !== '')
      return [
        {
          kind: 'suppression',
          about: 'suppressed',
          value: '',
          text,
          category: 'convention',
          weight: 0.6,
          line: at,
        },
      ]
  }
  return []
}

/** What a compiler does not see through, and its author neither: "No idea why this does not work here". */
const helpless = /^(?:no idea|ts\b|type\b|typescript|i don't know)|\b(?:type (?:definitions?|mismatch)|typings?)\b/i

/** An odd number of quotes before it: it is part of a text, not of the program. */
const isInText = (line: string, found: string): boolean => {
  const before = line.slice(0, line.indexOf(found))
  return ['"', "'", '`'].some((quote) => before.split(quote).length % 2 === 0)
}

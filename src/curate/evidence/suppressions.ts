import { oneLine } from '../../text/clean.ts'
import { isSample } from '../files.ts'
import { changedIn, type Piece } from './lines.ts'
import type { Evidence, CommitReading } from './types.ts'

/**
 * How a rule is switched off at one place, or a test is left out, in a line whose white space is single blanks; group 1
 * is what, group 2 why.
 */
const shapes: readonly { readonly about: string; readonly shape: RegExp }[] = [
  {
    about: 'suppressed',
    shape:
      /\/[/*] ?(?:eslint|oxlint|biome|tslint)-(?:disable|ignore)(?:-next-line|-line)?:? ((?:(?! --|\/[/*])[\w@/, -])+) -- ?(.+)/,
  },
  {
    about: 'suppressed',
    shape: /\/[/*] ?(@ts-(?:expect-error|ignore|nocheck))\b[ :-]+(.{8,})/,
  },
  { about: 'suppressed', shape: /\/\/ ?nolint:([\w,-]+) ?\/\/ ?(.+)/ },
  { about: 'suppressed', shape: /# ?noqa:? ?([A-Z]+\d+(?:, ?[A-Z]+\d+)*)\b(?:[ :–#-]+([^ :–#-].+))?/ },
  { about: 'suppressed', shape: /#\s*(?:type:\s*ignore\[([\w-]+)\]|pylint:\s*disable=([\w-]+))/ },
  {
    about: 'suppressed',
    shape: /^#!?\[(?:allow|expect)\(([\w:, ]+)(?:, ?reason ?= ?"([^"]+)")?\)\](?: ?\/\/ ?(.+))?$/,
  },
  { about: 'suppressed', shape: /@SuppressWarnings\( ?\{? ?"([\w,-]+)"[^()]*\) ?(?:\/\/ ?(.+)|$)/ },
  {
    about: 'skipped test',
    shape:
      /^\s*(?:[\w$]+\.)?(?:it|test|describe)\.(?:skip|todo|fixme)\s*\(\s*['"`]([^'"`]{6,}?)['"`](?:\s*,\s*\{[^}]*skip:\s*['"`]([^'"`]+))?/,
  },
  { about: 'skipped test', shape: /^\s*x(?:it|describe|test)[\s(]+['"`]([^'"`]{6,}?)['"`]/ },
  { about: 'skipped test', shape: /@pytest\.mark\.(?:skip|xfail)(?:if)?\([^)@]*?reason ?= ?["']([^"']{6,})["']/ },
  { about: 'skipped test', shape: /^\s*(?:t|b|tb)\.Skipf?\(\s*"([^"]{6,})"/ },
  { about: 'skipped test', shape: /^\s*#\[ignore\s*=\s*"([^"]{6,})"\]/ },
  { about: 'skipped test', shape: /@(?:Disabled|Ignore)\(\s*"([^"]{6,})"\s*\)/ },
  { about: 'skipped test', shape: /^\s*pytest\.(?:skip|xfail)\(\s*(?:reason\s*=\s*)?["']([^"']{6,})["']/ },
  { about: 'skipped test', shape: /^\s*(?:skip|pending)\s+["']([^"']{6,})["']/ },
  { about: 'suppressed', shape: /# ?rubocop:disable ((?:(?! --)[\w/, ])+) -- ?(.+)/ },
]

// One search that tells almost every line apart.
const maybe =
  /disable|ignore|expect|nolint|noqa|pylint|allow\(|SuppressWarnings|\.skip|\.todo|fixme|x(?:it|describe|test)[\s(]|mark\.|[sS]kip|pending|Disabled/

/** Finds where a check was switched off or a test left out, with the reason that stands beside it. */
export const suppressions = (reading: CommitReading): readonly Evidence[] =>
  reading.commit.changes
    .filter(({ path }) => !isSample(path))
    .flatMap((change) =>
      changedIn(reading, change, (lines) =>
        lines.flatMap((line, at) =>
          line.length <= 300 && maybe.test(line) ? pieceIn(oneLine(line).replace(/ ?\*\/$/, ''), at) : [],
        ),
      ),
    )

function pieceIn(line: string, at: number): readonly Piece[] {
  for (const { about, shape } of shapes) {
    const [found, what, first, second] = shape.exec(line) ?? []
    const why = first ?? second ?? ''
    if (found === undefined || isInText(line, found)) continue
    const text = [oneLine(what ?? why), what === undefined ? '' : oneLine(why)].filter((part) => part !== '').join(': ')
    if (about === 'suppressed' && why === '') continue
    // Why a type error is expected is worth a line only when it says why.
    if (text.startsWith('@ts-') && (why.match(/\w+/g) ?? []).length < 6) continue
    if (text !== '')
      return [
        {
          kind: 'suppression',
          about,
          value: '',
          text,
          category: 'convention',
          weight: why === '' ? 0.3 : 0.6,
          line: at,
        },
      ]
  }
  return []
}

/** An odd number of quotes before it: it is part of a text, not of the program. */
const isInText = (line: string, found: string): boolean => {
  const before = line.slice(0, line.indexOf(found))
  return ['"', "'", '`'].some((quote) => before.split(quote).length % 2 === 0)
}

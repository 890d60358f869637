import { anyOf } from '../../text/alternatives.ts'
import { insideFences } from '../../text/fences.ts'
import { reasoned } from '../../text/reasons.ts'

/**
 * Leaves nothing of what compilers of C say of a line of code, as far as it goes on: up to the mark below that line, or to the end of
 * the paragraph. "remove warnings" was told with fifteen lines of it, and no word of its author's (fmt 708d9509).
 */
export function withoutDiagnostics(lines: readonly string[]): readonly string[] {
  let isOpen = false
  const isFenced = insideFences(lines)
  return lines.map((line, at) => {
    if (isFenced(at)) return line
    const said = line.trim()
    const isSaid = line.length <= longestLine && (begins.test(said) || included.test(said))
    const isLast = mark.test(said) || counted.test(said)
    isOpen = isSaid || (isOpen && said !== '' && !another.test(line) && !isProse(said))
    const isOutput = isOpen || isLast
    if (isLast) isOpen = false
    return isOutput ? '' : line
  })
}

const longestLine = 400

/** What its author says below it, whose lines are wrapped. */
const isProse = (said: string): boolean =>
  reasoned.test(said) || /^\p{Lu}[\p{Ll}'’]{0,20}(?: [\w'’,.`-]{1,40}){3}/u.test(said)

/** "format.h(180,32): warning C4668: …" of MSVC, "format-test.cc:108:42: error: …", "format-test.cc: In member function …" of GCC. */
const begins = anyOf()`
  ^[\w.:+/\\-]{1,200}\.(?:c|cc|cpp|cu|cxx|h|hh|hpp|hxx|inl|ipp)(?:
    : ?(?:In (?:\w{1,20} ){0,3}(?:constructor|destructor|function|instantiation|lambda)\b|At global scope)
    [ ]?(?:
      :\d{1,6}(?::\d{1,5})?|\(\d{1,6}(?:,\d{1,5})?\)
    ) ?: {0,2}(?:fatal )?(?:error|message|note|warning)\b
  )
`

const included = /(?:^|\s)In file included from \S{1,200}:\d{1,6}[:,]?$/

/** What stands below the place in a line that is meant. */
const mark = /^\|?[~\s]{0,200}\^[~\s]{0,200}$/

const counted = /^\d{1,5} (?:error|warning)s?(?: and \d{1,5} errors?)? generated\.$/

/** An item of a list. */
const another = /^\s*[-*•] /

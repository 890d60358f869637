/**
 * A pattern of many alternatives, one or a few a line, so that each can be read and has its example beside it. A line that ends with
 * the beginning of a group opens that group, whose alternatives are the lines up to one that begins with `)`. Empty lines, and lines
 * that begin with `# `, are for readers alone. A space amid a line is one; at its beginning or end it is written `[ ]`.
 *
 *     const talk = anyOf('i')`
 *       ^(?:
 *         thank(?:s| you)
 *         # Who asks: "Am I missing something?"
 *         am i missing
 *       )\b
 *     `
 *
 * is `/^(?:thank(?:s| you)|am i missing)\b/i`. Perl's and Python's extended patterns do the same, but leave out every space.
 */
export const anyOf =
  (flags = '') =>
  (written: TemplateStringsArray, ...parts: readonly string[]): RegExp => {
    const lines = String.raw(written, ...parts)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^#(?: |$)/.test(line))
    const isApart = (line: string, at: number): boolean => !opens.test(lines[at - 1] ?? '(?:') && !line.startsWith(')')
    return new RegExp(lines.map((line, at) => (isApart(line, at) ? `|${line}` : line)).join(''), flags)
  }

/** The end of a line that opens a group. */
const opens = /(?<!\\)\((?:\?(?:[:=!]|<[=!]|<\w+>))?$/

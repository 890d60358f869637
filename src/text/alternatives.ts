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
  (lines: TemplateStringsArray, ...parts: readonly string[]): RegExp =>
    new RegExp(
      String.raw(lines, ...parts)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !/^#(?: |$)/.test(line))
        .reduce((pattern, line) => `${pattern}${opens.test(pattern) || line.startsWith(')') ? '' : '|'}${line}`, ''),
      flags,
    )

/** Nothing, or the beginning of a group. */
const opens = /(?:^|(?<!\\)\((?:\?(?:[:=!]|<[=!]|<\w+>))?)$/

/** `>>>` is what Python's prompt looks like. */
const marked = /^\s{0,3}>(?![=>])/
const fence = /^\s*(?:```|~~~)/
/** How a line goes on with a sentence that the line before did not end. */
const goesOn = /^[a-z(]/
const ended = /[.!?:;]["”)]?\s*$/

/**
 * Takes out what is quoted, with the lines that go on with it though nothing marks them: "> The result is undefined if the
 * Unix time in nanoseconds cannot be", "represented by an int64" (zap ec2dc456). An answer below a quotation stays.
 */
export function withoutQuotes(lines: readonly string[]): readonly string[] {
  let [isOpen, isCode] = [false, false]
  return lines.filter((line) => {
    if (fence.test(line)) isCode = !isCode
    if (isCode) return true
    const isQuoted = marked.test(line) || (isOpen && goesOn.test(line))
    isOpen = isQuoted && !ended.test(line)
    return !isQuoted
  })
}

import { leastWidth } from './paragraph-joins.ts'

/** `>>>` is what Python's prompt looks like, and "> 10 MB" a comparison that was wrapped. */
const marked = /^\s{0,3}>(?![=>]|\s?\d)/
const fence = /^\s*(?:```|~~~)/
/** How a line goes on with a sentence that the line before did not end. */
const goesOn = /^[a-z(]/
const ended = /[.!?:;]["”)]?\s*$/

/** Where what is quoted was read, between it and the sentence that leads to it (puma bdcfb601). */
const address = /^\s*https?:\/\/\S+(?<!:)$/

/** A sentence that leads to what is quoted needs it; who wrote a mail that was answered is none. */
const leads = /(?:(?<!\bwrote):|\bbecause)\s*$/i

/**
 * Takes out what is quoted, with the lines that go on with it though nothing marks them: "> The result is undefined if the
 * Unix time in nanoseconds cannot be", "represented by an int64" (zap ec2dc456). An answer below a quotation stays, and so does,
 * set in, what a sentence leads to: "Rationale for this change (from #34):" (structlog 65323532).
 */
export function withoutQuotes(lines: readonly string[]): readonly string[] {
  let [isOpen, isCode, isLedTo] = [false, false, false]
  let quoted: string[] = []
  const kept: string[] = []
  for (const line of lines) {
    if (fence.test(line)) isCode = !isCode
    const isQuoted = !isCode && (marked.test(line) || (isOpen && goesOn.test(line)))
    isOpen = isQuoted && !ended.test(line)
    if (isQuoted && isLedTo) quoted.push(line.replace(marked, '').trim())
    if (isQuoted) continue
    kept.push(...setIn(quoted), line)
    quoted = []
    if (!isCode && line.trim() !== '' && !address.test(line)) isLedTo = leads.test(line)
  }
  return [...kept, ...setIn(quoted)]
}

/** What is quoted, set in: a paragraph in one line, as who wrote it wrapped it. */
const setIn = (quoted: readonly string[]): readonly string[] =>
  quoted.length > 1 &&
  /^\p{Lu}/u.test(quoted[0] ?? '') &&
  !quoted.some((line) => notProse.test(line)) &&
  isWrapped(quoted)
    ? [`    “${quoted.join(' ')}”`]
    : quoted.map((line) => `    ${line}`)

const notProse = /^$|^(?:[-*+#>|]|\d+[.)])\s|[;{}=|]|^\s/

/** Whether no line but the last has room for the first word of the next, as lines of a program's output have. */
function isWrapped(lines: readonly string[]): boolean {
  const width = Math.max(...lines.map(({ length }) => length))
  if (width < leastWidth) return false
  return lines.every((line, at) => {
    const [next] = lines[at + 1]?.split(' ', 1) ?? []
    return next === undefined || line.length + 1 + next.length > width - roomLeft
  })
}

/** Who wraps by hand may leave so many characters. */
const roomLeft = 8

/** Splits prose in one line where a sentence may end by Unicode UAX 29; blanks stay with what is before them. */
export const segment = (paragraph: string): readonly string[] =>
  plain.test(paragraph) ? segmentPlain(paragraph) : segmentAny(paragraph)

/** ASCII, and what typography puts between words. */
const plain = /^[ -~‘’“”–—…•→×]*$/

/** What may end a sentence, with the brackets and quotation marks that close behind it, and blanks. */
const sentenceEnd = /[.!?]["'‘’“”()[\]{}]* +/g

/** What goes on with a sentence behind an exclamation or question mark, and behind a point. */
const behindMark = /[-–—,:;.!?]/y
const behindPoint = /[-–—,:;.!?]|[^A-Za-z.!?]*[a-z]/y

/**
 * Does for plain text in one line what Intl does for any text, without its tables: rules SB6 to SB11 of Unicode UAX 29. A
 * sentence does not end before what goes on (`,`, `-`, `:`, `;`) or ends it again, nor after a point when a small letter is the
 * first letter behind it.
 */
export function segmentPlain(paragraph: string): readonly string[] {
  const parts: string[] = []
  let from = 0
  for (const { 0: end, index } of paragraph.matchAll(sentenceEnd)) {
    const to = index + end.length
    const goesOn = end.startsWith('.') ? behindPoint : behindMark
    goesOn.lastIndex = to
    if (to === paragraph.length || goesOn.test(paragraph)) continue
    parts.push(paragraph.slice(from, to))
    from = to
  }
  const rest = paragraph.slice(from)
  return rest.trim() === '' ? parts : [...parts, rest]
}

/** Made when it is first needed: its tables take longer to load than many a question to answer. */
let segmenter: Intl.Segmenter | undefined

/** Each segment that Intl gives holds a copy of all that was segmented; so it is given this much at a time. */
const atOnce = 2_000

/** So much must follow a sentence before its end is believed: what comes next decides where it ends. */
const lookahead = 200

/** Does it for any text, with the tables of this Node. */
export function segmentAny(paragraph: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  const found: string[] = []
  for (let at = 0; at < paragraph.length;) {
    const isEnd = at + atOnce >= paragraph.length
    // A sentence that goes on behind the cut ends without a blank, by which it is joined again.
    const some = paragraph.slice(at, at + atOnce).trimEnd()
    const parts = Array.from(segmenter.segment(some), (part) => part.segment)
    const enough = isEnd ? 0 : lookahead
    for (let behind = 0; parts.length > 1 && behind < enough;) behind += parts.pop()?.length ?? 0
    found.push(...parts)
    at = isEnd ? paragraph.length : at + parts.join('').length
  }
  return found.filter((part) => part.trim() !== '')
}

/** A line that says where a mark of the text leads: `[1]: https://…`. */
const footnote = /^[ \t]*\[(\d{1,2})\]:?[ \t]+<?https?:\/\/\S+[ \t]*$/gm
/** A mark behind a word; `argv[0]` is code. */
const mark = /(?: \[(\d{1,2})\]|(?<=\w)\[([1-9]\d?)\])(?![(:[\w])/g

/** Takes out of a message the footnotes that are mere addresses, and their marks, which would point at nothing (starlette 87641dc8). */
export function withoutFootnotes(body: string): string {
  const numbers = new Set<string>()
  const rest = body.replace(footnote, (_, number: string) => {
    numbers.add(number)
    return ''
  })
  if (numbers.size === 0) return body
  return rest.replace(mark, (whole, spaced?: string, joined?: string) =>
    numbers.has(spaced ?? joined ?? '') ? '' : whole,
  )
}

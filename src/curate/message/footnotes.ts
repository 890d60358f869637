/** A line that says where a mark of the text leads: `[1]: https://…`. */
const footnote = /^[ \t]*\[(\d{1,2})\]:?[ \t]+<?https?:\/\/\S+[ \t]*$/gm
/** What leads to a mark, and would lead to nothing: "…, as discussed in [1].", "… on darwin, see [1]." (bbolt d97579c3, 74e833b5). */
const led =
  / \((?:(?:see(?: also)?|cf\.?|as \w{4,12} (?:at|by|in))\s)?\[(\d{1,2})\]\)|,?\s(?:see(?: also)?|cf\.?|as \w{4,12} (?:at|by|in))\s\[(\d{1,2})\](?: for (?:details|more(?: \w{1,20})?))?(?=[.,;:)]|\s*$)/gm
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
  const without = (whole: string, one?: string, other?: string): string =>
    numbers.has(one ?? other ?? '') ? '' : whole
  return rest.replace(led, without).replace(mark, without)
}

/** A line that says where a mark of the text leads: `[1]: https://…`. */
const footnote = /^[ \t]*\[(\d{1,2})\]:?[ \t]+<?(https?:\/\/[^\s<>]+)>?[ \t]*$/gm
const marks = '\\[\\d{1,2}\\](?:(?:,| and|, and)\\s\\[\\d{1,2}\\]){0,5}'
const leads = '(?:[Ss]ee(?: also)?|[Cc]f\\.?|[Aa]s (?:\\w{4,12} )?(?:at|by|in))'
const more = '(?: for (?:details|more(?: \\w{1,20})?))?'
/**
 * What leads to marks, and would lead to nothing: "…, as discussed in [1].", "… on darwin, see [1]." (bbolt d97579c3, 74e833b5),
 * in brackets, amid a sentence, or as one: "Feature requested at [2]." (black 6b42c2b8).
 */
const led = new RegExp(
  `(?:(?<![^\\n]\\n)^|(?<=[.!?])\\s)[A-Z]\\w{1,20}(?:\\s\\w{1,20}){0,2}\\s(?:at|by|from|in)\\s${marks}\\.|(?:^|(?<=[.!?])\\s)${leads}\\s${marks}${more}\\.| \\((?:${leads}\\s)?${marks}\\)|,?\\s${leads}\\s${marks}${more}(?=[.,;:)]|\\s*$)`,
  'gm',
)
/** Words that lead to a footnote as Markdown writes them: "[issues with caching `cargo-hack`][1]" (tower 124816a4). */
const linked = /(?<![\w\])`])\[([^[\]]{1,200})\]\[(\d{1,2})\](?![(:[\w`])/g
/** A mark that a sentence cannot do without, where its address stands instead: "Looking at [1], it seems …" (fsnotify a10c8715). */
const object = /\b([Aa]ccording to|[Ff]rom|[Ll]ooking at|[Rr]eading) \[(\d{1,2})\](?=,? \w)/g
/** A mark behind a word; `argv[0]` is code. */
const mark = /(?: \[(\d{1,2})\]|(?<=\w)\[([1-9]\d?)\])(?![(:[\w])/g

/** A footnote of Markdown that is an address, and marks of footnotes with what only leads to them: "…, but it's documented in [^3]." */
const markdownNote = /^[ \t]*\[\^([\w-]{1,20})\]:[ \t]+<?https?:\/\/\S+[ \t]*$/gm
const markdownMarks =
  /(?:,? (?:and|but) (?:it|this|they)(?:'s| is| are)(?: \w{4,12})? (?:at|by|in))?(?:,? ?\[\^[\w-]{1,20}\](?!:)){1,9}/g

/** The same of Markdown (bat a1917275); `[^a-z]` is a class of characters. */
function withoutMarkdownNotes(text: string): string {
  const names = new Set<string>()
  const rest = text.replace(markdownNote, (_, name: string) => {
    names.add(name)
    return ''
  })
  return rest.replace(markdownMarks, (whole) =>
    [...whole.matchAll(/\[\^([\w-]{1,20})\]/g)].every(([, name = '']) => names.has(name)) ? '' : whole,
  )
}

/** A reference of Markdown: `[Rust bug]: https://…`. */
const named = /^[ \t]*\[([^\]^\n]{2,60})\]:[ \t]+<?https?:\/\/\S+[ \t]*$/gm

/** Writes what references stand for as it reads: "due to a [Rust bug]" (rand 9ed874f0), "see [the docs][docs]". */
function withoutReferences(text: string): string {
  const names = new Set([...text.matchAll(named)].map(([, name = '']) => name.toLowerCase()))
  if (names.size === 0) return text
  return text.replace(/\[([^[\]\n]{1,80})\](?:\[([^[\]\n]{0,60})\])?(?![(:])/g, (whole, said: string, name?: string) =>
    names.has((name || said).toLowerCase()) ? said : whole,
  )
}

/** A clause that is nothing but a link: ", as seen [here](https://…)" (starship 70dcd33a). */
const seenHere =
  /,?\s{1,4}as\s{1,4}(?:can\sbe\s)?(?:described|discussed|documented|explained|mentioned|noted|seen|shown)\s{1,4}\[here\]\([^()\s]{1,300}\)/g

/** Takes out of a message the footnotes that are mere addresses, and their marks, which would point at nothing (starlette 87641dc8). */
export function withoutFootnotes(written: string): string {
  const text = written.replace(seenHere, '')
  const body = withoutReferences(text.includes('[^') ? withoutMarkdownNotes(text) : text)
  const numbers = new Map<string, string>()
  const unmarked = body.replace(footnote, (_, number: string, address: string) => {
    numbers.set(number, address)
    return ''
  })
  if (numbers.size === 0) return body
  const rest = unmarked
    .replace(linked, (whole, said: string, number: string) => (numbers.has(number) ? said : whole))
    .replace(object, (whole, lead: string, number: string) => {
      const address = numbers.get(number)
      return address === undefined ? whole : `${lead} ${address}`
    })
  const isGone = (said: string): boolean =>
    [...said.matchAll(/\[(\d{1,2})\]/g)].every(([, number = '']) => numbers.has(number))
  return rest
    .replace(led, (whole) => (isGone(whole) ? '' : whole))
    .replace(mark, (whole, spaced?: string, joined?: string) => (numbers.has(spaced ?? joined ?? '') ? '' : whole))
}

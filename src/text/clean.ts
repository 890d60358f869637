import { whenAsked } from './made-once.ts'

// Whole terminal sequences go first (CSI, OSC, two-byte escapes), so that their printable tails do not stay behind.
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g
const control = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f`
// What Unicode shows as nothing: zero-width and tag characters, which carry words to a model that no person sees, marks
// and overrides of direction, which reorder what a person sees ("Trojan Source", CVE-2021-42574). The two selectors
// between text and emoji stay; a row of selectors says something else.
const unseen = String.raw`(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]|[\ufff9-\ufffb]`
// U+FFFD stands for bytes that nobody could read, and an entry that holds it is not read either.
const unwanted = whenAsked(() => new RegExp(`[${control}\\ufffd]|${unseen}`, 'gu'))
const unwantedInJson = whenAsked(() => new RegExp(`[\\u007f-\\u009f\\u2028\\u2029]|${unseen}`, 'gu'))

// Nearly all text has nothing of this, and one search tells.
const beyondPlain = /[^\t\n -~]/
const beyondOneLine = /[^ -~]| {2}/

/** Removes everything that could steer a terminal, reorder text or hide in it; line feeds and tabs stay, every other line end becomes one. */
export const clean = (text: string): string =>
  beyondPlain.test(text)
    ? text
        .replace(/\r\n|[\u2028\u2029]/g, '\n')
        .replace(terminalSequence, '')
        .replace(unwanted(), '')
    : text

/** Escapes the same in text that is JSON already, so that its values stay what they are. */
export const cleanJson = (json: string): string =>
  json.replace(unwantedInJson(), (found) =>
    found.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )

/** Folds white space, line ends included, into single blanks; for text that must fit one line of Markdown. */
export const oneLine = (text: string): string =>
  beyondOneLine.test(text) ? clean(text).replace(/\s+/g, ' ').trim() : text.trim()

/** What two texts have in common when case and white space do not count. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase()
  return (beyondOneLine.test(lower) ? lower.replace(/\s+/g, ' ') : lower).trim()
}

/** Cuts to at most `limit` characters at a word boundary and marks the cut with an ellipsis. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  const boundary = cut.lastIndexOf(' ')
  return `${(boundary > limit / 2 ? cut.slice(0, boundary) : cut).trimEnd()}…`
}

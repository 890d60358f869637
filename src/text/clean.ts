// Whole terminal sequences go first (CSI, OSC, two-byte escapes), so that their printable tails do not stay behind.
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g
const controlCharacter = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
// Bidirectional overrides reorder what a person sees ("Trojan Source", CVE-2021-42574).
const directionOverride = /[\u202a-\u202e\u2066-\u2069]/g
// It stands for bytes that nobody could read, and an entry that holds it is not read either.
const replacement = /\uFFFD/g

/** Removes everything that could steer a terminal or reorder text; line feeds and tabs stay, CRLF becomes LF. */
export const clean = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(terminalSequence, '')
    .replace(controlCharacter, '')
    .replace(directionOverride, '')
    .replace(replacement, '')

/** Folds white space, line ends included, into single blanks; for text that must fit one line of Markdown. */
export const oneLine = (text: string): string => clean(text).replace(/\s+/g, ' ').trim()

/** What two texts have in common when case and white space do not count. */
export const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** Cuts to at most `limit` characters at a word boundary and marks the cut with an ellipsis. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  const boundary = cut.lastIndexOf(' ')
  return `${(boundary > limit / 2 ? cut.slice(0, boundary) : cut).trimEnd()}…`
}

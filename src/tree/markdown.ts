/** A line of Markdown and whether it stands inside a code fence, where nothing has a meaning. */
export type Line = { readonly text: string; readonly fenced: boolean }

const fence = /^ {0,3}(`{3,}|~{3,})(.*)/

/** Splits text into lines and marks those of fenced code, the fences included (CommonMark 0.31, section 4.5). */
export const lines = (text: string): readonly Line[] => scan(text).all

/** Gives the marker of a fence that is still open at the end of a text; undefined when all are closed. */
const openFence = (text: string): string | undefined => (mayFence(text) ? scan(text).open : undefined)

/** Most text has none, and an entry is looked through a dozen times. */
const mayFence = (text: string): boolean => text.includes('```') || text.includes('~~~')

function scan(text: string): { all: readonly Line[]; open: string | undefined } {
  if (!mayFence(text)) return { all: text.split('\n').map((line) => ({ text: line, fenced: false })), open: undefined }
  let open: string | undefined
  const all = text.split('\n').map((line) => {
    const [, marker, info] = fence.exec(line) ?? []
    if (open === undefined) {
      const opens = marker !== undefined && !(marker.startsWith('`') && info?.includes('`'))
      if (opens) open = marker
      return { text: line, fenced: opens }
    }
    if (closes(open, marker, info)) open = undefined
    return { text: line, fenced: true }
  })
  return { all, open }
}

const closes = (open: string, marker: string | undefined, info: string | undefined): boolean =>
  marker !== undefined && marker[0] === open[0] && marker.length >= open.length && (info ?? '').trim() === ''

// What would be read as structure at the start of a line: a heading of an entry's own, a `**Field:**`, or what git writes
// into a merge that it leaves to people.
const structure = /^(\\*)(#{2,3} |\*\*[A-Z][\w ]{0,30}:\*\*|(?:<{7}|>{7}|\|{7})(?: |$))/
const escapedStructure = /^\\(?=\\*(?:#{2,3} |\*\*[A-Z][\w ]{0,30}:\*\*|(?:<{7}|>{7}|\|{7})(?: |$)))/

/** Escapes what would be read as a heading or field, and closes a fence left open, so that text stays text. */
export function escapeText(text: string): string {
  const escaped = lines(text).map((line) => (line.fenced ? line.text : line.text.replace(structure, String.raw`\$1$2`)))
  return closeFence(escaped.join('\n'))
}

/** Ends a fence that is still open at the end of a text, so that it does not swallow what follows. */
export function closeFence(text: string, indent = ''): string {
  const open = openFence(text)
  return open === undefined ? text : `${text}\n${indent}${open}`
}

/** Takes the escapes of `escapeText` back. */
export const unescapeText = (text: string): string =>
  lines(text)
    .map((line) => (line.fenced ? line.text : line.text.replace(escapedStructure, '')))
    .join('\n')

/** Removes blank lines at both ends and keeps everything between, byte for byte. */
export const trimBlankLines = (text: string): string => text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()

/**
 * A stretch of text under a heading or field: its name ('' before the first), the text below, and both as the author
 * wrote them, a fence that was left open closed.
 */
export type Block = { readonly name: string; readonly text: string; readonly source: string }

/** Cuts text at the lines that `headingOf` recognises outside code fences; `rest` is what stands behind a field's name. */
export function blocks(
  text: string,
  headingOf: (line: string) => { name: string; rest?: string } | undefined,
): readonly Block[] {
  const found: { name: string; text: string[]; source: string[] }[] = [{ name: '', text: [], source: [] }]
  for (const line of lines(text)) {
    const heading = line.fenced ? undefined : headingOf(line.text)
    if (heading !== undefined) found.push({ name: heading.name, text: [heading.rest ?? ''], source: [line.text] })
    else {
      found.at(-1)?.text.push(line.text)
      found.at(-1)?.source.push(line.text)
    }
  }
  const joined = (all: readonly string[]): string => trimBlankLines(all.join('\n'))
  return found
    .map((block) => ({ name: block.name, text: joined(block.text), source: closeFence(joined(block.source)) }))
    .filter(({ source }) => source !== '')
}

/** Reads `## Name` (level 2) or `### Name` (level 3) headings. */
export const headingOfLevel =
  (level: number) =>
  (line: string): { name: string } | undefined => {
    const mark = '#'.repeat(level)
    return line.startsWith(`${mark} `) ? { name: line.slice(level + 1).trim() } : undefined
  }

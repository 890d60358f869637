/** What our part of somebody's file stands between. */
const markers = { start: '<!-- ctx:start -->', end: '<!-- ctx:end -->' }

/** Marks of a file in which `<!--` is no comment. */
export const hashMarkers = { start: '# ctx:start', end: '# ctx:end' }

/** Our part of a hook, markers and all; its number is that of the form, its hash tells whether somebody edited it. */
export const hookPart =
  /^# >>> ctx \d+ [0-9a-f]{8}(?: (?:made|joined))? >>>.*\n(?:(?!# >>> ctx ).*\n)*?# <<< ctx <<<.*\n?/m

type Markers = typeof markers

/** Where our part of a text is; `broken` where there is one marker without the other, or more than one of each. */
type Found = { readonly from: number; readonly to: number } | 'none' | 'broken'

function find(text: string, { start, end }: Markers): Found {
  const [starts, ends] = [linesThatSay(text, start), linesThatSay(text, end)]
  const [from, to] = [starts[0], ends[0]]
  if (from === undefined && to === undefined) return 'none'
  const isOnce = starts.length === 1 && ends.length === 1
  return from === undefined || to === undefined || to < from || !isOnce ? 'broken' : { from, to: to + end.length }
}

/** Where lines begin that are a marker and nothing else; an example in a fenced block is none. */
function linesThatSay(text: string, marker: string): readonly number[] {
  const found: number[] = []
  let [at, fence] = [0, '']
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? ''
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : ''
    else if (fence === '' && line.trimEnd() === marker) found.push(at)
    at += line.length + 1
  }
  return found
}

const lineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

/**
 * Puts our part into a text, where it stood or at the end; not a byte outside of it changes. Undefined where its markers
 * are broken: then nobody knows what is ours.
 */
export function withPart(text: string, part: string, marks: Markers = markers): string | undefined {
  const found = find(text, marks)
  if (found === 'broken') return undefined
  const eol = lineEnd(text)
  const own = [marks.start, ...part.trim().split('\n'), marks.end].join(eol)
  if (found !== 'none') return `${text.slice(0, found.from)}${own}${text.slice(found.to)}`
  return text === '' ? `${own}${eol}` : `${text}${eol}${own}${eol}`
}

/** Takes our part out again, with the line ends that came with it: what stood around it stays, each line a line of its own. */
export function withoutPart(text: string, marks: Markers = markers): string | undefined {
  const found = find(text, marks)
  if (found === 'broken') return undefined
  if (found === 'none') return text
  const eol = lineEnd(text)
  const [before, after] = [text.slice(0, found.from), text.slice(found.to)]
  const above = before.endsWith(eol) ? before.slice(0, -eol.length) : before
  const below = after.startsWith(eol) ? after.slice(eol.length) : after
  return above !== '' && below !== '' && !above.endsWith(eol) ? `${above}${eol}${below}` : `${above}${below}`
}

/** Our part of a text, without its markers; undefined where there is none. */
export function partIn(text: string, marks: Markers = markers): string | undefined {
  const found = find(text, marks)
  if (typeof found === 'string') return undefined
  return text.slice(found.from + marks.start.length, found.to - marks.end.length).trim()
}

import { withoutMarkup } from '../../text/markup.ts'
import { sentences } from '../../text/sentences.ts'
import { toName } from '../../tree/name.ts'
import { blocks } from '../../tree/markdown.ts'

/** A README, in whatever case and markup. */
export const isReadme = (path: string): boolean => /(?:^|\/)readme(?:\.(?:md|markdown|txt))?$/i.test(path)

/** Marks in a key what a section of a README is called; no path that a gist is of holds it. */
const mark = '#'

/** A sentence longer than this describes more than a purpose does; one of fewer words says nothing. */
const bounds = { longest: 200, words: 4, lines: 2_000, sections: 60 }

/**
 * Finds what a README says that its folder is for, and its sections what they are about: the first sentence of each, by
 * the README's path, sections behind a mark.
 */
export function readmeGists(path: string, text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n', bounds.lines).map((line) => line.slice(0, 1_000))
  const parts = blocks(lines.join('\n'), headingIn).slice(0, bounds.sections)
  const isRoot = !path.includes('/')
  // What a project is stands above its first part, and not in one on which Rust it needs (axum-macros).
  const isTitled = lines.find((line) => headingIn(line) !== undefined)?.startsWith('# ') === true
  const first = parts.findIndex(({ name }) => name !== '')
  const top = first === -1 ? parts : parts.slice(0, isTitled ? first + 1 : first)
  const own = top.find(({ text: said }) => firstSentence(said) !== '')
  const found = new Map<string, string>()
  if (own !== undefined) found.set(path, firstSentence(own.text))
  for (const { name, text: said } of isRoot ? parts : []) {
    const gist = firstSentence(said)
    if (name !== '' && gist !== '') found.set(`${path}${mark}${toName(name)}`, gist)
  }
  return found
}

/** The name of the section that a gist is from; undefined for one that is of a file. */
export const sectionOf = (key: string): string | undefined => key.split(mark)[1]

const headingIn = (line: string): { name: string } | undefined => {
  const [, name] = /^#{1,4} ([^#\n]{1,80})/.exec(line) ?? []
  return name === undefined ? undefined : { name: name.trim() }
}

/** Lines that are no prose: badges, HTML, tables, lists, code and quotes. */
const noProse = /^\s*(?:[[<|>*+!-]|\d+\.|```|~~~|={3}|\s{3})/

function firstSentence(text: string): string {
  const prose = text.split('\n')
  const from = prose.findIndex((line) => line.trim() !== '' && !noProse.test(line))
  const blank = from === -1 ? -1 : prose.slice(from).findIndex((line) => line.trim() === '' || noProse.test(line))
  const said = from === -1 ? [] : prose.slice(from, blank === -1 ? undefined : from + blank)
  const [first = ''] = sentences(withoutMarkup(said.join(' ')))
  const gist = first.replace(/[.:]$/, '')
  const isFit = gist.length <= bounds.longest && gist.split(' ').length >= bounds.words
  return isFit && !dull.test(gist) ? gist : ''
}

const dull =
  /https?:\/\/|copyright|licen[cs]e|^(?:see|todo|note|click|to|for|if|when|you|this|please|here|below|run|install|we|make|first)\b|[{}=;<>]|`.*`.*`|\bavailable (?:at|in|on)\b/i

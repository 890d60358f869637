import { closeFence, lines, trimBlankLines } from './markdown.ts'

/** Text that is not ours, kept byte for byte after the named part of an entry, within a list before item `line`. */
export type UnknownText = { readonly after: string; readonly line?: number; readonly text: string }

/** Reads one list item (its text without the bullet); undefined when it is not of the list's kind. */
type ReadItem<Item> = (text: string) => Item | undefined

const bullet = /^[-*+] (.*)$/

/** Reads a bullet list and keeps what stands between its items, as `Loose` text at its place. */
export function readList<Item>(
  text: string,
  after: string,
  readItem: ReadItem<Item>,
): { items: Item[]; loose: UnknownText[] } {
  const items: Item[] = []
  const loose: UnknownText[] = []
  for (const part of parts(text)) {
    const item = part.kind === 'item' ? readItem(part.text) : undefined
    if (item === undefined)
      loose.push({ after, line: items.length, text: part.kind === 'item' ? `- ${part.text}` : part.text })
    else items.push(item)
  }
  return { items, loose }
}

type Part = { kind: 'item' | 'prose'; text: string }

function parts(text: string): readonly Part[] {
  const found: Part[] = []
  let continues = false
  for (const line of lines(text)) {
    const last = found.at(-1)
    const [, item] = line.fenced ? [] : (bullet.exec(line.text) ?? [])
    const isContinuation = continues && last?.kind === 'item' && (line.fenced || /^ {2}/.test(line.text))
    if (item !== undefined && item.trim() !== '') found.push({ kind: 'item', text: item.trimEnd() })
    else if (last !== undefined && (isContinuation || (last.kind === 'prose' && item === undefined)))
      last.text += `\n${line.text.trimEnd()}`
    else if (line.text.trim() !== '') found.push({ kind: 'prose', text: line.text })
    continues = line.fenced || line.text.trim() !== ''
  }
  return found.map((part) => ({
    ...part,
    text: (part.kind === 'item' ? closeItem : closeFence)(trimBlankLines(part.text)),
  }))
}

// Behind its bullet, a mark of a code block opens none: what is read must be what was written.
const closeItem = (text: string): string => closeFence(`- ${text}`).slice(2)

/** Writes a bullet list with the loose text at its places; a blank line parts prose from items. */
export function writeList(items: readonly string[], loose: readonly UnknownText[]): string {
  let text = ''
  for (let at = 0; at <= items.length; at++) {
    for (const prose of loose.filter(({ line = 0 }) => clamp(line, items.length) === at)) {
      text += `${text === '' ? '' : '\n\n'}${prose.text}`
    }
    const item = items[at]
    if (item === undefined) continue
    const follows = at > 0 && !loose.some(({ line = 0 }) => clamp(line, items.length) === at)
    text += `${text === '' ? '' : follows ? '\n' : '\n\n'}${writeItem(item)}`
  }
  return text
}

const clamp = (line: number, most: number): number => Math.min(line, most)

const writeItem = (item: string): string =>
  closeFence(
    `- ${item
      .split('\n')
      .map((line, at) => (at === 0 || line.startsWith('  ') ? line : `  ${line}`))
      .join('\n')}`,
    '  ',
  )

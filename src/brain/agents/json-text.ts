import { type Node, type ParseError, parseTree } from 'jsonc-parser'

/** Reads JSON with comments whose top is an object; undefined for what is none. */
export function objectIn(text: string): Node | undefined {
  const faults: ParseError[] = []
  const root = parseTree(text, faults, { allowTrailingComma: true })
  return faults.length === 0 && root?.type === 'object' ? root : undefined
}

/** How a file is written: its line ends, and what each level is set in by. */
type Style = { readonly eol: string; readonly indent: string }

/**
 * Reads how a JSON text is laid out: its line ends, and the indent of its first line; two blanks where there is none.
 */
export function styleOf(text: string): Style {
  const [, indent = '  '] = /^\{[ \t]*\r?\n([ \t]+)/.exec(text) ?? []
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', indent }
}

/** Writes a value as it stands at a level of a file. */
export const writtenAs = (value: unknown, { eol, indent }: Style, level: number): string =>
  JSON.stringify(value, undefined, indent)
    .split('\n')
    .join(`${eol}${indent.repeat(level)}`)

/** Whether a node of a text says this value, blanks aside: what is there already is not written anew. */
export const isSame = (text: string, { offset, length }: Node, value: unknown): boolean =>
  text.slice(offset, offset + length).replaceAll(/\s/g, '') === JSON.stringify(value).replaceAll(/\s/g, '')

type Adding = { readonly what: string; readonly level: number; readonly style: Style }

/** Adds a property or an element behind the last of an object or a list; nothing else changes. */
export function addTo(text: string, at: Node, { what, level, style: { eol, indent } }: Adding): string {
  const last = at.children?.at(-1)
  const close = at.offset + at.length - 1
  if (last === undefined)
    return `${text.slice(0, at.offset + 1)}${eol}${indent.repeat(level)}${what}${eol}${indent.repeat(level - 1)}${text.slice(close)}`
  const end = last.offset + last.length
  // JSON with comments may end a list with a comma.
  const hasComma = /^\s*,/.test(text.slice(end, close))
  const from = hasComma ? text.indexOf(',', end) + 1 : end
  const [first, trailing] = hasComma ? ['', ','] : [',', '']
  return `${text.slice(0, from)}${first}${eol}${indent.repeat(level)}${what}${trailing}${text.slice(from)}`
}

/** Takes a property or an element out, with the comma and the blanks that came with it. */
export function without(text: string, property: Node | undefined): string {
  const list = property?.parent
  const siblings = list?.children ?? []
  if (property === undefined || list === undefined) return text
  const end = property.offset + property.length
  if (siblings.length === 1) return `${text.slice(0, list.offset + 1)}${text.slice(list.offset + list.length - 1)}`
  const before = siblings[siblings.indexOf(property) - 1]
  if (before !== undefined) {
    const last = before.offset + before.length
    const isLast = siblings.at(-1) === property
    const hadComma = isLast && /^\s*,/.test(text.slice(end, list.offset + list.length - 1))
    return `${text.slice(0, hadComma ? text.indexOf(',', last) + 1 : last)}${text.slice(hadComma ? text.indexOf(',', end) + 1 : end)}`
  }
  const next = siblings[1]?.offset ?? end
  return `${text.slice(0, property.offset)}${text.slice(next)}`
}

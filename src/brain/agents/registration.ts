import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { hashMarkers, withoutPart, withPart } from '../../text/markers.ts'
import type { Registration } from './agents.ts'

type InFile = Exclude<Registration, { where: string }>
type InJson = Extract<InFile, { entry: object }>

/**
 * Writes a server into the text of an agent's settings; not a byte of anything else changes, comments and blanks
 * included. Undefined where the text is not what that agent could read.
 */
export function registerServer(text: string, server: InFile): string | undefined {
  if ('toml' in server) return hasOwnTable(text) ? undefined : withPart(text, server.toml, hashMarkers)
  const before = withList(text.trim() === '' ? '{}\n' : text, server)
  const root = objectIn(before)
  if (root === undefined) return undefined
  const there = findNodeAtLocation(root, [...server.keys])
  const style = styleOf(before)
  // A server of our name that is none of ours is somebody's.
  if (there !== undefined) return isSame(before, there, server.entry) ? before : undefined
  return inserted(before, { root, server, style })
}

/** Puts an empty list where somebody wrote that there is none. */
function withList(text: string, { keys: [list = ''] }: InJson): string {
  const root = objectIn(text)
  const none = root && findNodeAtLocation(root, [list])
  return none?.type === 'null' ? `${text.slice(0, none.offset)}{}${text.slice(none.offset + none.length)}` : text
}

/** Takes it out again, with the list of servers where nothing else is left in it. */
export function unregisterServer(text: string, server: InFile): string | undefined {
  if ('toml' in server) return withoutPart(text, hashMarkers)
  if (text.trim() === '') return text
  const root = objectIn(text)
  if (root === undefined) return undefined
  const there = findNodeAtLocation(root, [...server.keys])
  if (there === undefined || !isSame(text, there, server.entry)) return text
  const list = findNodeAtLocation(root, server.keys.slice(0, -1))
  const isAlone = list?.children?.length === 1
  return without(text, (isAlone ? list : there).parent)
}

/** Whether a person named a server of our name in TOML: a second table of it would be none. */
const hasOwnTable = (text: string): boolean =>
  /^[ \t]*(?:\[[ \t]*mcp_servers[ \t]*\.[ \t]*["']?ctx\b|mcp_servers\s*=)/m.test(withoutPart(text, hashMarkers) ?? text)

function objectIn(text: string): Node | undefined {
  const faults: ParseError[] = []
  const root = parseTree(text, faults, { allowTrailingComma: true })
  return faults.length === 0 && root?.type === 'object' ? root : undefined
}

/** How a file is written: its line ends, and what each level is set in by. */
type Style = { readonly eol: string; readonly indent: string }

function styleOf(text: string): Style {
  const [, indent = '  '] = /^\{[ \t]*\r?\n([ \t]+)/.exec(text) ?? []
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', indent }
}

const written = (value: object, { eol, indent }: Style, level: number): string =>
  JSON.stringify(value, undefined, indent)
    .split('\n')
    .join(`${eol}${indent.repeat(level)}`)

const isSame = (text: string, { offset, length }: Node, entry: object): boolean =>
  text.slice(offset, offset + length).replaceAll(/\s/g, '') === JSON.stringify(entry).replaceAll(/\s/g, '')

type Inserting = { readonly root: Node; readonly server: InJson; readonly style: Style }

/** Adds the entry behind the last of the list; the list behind the last of all, where there is none. */
function inserted(text: string, { root, server: { keys, entry }, style }: Inserting): string | undefined {
  const [list = '', name = ''] = keys
  const found = findNodeAtLocation(root, [list])
  if (found !== undefined && found.type !== 'object') return undefined
  const at = found ?? root
  const level = found === undefined ? 1 : 2
  const property =
    found === undefined
      ? `${JSON.stringify(list)}: ${written({ [name]: entry }, style, 1)}`
      : `${JSON.stringify(name)}: ${written(entry, style, 2)}`
  const { eol, indent } = style
  const last = at.children?.at(-1)
  const close = at.offset + at.length - 1
  if (last === undefined)
    return `${text.slice(0, at.offset + 1)}${eol}${indent.repeat(level)}${property}${eol}${indent.repeat(level - 1)}${text.slice(close)}`
  const end = last.offset + last.length
  // JSON with comments may end a list with a comma.
  const hasComma = /^\s*,/.test(text.slice(end, close))
  const from = hasComma ? text.indexOf(',', end) + 1 : end
  const [first, trailing] = hasComma ? ['', ','] : [',', '']
  return `${text.slice(0, from)}${first}${eol}${indent.repeat(level)}${property}${trailing}${text.slice(from)}`
}

/** Takes a property out, with the comma and the blanks that came with it. */
function without(text: string, property: Node | undefined): string {
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

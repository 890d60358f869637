import { findNodeAtLocation, type Node } from 'jsonc-parser'
import { hashMarkers, withoutPart, withPart } from '../../text/markers.ts'
import type { Registration } from './agents.ts'
import { addTo, isSame, objectIn, styleOf, without, writtenAs } from './json-text.ts'

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
  // A server of our name that is none of ours is somebody's.
  if (there !== undefined) return isSame(before, there, server.entry) ? before : undefined
  return inserted(before, { root, server })
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

type Inserting = { readonly root: Node; readonly server: InJson }

/** Adds the entry behind the last of the list; the list behind the last of all, where there is none. */
function inserted(text: string, { root, server: { keys, entry } }: Inserting): string | undefined {
  const [list = '', name = ''] = keys
  const style = styleOf(text)
  const found = findNodeAtLocation(root, [list])
  if (found !== undefined && found.type !== 'object') return undefined
  return found === undefined
    ? addTo(text, root, { what: `${JSON.stringify(list)}: ${writtenAs({ [name]: entry }, style, 1)}`, level: 1, style })
    : addTo(text, found, { what: `${JSON.stringify(name)}: ${writtenAs(entry, style, 2)}`, level: 2, style })
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Why a request is refused. */
export type RequestRefusal = { readonly status: number; readonly code: string; readonly message: string }

/** Nobody asks for more; what is longer is an accident or an attack. An entry has at most 1 MiB. */
const limits = { url: 4_096, body: 16_384, entry: 2_200_000, discarded: 10_000_000 }

/** How this server is called by those who may call it: names of this machine, with its port. */
export const hostsOf = (port: number): ReadonlySet<string> =>
  new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`))

/**
 * Refuses who must not ask. A page that had its name point to this machine (DNS rebinding) still says that name as the
 * host; a page of another site says so as its origin, and a browser says it of requests that carry no origin.
 */
export function refusalOf(
  { headers, url = '' }: IncomingMessage,
  hosts: ReadonlySet<string>,
): RequestRefusal | undefined {
  if (!hosts.has(headers.host?.toLowerCase() ?? ''))
    return { status: 403, code: 'wrong-host', message: 'This server answers only by the names of this machine.' }
  const own = [...hosts].map((host) => `http://${host}`)
  const site = headers['sec-fetch-site']
  const isForeign = headers.origin !== undefined && !own.includes(headers.origin)
  if (isForeign || site === 'cross-site' || site === 'same-site')
    return { status: 403, code: 'wrong-origin', message: 'Pages of other sites get no answer.' }
  if (url.length > limits.url)
    return { status: 414, code: 'long-address', message: `An address has at most ${limits.url} characters.` }
  // `OPTIONS *` and what is meant for a proxy name nothing here.
  if (!url.startsWith('/') || !URL.canParse(`http://localhost${url}`))
    return { status: 400, code: 'bad-address', message: 'This is no address of this server.' }
  return undefined
}

/** Tells whether a request brings the token as a program does. */
export function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const [, given = ''] = /^Bearer ([\w-]+)$/i.exec(headers.authorization ?? '') ?? []
  return isToken(given, token)
}

/** Compares in a time that says nothing of how much was right. */
export const isToken = (given: string, token: string): boolean => timingSafeEqual(sha256(given), sha256(token))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Reads a body to its end; undefined when there is too much of it. What is too much is read and thrown away, within
 * reason: whoever still sends while we hang up has a broken connection, not our answer (nginx calls it `lingering_close`).
 */
export async function readBody(
  request: IncomingMessage,
  { isEntry }: { isEntry: boolean },
): Promise<string | undefined> {
  const most = isEntry ? limits.entry : limits.body
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const part = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    size += part.length
    if (size > limits.discarded) return undefined
    if (size <= most) parts.push(part)
  }
  return size > most ? undefined : Buffer.concat(parts).toString('utf8')
}

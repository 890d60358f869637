import type { IncomingMessage } from 'node:http'
import { hasToken, isToken } from './guard.ts'
import type { WebReply } from './request.ts'
import { refused } from './send.ts'

/** Whom a server answers: by the token that it printed, which a page keeps in a cookie of this port. */
export type Session = {
  readonly token: string
  readonly port: number
  readonly hosts: ReadonlySet<string>
  /** Whether there is a page, whose data nobody reads without the token. */
  readonly hasPage: boolean
}

const cookieName = ({ port }: Session): string => `ctx_${port}`

/** Takes the token out of the first address and into a cookie; undefined where no address brings one. */
export function openSession({ method, url = '' }: IncomingMessage, session: Session): WebReply | undefined {
  const { pathname, searchParams } = new URL(`http://localhost${url}`)
  const given = searchParams.get('token')
  if (!session.hasPage || method !== 'GET' || pathname !== '/' || given === null) return undefined
  if (!isToken(given, session.token)) return staleToken
  const cookie = `${cookieName(session)}=${session.token}; HttpOnly; SameSite=Strict; Path=/`
  return { status: 303, headers: { location: '/', 'set-cookie': cookie } }
}

/** Tells why a request is not answered: it has no token that it needs. Undefined where all is well. */
export function refuseStranger(request: IncomingMessage, session: Session): WebReply | undefined {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (hasToken(request, session.token) || (isReading && !session.hasPage)) return undefined
  if (!session.hasPage) return { ...refused(401, wrongToken), headers: { 'www-authenticate': 'Bearer' } }
  const { pathname } = new URL(`http://localhost${request.url ?? '/'}`)
  if (!isToken(cookieIn(request, cookieName(session)), session.token))
    return pathname === '/' ? staleToken : { ...refused(401, stale), headers: { 'www-authenticate': 'Bearer' } }
  // A browser sends a cookie along whoever asks, but says which page does.
  const own = [...session.hosts].map((host) => `http://${host}`)
  if (isReading || own.includes(request.headers.origin ?? '')) return undefined
  return refused(403, { code: 'wrong-origin', message: 'Only the page of this server writes with its cookie.' })
}

function cookieIn({ headers }: IncomingMessage, name: string): string {
  const parts = (headers.cookie ?? '').split(';').map((part) => part.trim())
  return parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

const wrongToken = { code: 'wrong-token', message: 'What writes needs the token that `ctx serve` printed.' }

const stale = {
  code: 'stale-token',
  message: 'This page is from an earlier `ctx web`, or has not been opened by its address.',
  hint: 'Run `ctx web` again, or open the address that it printed.',
}

const staleToken: WebReply = {
  status: 401,
  html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>ctx</title></head>
<body><main><h1>This address does not open the page any more</h1>
<p>${stale.message.replaceAll('`ctx web`', '<code>ctx web</code>')}
${stale.hint.replaceAll('`ctx web`', '<code>ctx web</code>')}</p></main></body></html>
`,
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { quoteLine } from '../text/quote.ts'
import { type Listeners, listenersOf } from './events.ts'
import { hostsOf, readBody, refusalOf } from './guard.ts'
import { pageFile } from './page-files.ts'
import type { WebReply } from './request.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'
import { refused, send } from './send.ts'
import { openSession, refuseStranger, type Session } from './session.ts'

/** A server that listens: where, what writes need, and how it ends. */
export type Serving = { readonly url: string; readonly token: string; readonly close: () => Promise<void> }

type Where = {
  readonly port: number
  readonly host: string
  /** Shows the page at `/`; then nothing is answered without the token. */
  readonly page?: boolean
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * Answers programs on this machine over HTTP until it is closed; port 0 takes any that is free.
 * @throws {Problem} when the host is not this machine, or the port is taken.
 */
export async function serve(ctx: Ctx, { port, host, page = false }: Where): Promise<Serving> {
  if (!loopback.has(host))
    throw new Problem('not-loopback', `${host} can be reached from other machines, so nothing is served there.`, {
      hint: 'Use --host 127.0.0.1 or --host ::1.',
    })
  const token = randomBytes(24).toString('base64url')
  const server = createServer({ maxHeaderSize: 8_192, requestTimeout: 10_000, headersTimeout: 5_000 })
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'))
  const taken = await listen(server, { port, host })
  const session = { token, port: taken, hosts: hostsOf(taken), hasPage: page }
  const listeners = listenersOf(ctx)
  server.on('request', (request, response) => void answer(ctx, { request, response, session, listeners }))
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    token,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server, where: Where): Promise<number> {
  try {
    server.listen(where)
    await once(server, 'listening')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw cause
    throw new Problem('port-taken', `Port ${where.port} of ${where.host} cannot be had (${code}).`, {
      hint: 'Choose another with --port, or let --port 0 find one.',
      cause,
    })
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : where.port
}

type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly session: Session
  readonly listeners: Listeners
}

async function answer(ctx: Ctx, exchange: Exchange): Promise<void> {
  const { request, response, session, listeners } = exchange
  try {
    const refusal = turnAway(request, session)
    if (refusal !== undefined) send(request, response, refusal)
    else if (isEvents(request)) listeners.add(request, response)
    else send(request, response, await replyTo(ctx, request, session))
  } catch (error) {
    // Whoever asked is gone, or has got a part of the answer.
    if (response.destroyed || response.headersSent) response.destroy()
    else if (error instanceof Problem) send(request, response, refused(statusOf(error), error))
    else {
      ctx.say(`This is a bug of ours: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      send(request, response, refused(500, { code: 'bug', message: 'This is a bug of ours; the terminal tells more.' }))
    }
  }
}

/** Answers those who must not ask, and those who only bring the token; undefined for everybody else. */
function turnAway(request: IncomingMessage, session: Session): WebReply | undefined {
  const refusal = refusalOf(request, session.hosts)
  if (refusal !== undefined) return refused(refusal.status, refusal)
  return openSession(request, session) ?? (session.hasPage ? refuseStranger(request, session) : undefined)
}

const pathOf = ({ url = '/' }: IncomingMessage): string => new URL(`http://localhost${url}`).pathname

const isEvents = (request: IncomingMessage): boolean => request.method === 'GET' && pathOf(request) === '/api/v2/events'

async function replyTo(ctx: Ctx, request: IncomingMessage, session: Session): Promise<WebReply> {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const file = session.hasPage && method === 'GET' ? pageFile(pathOf(request)) : undefined
  if (file !== undefined) return file
  const found = routes.flatMap((route) => {
    const path = matched(route, pathOf(request))
    return path === undefined ? [] : [{ route, path }]
  })
  const [there] = found.filter(({ route }) => route.method === method)
  if (there === undefined) return noRoute(found.map(({ route }) => route))
  const { route, path } = there
  const stranger = refuseStranger(request, session)
  if (stranger !== undefined) return stranger
  const text = await readBody(request, { isEntry: route.body !== undefined })
  if (text === undefined) return { ...refused(413, tooMuch), headers: { connection: 'close' } }
  const query = queryFor(route, request)
  const etags = request.headers['if-none-match'] ?? ''
  return await route.run(ctx, { path, query, etags, body: route.body === undefined ? undefined : parsed(text) })
}

function queryFor({ path, parameters }: Route, { url = '/' }: IncomingMessage): URLSearchParams {
  const { searchParams } = new URL(`http://localhost${url}`)
  const unknown = [...searchParams.keys()].find((key) => !parameters.some(({ name }) => name === key))
  if (unknown === undefined) return searchParams
  throw new Problem('bad-parameter', `${path} takes no ${quoteLine(unknown, 80)}.`, {
    hint: parameters.map(({ name }) => name).join(', '),
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem('bad-body', 'The body is no JSON.', { cause })
  }
}

const tooMuch = { code: 'long-body', message: 'No route takes so much.' }

function noRoute(others: readonly Route[]): WebReply {
  if (others.length === 0) return refused(404, { code: 'no-such-address', message: 'See /api/v2/openapi.json.' })
  const allow = others.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const message = `Here is only ${allow.join(', ')}.`
  return { ...refused(405, { code: 'wrong-method', message }), headers: { allow: allow.join(', ') } }
}

/** The path that an address names for a route, '' where it names none; undefined where the address is not the route's. */
function matched({ path: template }: Route, pathname: string): string | undefined {
  const [before = '', after] = template.split('{path}')
  if (after === undefined) return pathname === template ? '' : undefined
  const isThere = pathname.startsWith(before) && pathname.endsWith(after)
  const named = isThere ? pathname.slice(before.length, pathname.length - after.length) : ''
  if (named === '') return undefined
  try {
    return decodeURIComponent(named)
  } catch {
    return undefined
  }
}

const statuses: Readonly<Record<string, number>> = {
  'no-such-entry': 404,
  'not-archived': 404,
  'no-such-knowledge': 404,
  busy: 503,
  'nothing-learns': 409,
  'not-yours': 409,
}
const statusOf = ({ code }: Problem): number => statuses[code] ?? 400

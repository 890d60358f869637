import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { quoteLine, quoteText } from '../text/quote.ts'
import { endsInTime, hasToken, hostsOf, refusalOf, type RequestRefusal } from './guard.ts'
import type { WebReply } from './request.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'

/** A server that listens: where, what writes need, and how it ends. */
export type Serving = { readonly url: string; readonly token: string; readonly close: () => Promise<void> }

type Where = { readonly port: number; readonly host: string }

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * Answers programs on this machine over HTTP until it is closed; port 0 takes any that is free.
 * @throws {Problem} when the host is not this machine, or the port is taken.
 */
export async function serve(ctx: Ctx, { port, host }: Where): Promise<Serving> {
  if (!loopback.has(host))
    throw new Problem('not-loopback', `${host} can be reached from other machines, so nothing is served there.`, {
      hint: 'Use --host 127.0.0.1 or --host ::1.',
    })
  const token = randomBytes(24).toString('base64url')
  const server = createServer({ maxHeaderSize: 8_192, requestTimeout: 10_000, headersTimeout: 5_000 })
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'))
  const taken = await listen(server, { port, host })
  const hosts = hostsOf(taken)
  server.on('request', (request, response) => void answer(ctx, { request, response, hosts, token }))
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
  readonly hosts: ReadonlySet<string>
  readonly token: string
}

async function answer(ctx: Ctx, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  try {
    send(request, response, await replyTo(ctx, exchange))
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

async function replyTo(ctx: Ctx, { request, hosts, token }: Exchange): Promise<WebReply> {
  const refusal = refusalOf(request, hosts)
  if (refusal !== undefined) return refused(refusal.status, refusal)
  const { pathname, searchParams } = new URL(`http://localhost${request.url ?? '/'}`)
  const found = routes.flatMap((route) => {
    const path = matched(route, pathname)
    return path === undefined ? [] : [{ route, path }]
  })
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const [there] = found.filter(({ route }) => route.method === method)
  if (there === undefined) return noRoute(found.map(({ route }) => route))
  if (there.route.method !== 'GET' && !hasToken(request, token))
    return { ...refused(401, wrongToken), headers: { 'www-authenticate': 'Bearer' } }
  if (!(await endsInTime(request))) return { ...refused(413, tooMuch), headers: { connection: 'close' } }
  const unknown = [...searchParams.keys()].find((key) => !there.route.parameters.some(({ name }) => name === key))
  if (unknown !== undefined)
    throw new Problem('bad-parameter', `${there.route.path} takes no ${quoteLine(unknown, 80)}.`, {
      hint: there.route.parameters.map(({ name }) => name).join(', '),
    })
  const etags = request.headers['if-none-match'] ?? ''
  return await there.route.run(ctx, { path: there.path, query: searchParams, etags })
}

const wrongToken = { code: 'wrong-token', message: 'What writes needs the token that `ctx serve` printed.' }
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

const statuses: Readonly<Record<string, number>> = { 'no-such-entry': 404, busy: 503, 'nothing-learns': 409 }
const statusOf = ({ code }: Problem): number => statuses[code] ?? 400

type Told = Pick<RequestRefusal, 'code' | 'message'> & { readonly hint?: string | undefined }

const refused = (status: number, { code, message, hint }: Told): WebReply => ({
  status,
  body: { error: { code, message, ...(hint === undefined ? {} : { hint }) } },
})

/** Nothing of an answer is run, framed, kept by others or taken for something else. */
const safe = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, body, html, headers }: WebReply): void {
  const text = html ?? (body === undefined ? '' : `${JSON.stringify(body, cleaned)}\n`)
  const type = { 'content-type': `${html === undefined ? 'application/json' : 'text/html'}; charset=utf-8` }
  response.writeHead(status, { ...safe, ...(text === '' ? {} : type), ...headers })
  response.end(method === 'HEAD' ? undefined : text)
}

/** What was pulled may hold what no agent or terminal should get. */
const cleaned = (_key: string, value: unknown): unknown => (typeof value === 'string' ? quoteText(value) : value)

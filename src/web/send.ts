import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { quoteJson } from '../text/quote.ts'
import type { RequestRefusal } from './guard.ts'
import type { WebReply } from './request.ts'

/** Nothing of an answer is run, framed, kept by others or taken for something else. */
const safe = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** What is shorter is sent as it is. */
const worthPacking = 1_400

/** Sends an answer, packed where it is long and the asker can unpack it. */
export function send({ method, headers: asked }: IncomingMessage, response: ServerResponse, reply: WebReply): void {
  const { status, headers } = reply
  const [type, content] = contentOf(reply)
  const isPacked = content.length > worthPacking && /\bgzip\b/.test(asked['accept-encoding'] ?? '')
  response.writeHead(status, {
    ...safe,
    ...(content === '' ? {} : { 'content-type': type }),
    ...(isPacked ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {}),
    ...headers,
  })
  response.end(method === 'HEAD' ? undefined : isPacked ? gzipSync(content, { level: 6 }) : content)
}

function contentOf({ body, html, json, file }: WebReply): readonly [type: string, content: string] {
  if (file !== undefined) return [file.type, file.text]
  if (html !== undefined) return ['text/html; charset=utf-8', html]
  return ['application/json; charset=utf-8', json ?? (body === undefined ? '' : quoteJson(body))]
}

type Told = Pick<RequestRefusal, 'code' | 'message'> & { readonly hint?: string | undefined }

/** A refusal as programs get it: `{ error: { code, message, hint } }` with this status. */
export const refused = (status: number, { code, message, hint }: Told): WebReply => ({
  status,
  body: { error: { code, message, ...(hint === undefined ? {} : { hint }) } },
})

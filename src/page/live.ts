import type { Edited } from '../verbs/edit.ts'
import { type Live, PageFault, type PageSource } from './source.ts'

/** Asks the server that this page came from. */
export const liveSource: PageSource = {
  ask: async (text, { isTyping, signal }) =>
    await asked(`lessons?${new URLSearchParams({ q: text, limit: '12', typing: String(isTyping) })}`, { signal }),
  catalogue: async () => await asked('catalogue'),
  timeline: async () => await asked('timeline'),
  graph: async () => await asked('graph'),
  attention: async () => await asked('attention'),
  brain: async () => await asked('brain'),
  entry: async (path) => await asked(`entries/${path}/page`),
  live: liveOf(),
}

function liveOf(): Live {
  const post = async (address: string): Promise<void> => void (await asked<unknown>(address, { method: 'POST' }))
  return {
    history: async (path) => await asked(`entries/${path}/history`),
    text: async (path) => await asked(`entries/${path}/source`),
    save: async ({ path, text, version }) =>
      await asked<Edited>(`entries/${path}`, { method: 'PUT', body: JSON.stringify({ text, version }) }),
    decide: async (path, verdict, supersededBy) =>
      await post(
        `entries/${path}/${verdict}${supersededBy === undefined ? '' : `?${new URLSearchParams({ supersededBy })}`}`,
      ),
    review: async (range) => await asked(`review?${new URLSearchParams({ range })}`),
    reject: async (path, range) => await post(`entries/${path}/reject?${new URLSearchParams({ range })}`),
    watch: ({ change, connected }) => {
      const events = new EventSource('api/v2/events')
      events.addEventListener('change', change)
      events.addEventListener('open', () => connected(true))
      events.addEventListener('error', () => connected(false))
      return () => events.close()
    },
  }
}

/** Asks for JSON; what the server refuses is thrown as it words it. A conflict is an answer. */
async function asked<Answer>(address: string, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`api/v2/${address}`, { ...options, headers: { accept: 'application/json' } }).catch(
    (error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new PageFault('gone', 'The server does not answer.', 'Run `ctx web` again; nothing that was saved is lost.')
    },
  )
  const body: unknown = await response.json().catch(() => undefined)
  // Our own server's word for it, whose types this page is built with.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (response.ok || (response.status === 409 && !isRefusal(body))) return body as Answer
  if (isRefusal(body)) throw new PageFault(body.error.code, body.error.message, body.error.hint ?? '')
  throw new PageFault('broken', `The server answered with ${response.status}, which this page does not understand.`)
}

type Refusal = { readonly error: { readonly code: string; readonly message: string; readonly hint?: string } }

const isRefusal = (body: unknown): body is Refusal => typeof body === 'object' && body !== null && 'error' in body

import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../repo/context.ts'
import { stampOfTree } from '../verbs/view.ts'

/** How often the tree is looked at while a page is open, in ms. */
const interval = 1_000

/** A proxy or browser gives up on what is silent for long; a comment says that we are there. */
const beats = 15

/** The open pages of a server, which share one look at the tree. */
export type Listeners = { readonly add: (request: IncomingMessage, response: ServerResponse) => void }

/** Tells every open page, by server-sent events, when the tree that is checked out has changed. */
export function listenersOf(ctx: Ctx): Listeners {
  const open = new Set<ServerResponse>()
  let isWatching = false
  const tell = (text: string): void => {
    for (const response of open) response.write(text)
  }
  const watch = async (): Promise<void> => {
    isWatching = true
    let before = await stampOrNone(ctx)
    for (let round = 1; open.size > 0; round++) {
      await sleep(interval)
      const now = await stampOrNone(ctx)
      if (now !== '' && now !== before) tell(`event: change\ndata: ${now}\n\n`)
      else if (round % beats === 0) tell(': still here\n\n')
      before = now === '' ? before : now
    }
    isWatching = false
  }
  return {
    add: (request, response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      response.write('retry: 2000\n\n')
      open.add(response)
      request.on('close', () => open.delete(response))
      if (!isWatching) void watch()
    },
  }
}

/** While somebody moves the tree, or git is at work, there is nothing to say; the next look will tell. */
async function stampOrNone(ctx: Ctx): Promise<string> {
  try {
    return await stampOfTree(ctx)
  } catch {
    return ''
  }
}

import { Problem } from '../problem.ts'
import { serve } from '../web/serve.ts'
import type { Given } from './command.ts'
import { interrupt, interrupted, numberOf, openHere } from './context.ts'

type Listening = Awaited<ReturnType<typeof serve>>

/**
 * Listens on the port that was given, or on `otherwise`, where 0 takes any that is free, and lets `announce` say where;
 * until somebody interrupts.
 */
export async function listen(
  given: Given,
  { otherwise, ...how }: { readonly otherwise: number; readonly host: string; readonly page?: boolean },
  announce: (server: Listening) => void | Promise<void>,
): Promise<number> {
  const port = numberOf(given, 'port', otherwise, 0)
  if (port > 65_535) throw new Problem('bad-number', 'A port is at most 65535.')
  const server = await serve(await openHere(), { port, ...how })
  process.once('SIGTERM', () => interrupt.abort(new Error('terminated')))
  await announce(server)
  await interrupted()
  await server.close()
  return 0
}

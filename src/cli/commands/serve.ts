import { Problem } from '../../problem.ts'
import type { Command } from '../command.ts'
import { interrupt, interrupted, json, numberOf, openHere } from '../context.ts'
import { print, printJson } from '../print.ts'

/** The command `ctx serve`. */
export const serveCommand: Command = {
  name: 'serve',
  words: '',
  about: 'Answer programs on this machine over HTTP: brain, search, entries.',
  more: 'GET /api/v2/brain, /api/v2/search?q=…, /api/v2/entries/<path>; /api/v2/openapi.json describes them all.\nOther machines and pages of other sites get no answer; what writes needs the token that is printed. Ctrl-C ends it.',
  options: [
    { name: 'port', value: '<n>', about: 'the port to listen on (7417), or 0 for any that is free' },
    { name: 'host', value: '<address>', about: 'the address to listen on: 127.0.0.1 or ::1 (127.0.0.1)' },
    json,
  ],
  run: async (given) => {
    const { serve } = await import('../../web/serve.ts')
    const port = given.text('port') === '0' ? 0 : numberOf(given, 'port', 7417)
    if (port > 65_535) throw new Problem('bad-number', 'A port is at most 65535.')
    const { url, token, close } = await serve(await openHere(), { port, host: given.text('host') ?? '127.0.0.1' })
    process.once('SIGTERM', () => interrupt.abort(new Error('terminated')))
    if (given.has('json')) printJson({ url, token })
    else print(`Listening on ${url}\nToken for what writes: ${token}`)
    await interrupted()
    await close()
    return 0
  },
}

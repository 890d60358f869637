import type { Command } from '../command.ts'
import { json, portOption } from '../context.ts'
import { print, printJson } from '../print/print.ts'

/** The command `ctx serve`. */
export const serveCommand: Command = {
  name: 'serve',
  words: '',
  about: 'Answer programs on this machine over HTTP: brain, search, entries.',
  more: 'GET /api/v2/brain, /api/v2/search?q=…, /api/v2/entries/<path>; /api/v2/openapi.json describes them all.\nOther machines and pages of other sites get no answer; what writes needs the token that is printed. Ctrl-C ends it.',
  options: [
    portOption('the port to listen on (7417), or 0 for any that is free'),
    { name: 'host', value: '<address>', about: 'the address to listen on: 127.0.0.1 or ::1 (127.0.0.1)' },
    json,
  ],
  run: async (given) => {
    const { listen } = await import('../listen.ts')
    return await listen(given, { otherwise: 7417, host: given.text('host') ?? '127.0.0.1' }, ({ url, token }) => {
      if (given.has('json')) printJson({ url, token })
      else print(`Listening on ${url}\nToken for what writes: ${token}`)
    })
  },
}

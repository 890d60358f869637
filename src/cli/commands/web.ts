import { Problem } from '../../problem.ts'
import { openBrowser } from '../browser.ts'
import type { Command } from '../command.ts'
import { interrupt, interrupted, json, numberOf, openHere } from '../context.ts'
import { print, printJson, say } from '../print.ts'

/** The command `ctx web`. */
export const webCommand: Command = {
  name: 'web',
  words: '',
  about: 'Show the knowledge in your browser: search, tree, timeline, review, and what needs attention.',
  more: 'The page lives on this machine alone and ends with Ctrl-C. Its address holds a token: whoever has none gets no answer.\n`ctx publish --site <folder>` writes the same page as files, for others to read.',
  options: [
    { name: 'port', value: '<n>', about: 'the port to listen on; any that is free without it' },
    { name: 'no-open', value: '', about: 'only print the address' },
    json,
  ],
  run: async (given) => {
    const { serve } = await import('../../web/serve.ts')
    const port = numberOf(given, 'port', 0)
    if (port > 65_535) throw new Problem('bad-number', 'A port is at most 65535.')
    const { url, token, close } = await serve(await openHere(), { port, host: '127.0.0.1', page: true })
    process.once('SIGTERM', () => interrupt.abort(new Error('terminated')))
    const address = `${url}/?token=${token}`
    if (given.has('json')) printJson({ url, token, address })
    else print(`The page is at ${address}`)
    if (!given.has('no-open') && !given.has('json')) {
      const why = await openBrowser(address, process.env)
      if (why !== undefined) say(`${why} Open the address yourself. Ctrl-C ends it.`)
    }
    await interrupted()
    await close()
    return 0
  },
}

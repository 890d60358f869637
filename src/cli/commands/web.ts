import { openBrowser } from '../browser.ts'
import type { Command } from '../command.ts'
import { json, portOption } from '../context.ts'
import { print, printJson, say } from '../print/print.ts'

/** The command `ctx web`. */
export const webCommand: Command = {
  name: 'web',
  words: '',
  about: 'Show the knowledge in your browser: search, tree, timeline, review, and what needs attention.',
  more: 'The page lives on this machine alone and ends with Ctrl-C. Its address holds a token: whoever has none gets no answer.\n`ctx publish --site <folder>` writes the same page as files, for others to read.',
  options: [
    portOption('the port to listen on; any that is free without it'),
    { name: 'no-open', value: '', about: 'only print the address' },
    json,
  ],
  run: async (given) => {
    const { listen } = await import('../listen.ts')
    return await listen(given, { otherwise: 0, host: '127.0.0.1', page: true }, async ({ url, token }) => {
      const address = `${url}/?token=${token}`
      if (given.has('json')) printJson({ url, token, address })
      else print(`The page is at ${address}`)
      if (given.has('no-open') || given.has('json')) return
      const why = await openBrowser(address, process.env)
      if (why !== undefined) say(`${why} Open the address yourself. Ctrl-C ends it.`)
    })
  },
}

import type { Command } from '../command.ts'

/** The command `ctx mcp`. */
export const mcpCommand: Command = {
  name: 'mcp',
  words: '',
  about: 'Serve agents over the Model Context Protocol, on standard input and output.',
  more: 'Agents start this themselves; `ctx agents` writes it into their settings. It ends when they close its input.',
  options: [{ name: 'root', value: '<folder>', about: 'the repository, where the agent starts it elsewhere' }],
  run: async (given) => {
    const { serveMcp } = await import('../../mcp/server.ts')
    await serveMcp(given.text('root') ?? process.cwd())
    return 0
  },
}

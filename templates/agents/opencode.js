// Written by ctx agents --hooks; `ctx agents --hooks --remove` takes it out again.
import { spawn } from 'node:child_process'

const contextIn = (told) => {
  try {
    return JSON.parse(told).context ?? ''
  } catch {
    return ''
  }
}

const ask = (moment, said, cwd) =>
  new Promise((resolve) => {
    const child = spawn('ctx', ['hook', 'agent', 'opencode', moment], { cwd, stdio: ['pipe', 'pipe', 'ignore'] })
    const late = setTimeout(() => child.kill(), 2000)
    let told = ''
    child.stdout.on('data', (part) => (told += part))
    child.stdin.on('error', () => {})
    child.on('error', () => resolve(''))
    child.on('close', () => {
      clearTimeout(late)
      resolve(contextIn(told))
    })
    child.stdin.end(JSON.stringify(said))
  })

export const CtxPlugin = async ({ client, directory }) => ({
  'chat.message': async ({ sessionID }, { parts }) => {
    const first = parts.find(({ type, synthetic }) => type === 'text' && !synthetic)
    if (first === undefined) return
    const said = { sessionID, prompt: first.text }
    const told = [await ask('start', said, directory), await ask('prompt', said, directory)].filter(Boolean)
    if (told.length > 0) first.text += '\n\n' + told.join('\n\n')
  },
  'tool.execute.after': async ({ tool, sessionID, args }, output) => {
    if (!['edit', 'write', 'patch', 'apply_patch', 'multiedit'].includes(tool)) return
    const told = await ask('edited', { sessionID, tool, args }, directory)
    if (told !== '') output.output += '\n\n' + told
  },
  event: async ({ event }) => {
    if (event.type !== 'session.idle') return
    const { sessionID } = event.properties
    const told = await ask('stop', { sessionID }, directory)
    if (told !== '')
      await client.session.prompt({ path: { id: sessionID }, body: { parts: [{ type: 'text', text: told }] } })
  },
})

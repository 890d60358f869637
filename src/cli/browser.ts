import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Opens an address in the person's browser; says in a sentence why it cannot be, and undefined when it was opened.
 * Git's hooks, ssh and CI have no screen, and a program that is started there would wait for one.
 */
export async function openBrowser(address: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const opener = openerFor(env)
  if (opener === undefined) return 'There is no graphical session here, so no browser was opened.'
  const [command = '', ...args] = opener
  return await new Promise((resolve) => {
    const child = spawn(command, [...args, address], { detached: true, stdio: 'ignore' })
    child.once('error', () => resolve(`No browser could be opened: \`${command}\` cannot be started.`))
    // What opens an address ends at once where it fails, and may stay where it is the browser itself.
    const waiting = setTimeout(() => resolve(undefined), 1_500)
    child.once('exit', (code) => {
      clearTimeout(waiting)
      resolve(code === 0 ? undefined : `No browser could be opened: \`${command}\` ended with ${code}.`)
    })
    child.unref()
  })
}

function openerFor(env: NodeJS.ProcessEnv): readonly string[] | undefined {
  const own = env['BROWSER'] ?? ''
  if (own !== '' && !/[\s%:]/.test(own)) return [own]
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  if (isWindowsBelow()) return ['rundll32.exe', 'url.dll,FileProtocolHandler']
  const hasScreen = (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== ''
  return hasScreen ? ['xdg-open'] : undefined
}

/** Linux within Windows (WSL) has no screen of its own, but its browser is one program away. */
const isWindowsBelow = (): boolean =>
  existsSync('/proc/sys/kernel/osrelease') && /microsoft/i.test(readFileSync('/proc/sys/kernel/osrelease', 'utf8'))

import { format } from 'node:util'
import { clean } from './text/clean.ts'

/** Writes to standard error, where nothing of ours goes past this: not a byte of it steers a terminal. */
export const writeAside = (text: string): void => void process.stderr.write(clean(text))

/** Leads what Node and libraries say by themselves, warnings and console output, through the same door. */
export function guardTerminal(): void {
  // Node has a listener of its own, unless somebody turned warnings off.
  if (process.listenerCount('warning') > 0)
    process.removeAllListeners('warning').on('warning', ({ name, message }) => writeAside(`${name}: ${message}\n`))
  const tell = (...said: unknown[]): void => writeAside(`${format(...said)}\n`)
  Object.assign(console, { log: tell, info: tell, debug: tell, warn: tell, error: tell })
}

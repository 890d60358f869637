import { fstatSync, writeSync } from 'node:fs'
import { inspect } from 'node:util'
import { writeAside } from '../../terminal.ts'
import { clean, cleanJson } from '../../text/clean.ts'

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan'

const kindOfOutput = fstatSync(1)
// A pipe or a file is written to directly: to make a stream of it takes Node 3 ms.
const isPlain = process.platform !== 'win32' && (kindOfOutput.isFIFO() || kindOfOutput.isFile())

const wantsColour = (): boolean =>
  !isPlain && process.stdout.isTTY && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb'

// What is printed may hold escapes of somebody else; ours carry a word that nobody can know before they are written.
const own = `\u001b${Math.random().toString(36).slice(2)};`
const ownEscape = new RegExp(`${own}(\\d+)m`)

/** Colours text for standard output; only on a terminal, and never where NO_COLOR is set (no-color.org). */
export function style(kind: Style, text: string): string {
  if (!wantsColour()) return text
  const [on, off] = inspect.colors[kind] ?? [0, 0]
  return `${own}${on}m${text}${own}${off}m`
}

/** Prints an answer: standard output, with no escape but those of `style`. */
export const print = (text: string): void =>
  write(
    `${text
      .split(ownEscape)
      .map((part, at) => (at % 2 === 1 ? `\u001b[${part}m` : clean(part)))
      .join('')}\n`,
  )

/** A reader that has seen enough (`ctx log | head`) is no error; a disk that is full is one, and no bug of ours. */
function endedBy(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === 'EPIPE') process.exit(0)
  writeAside(`ctx: The answer could not be written: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(2)
}

function write(text: string): void {
  if (!isPlain) {
    if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', endedBy)
    process.stdout.write(text)
    return
  }
  let rest = Buffer.from(text)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      // The pipe is non-blocking and full: its reader needs a moment.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) endedBy(error)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}

/** Prints an answer for programs. */
export const printJson = (value: unknown): void => write(`${cleanJson(JSON.stringify(value, undefined, 2))}\n`)

/** Prints a message for a person to standard error. */
export const say = (text: string): void => {
  endBar()
  writeAside(`${text}\n`)
}

let isBarOpen = false
let nextLine = 0

/** Shows how far long work has come: a bar on a terminal, elsewhere a line every five seconds. */
export function showProgress(done: number, all: number, what: string): void {
  if (all < 2) return
  const text = `${done} of ${all} ${what}`
  if (process.stderr.isTTY) {
    const width = 30
    const filled = Math.round((done / all) * width)
    process.stderr.write('\r')
    writeAside(`[${'█'.repeat(filled)}${' '.repeat(width - filled)}] ${text} `)
    isBarOpen = true
    if (done >= all) endBar()
  } else if (Date.now() >= nextLine && (nextLine > 0 || done < all)) {
    if (nextLine > 0) writeAside(`${text}\n`)
    nextLine = Date.now() + 5_000
  }
}

function endBar(): void {
  if (isBarOpen) process.stderr.write('\n')
  isBarOpen = false
}

import { print } from './print.ts'

/** Prints an answer while a model still writes it, and the rest of it once it is whole. */
export type StreamPrinter = {
  /** Takes all that was said so far, and prints what came since the last time. */
  readonly onText: (text: string) => void
  /** Prints the rest; all of it again where what came before was taken for something else. */
  readonly finish: (text: string) => void
}

/** Makes what prints one answer piece by piece. */
export function streamPrinter(): StreamPrinter {
  let printed = ''
  const onText = (text: string): void => {
    if (!text.startsWith(printed) || text === printed) return
    print(text.slice(printed.length).replace(/^\n/, ''))
    printed = text
  }
  return { onText, finish: (text) => (text.startsWith(printed) ? onText(text) : print(`\n${text}`)) }
}

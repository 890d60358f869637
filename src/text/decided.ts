/**
 * Trailers by which authors say what they decided, what binds them and what they turned down. They are told behind their keys:
 * "a queue, it would block", by itself, does not say that it was rejected.
 */
export const decidingKey = /^(?:constraint|decision|directive|rejected)$/i

/** Whether a line of a message, as the commit index keeps it, is such a trailer. */
export const isDecidingLine = (line: string): boolean =>
  /^ {0,2}(?:constraint|decision|directive|rejected): \S/i.test(line)

/** The lines of a message, as the commit index keeps it, that are such trailers. */
export const decidedIn = (message: string): readonly string[] => message.split('\n').filter(isDecidingLine)

/** Takes a text apart into these lines, each alone, and what stands before, between and behind them. */
export function decidedApart(text: string): readonly string[] {
  const lines = text.split('\n')
  const isStart = (at: number): boolean =>
    at === 0 || isDecidingLine(lines[at] ?? '') || isDecidingLine(lines[at - 1] ?? '')
  const starts = [...lines.keys()].filter(isStart)
  return starts.map((at, index) => lines.slice(at, starts[index + 1]).join('\n'))
}

/** A message without these keys: questions find what was decided, and few of them a key. */
export const withoutKeys = (message: string): string =>
  message.replace(/^(?:constraint|decision|directive|rejected): (?=\S)/gim, '')

/** A message without some of its lines; where they are none, as it is. */
export const withoutLines = (message: string, lines: readonly string[] = []): string =>
  lines.length === 0
    ? message
    : message
        .split('\n')
        .filter((line) => !lines.includes(line))
        .join('\n')

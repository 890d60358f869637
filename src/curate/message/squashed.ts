/**
 * Rewrites what `git merge --squash` leaves for a message, as SQUASH_MSG has it since git 1.5 (builtin/merge.c, `squash_message`),
 * to the form that GitHub gives a squash: a headline behind a star for each commit, the oldest first. A single commit is
 * told as if it had been made here. What somebody wrote above or below the list stays there, and any other message as it is.
 */
export function withSteps(message: string): string {
  const lines = message.split('\n')
  const at = lines.findIndex((line) => opening.test(line))
  if (at === -1) return message
  const { steps, below } = readList(lines.slice(at + 1))
  const [only] = steps
  if (only === undefined) return message
  const above = lines.slice(0, at).join('\n').trim()
  if (steps.length === 1 && above === '') return joined([only.join('\n'), below])
  return joined([above === '' ? (lines[at] ?? '') : above, ...steps.map(asStep).toReversed(), below])
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

const opening = /^Squashed commit of the following:?\s*$/i
const commitLine = /^commit [0-9a-f]{40,64}$/

type List = { readonly steps: readonly (readonly string[])[]; readonly below: string }

/** Reads the commits that git lists, each message set in by four blanks below its header, up to the first line that is neither. */
function readList(lines: readonly string[]): List {
  const steps: string[][] = []
  let [isHeader, end] = [false, lines.length]
  for (const [at, line] of lines.entries()) {
    if (commitLine.test(line)) {
      steps.push([])
      isHeader = true
    } else if (line.trim() === '' || line.startsWith('    ')) {
      isHeader = false
      steps.at(-1)?.push(line.slice(4))
    } else if (!isHeader) {
      end = at
      break
    }
  }
  return { steps: steps.map(trimmed).filter(({ length }) => length > 0), below: lines.slice(end).join('\n').trim() }
}

function trimmed(step: readonly string[]): readonly string[] {
  const isSaid = (line: string): boolean => line.trim() !== ''
  const from = step.findIndex(isSaid)
  return from === -1 ? [] : step.slice(from, step.findLastIndex(isSaid) + 1)
}

/** A list within a step is no list of steps, and the reason of one is not that of all. */
function asStep([headline = '', ...rest]: readonly string[]): string {
  const told = rest.map((line) => line.replace(/^\* /, '- ').replace(/^(?:why|reason): +(?=\S)/i, '\n'))
  return `* ${headline}\n${told.join('\n')}\n`
}

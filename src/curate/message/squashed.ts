/**
 * Rewrites what `git merge --squash` leaves for a message, as SQUASH_MSG has it since git 1.5 (builtin/merge.c, `squash_message`),
 * to the form that GitHub gives a squash: a headline behind a star for each commit, the oldest first. A single commit is
 * told as if it had been made here. Any other message stays as it is.
 */
export function withSteps(message: string): string {
  const lines = message.split('\n')
  const at = lines.findIndex((line) => opening.test(line))
  if (at === -1) return message
  const steps = stepsIn(lines.slice(at + 1)).toReversed()
  const [only] = steps
  if (only === undefined) return message
  const above = lines.slice(0, at).join('\n').trim()
  if (steps.length === 1 && above === '') return only.join('\n')
  const told = steps.map(([headline = '', ...rest]) => `* ${headline}\n${rest.map(asItem).join('\n').trimEnd()}\n`)
  return [above === '' ? (lines[at] ?? '') : above, ...told].join('\n\n')
}

const opening = /^Squashed commit of the following:?\s*$/i
const commitLine = /^commit [0-9a-f]{40,64}$/

/** The messages of the commits that git lists, each set in by four blanks below its header. */
function stepsIn(lines: readonly string[]): readonly (readonly string[])[] {
  const found: string[][] = []
  for (const line of lines) {
    if (commitLine.test(line)) found.push([])
    else if (line.startsWith('    ') || line === '') found.at(-1)?.push(line.slice(4))
  }
  return found
    .map((step) =>
      step.slice(
        Math.max(
          0,
          step.findIndex((line) => line.trim() !== ''),
        ),
      ),
    )
    .filter(([headline = '']) => headline.trim() !== '')
}

/** A list within a step is no list of steps. */
const asItem = (line: string): string => line.replace(/^\* /, '- ')

import { insideFences } from '../../text/fences.ts'

/** `## Changes` and `**Root cause**` say what the text below is, which most often it says itself; blanks may stand behind (trpc 4f41a5a9). */
export const isHeading = (line: string): boolean =>
  /^\s*(?:#{1,6}\s+\S.{0,80}|\*\*[^*]{1,60}\*\*:?|<[A-Z][a-z ]{2,40}>)\s*$/.test(line)

/**
 * The parts of a long message in the order in which they are worth to be read: why, below its heading, and what was done. How it was
 * before would read as what is done now: "The original fix" (grpc-go e8167363); what was measured beside goes as well.
 */
export function withReasonsFirst(lines: readonly string[]): readonly string[] {
  const parts = partsOf(lines)
  const said = parts.map(({ below }) => below.join(' ').length)
  const of = (kind: Kind): readonly Part[] => parts.filter((part) => part.kind === kind)
  const isLong = said.reduce((sum, length) => sum + length, 0) > longest
  if (!isLong || of('before').length === 0 || of('why').length === 0) return lines
  const told = [...of('lead'), ...of('why').map(underItsHeading), ...of('what')]
  return told.flatMap(({ heading, below }) => [heading, ...below])
}

/** Where less is told, all of it is. */
const longest = 900

type Kind = 'lead' | 'why' | 'before' | 'aside' | 'what'
type Part = { readonly kind: Kind; readonly heading: string; readonly below: readonly string[] }

function partsOf(lines: readonly string[]): readonly Part[] {
  const isCode = insideFences(lines)
  const starts = lines.flatMap((line, at) => (isHeading(line) && !isCode(at) ? [at] : []))
  const parts = starts.map((start, at) => {
    const heading = lines[start] ?? ''
    return { kind: kindOf(heading), heading, below: lines.slice(start + 1, starts[at + 1]) }
  })
  return [{ kind: 'lead', heading: '', below: lines.slice(0, starts[0]) }, ...parts]
}

const kindOf = (heading: string): Kind => kinds.find(([shape]) => shape.test(heading))?.[1] ?? 'what'

/** What headings call their parts; the first that fits counts: "The root cause of the previous seen races". */
const kinds: readonly (readonly [shape: RegExp, kind: Kind])[] = [
  [/\b(?:background|causes?|motivation|problem|rationale|reasons?|why)\b/i, 'why'],
  [/\b(?:before|original|originally|previous|previously)\b/i, 'before'],
  [/\b(?:benchmarks?|checklist|open questions?|test(?:ed|ing|s| plan)?)\b/i, 'aside'],
]

/** A heading of some words leads to what stands below it: "The root cause … can be put down to two things:". */
function underItsHeading(part: Part): Part {
  const [next = ''] = part.below
  // It may be wrapped as all lines are.
  const wrapped = /^\p{Ll}[^.]{0,60}[:?]$/u.test(next) ? ` ${next}` : ''
  const words = `${part.heading}${wrapped}`.replace(/^\s*#{1,6}\s+|\*\*/g, '').trim()
  if (words.split(' ').length < leastLead) return part
  const below = part.below.slice(wrapped === '' ? 0 : 1)
  return { ...part, heading: '', below: [/[:?]$/.test(words) ? words : `${words}:`, '', ...below] }
}

const leastLead = 5

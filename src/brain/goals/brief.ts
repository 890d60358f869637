import { oneLine, shorten } from '../../text/clean.ts'
import { countTokens } from '../../text/tokens.ts'
import type { Handed, GoalNote } from '../../tree/goal.ts'
import type { Constraint } from './constraints.ts'

/** A digest from below; one that is not merged stands on its own branch still. */
export type Below = Handed & { readonly isMerged: boolean }

/** What a goal is told: constraints best first, local values by name, notes and digests in the order of their time. */
export type Brief = {
  readonly intent: string
  readonly parentIntent: string
  readonly constraints: readonly Constraint[]
  readonly local: Readonly<Record<string, string>>
  readonly notes: readonly GoalNote[]
  readonly digests: readonly Below[]
}

/** How many of each had no room. */
export type LeftOut = Readonly<Record<'constraints' | 'local' | 'notes' | 'digests', number>>

/** The headings and blank lines of a brief, in tokens. */
const frame = 48

/**
 * Cuts a brief to a number of tokens. What the goal found out comes first; half of the rest is kept for constraints;
 * then come digests, the newest first, and notes, the newest first; what they leave goes to further constraints.
 */
export function fitBrief(brief: Brief, limit: number): { readonly brief: Brief; readonly leftOut: LeftOut } {
  const intent = shorten(brief.intent, limit)
  const parentIntent = shorten(brief.parentIntent, Math.floor(limit / 2))
  const room = { left: limit - frame - costOf(intent) - costOf(parentIntent) }
  const local = take(Object.entries(brief.local), valueLine, room)
  const half = { left: Math.floor(room.left / 2) }
  const first = take(brief.constraints, constraintLine, half)
  room.left -= Math.floor(room.left / 2) - half.left
  const digests = take(brief.digests.toReversed(), digestLine, room)
  const notes = take(brief.notes.toReversed(), noteLine, room)
  const more = take(
    brief.constraints.filter((one) => !first.has(one)),
    constraintLine,
    room,
  )
  const kept = {
    constraints: brief.constraints.filter((one) => first.has(one) || more.has(one)),
    local: Object.fromEntries(local),
    notes: brief.notes.filter((one) => notes.has(one)),
    digests: brief.digests.filter((one) => digests.has(one)),
  }
  return {
    brief: { intent, parentIntent, ...kept },
    leftOut: {
      constraints: brief.constraints.length - kept.constraints.length,
      local: Object.keys(brief.local).length - local.size,
      notes: brief.notes.length - kept.notes.length,
      digests: brief.digests.length - kept.digests.length,
    },
  }
}

/** Takes what has room, in the order given, and leaves the room that is left. */
function take<Item>(items: readonly Item[], line: (item: Item) => string, room: { left: number }): ReadonlySet<Item> {
  const taken = new Set<Item>()
  for (const item of items) {
    const cost = costOf(line(item))
    if (cost > room.left) continue
    room.left -= cost
    taken.add(item)
  }
  return taken
}

const costOf = (text: string): number => countTokens(`${text}\n`)

const constraintLine = ({ text, entry }: Constraint): string => `- ${oneLine(text)} [${entry}]`
const valueLine = ([key, value]: readonly [string, string]): string => `- ${oneLine(key)}: ${oneLine(value)}`
const noteLine = ({ text }: GoalNote): string => `- ${oneLine(text)}`
const digestLine = ({ branch, digest, isMerged }: Below): string =>
  `- ${branch}${isMerged ? '' : ' (not merged)'}: ${oneLine(digest)}`

/** Writes a brief for a person or a prompt. */
export function briefText({ intent, parentIntent, constraints, local, notes, digests }: Brief): string {
  const parts = [
    `# ${oneLine(intent)}`,
    parentIntent === '' ? '' : `Part of: ${oneLine(parentIntent)}`,
    section('Project constraints', constraints.map(constraintLine)),
    section('Found out so far', [...Object.entries(local).map(valueLine), ...notes.map(noteLine)]),
    section('Done below', digests.map(digestLine)),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

const section = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `## ${name}\n${lines.join('\n')}`

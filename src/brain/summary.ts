import type { Tree } from '../tree/knowledge.ts'
import { toTime } from '../tree/meta.ts'
import { activeGroups, issueBlocks } from './blocks.ts'
import { briefOf } from './brief.ts'
import { dayOf } from './day.ts'
import { fencedDocument } from './document.ts'
import { fill, sizeOf } from './fill.ts'
import { itemsOf } from './item.ts'
import { layersOf } from './layers.ts'

/**
 * Writes what agents' own files hold: the brief, recent decisions, known issues, and nothing else. It is told as of the
 * newest entry and not of today, so that its bytes stay the same while no entry changes; '' when nothing is known.
 */
export function agentSummary(tree: Tree, now: Date, { tokenBudget = 1_000 }: { tokenBudget?: number } = {}): string {
  const day = dayOf(newestIn(tree, now))
  const { active, reference } = layersOf(itemsOf(tree, day))
  const all = [...active, ...reference]
  const room = tokenBudget * 4 - sizeOf(fencedDocument([]))
  const brief = briefOf(all, { day, room })
  const left = room - sizeOf(brief)
  const { lines } = fill(issueBlocks({ active, reference }), { title: 'Recently', groups: activeGroups, room: left })
  if (brief.length + lines.length === 0) return ''
  return fencedDocument([...brief, ...lines])
    .map((line) => `${line}\n`)
    .join('')
    .trimStart()
}

/** An entry that claims to be from tomorrow must not make all others old. */
const newestIn = (tree: Tree, now: Date): string =>
  [...tree.values()]
    .filter(({ updatedAt }) => updatedAt <= toTime(now))
    .reduce((time, { updatedAt }) => (updatedAt > time ? updatedAt : time), '')

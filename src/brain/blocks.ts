import { boldLine, inertLine } from '../text/quote.ts'
import type { EntryKind } from '../tree/standing.ts'
import { byAgentIn, markedByAgent, sayByAgent } from '../tree/unreviewed.ts'
import type { BrainBlock } from './fill.ts'
import { byScore, type Item } from './item.ts'
import { statementsOf, todosOf } from './kinds.ts'
import type { Layers } from './layers.ts'
import { ago, share, someOf } from './words.ts'

/** The groups of layer 1, in their order, and the kinds that stand in them. */
const groupOf: Readonly<Record<EntryKind, string>> = {
  decision: 'Key Decisions',
  'bug fix': 'Recent Fixes & Known Issues',
  todo: 'Pending Tasks',
  convention: 'Conventions',
  implementation: 'Recent Work',
  architecture: 'Architecture',
  // One that is no longer left out because somebody is at work on its file.
  'code map': 'Architecture',
}

/** The headings of layer 1, in the order of the document. */
export const activeGroups: readonly string[] = [...new Set(Object.values(groupOf))]

/** Lines of an item beside its head, and things to do that one entry of another kind may add. */
const most = { lines: 4, todos: 3, files: 3, tags: 5 }

/**
 * Says what is current at some length: how sure, how important, how old, about which files. What is still to be done is
 * current too, whatever the entry that it stands in is about.
 */
export function* activeBlocks({ active, reference }: Pick<Layers, 'active' | 'reference'>): Iterable<BrainBlock> {
  const isActive = new Set(active)
  for (const item of [...active, ...reference].toSorted(byScore)) {
    if (isActive.has(item)) yield blockOf(item)
    yield* todosBeside(item)
  }
}

const blockOf = (item: Item): BrainBlock => ({
  group: groupOf[item.kind],
  path: item.path,
  lines: () => [
    `- ${boldLine(item.title, 120)} (${signsOf(item)}) ${item.path}`,
    ...statementsOf(item.entry, item.kind)
      .slice(0, most.lines)
      .map((line) => `  - ${inertLine(line)}`),
  ],
})

function signsOf({ entry, confidence, importance, age, tags, files }: Item): string {
  const signs = [...agentSign(entry), `confidence ${share(confidence)}`, `importance ${importance}/5`, ago(age)]
  if (tags.length > 0) signs.push(`tags ${someOf(tags, most.tags)}`)
  if (files.length > 0) signs.push(`files ${someOf(files, most.files)}`)
  return signs.join('; ')
}

/** Stands where no long text can push it out. */
const agentSign = (entry: Item['entry']): readonly string[] => {
  const said = sayByAgent(byAgentIn(entry))
  return said === '' ? [] : [said]
}

const todosBeside = ({ kind, entry, path, says }: Item): readonly BrainBlock[] =>
  (kind === 'todo' || says.todos === 0 ? [] : todosOf(entry)).slice(0, most.todos).map((todo) => ({
    group: groupOf.todo,
    path: '',
    lines: () => [`- ${markedByAgent(inertLine(todo), byAgentIn(entry))} (${path})`],
  }))

/** Says what is good to know in a line each, by domain: how sure, and about which files. */
export function* referenceBlocks(items: readonly Item[]): Iterable<BrainBlock> {
  for (const item of items) yield { group: nameOf(item.schemaKey), path: item.path, lines: () => [lineOf(item)] }
}

function lineOf({ title, entry, kind, files, confidence }: Item): string {
  const [lead = ''] = statementsOf(entry, kind)
  const signs = [...agentSign(entry), share(confidence), ...(files.length === 0 ? [] : [someOf(files, 2)])]
  return `- ${inertLine(title, 100)}${lead === '' ? '' : `: ${inertLine(lead, 140)}`} (${signs.join('; ')})`
}

/** A domain as a heading: `dependencies` → Dependencies, `web_api` → Web api. */
function nameOf(schemaKey: string): string {
  const [domain = ''] = schemaKey.split('/')
  const words = domain.replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

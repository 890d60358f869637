import { commitKey } from '../commit.ts'
import type { Item } from '../brain/item.ts'
import type { Entry } from '../tree/entry.ts'
import { lessonsFirst } from '../tree/facts.ts'
import { importanceAt } from '../tree/lifecycle.ts'
import { readRule } from '../tree/rule.ts'
import { type BrainTier, tiersOf } from './catalogue.ts'
import { type Connection, type ConnectionKind, connectionsIn } from './connections.ts'
import type { NamedCommit, TreeLook } from './look.ts'
import { lessonOf, type PageLesson } from './timeline.ts'

/** How an entry is connected with another, as seen from it. */
export type ConnectedEntry = {
  readonly path: string
  readonly title: string
  readonly link: ConnectionKind | 'named by'
}

/** An entry as its page shows it, taken apart. Texts are Markdown of whoever wrote them. */
export type EntryPage = Pick<Item, 'title' | 'kind' | 'status' | 'state' | 'confidence' | 'age' | 'files' | 'tags'> & {
  readonly path: string
  readonly tier: BrainTier
  readonly importance: number
  readonly maturity: string
  readonly updatedAt: string
  readonly approvedAt: string
  readonly supersededBy: string
  readonly lessons: readonly PageLesson[]
  readonly rules: readonly { readonly text: string; readonly commit: string }[]
  readonly facts: readonly { readonly text: string; readonly value: string; readonly statement: string }[]
  readonly prose: readonly { readonly heading: string; readonly text: string }[]
  readonly sources: readonly NamedCommit[]
  readonly neighbours: readonly ConnectedEntry[]
}

const mostNeighbours = 60
const mostSources = 200

/** What pages of entries share: made once for all of them. */
export type EntryPages = {
  readonly byPath: ReadonlyMap<string, Item>
  readonly tiers: ReadonlyMap<string, BrainTier>
  readonly connections: ReadonlyMap<string, readonly Connection[]>
}

/**
 * Prepares the pages of all entries: what connects them is looked up once, and each page is made when it is asked for.
 */
export function entryPagesOf({ items }: TreeLook): EntryPages {
  const connections = new Map<string, Connection[]>()
  for (const one of connectionsIn(items))
    for (const end of [one.from, one.to]) {
      const known = connections.get(end)
      if (known === undefined) connections.set(end, [one])
      else known.push(one)
    }
  return { byPath: new Map(items.map((item) => [item.path, item])), tiers: tiersOf(items), connections }
}

/** Makes the page of one entry; undefined where there is none of that path. */
export function entryPage(path: string, look: TreeLook, pages: EntryPages): EntryPage | undefined {
  const item = pages.byPath.get(path)
  if (item === undefined) return undefined
  const { title, kind, status, state, confidence, age, files, tags, entry } = item
  const { maturity, updatedAt, approvedAt, supersededBy, facts, narrative } = entry
  return {
    path,
    title,
    kind,
    status,
    state,
    confidence,
    age,
    files,
    tags,
    maturity,
    updatedAt,
    approvedAt,
    supersededBy,
    tier: pages.tiers.get(path) ?? 3,
    importance: Math.round(importanceAt(entry, look.day)),
    lessons: lessonsFirst(facts, entry.raw.sources).flatMap((fact) => lessonOf(fact, look.commits) ?? []),
    rules: narrative.rules.map(readRule),
    facts: facts
      .filter(({ note }) => note === undefined)
      .map(({ subject, value, statement }) => ({ text: subject, value, statement })),
    prose: proseOf(entry),
    sources: entry.raw.sources
      .slice(-mostSources)
      .toReversed()
      .map(({ commit, subject }) => look.commits.get(commitKey(commit)) ?? { commit, subject, author: '', date: '' }),
    neighbours: neighboursOf(path, pages),
  }
}

function proseOf({ narrative, raw, reason, loose }: Entry): EntryPage['prose'] {
  const parts: readonly (readonly [string, string])[] = [
    ['', raw.task],
    ['Highlights', narrative.highlights],
    ['Structure', narrative.structure],
    ['Dependencies', narrative.dependencies],
    ['Examples', narrative.examples],
    ['Diagrams', narrative.diagrams],
    ['Flow', raw.flow],
    ['Changes', raw.changes.map((change) => `- ${change}`).join('\n')],
    ['Reason', reason],
    ...loose.map(({ text }) => ['', text] as const),
  ]
  return parts.filter(([, text]) => text.trim() !== '').map(([heading, text]) => ({ heading, text }))
}

const strength = { names: 0, 'named by': 1, 'same commit': 2, 'same file': 3 } as const

function neighboursOf(path: string, { byPath, connections }: EntryPages): readonly ConnectedEntry[] {
  const found = (connections.get(path) ?? []).map(({ from, to, kind }): ConnectedEntry => {
    const other = from === path ? to : from
    const link = kind === 'names' && to === path ? 'named by' : kind
    return { path: other, title: byPath.get(other)?.title ?? other, link }
  })
  return found
    .toSorted((a, b) => strength[a.link] - strength[b.link] || (a.path < b.path ? -1 : 1))
    .slice(0, mostNeighbours)
}

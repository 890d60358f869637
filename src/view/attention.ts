import { check } from '../tree/check.ts'
import type { Finding } from '../tree/knowledge.ts'
import type { PutAway, TreeLook } from './look.ts'
import { lessonOf } from './timeline.ts'

/** Something that a person should look at. */
export type Concern = { readonly at: string; readonly title: string; readonly detail: string }

/** What waits for a person, by what is wrong with it. */
export type Attention = {
  /** Two values for one subject, or rules that cannot both hold. */
  readonly disagreements: readonly Concern[]
  /** Lessons that hold no longer in entries that are told of as if they did. */
  readonly stale: readonly Concern[]
  /** Entries and files that are named and not there. */
  readonly dead: readonly Concern[]
  /** Everything else that a check finds. */
  readonly faults: readonly Concern[]
  /** Drafts that nobody has looked at, those that agents read first. */
  readonly drafts: readonly Concern[]
  readonly archive: readonly PutAway[]
}

/** So many of each kind are listed; the rest is counted by `total`. */
const most = 200

/** Gathers what waits for a person; at most two hundred of each kind. */
export function attentionOf(look: TreeLook): Attention {
  const titles = new Map<string, string>(look.items.map(({ path, title }) => [path, title]))
  const found = check(look.knowledge)
  const of = (codes: readonly string[]): readonly Concern[] =>
    found.filter(({ code }) => codes.includes(code)).map((finding) => concernOf(finding, titles))
  const known = ['two-values', 'contradiction', 'dead-relation', 'bad-relation']
  return {
    disagreements: of(known.slice(0, 2)).slice(0, most),
    stale: staleIn(look).slice(0, most),
    dead: [...of(known.slice(2)), ...deadFiles(look)].slice(0, most),
    faults: found
      .filter(({ code }) => !known.includes(code))
      .map((finding) => concernOf(finding, titles))
      .slice(0, most),
    drafts: look.items
      .filter(({ state }) => state === 'draft')
      .map(({ path, title, kind, age }) => ({ at: path, title, detail: `${kind}, ${inDays(age)}` }))
      .slice(0, most),
    archive: look.archive.slice(0, most),
  }
}

const inDays = (age: number): string => (age === 0 ? 'today' : age === 1 ? 'a day old' : `${age} days old`)

const concernOf = ({ at, detail }: Finding, titles: ReadonlyMap<string, string>): Concern => ({
  at,
  title: titles.get(at) ?? at,
  detail,
})

/** Entries most of whose lessons are past, the most important first. */
const staleIn = ({ items, commits }: TreeLook): readonly Concern[] =>
  items.flatMap(({ path, title, status, entry }): readonly Concern[] => {
    const lessons = entry.facts.flatMap((fact) => lessonOf(fact, commits) ?? [])
    const past = lessons.filter(({ holds }) => holds === 'past')
    if (status !== 'active' || past.length === 0 || past.length * 2 < lessons.length) return []
    const [first] = past
    return [{ at: path, title, detail: `${past.length} of ${lessons.length} no longer hold: ${first?.headline ?? ''}` }]
  })

const deadFiles = ({ items, code }: TreeLook): readonly Concern[] =>
  code === undefined
    ? []
    : items.flatMap(({ path, title, files, status }): readonly Concern[] => {
        const gone = files.filter((file) => !code.has(file))
        if (status !== 'active' || gone.length === 0) return []
        const named = gone.slice(0, 3).join(', ')
        const more = gone.length > 3 ? ` and ${gone.length - 3} more` : ''
        return [
          {
            at: path,
            title,
            detail: `It names ${named}${more}, which ${gone.length === 1 ? 'is' : 'are'} not in the code.`,
          },
        ]
      })

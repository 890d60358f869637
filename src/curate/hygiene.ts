import { terms } from '../text/terms.ts'
import { opposedPairs, type StatedRule } from '../tree/contradictions.ts'
import type { Entry } from '../tree/entry.ts'
import type { Tree } from '../tree/knowledge.ts'
import type { EntryPath } from '../tree/path.ts'
import { statusOf } from '../tree/standing.ts'
import type { Merge, Write } from './authored/shape.ts'
import { historyName } from './filing/history.ts'
import { typeOf, withoutPrefix } from '../text/titles.ts'
import { duplicatesIn } from './authored/similar.ts'

/** An operation that would tidy a tree, and why; a person decides about it. */
export type Tidying = { readonly operation: Write | Merge; readonly why: string }

/**
 * Finds what somebody could tidy in a tree: entries that say the same, what no longer holds (`gone`), rules of which only
 * one can hold, titles that are a commit's subject, tags that are another one spelled differently. Nothing is done.
 */
export const tidyingsFor = (tree: Tree, gone: readonly EntryPath[]): readonly Tidying[] => [
  ...merges(tree),
  ...contradictions(tree),
  ...deprecations(tree, gone),
  ...renames(tree),
  ...retags(tree),
]

function merges(tree: Tree): readonly Tidying[] {
  const merged = new Set<EntryPath>()
  return [...duplicatesIn(tree)].flatMap(([from, into]): readonly Tidying[] => {
    if (merged.has(from) || merged.has(into)) return []
    merged.add(from)
    return [
      {
        operation: { type: 'MERGE', from, into, reason: `${into} says the same` },
        why: `All that ${from} says stands in nearly the same words in ${into}.`,
      },
    ]
  })
}

function contradictions(tree: Tree): readonly Tidying[] {
  return opposedPairs(tree).map(([one, other]) => {
    const [older, newer] = isOlder(one, other) ? [one, other] : [other, one]
    return {
      operation: {
        type: 'UPDATE',
        path: older.path,
        retire: [older.rule],
        reason: `“${newer.rule}” in ${newer.path} holds instead`,
      },
      why: `Only one of “${older.rule}” and “${newer.rule}” (${newer.path}) can hold; ${newer.path} is ${newer.entry.approvedAt === '' ? 'newer' : 'approved'}.`,
    }
  })
}

/** An approved rule stands against one that is not; else the newer does, and within an entry the one further down. */
function isOlder(one: StatedRule, other: StatedRule): boolean {
  if (one.path === other.path) {
    const { rules } = one.entry.narrative
    return rules.findIndex((rule) => rule.startsWith(one.rule)) < rules.findIndex((rule) => rule.startsWith(other.rule))
  }
  const [approved, otherApproved] = [one.entry.approvedAt !== '', other.entry.approvedAt !== '']
  return approved === otherApproved ? one.entry.updatedAt < other.entry.updatedAt : otherApproved
}

const deprecations = (tree: Tree, gone: readonly EntryPath[]): readonly Tidying[] =>
  gone.flatMap((path) => {
    const entry = tree.get(path)
    if (entry === undefined || statusOf(entry) !== 'active' || entry.approvedAt !== '' || saysSo(entry)) return []
    const why = 'Nothing that it names is in the code any more.'
    return [{ operation: { type: 'UPDATE', path, status: 'deprecated', reason: why }, why } as const]
  })

/** An entry of lessons that all say already that they are past misleads nobody. */
const saysSo = ({ facts, narrative }: Entry): boolean =>
  facts.length > 0 && narrative.rules.length === 0 && facts.every(({ note }) => note?.status === 'past')

/** A title is what somebody looks for; the prefix of a commit's subject is in nobody's question. */
const renames = (tree: Tree): readonly Tidying[] =>
  [...tree].flatMap(([path, { title }]): readonly Tidying[] => {
    const bare = withoutPrefix(title)
    const [domain = '', topic] = path.split('/')
    // What curation itself calls `docs: what is no longer in the code` names the domain.
    if (topic === historyName && title.startsWith(`${domain}:`)) return []
    if (!ofCommit.has(typeOf(title)) || bare.length < 8) return []
    const named = bare.charAt(0).toUpperCase() + bare.slice(1)
    return [
      {
        operation: { type: 'UPDATE', path, title: named, reason: 'The title is a commit’s subject' },
        why: `“${title}” begins like a commit.`,
      },
    ]
  })

/** Other words before a colon name a part of the code, as `types` and `release` may, and stay. */
const ofCommit: ReadonlySet<string> = new Set(
  'feat fix fixes fixed doc docs chore refactor perf test tests build ci style revert add added update updates updated'.split(
    ' ',
  ),
)

/** Tags that are one word in two forms: the more frequent form stays. */
function retags(tree: Tree): readonly Tidying[] {
  const counts = new Map<string, number>()
  for (const { tags } of tree.values()) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const forms = new Map<string, string>()
  for (const [tag] of [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))) {
    const key = formOf(tag)
    if (!forms.has(key)) forms.set(key, tag)
  }
  return [...tree].flatMap(([path, { tags }]): readonly Tidying[] => {
    const odd = tags.filter((tag) => forms.get(formOf(tag)) !== tag)
    if (odd.length === 0) return []
    const better = odd.map((tag) => forms.get(formOf(tag)) ?? tag)
    return [
      {
        operation: { type: 'UPDATE', path, tags: better, drop: { tags: odd }, reason: 'One word, one tag' },
        why: `${odd.join(', ')}: the tree says ${better.join(', ')} elsewhere.`,
      },
    ]
  })
}

const formOf = (tag: string): string => terms(tag.replaceAll(/[-_]/g, ' ')).join('') || tag.toLowerCase()

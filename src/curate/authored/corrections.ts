import { fold, shorten } from '../../text/clean.ts'
import type { Entry } from '../../tree/entry.ts'
import { type Fact, factKey, writeFact } from '../../tree/facts.ts'
import { toRelation } from '../../tree/relation.ts'
import type { Retired } from '../../tree/retire.ts'
import { readRule } from '../../tree/rule.ts'
import type { ClaimedFact, ClaimedLesson, ClaimedRule, Write } from './shape.ts'

/** What an author takes back of an entry, and the claims that take its place. */
export type Corrections = {
  readonly retires: readonly Retired[]
  readonly facts: readonly ClaimedFact[]
  readonly rules: readonly ClaimedRule[]
  readonly lessons: readonly ClaimedLesson[]
}

/** A statement of an entry, with every spelling by which somebody may name it. */
type Named = { readonly names: readonly string[]; readonly id: string; readonly text: string } & (
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'line' }
)

/**
 * Finds what an UPDATE wants retired, replaced or dropped, each by its statement or by the commit that it names. What is
 * found not at all, or more than once, fails by name: nothing is taken for something like it.
 */
export function correctionsIn(
  asked: Pick<Write, 'retire' | 'replace' | 'drop'>,
  entry: Entry | undefined,
): Corrections | { readonly failed: string } {
  const { retire = [], replace = [], drop = {} } = asked
  const isAsked = retire.length + replace.length + Object.values(drop).flat().length > 0
  const none = { retires: [], facts: [], rules: [], lessons: [] }
  if (!isAsked) return none
  if (entry === undefined)
    return { failed: 'Nothing can be retired, replaced or dropped of an entry that is not there.' }
  const there = statementsOf(entry)
  const retires: Retired[] = []
  const claims: { facts: ClaimedFact[]; rules: ClaimedRule[]; lessons: ClaimedLesson[] } = {
    facts: [],
    rules: [],
    lessons: [],
  }
  for (const wanted of [
    ...retire.map((old) => ({ old, by: undefined })),
    ...replace.map((by) => ({ old: by.old, by })),
  ]) {
    const found = find(wanted.old, there)
    if ('failed' in found) return found
    retires.push(asRetired(found))
    const { by } = wanted
    if (by === undefined) continue
    const quote = by.quote === undefined ? {} : { quote: by.quote }
    if (found.kind === 'line') claims.rules.push({ text: by.text, ...quote })
    else if (found.fact.note !== undefined)
      claims.lessons.push({ headline: by.subject ?? found.fact.subject, why: by.text, ...quote })
    else {
      const { subject, category } = found.fact
      const value = by.value === undefined ? {} : { value: by.value }
      const filed = category === '' ? {} : { category }
      claims.facts.push({ statement: by.text, subject: by.subject ?? subject, ...value, ...filed, ...quote })
    }
  }
  const dropped = droppedFrom(entry, drop)
  return 'failed' in dropped ? dropped : { retires: [...retires, ...dropped.retires], ...claims }
}

/** A lesson that a commit taught stays, as what was so; what somebody only said goes. */
const asRetired = (found: Named): Retired =>
  found.kind === 'line'
    ? { kind: 'line', text: found.text }
    : {
        kind: 'fact',
        fact: found.fact,
        as: found.fact.note !== undefined && found.fact.sources.length > 0 ? 'past' : 'gone',
      }

function statementsOf({ facts, narrative, raw }: Entry): readonly Named[] {
  return [
    ...facts.map((fact): Named => {
      const { subject, value, statement, sources } = fact
      const bare = writeFact({ subject, value, statement, category: '', sources: [] })
      const said = [statement, subject, bare, bare.replaceAll('**', ''), writeFact(fact)]
      if (value !== '') said.push(`${subject} = ${value}`, `${subject}: ${value}`)
      return {
        kind: 'fact',
        fact,
        names: said.filter((name) => name !== ''),
        id: sources[0] ?? '',
        text: factKey(fact),
      }
    }),
    ...[...narrative.rules, ...raw.changes].map((line): Named => {
      const { text, commit } = readRule(line)
      return { kind: 'line', names: [text, line], id: commit, text }
    }),
  ]
}

/** So much of a statement's beginning names it, where it was told shortened. */
const leastBeginning = 20

function find(wanted: string, there: readonly Named[]): Named | { readonly failed: string } {
  const said = fold(wanted.replace(/^\s*[-*+] /, '').replace(/…\s*$/, ''))
  const isId = /^[0-9a-f]{7,64}$/.test(said)
  const exact = there.filter(({ names, id }) =>
    isId ? isSameCommit(id, said) : names.some((name) => fold(name) === said),
  )
  const found =
    exact.length > 0 || isId || said.length < leastBeginning
      ? exact
      : there.filter(({ names }) => names.some((name) => fold(name).startsWith(said)))
  const [one] = found
  const told = shorten(wanted, 80)
  if (one !== undefined && new Set(found.map(({ text }) => fold(text))).size === 1) return one
  if (one === undefined)
    return { failed: `No fact, rule or lesson of it reads “${told}”: name it by its whole statement.` }
  return { failed: `“${told}” names ${found.length} of its statements: name one by its whole statement.` }
}

const isSameCommit = (id: string, wanted: string): boolean =>
  id !== '' && (id.startsWith(wanted) || wanted.startsWith(id))

function droppedFrom(
  entry: Entry,
  { tags = [], keywords = [], files = [], related = [], parts = [] }: NonNullable<Write['drop']>,
): { readonly retires: readonly Retired[] } | { readonly failed: string } {
  const paths = related.map((path) => toRelation(path).path)
  const known = entry.relations.map(({ path }) => path)
  const missing = [
    ...tags.filter((one) => !entry.tags.includes(one)),
    ...keywords.filter((one) => !entry.keywords.includes(one)),
    ...files.filter((one) => !entry.raw.files.includes(one)),
    ...paths.filter((one) => !known.includes(one)),
  ]
  if (missing.length > 0)
    return { failed: `It does not have ${missing.map((one) => `“${shorten(one, 80)}”`).join(', ')} to drop.` }
  return {
    retires: [
      ...tags.map((name): Retired => ({ kind: 'tag', name })),
      ...keywords.map((name): Retired => ({ kind: 'keyword', name })),
      ...files.map((path): Retired => ({ kind: 'file', path })),
      ...paths.map((name): Retired => ({ kind: 'relation', name })),
      ...parts.map((part): Retired => ({ kind: 'part', part })),
    ],
  }
}

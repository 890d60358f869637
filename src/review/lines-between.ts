import { codeBefore } from '../text/beside-code.ts'
import { fold } from '../text/clean.ts'
import type { Entry } from '../tree/entry.ts'
import { type Fact, factKey, writeFact } from '../tree/facts.ts'
import { readRule, ruleKey } from '../tree/rule.ts'
import type { LineChange } from './line-change.ts'
import { standingChanges } from './standing-changes.ts'

/** Lists what one state of an entry says and the other does not: rules first, then facts, relations, files and texts. */
export function linesBetween(before: Entry | undefined, after: Entry | undefined): readonly LineChange[] {
  return [
    ...listChanges('rule', before?.narrative.rules ?? [], after?.narrative.rules ?? [], (rule) => {
      const { text, commit } = readRule(rule)
      return { key: ruleKey(rule), text, sources: commit === '' ? [] : [commit] }
    }),
    ...factChanges(before?.facts ?? [], after?.facts ?? []),
    ...listChanges('relation', before?.relations ?? [], after?.relations ?? [], ({ path, reason }) => ({
      key: path,
      text: reason === '' ? path : `${path} — ${reason}`,
      sources: [],
    })),
    ...listChanges('file', before?.raw.files ?? [], after?.raw.files ?? [], plain),
    ...textChanges(textsOf(before), before === undefined ? proseOf(after) : textsOf(after)),
  ]
}

/** What of some texts was gained and lost, case and blanks aside. */
export const textChanges = (before: readonly string[], after: readonly string[]): readonly LineChange[] =>
  listChanges('text', before, after, plain)

type Said = { readonly key: string; readonly text: string; readonly sources: readonly string[] }

const plain = (text: string): Said => ({ key: fold(text), text, sources: [] })

function listChanges<Item>(
  kind: LineChange['kind'],
  before: readonly Item[],
  after: readonly Item[],
  say: (item: Item) => Said,
): readonly LineChange[] {
  const [old, now] = [keyed(before.map(say), ({ key }) => key), keyed(after.map(say), ({ key }) => key)]
  const line = (how: LineChange['how'], { text, sources }: Said, was = ''): LineChange => ({
    kind,
    how,
    text,
    before: was,
    sources,
  })
  const moved = kind === 'rule' ? elsewhere(old, now, ({ text }) => text) : []
  return [
    ...moved.map(({ item, was }) => line('changed', item, was)),
    ...[...now].flatMap(([key, said]) => (old.has(key) ? [] : [line('gained', said)])),
    ...[...old].flatMap(([key, said]) => (now.has(key) ? [] : [line('lost', said)])),
  ]
}

const keyed = <Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [keyOf(item), item]))

/** What both states say beside another line of code, with the one that `was` there: a reviewer sees what everybody will read. */
const elsewhere = <Item>(
  old: ReadonlyMap<string, Item>,
  now: ReadonlyMap<string, Item>,
  textOf: (item: Item) => string,
): readonly { readonly item: Item; readonly was: string }[] =>
  [...now].flatMap(([key, item]) => {
    const was = old.get(key)
    return was === undefined || fold(textOf(was)) === fold(textOf(item)) ? [] : [{ item, was: codeBefore(textOf(was)) }]
  })

/** Facts are the same by subject and statement; a subject that has another value is one change, not two. */
function factChanges(before: readonly Fact[], after: readonly Fact[]): readonly LineChange[] {
  const replacedBy = (facts: readonly Fact[], { subject, value }: Fact): Fact | undefined =>
    value === '' ? undefined : facts.find((other) => other.subject === subject && other.value !== '')
  const [old, now] = [keyed(before, factKey), keyed(after, factKey)]
  const gained = [...now].flatMap(([key, fact]) => (old.has(key) ? [] : [fact]))
  const lost = [...old].flatMap(([key, fact]) => (now.has(key) ? [] : [fact]))
  const changed = gained.map((fact) => ({ fact, was: replacedBy(lost, fact) }))
  const replaced = new Set(changed.flatMap(({ was }) => was ?? []))
  return [
    ...standingChanges(old, now),
    ...elsewhere(old, now, ({ statement }) => statement).map(({ item, was }): LineChange => ({
      kind: 'fact',
      how: 'changed',
      text: bare(item),
      before: was,
      sources: item.sources,
    })),
    ...changed.map(({ fact, was }): LineChange => ({
      kind: 'fact',
      how: was === undefined ? 'gained' : 'changed',
      // What a value was before stands beside it anyway.
      text: bare(was === undefined ? fact : { ...fact, statement: fact.statement.replace(/^was `[^`]*` before$/, '') }),
      before: was?.value ?? '',
      sources: fact.sources,
    })),
    ...lost
      .filter((fact) => !replaced.has(fact))
      .map((fact): LineChange => ({
        kind: 'fact',
        how: 'lost',
        text: bare(fact),
        before: '',
        sources: fact.sources,
      })),
  ]
}

/** A fact as a reader is told it: its sources stand beside it, and its category says nothing here. */
const bare = (fact: Fact): string => writeFact({ ...fact, category: '', sources: [] })

/** Everything that is told in words; what is counted over history (`Structure`) changes by itself. */
const textsOf = (entry: Entry | undefined): readonly string[] =>
  entry === undefined ? [] : [`title: ${entry.title}`, ...proseOf(entry)]

/** The same without the title and what only says it again. */
function proseOf(entry: Entry | undefined): readonly string[] {
  if (entry === undefined) return []
  const { title, raw, narrative, loose } = entry
  const standing = [
    entry.kind,
    entry.status,
    entry.supersededBy && `superseded by ${entry.supersededBy}`,
    entry.approvedAt && `approved ${entry.approvedAt}`,
  ]
  const prose = [
    ...standing,
    raw.flow,
    narrative.dependencies,
    narrative.highlights,
    narrative.examples,
    narrative.diagrams,
    entry.snippets,
    ...loose.map(({ text }) => text),
  ]
  return [raw.task, ...raw.changes, ...raw.patterns, ...prose.flatMap((text) => text.split('\n'))].filter(
    (text) => text.trim() !== '' && readRule(text).text !== title,
  )
}

import { fold } from '../text/clean.ts'
import type { Entry } from '../tree/entry.ts'
import { type Fact, sayFact } from '../tree/facts.ts'
import type { EntryPath } from '../tree/path.ts'
import { readRule } from '../tree/rule.ts'
import type { EntryKind } from '../tree/standing.ts'

/** Decides what an entry is: what its front matter says, or else the kind that most of its evidence is of. */
export function entryKindOf(path: EntryPath, entry: Entry): EntryKind {
  if (entry.kind !== '') return entry.kind
  const [domain = '', topic = ''] = path.split('/')
  const named = namedKinds.find(({ shape }) => [domain, topic, ...entry.tags].some((name) => shape.test(name)))
  if (named !== undefined) return named.kind
  if (isOnlyAMap(entry)) return 'code map'
  const [best] = evidenceFor(entry).toSorted((a, b) => b.weight - a.weight)
  return best?.kind ?? 'implementation'
}

/** Domains, topics and tags that say by themselves what lies there; `conventions` is where `ctx curate` files it. */
const namedKinds: readonly { readonly kind: EntryKind; readonly shape: RegExp }[] = [
  { kind: 'architecture', shape: /^(?:dependencies|architecture|design|stack)$/ },
  { kind: 'convention', shape: /^(?:conventions?|commands|standards|guidelines)$/ },
  { kind: 'decision', shape: /^(?:decisions?|adrs?)$/ },
  { kind: 'todo', shape: /^(?:to-?dos?|to_do|backlog)$/ },
  { kind: 'code map', shape: /^code[-_ ]?map$/ },
  { kind: 'bug fix', shape: /^(?:bugs?|known[-_ ]issues?)$/ },
]

/** How much speaks for each kind; of what weighs the same, the first is told. */
function evidenceFor(entry: Entry): readonly { readonly kind: EntryKind; readonly weight: number }[] {
  const { title, tags, narrative, facts, raw } = entry
  const [type = ''] = tags
  // What a change leaves to do is told beside it; only an entry about nothing else is itself a thing to do.
  const isPlanned =
    /^(?:to-?do|fixme)\b/i.test(title) || (facts.length > 0 && facts.every(isTodo) && raw.changes.length === 0)
  const isFix = /^(?:bug|bug-?fix|fix|hotfix)$/.test(type) || /^fix(?:e[sd])?\b/i.test(title)
  const drawn = [narrative.dependencies, narrative.diagrams].filter((text) => text !== '').length
  return [
    { kind: 'decision', weight: decisionsOf(entry).length * 3 },
    { kind: 'convention', weight: narrative.rules.length },
    { kind: 'architecture', weight: drawn * 2 + (/\barchitectur/i.test(title) ? 3 : 0) },
    { kind: 'bug fix', weight: isFix ? 2.5 : 0 },
    { kind: 'todo', weight: isPlanned ? 4 : 0 },
    { kind: 'implementation', weight: /^(?:feat|feature|refactor|perf)$/.test(type) ? 2 : 1 },
  ]
}

/** Of what names files and says nothing about them, an agent learns nothing that the code does not tell it. */
const isOnlyAMap = ({ facts, narrative, raw, reason, loose }: Entry): boolean =>
  raw.files.length > 0 &&
  facts.length + raw.changes.length + narrative.rules.length + loose.length === 0 &&
  [raw.task, raw.flow, reason, narrative.structure, narrative.highlights, narrative.examples].every(
    (text) => text === '',
  )

const isTodo = ({ subject }: Fact): boolean => subject === 'to do'

/** What was decided, and what was turned down: by a trailer, or in a decision record, which states its status too. */
export function decisionsOf({ facts }: Entry): readonly string[] {
  const recorded = new Set(facts.flatMap(({ subject }) => /^status of (.+)$/.exec(subject)?.[1] ?? []))
  return facts
    .filter(({ subject }) => subject === 'decision' || subject === 'rejected' || recorded.has(subject))
    .toSorted((a, b) => Number(a.subject === 'rejected') - Number(b.subject === 'rejected'))
    .map((fact) => (fact.subject === 'decision' ? fact.statement : sayFact(fact)))
}

/** What is still to be done, as comments in the code say it. */
export const todosOf = ({ facts }: Entry): readonly string[] => facts.filter(isTodo).map(({ statement }) => statement)

const rulesOf = ({ narrative }: Entry): readonly string[] => narrative.rules.map((rule) => readRule(rule).text)

/** Everything that an entry states, what its kind is about first, each once and never its title again. */
export function statementsOf(entry: Entry, kind: EntryKind): readonly string[] {
  const { narrative, facts, raw } = entry
  const first = kind === 'decision' ? decisionsOf(entry) : kind === 'todo' ? todosOf(entry) : []
  const prose = [narrative.highlights, narrative.structure].flatMap((text) => text.split('\n')).slice(0, 4)
  const said = [
    ...first,
    ...rulesOf(entry),
    ...facts.filter(({ subject, note }) => !quiet.has(subject) && note?.status !== 'past').map(sayFact),
    ...raw.changes.map((change) => readRule(change).text),
    ...prose,
    raw.task,
  ]
  const keyOf = (line: string): string => fold(line).replace(/(?<![.:;\s])[.:;\s]+$/, '')
  const seen = new Set([keyOf(entry.title)])
  return said.filter((line) => {
    const key = keyOf(line)
    return key !== '' && !seen.has(key) && seen.add(key)
  })
}

/** What stopped being so, and what has a line of its own. */
const quiet = new Set(['superseded', 'to do', 'no longer to do', 'decision'])

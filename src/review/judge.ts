import { fold } from '../text/clean.ts'
import { opponents } from '../text/negation.ts'
import { check } from '../tree/check.ts'
import type { Fact } from '../tree/facts.ts'
import { entryAt, type Finding, type Knowledge } from '../tree/knowledge.ts'
import { msPerDay } from '../tree/lifecycle.ts'
import { readRule } from '../tree/rule.ts'
import { toDay } from '../tree/meta.ts'
import type { EntryChange } from './compare.ts'
import type { LineChange } from './line-change.ts'

/** What a change of knowledge is held against. */
export type Against = {
  /** The knowledge that it is to be merged into. */
  readonly base: Knowledge
  readonly head: Knowledge
  /** The code at head; undefined where it is not known, and then nothing is said of it. */
  readonly code: { readonly files: ReadonlySet<string>; readonly missing: ReadonlySet<string> } | undefined
  /** What the README says already. */
  readonly readme: string
  /** The day of the review, `2026-11-27`: a line that says a later one is of no day. */
  readonly today: string
}

/** Judges what a change adds: nothing is said of what was there before. */
export function judgeChanges(changes: readonly EntryChange[], against: Against): readonly Finding[] {
  const changed = new Set(changes.map(({ path }) => path))
  const before = new Set(check(against.base).map(keyOf))
  const isOfChange = ({ at, beside = at }: Finding): boolean => changed.has(at) || changed.has(beside)
  const own = check(against.head).filter((finding) => isOfChange(finding) && !before.has(keyOf(finding)))
  const held = rulesIn(against.base)
  const heldIn = heldAgainstCode(changes, against.today)
  const isAnyCited = changes.some((change) => heldIn(change).flatMap(pathsIn).length > 0)
  const ends = isAnyCited ? endsOf(against.code?.files ?? new Set()) : new Set<string>()
  const readme = words(against.readme)
  return [
    ...own,
    ...changes.flatMap((change) => [
      ...contradictions(change, against, held),
      ...deadReferences(change, against, { lines: heldIn(change), ends }),
      ...redundant(change, readme),
    ]),
  ]
}

const keyOf = ({ code, at, detail }: Finding): string => `${code}\n${at}\n${detail}`

const isSaid = ({ kind, how }: LineChange): boolean => how !== 'lost' && (kind === 'fact' || kind === 'rule')

/** The rules of a tree, and how to find those that say the opposite of something. */
type Held = {
  readonly rules: readonly { readonly path: string; readonly rule: string }[]
  readonly opposed: ReturnType<typeof opponents>
}

function rulesIn({ entries }: Knowledge): Held {
  const rules = [...entries].flatMap(([path, { narrative }]) =>
    narrative.rules.map((rule) => ({ path, rule: readRule(rule).text })),
  )
  return { rules, opposed: opponents(rules.map(({ rule }) => rule)) }
}

/** A rule and its negation, or two values for one subject of the same files, in what is added and what is known. */
function contradictions({ path, lines }: EntryChange, { base, head }: Against, held: Held): readonly Finding[] {
  const entry = entryAt(head, path)
  const said = lines.filter((line) => isSaid(line) && line.how === 'gained')
  if (entry === undefined || said.length === 0) return []
  const finding = (detail: string): Finding => ({ code: 'contradiction', at: path, detail, weight: 'warning' })
  const rules = said.flatMap(({ text }) =>
    held.opposed(text).flatMap((at) => {
      const { path: other = path, rule = '' } = held.rules[at] ?? {}
      return other === path ? [] : [finding(`“${text}” contradicts “${rule}” in ${other}.`)]
    }),
  )
  const gained = new Set(said.map(({ text }) => /^\*\*([^*\n]+)\*\*/.exec(text)?.[1] ?? ''))
  const own = entry.facts.filter(({ subject, value }) => value !== '' && gained.has(subject))
  const files = new Set(entry.raw.files)
  const values =
    own.length === 0
      ? []
      : [...base.entries].flatMap(([other, known]) => {
          if (other === path || !known.raw.files.some((file) => files.has(file))) return []
          const bySubject = factsBySubject(known.facts)
          return own.flatMap(({ subject, value }) =>
            (bySubject.get(subject) ?? [])
              .filter((fact) => fact.value !== '' && fact.value !== value)
              .map((fact) => finding(`${subject} is \`${value}\` here and \`${fact.value}\` in ${other}.`)),
          )
        })
  return [...rules, ...values]
}

function factsBySubject(facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> {
  const found = new Map<string, Fact[]>()
  for (const fact of facts) {
    const known = found.get(fact.subject)
    if (known === undefined) found.set(fact.subject, [fact])
    else known.push(fact)
  }
  return found
}

/** A claim that tells of an end may name what is no longer there. */
const ending =
  /\b(?:remov|delet|dropp|renam|replac|no longer|used to|was|were|gone|deprecat|instead of|taken back|old)/i

/** What a lesson says of its day, and how it stands. */
const note = /\{[^{}]{0,400}?(\d{4}-\d\d-\d\d)([^{}]{0,400})\}$/
const over = / · (?:may not hold|lines rewritten|reworked|partly|past)\b/

/**
 * Whether a lesson is of another day than what a change is about, or says itself that it is over: its author wrote of what was
 * there. `ctx init --history` itself failed the check of fd, mdBook and pluggy.
 */
function isOfItsDay({ text }: LineChange, since: string): boolean {
  const [, day = '', rest = ''] = note.exec(text) ?? []
  return day !== '' && (day < since || over.test(rest))
}

/** So many days before its newest lesson, a change is about what is there now: a branch rarely lives longer. */
const daysOfABranch = 90

/** The first day of what a change is about; '' where it has no lessons. */
function firstDay(changes: readonly EntryChange[], today: string): string {
  const days = changes
    .flatMap(({ lines }) => lines.flatMap((line) => (isSaid(line) ? (note.exec(line.text)?.[1] ?? []) : [])))
    .filter((day) => day <= today && !Number.isNaN(Date.parse(day)))
  const newest = days.reduce((last, day) => (day > last ? day : last), '')
  const at = Date.parse(newest)
  return Number.isNaN(at) ? '' : toDay(new Date(at - daysOfABranch * msPerDay))
}

/** The claims and rules of a change that are held against the code as it stands. */
const heldAgainstCode = (
  changes: readonly EntryChange[],
  today: string,
): ((change: EntryChange) => readonly LineChange[]) => {
  const since = firstDay(changes, today)
  return ({ lines }) => lines.filter((line) => isSaid(line) && !ending.test(line.text) && !isOfItsDay(line, since))
}

/** Names out of the code that a line cites: what stands in backticks and looks like an identifier, and its subject. */
function symbolsIn({ text }: LineChange): readonly string[] {
  const [, subject = ''] = /^\*\*(\w+)\*\*: /.exec(text) ?? []
  const quoted = spansIn(text)
  const called = quoted.flatMap((span) => call.exec(span)?.[1]?.split('.').at(-1) ?? [])
  const named = [subject, ...quoted].filter((name) => identifier.test(name) && /[a-z][A-Z]|_/.test(name))
  return [...named, ...called].filter((name) => name.length > 3)
}

const spansIn = (text: string): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const identifier = /^[A-Za-z_$][\w$]*$/
/** A call says that there is a function, however it is spelled: `run()`, `store.find(terms)`. */
const call = /^((?:[A-Za-z_$][\w$]*\.){0,5}[A-Za-z_$][\w$]*)\([^()`]{0,200}\)$/

/** Files that a line cites in backticks: with a folder and an ending, and no pattern, place outside or address. */
const pathsIn = ({ text }: LineChange): readonly string[] =>
  spansIn(text)
    .map((span) => span.replace(/^(?:\.{1,2}\/)+/, '').replace(/(?::\d+){1,2}$/, ''))
    .filter((span) => /^[\w@.-]+(?:\/[\w@.-]+)+\.[A-Za-z]\w{0,5}$/.test(span) && !/^[\w-]+\.[a-z]{2,}\//.test(span))

/** The names that somebody must look for in the code, for all changes. */
export const citedSymbols = (changes: readonly EntryChange[], today: string): readonly string[] => [
  ...new Set(changes.flatMap(heldAgainstCode(changes, today)).flatMap(symbolsIn)),
]

/** The lines of a change that are held against the code, and every way to name files of the code by the end of their path. */
type Cited = { readonly lines: readonly LineChange[]; readonly ends: ReadonlySet<string> }

function deadReferences(
  { path, how, lines }: EntryChange,
  { code }: Against,
  { lines: held, ends }: Cited,
): readonly Finding[] {
  if (code === undefined || how === 'scored') return []
  const finding = (detail: string): Finding => ({ code: 'dead-reference', at: path, detail, weight: 'warning' })
  const files = lines
    .filter((line) => line.kind === 'file' && line.how === 'gained' && !code.files.has(line.text))
    .map(({ text }) => finding(`It names ${text}, which is not in the code.`))
  const dead = held
    .flatMap(pathsIn)
    .filter((file) => !code.files.has(file) && !ends.has(file))
    .map((file) => finding(`It cites \`${file}\`, which is not in the code.`))
  const symbols = held
    .flatMap((line) => symbolsIn(line).filter((name) => code.missing.has(name)))
    .map((name) => finding(`It cites \`${name}\`, which stands nowhere in the code.`))
  return [...files, ...dead, ...symbols]
}

const endsOf = (files: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...files].flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(index + 1))))

/** A statement this short may stand in a README by chance. */
const leastLength = 30

const words = (text: string): string => fold(text.replace(/[^\p{L}\p{N}]+/gu, ' '))

function redundant({ path, lines }: EntryChange, readme: string): readonly Finding[] {
  return lines
    .filter((line) => isSaid(line) && line.how === 'gained')
    .filter(({ text }) => words(text).length >= leastLength && readme.includes(words(text)))
    .map(({ text }) => ({ code: 'redundant', at: path, detail: `The README says already: “${text}”`, weight: 'note' }))
}

/** The findings that stop a change, by the project's policy: codes such as `secret`. What cannot be read always does. */
export const blocking = (findings: readonly Finding[], block: readonly string[]): readonly Finding[] =>
  findings.filter(({ code }) => code === 'unreadable' || block.includes(code))

import { opponents } from '../text/negation.ts'
import { secretsIn } from '../text/redact.ts'
import { numberedPairs, type StatedRule } from './contradictions.ts'
import { type Entry, fullnessOf, writeEntry } from './entry.ts'
import type { Fact } from './facts.ts'
import type { Finding, Knowledge } from './knowledge.ts'
import { folderOf, join, overviewFile, toEntryPath, upwards } from './path.ts'
import { folderMeant } from './relation.ts'
import { numberSaid } from './number-said.ts'
import { readRule } from './rule.ts'

/** Checks any tree for what is wrong with it, unreadable files included. */
export function check(knowledge: Knowledge): readonly Finding[] {
  const found: Finding[] = [...knowledge.findings]
  const folders = new Set<string>([...knowledge.entries.keys()].flatMap((path) => upwards(folderOf(path))))
  for (const [path, entry] of knowledge.entries) {
    for (const relation of entry.relations) {
      const target = toEntryPath(relation.path)
      const folder = folderMeant(relation.path)
      if (folder !== undefined && folders.has(folder)) continue
      if (target === undefined && folder === undefined) {
        found.push({
          code: 'bad-relation',
          at: path,
          detail: `"${relation.path}" cannot be the path of an entry or a topic.`,
          weight: 'warning',
        })
      } else if (target === undefined || !knowledge.entries.has(target)) {
        found.push({ code: 'dead-relation', at: path, detail: `${relation.path} does not exist.`, weight: 'note' })
      }
    }
    const text = writeEntry(entry)
    found.push(
      ...contradictions(path, entry.narrative.rules),
      ...twoValues(path, entry.facts),
      ...twoNumbers(path, entry),
      ...secretFindings(path, text),
      ...full(path, text),
    )
  }
  found.push(...numberedPairs(knowledge.entries).map(besideEachOther))
  if ([...knowledge.entries.values()].some(isOfOlderMake))
    found.push({
      code: 'older-make',
      at: '.',
      detail:
        'An older ctx wrote this tree. `ctx curate --all --anew` writes it again, and keeps what people and agents wrote.',
      weight: 'note',
    })
  for (const [folder, text] of knowledge.overviews) found.push(...secretFindings(join(folder, overviewFile), text))
  return found
}

/** From here on an entry is named: the next thing that is learned may not fit any more. */
const almostFull = 0.9

function full(at: string, text: string): readonly Finding[] {
  const share = Math.floor(fullnessOf(text) * 100)
  const detail = `It is ${share} % as long as an entry may be. What does not fit is not learned: divide it, or take out what is no longer needed.`
  return share < almostFull * 100 ? [] : [{ code: 'full-entry', at, detail, weight: 'warning' }]
}

/** Until 0.1.0, entries held lists of names that are in the index now, and files of settings had entries, which nothing follows any more. */
const isOfOlderMake = ({ title, narrative }: Entry): boolean =>
  /^`[^`\n]+` (?:makes public|speaks of): /m.test(narrative.structure) ||
  /^(?:Commands|Settings) in \S*\.[\w-]+(?: of \S+)?$/.test(title)

/** A subject for which two values stand, as a merge leaves them when two people said different things. */
function twoValues(at: string, facts: readonly Fact[]): readonly Finding[] {
  const values = new Map<string, Set<string>>()
  for (const { subject, value } of facts)
    if (subject !== '' && value !== '') values.set(subject, (values.get(subject) ?? new Set()).add(value))
  return [...values]
    .filter(([, said]) => said.size > 1)
    .map(([subject, said]) => ({
      code: 'two-values',
      at,
      detail: `${subject} is ${[...said].map((value) => `\`${value}\``).join(' and ')}: keep one of the facts.`,
      weight: 'warning',
    }))
}

/** What somebody said without naming a subject, with another number each time: all else in its clause is the same. */
function twoNumbers(at: string, { facts, narrative }: Entry): readonly Finding[] {
  const told = facts.flatMap(({ subject, statement }) => (subject === '' ? statement : []))
  const said = new Map<string, Map<string, string>>()
  for (const text of [...told, ...narrative.rules.map((rule) => readRule(rule).text)]) {
    const given = numberSaid(text)
    if (given === undefined) continue
    const { clause, number } = given
    said.set(clause, (said.get(clause) ?? new Map<string, string>()).set(number, text))
  }
  return [...said.values()].flatMap((numbers) => {
    const [first, second] = numbers.values()
    if (first === undefined || second === undefined) return []
    const detail = `"${first}" and "${second}" cannot both hold: keep one of them.`
    return [{ code: 'two-values', at, detail, weight: 'warning' as const }]
  })
}

/** The same of rules in two entries about one file. */
function besideEachOther([one, other]: readonly [StatedRule, StatedRule]): Finding {
  const [our, their] = [one, other].map(({ rule, commit }) => `"${rule}"${commit === '' ? '' : ` (${commit})`}`)
  const detail = `${our} and ${their} in ${other.path} cannot both hold: keep one of them.`
  return { code: 'two-values', at: one.path, detail, weight: 'warning', beside: other.path }
}

/** So many rules of an entry are compared with each other. */
const mostRules = 200

const contradictions = (at: string, rules: readonly string[]): readonly Finding[] => {
  const bare = rules.slice(0, mostRules).map((rule) => readRule(rule).text)
  const opposed = opponents(bare)
  return bare.flatMap((rule, place) =>
    opposed(rule)
      .filter((other) => other > place)
      .map((other) => ({
        code: 'contradiction',
        at,
        detail: `"${rule}" and "${bare[other] ?? ''}" cannot both hold.`,
        weight: 'warning' as const,
      })),
  )
}

/** Finds what looks like a secret in a text, in any of the ways that it can be read. */
export const secretFindings = (at: string, ...readings: readonly string[]): readonly Finding[] =>
  [...new Set(readings.flatMap(secretsIn))].map((kind) => ({
    code: 'secret',
    at,
    detail: `It holds ${secretInWords([kind])}.`,
    weight: 'blocking',
  }))

/** Says what was found; a kind is the name of a rule, not a word of a sentence. */
export const secretInWords = (kinds: readonly string[]): string => `what looks like a secret (${kinds.join(', ')})`

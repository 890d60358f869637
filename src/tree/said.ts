import { fold } from '../text/clean.ts'
import type { Entry } from './entry.ts'
import { factKey } from './facts.ts'
import { readRule, ruleKey } from './rule.ts'

/** All that an entry says, piece by piece: by a key that case, blanks and sources do not change, in words to be told. */
export function saidIn(entry: Entry | undefined): ReadonlyMap<string, string> {
  if (entry === undefined) return new Map()
  const { raw, narrative } = entry
  const one = (name: string, text: string): readonly Piece[] =>
    text === '' ? [] : [[`${name} ${fold(text)}`, `${name}: ${text}`]]
  const many = (name: string, texts: readonly string[]): readonly Piece[] => texts.flatMap((text) => one(name, text))
  return new Map([
    ...one('title', entry.title),
    ...narrative.rules.map((rule): Piece => [`rule ${ruleKey(rule)}`, `rule: ${readRule(rule).text}`]),
    ...entry.facts.map((fact): Piece => [
      `fact ${factKey(fact)} ${fact.note?.status ?? 'current'}`,
      [fact.subject, fact.value, fact.statement].filter((part) => part !== '').join(': '),
    ]),
    ...many(
      'related',
      entry.relations.map(({ path }) => path),
    ),
    ...many('tag', entry.tags),
    ...many('keyword', entry.keywords),
    ...many('file', raw.files),
    ...many('change', raw.changes),
    ...many('pattern', raw.patterns),
    ...one('task', raw.task),
    ...one('flow', raw.flow),
    ...one('structure', narrative.structure),
    ...one('dependencies', narrative.dependencies),
    ...one('highlights', narrative.highlights),
    ...one('examples', narrative.examples),
    ...one('diagrams', narrative.diagrams),
    ...one('snippets', entry.snippets),
    ...one('status', entry.status),
    ...one('kind', entry.kind),
    ...entry.loose.map(({ text }): Piece => [`text ${fold(text)}`, text]),
  ])
}

type Piece = readonly [string, string]

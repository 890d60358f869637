import { type FrontMatter, type FrontMatterValue, writeValue } from './frontmatter.ts'
import type { UnknownText } from './list.ts'
import { maturities, type Maturity } from './maturity.ts'
import { type Relation, toRelation } from './relation.ts'
import { readKind, readStatus, type Standing } from './standing.ts'

/** What the front matter says of an entry; times are ISO 8601 UTC to the second, '' when never said. */
export type Meta = Standing & {
  readonly title: string
  readonly tags: readonly string[]
  readonly keywords: readonly string[]
  readonly importance: number
  readonly recency: number
  readonly maturity: Maturity
  readonly accessCount: number
  readonly updateCount: number
  readonly createdAt: string
  readonly updatedAt: string
}

const keys = [
  'title',
  'tags',
  'keywords',
  'related',
  'kind',
  'status',
  'supersededBy',
  'importance',
  'recency',
  'maturity',
  'accessCount',
  'updateCount',
  'createdAt',
  'updatedAt',
  'approvedAt',
] as const
type Key = (typeof keys)[number]

/** Keys that need not be there. Somebody else's meaning of one stays as it is: nothing of ours is written beside it. */
const optional: readonly Key[] = ['kind', 'status', 'supersededBy', 'approvedAt']

/** Reads the front matter; keys that are not ours become loose text after the key they followed. */
export function readMeta(front: FrontMatter): {
  meta: Partial<Meta>
  related: readonly Relation[]
  loose: readonly UnknownText[]
} {
  const loose: UnknownText[] = []
  const meta = new Map<string, Meta[keyof Meta]>()
  let related: readonly string[] = []
  let after = 'meta'
  for (const [name, { value, source, comments }] of front) {
    const key = keys.find((ours) => ours === name)
    if (key !== undefined) after = `meta.${key}`
    const isRelated = key === 'related' && (typeof value === 'string' || Array.isArray(value))
    const read = key === undefined || key === 'related' ? undefined : readValue[key](value)
    if (isRelated) related = listOf(value)
    if (key !== undefined && read !== undefined) meta.set(key, read)
    if (read === undefined && !isRelated)
      loose.push({ after, text: key === undefined || optional.includes(key) ? source : commented(source) })
    else if (comments !== '') loose.push({ after, text: comments })
  }
  return {
    meta: Object.fromEntries(meta),
    related: related.map((path) => toRelation(path)).filter(({ path }) => path !== ''),
    loose,
  }
}

/** A value that means nothing for its key is kept as a comment: the key itself is written with what holds instead. */
const commented = (source: string): string => source.replace(/^(?!#)/gm, '# ')

/** How the value of each key is read; undefined where it means nothing for that key. */
const readValue: { readonly [key in Exclude<Key, 'related'>]: (value: FrontMatterValue) => Meta[key] | undefined } = {
  title: (value) => textOf(value),
  tags: (value) => unique(listOf(value)),
  keywords: (value) => unique(listOf(value)),
  importance: (value) => numberOf(value, { most: 100 }),
  recency: (value) => numberOf(value, { most: 1 }),
  maturity: (value) => maturities.find((maturity) => maturity === value),
  kind: (value) => readKind(textOf(value) ?? ''),
  status: (value) => readStatus(textOf(value) ?? ''),
  supersededBy: (value) => pathOf(value),
  approvedAt: (value) => timeOf(value),
  accessCount: (value) => numberOf(value, { most: Number.MAX_SAFE_INTEGER }),
  updateCount: (value) => numberOf(value, { most: Number.MAX_SAFE_INTEGER }),
  createdAt: (value) => timeOf(value),
  updatedAt: (value) => timeOf(value),
}

const textOf = (value: FrontMatterValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

const pathOf = (value: FrontMatterValue | undefined): string | undefined => {
  const path = textOf(value)?.trim() ?? ''
  return path === '' ? undefined : toRelation(path).path
}

const listOf = (value: FrontMatterValue | undefined): readonly string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((item) => item !== '') : []
}

const unique = (items: readonly string[]): readonly string[] => [...new Set(items)]

function numberOf(value: FrontMatterValue | undefined, { most }: { most: number }): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? Math.min(most, Math.max(0, number)) : undefined
}

const canonicalTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

const timeOf = (value: FrontMatterValue | undefined): string | undefined => {
  if (typeof value === 'string' && canonicalTime.test(value) && !Number.isNaN(Date.parse(value))) return value
  const date = new Date(typeof value === 'string' ? value : '')
  return Number.isNaN(date.getTime()) ? undefined : toTime(date)
}

/** Writes a moment as FORMATS wants it, such as `2026-03-18T10:00:00Z`. */
export const toTime = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

/** Writes the day of a moment, in UTC, such as `2026-03-18`. */
export const toDay = (date: Date): string => date.toISOString().slice(0, 10)

/** The first second of the year 10000, which FORMATS cannot spell. */
const endOfTime = 253_402_300_800

/** Reads git's seconds since 1970; a date that no clock shows is the beginning of 1970, as git itself prints it. */
export function fromSeconds(seconds: string): Date {
  const given = Number(seconds)
  return new Date(given >= 0 && given < endOfTime ? given * 1000 : 0)
}

/** Writes the lines of the front matter, each ended, without the fences. */
export function writeMeta(
  entry: Meta & { readonly relations: readonly Relation[]; readonly loose: readonly UnknownText[] },
): string {
  const looseAt = (after: string): readonly string[] =>
    entry.loose
      .filter((loose) => loose.after === after)
      .map(({ text }) => (isTaken(entry, text) ? commented(text) : text))
  const written = keys.flatMap((key) => [...writeKey(entry, key), ...looseAt(`meta.${key}`)])
  return [...looseAt('meta'), ...written].map((line) => `${line}\n`).join('')
}

/** A key stands once: what somebody else meant by it makes way when it says something of ours. */
const isTaken = (entry: Meta, text: string): boolean =>
  optional.some((key) => text.startsWith(`${key}:`) && key !== 'related' && entry[key] !== '')

function writeKey(entry: Meta & { readonly relations: readonly Relation[] }, key: Key): readonly string[] {
  const value = key === 'related' ? entry.relations.map(({ path }) => path) : entry[key]
  if (typeof value === 'number') return [`${key}: ${writeNumber(value)}`]
  if (value.length === 0) return []
  // A time needs no quotes: whoever reads it as a moment is right.
  const isTime = key === 'createdAt' || key === 'updatedAt' || key === 'approvedAt'
  return [`${key}: ${isTime && typeof value === 'string' ? value : writeValue(value)}`]
}

/** Scores are kept to two decimals: finer than any rule that reads them, and stable to write. */
const writeNumber = (value: number): string => String(Math.round(value * 100) / 100)

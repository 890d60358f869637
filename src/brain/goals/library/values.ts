import { Problem } from '../../../problem.ts'

/** What a context may hold: all that JSON can say, and dates. */
export type Value = string | number | boolean | null | Date | readonly Value[] | Values
/** Values by name, as a context holds them. */
export type Values = { readonly [key: string]: Value }

/** Nobody nests deeper by hand; a hostile value that did would exhaust the stack. */
const deepest = 100

/**
 * Copies a value whole, so that nobody can change a context from outside. A key without a value is left out.
 * @throws {Problem} when it holds what JSON could not give back, such as a function, or a loop.
 */
export function copyValue(value: unknown, depth = 0): Value {
  if (depth > deepest) throw unusable(`is nested deeper than ${deepest} levels, or holds itself`)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // JSON knows no -0.
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0
  if (value instanceof Date && !Number.isNaN(value.getTime())) return new Date(value)
  if (Array.isArray(value)) return Array.from(value, (item: unknown) => copyValue(item, depth + 1))
  if (isPlainObject(value)) return copyValues(value, depth)
  throw unusable(`holds ${value instanceof Date ? 'a date that is none' : `what JSON cannot say (${typeof value})`}`)
}

/** The same for the values of a whole context; `__proto__` is a key like any other. */
export const copyValues = (values: object, depth = 0): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, copyValue(value, depth + 1)]),
  )

/** Tells an object that is only keys and values from those that are more. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const parent: unknown = Object.getPrototypeOf(value)
  return parent === Object.prototype || parent === null
}

/** What JSON itself can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Spells a value for JSON: a date as `{"$date": …}`, so that it comes back as one. */
export function valueToJson(value: Value): Json {
  if (value instanceof Date) return { $date: value.toISOString() }
  if (isList(value)) return value.map(valueToJson)
  if (!isValues(value)) return value
  const spelled = Object.entries(value).map(([key, one]): [string, Json] => [key, valueToJson(one)])
  return Object.fromEntries(spelled.map(([key, one]) => [isMark(spelled) ? `$${key}` : key, one]))
}

/** Reads what `toJson` spelled. */
export function fromJson(value: unknown, depth = 0): Value {
  if (depth > deepest + 1) throw unusable(`is nested deeper than ${deepest} levels`)
  if (Array.isArray(value)) return value.map((item: unknown) => fromJson(item, depth + 1))
  if (!isPlainObject(value)) return copyValue(value, depth)
  const spelled = Object.entries(value)
  const [[key, only] = []] = spelled
  if (!isMark(spelled)) return Object.fromEntries(spelled.map(([name, one]) => [name, fromJson(one, depth + 1)]))
  return key === '$date' ? dateOf(only) : { [key?.slice(1) ?? '']: fromJson(only, depth + 1) }
}

/** An object of one key, `$date` or one that only looks like it: each is written with one `$` more than it has. */
const isMark = (entries: readonly (readonly [string, unknown])[]): boolean =>
  entries.length === 1 && /^\$+date$/.test(entries[0]?.[0] ?? '')

function dateOf(text: unknown): Date {
  const date = new Date(typeof text === 'string' ? text : '')
  if (Number.isNaN(date.getTime())) throw unusable('holds a date that is none')
  return date
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
const isValues = (value: Value): value is Values => typeof value === 'object' && value !== null && isPlainObject(value)

const unusable = (why: string): Problem =>
  new Problem('bad-context', `A context ${why}.`, {
    hint: 'Give it texts, numbers, booleans, null, dates, and lists and objects of them.',
  })

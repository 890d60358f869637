import { spelledNames, type NameNow } from '../code/code-names.ts'

/** A lesson, as far as it says what it is about. */
export type Headed = { readonly about: string; readonly text: string }

const limits = { least: 2, names: 3, leastNames: 2 }

/**
 * The names of the code as it stands that several lessons speak of, most often spoken of first. [] where fewer than two are:
 * one name says too little of many lessons. That of the file itself says nothing new.
 */
export function commonNames(lessons: readonly Headed[], called: string, nameNow: NameNow): readonly string[] {
  const counts = new Map<string, number>()
  for (const { about, text } of lessons)
    for (const name of new Set(spelledNames(withoutAddresses(`${about}\n${text}`))))
      if (nameNow(name) === 'there' && !letters(called).includes(letters(name)))
        counts.set(name, (counts.get(name) ?? 0) + 1)
  const names = [...counts]
    .filter(([, count]) => count >= limits.least)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limits.names)
    .map(([name]) => name)
  return names.length < limits.leastNames ? [] : names
}

/** An address names its hosts and repositories as code spells names: `github.com/prometheus/client_golang`. */
const withoutAddresses = (text: string): string =>
  text.replace(/(?<![\w.-])[\w.-]{1,80}\.(?:com|dev|io|net|org)\/\S*/g, '')

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

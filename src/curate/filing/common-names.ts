import { letters } from '../../text/words.ts'
import { spelledNames, type NameNow } from '../code/code-names.ts'

/** A lesson, as far as it says what it is about. */
export type Headed = { readonly about: string; readonly text: string }

const limits = { least: 2, names: 3, leastNames: 2, most: 1 / 3 }

type Naming = {
  /** What their entry is called already: that of the file itself says nothing new. */
  readonly called: string
  readonly nameNow: NameNow
  /** The names that the file of the entry declares, where they are known: others are about something else (ureq's `VecDeque`). */
  readonly declared?: readonly string[] | undefined
}

/**
 * The names of the code as it stands that several lessons speak of, most often spoken of first. [] where fewer than two are,
 * unless a third of the lessons speak of it: one name says too little of many.
 */
export function commonNames(lessons: readonly Headed[], { called, nameNow, declared }: Naming): readonly string[] {
  const counts = new Map<string, number>()
  const isDeclared = (name: string): boolean => declared?.includes(name) ?? true
  for (const { about, text } of lessons)
    for (const name of new Set(spelledNames(withoutAddresses(`${about}\n${text}`))))
      if (nameNow(name) === 'there' && !letters(called).includes(letters(name)) && isDeclared(name))
        counts.set(name, (counts.get(name) ?? 0) + 1)
  const ranked = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const often = spelledOnce(ranked.filter(([, count]) => count >= limits.least))
  const isOfMost = often.some((name) => (counts.get(name) ?? 0) >= lessons.length * limits.most)
  if (often.length >= limits.leastNames || (isOfMost && declared !== undefined)) return often.slice(0, limits.names)
  // Of what the file itself declares, to be spoken of once is enough: "zapcore tee" says less than "zapcore tee: NewTee".
  const once = declared === undefined ? [] : spelledOnce(ranked)
  return once.length >= limits.leastNames || declared?.length === once.length ? once.slice(0, limits.names) : []
}

/** Names, of which `NewTee` and `new_tee` are one. */
const spelledOnce = (ranked: readonly (readonly [string, number])[]): readonly string[] =>
  [...new Map(ranked.toReversed().map(([name]) => [letters(name), name])).values()].toReversed()

/** An address names its hosts and repositories as code spells names: `github.com/prometheus/client_golang`. */
const withoutAddresses = (text: string): string =>
  text.replace(/(?<![\w.-])[\w.-]{1,80}\.(?:com|dev|io|net|org)\/\S*/g, '')

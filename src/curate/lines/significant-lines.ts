import type { FileChange } from '../../commit.ts'
import { isSample, fileKindOf } from '../code/files.ts'

/** Whether the lines of a file are followed: code that is no example. */
export const isFollowed = ({ path }: Pick<FileChange, 'path'>): boolean =>
  fileKindOf(path) === 'code' && !isSample(path)

/** Imports, package lines and what every function of a language has say nothing of who wrote them. */
const everyday = /^(?:import\b|use\b|from\b|package\b|export\s*[{*]|return nil|if err != nil|#include\b)/
const shortest = 8

/** A line without its layout: blanks, quotes, semicolons and trailing commas do not count. '' when it tells nothing. */
export function significantPart(line: string): string {
  const text = line.trim()
  if (everyday.test(text)) return ''
  const said = text.replace(/[\s'"`;]+|,$/g, '')
  return said.length >= shortest && /[A-Za-z]{3}/.test(said) ? said : ''
}

/** FNV-1a over UTF-16 units in two halves, 53 bits together: a number that a Map holds without a string. */
export function lineHash(text: string, seed: number): number {
  let low = lowFrom(seed)
  let high = highFrom(seed)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, primes.low)
    high = Math.imul(high ^ unit, primes.high)
  }
  return joined(low, high)
}

const primes = { low: 0x01000193, high: 0x5bd1e995 } as const
const lowFrom = (seed: number): number => 0x811c9dc5 ^ seed
const highFrom = (seed: number): number => 0x9747b28c ^ Math.imul(seed, 0x85ebca6b)
const joined = (low: number, high: number): number => (low >>> 0) * 0x200000 + ((high >>> 0) & 0x1fffff)

/** A line as it is looked up: by what it says in its file, and by what it says anywhere. */
export type HashedLine = { readonly where: number; readonly text: number }

/**
 * The hashes of the significant part of a line, undefined where it tells nothing. A history has millions of lines, so each
 * is gone through once, and nothing is cut out of it.
 */
export function hashLine(line: string, file: number): HashedLine | undefined {
  const text = line.trim()
  if (text.length < shortest || everyday.test(text)) return undefined
  const end = text.length - (text.endsWith(',') ? 1 : 0)
  let low = lowFrom(0)
  let high = highFrom(0)
  let lowHere = lowFrom(file)
  let highHere = highFrom(file)
  let length = 0
  let letters = 0
  let mostLetters = 0
  for (let at = 0; at < end; at++) {
    const unit = text.charCodeAt(at)
    const kind = kinds[unit]
    if (kind === undefined) return hashPart(significantPart(text), file)
    if (kind === layout) continue
    length++
    letters = kind === letter ? letters + 1 : 0
    if (letters > mostLetters) mostLetters = letters
    low = Math.imul(low ^ unit, primes.low)
    high = Math.imul(high ^ unit, primes.high)
    lowHere = Math.imul(lowHere ^ unit, primes.low)
    highHere = Math.imul(highHere ^ unit, primes.high)
  }
  if (length < shortest || mostLetters < 3) return undefined
  return { where: joined(lowHere, highHere), text: joined(low, high) }
}

const hashPart = (said: string, file: number): HashedLine | undefined =>
  said === '' ? undefined : { where: lineHash(said, file), text: lineHash(said, 0) }

const [layout, letter] = [1, 2]
/** What each ASCII character is to `significantPart`; of others it is asked itself. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCodePoint(code)
  return /[\s'"`;]/.test(character) ? layout : /[A-Za-z]/.test(character) ? letter : 0
})

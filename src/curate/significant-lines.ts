import type { FileChange } from '../commit.ts'
import { isSample, fileKindOf } from './files.ts'

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
  let low = 0x811c9dc5 ^ seed
  let high = 0x9747b28c ^ Math.imul(seed, 0x85ebca6b)
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x5bd1e995)
  }
  return (low >>> 0) * 0x200000 + ((high >>> 0) & 0x1fffff)
}

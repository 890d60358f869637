import { shorten } from '../text/clean.ts'
import type { UnknownText } from './list.ts'
import { escapeText, lines, trimBlankLines, unescapeText } from './markdown.ts'
import type { Source } from './raw.ts'

/** Reads the section: its first line says why the entry was last changed, all below it is a person's and stays. */
export function readReason(text: string): { reason: string; loose: readonly UnknownText[] } {
  const [first] = lines(text)
  const isReason = first !== undefined && !first.fenced && !/^#{2,3} /.test(first.text)
  const rest = trimBlankLines(isReason ? text.slice(first.text.length + 1) : text)
  return {
    reason: isReason ? unescapeText(first.text.trimEnd()) : '',
    loose: rest === '' ? [] : [{ after: 'Reason', line: 0, text: rest }],
  }
}

/** A reason that makes way and is a person's: it stays below the one that stands in its place. */
export const keepReason = (reason: string): UnknownText => ({ after: 'Reason', line: 0, text: escapeText(reason) })

/** Tells a reason in our own words, which the next may replace; one that somebody changed is no longer that. */
export function isOwnReason(reason: string, sources: readonly Source[]): boolean {
  const [, subject] = /^Learned from [0-9a-f]{7,64}: (.*)$/.exec(reason) ?? []
  if (subject !== undefined) return sources.some((source) => shorten(source.subject, 100) === subject)
  return /^(?:Learned from \d+ commits, [0-9a-f]+ to [0-9a-f]+|Told by [^:]*: .*|Read \S+)$/.test(reason)
}

/** What a sentence that somebody says is called as a title, and in the reason of its entry. */
export const titleOfSaid = (sentence: string): string => shorten(sentence.replace(/(?<![.:;\s])[.:;\s]+$/, ''), 80)

/** The title of what somebody told, as a reason keeps it when the rest of the entry is edited; '' where none did. */
export const titleInReason = (reason: string): string => /^Told by [^:\n]{0,200}: (.+)$/m.exec(reason)?.[1] ?? ''

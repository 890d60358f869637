import { type Entry, emptyEntry, readableEntry, writeEntry } from '../tree/entry.ts'
import { lines } from '../tree/markdown.ts'
import { isGoalPath, overviewFolder, toEntryPath } from '../tree/path.ts'
import { mergeEntries } from './entries.ts'
import { mergeGoalTexts } from './goals.ts'
import { mergeOverview } from './three-way.ts'

const start = /^<{7}(?: |$)/
const middle = /^={7}$/
const ancestor = /^\|{7}(?: |$)/
const end = /^>{7}(?: |$)/

/** Tells a text in which a merge by hand left markers, whole or by half; in a code block they are what it shows. */
export const hasMarkers = (text: string): boolean =>
  lines(text).some(({ text: line, fenced }) => !fenced && (start.test(line) || end.test(line) || ancestor.test(line)))

/**
 * Finishes a merge that somebody resolved by half: both sides of every conflict are read as entries and merged by
 * meaning. Gives undefined where not even one side can be read, because then only a person can help.
 */
export function repair(path: string, text: string): string | undefined {
  const [ours, base, theirs] = (['ours', 'base', 'theirs'] as const).map((side) => sideOf(text, side))
  if (ours === undefined || base === undefined || theirs === undefined) return undefined
  if (overviewFolder(path) !== undefined) return mergeOverview({ base, ours, theirs })
  if (isGoalPath(path)) return mergeGoalTexts(path, { base: isDiff3(text) ? base : undefined, ours, theirs })
  if (toEntryPath(path) === undefined) return undefined
  const [our, their] = [readableEntry(ours), readableEntry(theirs)]
  if (our === undefined || their === undefined) {
    const readable = our ?? their
    return readable === undefined ? undefined : writeEntry(readable)
  }
  // Only the style diff3 tells what was there before (git-config(1), merge.conflictStyle).
  const before = isDiff3(text) ? readableEntry(base) : undefined
  return writeEntry(mergeEntries({ base: before ?? unknownBase(our, their), ours: our, theirs: their }).entry)
}

const isDiff3 = (text: string): boolean => text.split('\n').some((line) => ancestor.test(line))

/** A text as one side had it; lines outside of conflicts belong to all, and stray markers to none. */
function sideOf(text: string, side: 'ours' | 'base' | 'theirs'): string {
  let part: typeof side | 'all' = 'all'
  const kept: string[] = []
  for (const line of text.split('\n')) {
    if (start.test(line)) part = 'ours'
    else if (ancestor.test(line)) part = 'base'
    else if (middle.test(line) && part !== 'all') part = 'theirs'
    else if (end.test(line)) part = 'all'
    else if (part === 'all' || part === side) kept.push(line)
  }
  return kept.join('\n')
}

/** What both had before they parted is not known: counters begin at the smaller, so that nothing counts twice. */
const unknownBase = (ours: Entry, theirs: Entry): Entry => ({
  ...emptyEntry,
  importance: Math.min(ours.importance, theirs.importance),
  accessCount: Math.min(ours.accessCount, theirs.accessCount),
  updateCount: Math.min(ours.updateCount, theirs.updateCount),
})

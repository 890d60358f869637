import type { Commit, FileChange } from '../../commit.ts'
import type { CommitReading } from './types.ts'

/** What a file of settings says as a whole: names with their values, and a note on each (a list, a reason). */
export type FileState = ReadonlyMap<string, { readonly value: string; readonly note: string }>

/** Longer lines are data, or were made to keep a reader busy. */
const longestLine = 500

/** The lines of a file that somebody wrote; what is longer counts as empty. */
export const linesIn = (text: string): readonly string[] =>
  text.split('\n').map((line) => (line.length > longestLine ? '' : line))

type Change = {
  readonly name: string
  readonly before: { readonly value: string; readonly note: string } | undefined
  readonly after: { readonly value: string; readonly note: string } | undefined
}

const noBlob = /^0+$/

/** Names the blobs, before and after, of the files of a commit that say something as a whole. */
export const wantedBlobs = ({ changes }: Commit, isWanted: (change: FileChange) => boolean): readonly string[] =>
  changes.filter(isWanted).flatMap(({ before, after }) => [before, after].filter((blob) => !noBlob.test(blob)))

/** Compares what a file said before a commit with what it says now, name by name. */
export function stateChanges(
  { texts }: CommitReading,
  { before, after }: FileChange,
  read: (text: string) => FileState,
): readonly Change[] {
  const [old, now] = [read(texts.get(before) ?? ''), read(texts.get(after) ?? '')]
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)]
    return was?.value === is?.value ? [] : [{ name, before: was, after: is }]
  })
}

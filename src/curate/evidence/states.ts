import type { Commit, FileChange } from '../../commit.ts'
import type { CommitReading } from './types.ts'

/** What a file of settings says as a whole: names with their values, and a note on each (a list, a reason). */
export type FileState = ReadonlyMap<string, { readonly value: string; readonly note: string }>

/** Longer lines are data, or were made to keep a reader busy. */
const longestLine = 500

/** The lines of a file that somebody wrote; what is longer counts as empty. */
export const linesIn = (text: string): readonly string[] =>
  text.split('\n').map((line) => (line.length > longestLine ? '' : line))

type ReadState = (text: string) => FileState
type Texts = CommitReading['texts']

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
  read: ReadState,
): readonly Change[] {
  const [old, now] = [stateOf(before, texts, read), stateOf(after, texts, read)]
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)]
    return was?.value === is?.value ? [] : [{ name, before: was, after: is }]
  })
}

/** What was read of texts, for as long as these are at hand: what one commit leaves, the next one finds. */
const kept = new WeakMap<Texts, Map<ReadState, Map<string, FileState>>>()

function stateOf(blob: string, texts: Texts, read: ReadState): FileState {
  const text = texts.get(blob)
  if (text === undefined) return read('')
  const byReader = kept.get(texts) ?? new Map<ReadState, Map<string, FileState>>()
  const states = byReader.get(read) ?? new Map<string, FileState>()
  const state = states.get(blob) ?? read(text)
  kept.set(texts, byReader.set(read, states.set(blob, state)))
  return state
}

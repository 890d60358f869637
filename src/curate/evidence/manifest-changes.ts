import type { Commit, FileChange } from '../../commit.ts'
import type { CommitReading } from './types.ts'

/** A version that is asked for, and the list of a manifest that asks for it. */
export type Needed = { readonly value: string; readonly note: string }

/** What a manifest asks for as a whole, by name. */
export type Needs = ReadonlyMap<string, Needed>

/** Longer lines are data, or were made to keep a reader busy. */
const longestLine = 500

/** The lines of a file that somebody wrote; what is longer counts as empty. */
export const linesIn = (text: string): readonly string[] =>
  text.split('\n').map((line) => (line.length > longestLine ? '' : line))

type ReadNeeds = (text: string) => Needs
type Texts = CommitReading['texts']

type Change = {
  readonly name: string
  readonly before: Needed | undefined
  readonly after: Needed | undefined
}

const noBlob = /^0+$/

/** Names the blobs, before and after, of the manifests of a commit. */
export const wantedBlobs = ({ changes }: Commit, isWanted: (change: FileChange) => boolean): readonly string[] =>
  changes.filter(isWanted).flatMap(({ before, after }) => [before, after].filter((blob) => !noBlob.test(blob)))

/** Compares what a manifest asked for before a commit with what it asks for now, name by name. */
export function needsChanged(
  { texts }: CommitReading,
  { before, after }: FileChange,
  read: ReadNeeds,
): readonly Change[] {
  const [old, now] = [needsIn(before, texts, read), needsIn(after, texts, read)]
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)]
    return was?.value === is?.value ? [] : [{ name, before: was, after: is }]
  })
}

/** What was read of texts, for as long as these are at hand: what one commit leaves, the next one finds. */
const kept = new WeakMap<Texts, Map<ReadNeeds, Map<string, Needs>>>()

function needsIn(blob: string, texts: Texts, read: ReadNeeds): Needs {
  const text = texts.get(blob)
  if (text === undefined) return read('')
  const byReader = kept.get(texts) ?? new Map<ReadNeeds, Map<string, Needs>>()
  const byBlob = byReader.get(read) ?? new Map<string, Needs>()
  const needs = byBlob.get(blob) ?? read(text)
  kept.set(texts, byReader.set(read, byBlob.set(blob, needs)))
  return needs
}

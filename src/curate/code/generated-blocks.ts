import type { Commit, FileChange } from '../../commit.ts'
import { hookPart, partIn } from '../../text/markers.ts'

/** Files that agents read: what we write into them between our markers comes from the tree, and must not come back to it. */
const forAgents =
  /(?:^|\/)(?:CLAUDE|AGENTS|GEMINI)\.md$|(?:^|\/)\.(?:cursor|windsurf|clinerules|roo)\/|(?:^|\/)\.(?:cursor|windsurf|cline|roo)rules$|copilot-instructions\.md$/

/** Hooks that are part of the code, as husky has them. */
const forGit = /(?:^|\/)(?:post-(?:commit|merge|checkout|rewrite)|prepare-commit-msg|pre-push)$/

const mayHoldOurs = (path: string): boolean => forAgents.test(path) || forGit.test(path)

const noBlob = /^0*$/

/** Names the blobs that tell which lines of a change are ours. */
export const generatedBlobs = ({ changes }: Commit): readonly string[] =>
  changes.flatMap(({ path, before, after }) =>
    mayHoldOurs(path) ? [before, after].filter((blob) => !noBlob.test(blob)) : [],
  )

/** Tells a file that ctx keeps among those of the code: its settings, and its tree where somebody committed that. */
export const isOfCtx = (path: string): boolean => path.startsWith('.ctx/')

/** Leaves the files of ctx out of a commit: they are nothing that it is about. */
export const withoutFilesOfCtx = (commit: Commit): Commit =>
  commit.changes.some(({ path }) => isOfCtx(path))
    ? { ...commit, changes: commit.changes.filter(({ path }) => !isOfCtx(path)) }
    : commit

/** Takes the lines of our own parts out of a commit; a file of which nothing else changed was not changed. */
export function withoutGeneratedBlocks(commit: Commit, texts: ReadonlyMap<string, string>): Commit {
  if (!commit.changes.some(({ path }) => mayHoldOurs(path))) return commit
  const changes = commit.changes.flatMap((change) => {
    const own = ownLines(change, texts)
    if (own.size === 0) return [change]
    const rest = (lines: readonly string[]): readonly string[] => lines.filter((line) => !own.has(line.trim()))
    const hunks = change.hunks
      .map((hunk) => ({ ...hunk, added: rest(hunk.added), removed: rest(hunk.removed) }))
      .filter(({ added, removed }) => [...added, ...removed].some((line) => line.trim() !== ''))
    return hunks.length === 0 ? [] : [{ ...change, hunks }]
  })
  return { ...commit, changes }
}

function ownLines({ path, before, after }: FileChange, texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  if (!mayHoldOurs(path)) return new Set()
  const parts = [before, after].flatMap((blob) => partOf(path, texts.get(blob) ?? '') ?? [])
  const lines = parts.flatMap((part) => part.split('\n')).map((line) => line.trim())
  return parts.length === 0 ? new Set() : new Set([...lines, '<!-- ctx:start -->', '<!-- ctx:end -->'])
}

const partOf = (path: string, text: string): string | undefined =>
  forGit.test(path) ? hookPart.exec(text)?.[0] : partIn(text)

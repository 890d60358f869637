import { askGit, streamGit } from './git.ts'
import type { RepoPaths } from './repo-paths.ts'

/** What a commit did to a text: in how many lines it came with it, in how many it went, and the files of these, most lines first. */
export type TextChange = {
  readonly commit: string
  readonly brought: number
  readonly took: number
  readonly files: readonly string[]
}

/** A file that has a text, and in how many lines. */
export type FileWithText = { readonly path: string; readonly lines: number }

type Looking = {
  /** The only file or folder to look in, by its name from the root. */
  readonly file: string | undefined
  readonly signal: AbortSignal
}

/** Finds the newest commits that changed how often a text stands in the files that git tracks, newest first (git log -S). */
export async function changesOfText(
  place: RepoPaths,
  text: string,
  { file, most, signal }: Looking & { readonly most: number },
): Promise<readonly TextChange[]> {
  // Whatever prefixes somebody has set (diff.noPrefix).
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/']
  const shape = ['--no-color', '--no-ext-diff', '--no-textconv', '--unified=0', '--find-renames', ...prefixes]
  const args = [
    '-c',
    'core.quotePath=false',
    'log',
    `-S${text}`,
    '--patch',
    ...shape,
    '--format=%x00commit %H',
    `--max-count=${most}`,
    'HEAD',
    '--',
    ...inFile(file),
  ]
  const found = await countIn(linesOf(streamGit(place, args, { isBounded: true, signal, env })), text)
  return found.map(({ commit, brought, took, in: counts }) => ({
    commit,
    brought,
    took,
    files: [...counts].toSorted(([, a], [, b]) => b - a).flatMap(([name]) => (name === '' ? [] : [name])),
  }))
}

type Counted = { commit: string; brought: number; took: number; in: Map<string, number> }

/** Counts the lines with a text that patches put in and take out, by commit and file. */
async function countIn(patches: AsyncIterable<string>, text: string): Promise<readonly Counted[]> {
  const found: Counted[] = []
  // Above the first hunk of a file, "--- a/name" is no line that went.
  let [isInHunk, path] = [false, '']
  for await (const line of patches) {
    const change = found.at(-1)
    if (line.startsWith(begins))
      found.push({ commit: line.slice(begins.length), brought: 0, took: 0, in: new Map<string, number>() })
    else if (line.startsWith('diff --git ')) [isInHunk, path] = [false, '']
    else if (line.startsWith('@@ ')) isInHunk = true
    else if (!isInHunk) path = nameInHead(line) ?? path
    else if (change !== undefined && line.includes(text, 1)) {
      if (line.startsWith('+')) change.brought++
      else if (line.startsWith('-')) change.took++
      change.in.set(path, (change.in.get(path) ?? 0) + 1)
    }
  }
  return found
}

/** The file of a patch, as its head names it: after the commit, or before it where that deleted it; git puts odd names in quotes. */
const nameInHead = (line: string): string | undefined => /^(?:---|\+\+\+) [ab]\/([^\t]+)\t?$/.exec(line)?.[1]

const env = { GIT_LITERAL_PATHSPECS: '1' }
const inFile = (file: string | undefined): readonly string[] => (file === undefined ? [] : [file])

/** No line of a patch begins so. */
const begins = '\0commit '

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

/** Finds the files of HEAD that have a text, those with most lines of it first; what is binary has none. */
export async function filesWithText(
  place: RepoPaths,
  text: string,
  { file, signal }: Looking,
): Promise<readonly FileWithText[]> {
  const args = ['grep', '--count', '--fixed-strings', '-I', '-z', '-e', text, 'HEAD', '--', ...inFile(file)]
  const { out } = await askGit(place, args, { isBounded: true, signal, env })
  return [...out.matchAll(/^HEAD:([^\0]+)\0(\d+)$/gm)]
    .map(([, path = '', lines]) => ({ path, lines: Number(lines) }))
    .sort((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1))
}

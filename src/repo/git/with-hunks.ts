import type { FileChange, Hunk } from '../../commit.ts'
import { fileKindOf } from '../../curate/code/files.ts'
import { languageOf } from '../../curate/code/language.ts'

/** Beyond this many lines of one file, a change is an import or a reformatting, and the rest of it is left unread. */
const mostLines = 4_000

/** Longer lines are data, or were minified; a page may have a paragraph in each (esbuild's changelog). */
const longestLine = { any: 500, page: 4_000 }

/** Gives each changed file what a patch (`git diff -U0`) says of it; git prints both in one order. */
export function withHunks(changes: readonly FileChange[], patch: string): readonly FileChange[] {
  if (patch === '') return changes
  const hunks = readPatch(patch)
  let at = 0
  return changes.map((change) => {
    // A change of type is printed as a removal and an addition.
    const [first = [], second = []] = change.status === 'other' ? hunks.slice(at, at + 2) : hunks.slice(at, at + 1)
    at += change.status === 'other' ? 2 : 1
    return { ...change, hunks: [...first, ...second] }
  })
}

const hunkHead = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/

/** Reads the hunks of each file of a patch, in its order. */
function readPatch(patch: string): readonly (readonly Hunk[])[] {
  const files: Hunk[][] = []
  let hunk: { removed: string[]; added: string[] } | undefined
  let [count, longest] = [0, longestLine.any]
  for (let at = 0, end = 0; at < patch.length; at = end + 1) {
    end = patch.indexOf('\n', at)
    if (end === -1) end = patch.length
    const mark = patch.charCodeAt(at)
    if (mark === plus || mark === minus) {
      if (hunk === undefined || count++ > mostLines || end - at > longest) continue
      ;(mark === plus ? hunk.added : hunk.removed).push(patch.slice(at + 1, end))
      continue
    }
    const head = mark === at_ ? hunkHead.exec(patch.slice(at, end)) : null
    if (head !== null) {
      const [, start = '0', section = ''] = head
      hunk = { removed: [], added: [] }
      files.at(-1)?.push({ section, start: Number(start), ...hunk })
    } else if (patch.startsWith('diff --git ', at)) {
      files.push([])
      hunk = undefined
      count = 0
      longest = isPage(patch.slice(at, end)) ? longestLine.page : longestLine.any
    }
  }
  return files
}

/** Whether a patch goes on with a page, by the line that names its file: "diff --git a/CHANGELOG.md b/CHANGELOG.md". */
function isPage(named: string): boolean {
  const path = named.slice(named.lastIndexOf(' b/') + ' b/'.length).replace(/"$/, '')
  return fileKindOf(path) === 'docs' && languageOf(path) === 'other'
}

const [plus, minus, at_] = [43, 45, 64]

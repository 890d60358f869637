import { fitKnown, type ShownKnown } from '../search/fit-known.ts'
import { oneLine } from '../text/clean.ts'
import { short } from '../text/words.ts'
import type { Related } from './related.ts'
import type { Why } from './why.ts'

/** Commits that one took the place of, at most. */
const mostReplaced = 3

/**
 * Keeps of the reasons as many as fit an answer, with the commits that one took the place of, a line each, and lines of
 * it that stand.
 */
export function shownWhy(
  { file, line, commit, hits, about, replaced: earlier, lines = [] }: Why,
  how: { readonly more: boolean },
): ShownKnown<Related> & { readonly replaced: readonly string[]; readonly standing: readonly string[] } {
  const replaced = earlier
    .slice(0, how.more ? undefined : mostReplaced)
    .map(({ date, commit: other, headline }) => `${date} ${short(other)} ${headline}`)
  const isWholeFile = commit === '' && line === undefined
  const standing = formatLinesNow(lines)
  const known = { file, isWholeFile, rules: [], lessons: hits, beside: [...standing, ...replaced], entries: about }
  return { ...fitKnown(known, how), replaced, standing }
}

/** Where lines of a commit stand today, one below the other. */
const formatLinesNow = (lines: NonNullable<Why['lines']>): readonly string[] =>
  lines.length === 0 ? [] : ['Lines of code that it wrote, where they stand today:', ...lines.map(formatLine)]

const formatLine = ({ file, line, text }: NonNullable<Why['lines']>[number]): string =>
  `  ${oneLine(file)}:${line}  ${text}`

/** Says what a commit is called whose lessons go by other names; '' of all else. */
export const namedCommit = ({ commit, subject }: Why): string => (subject === '' ? '' : `${short(commit)} ${subject}`)

/** Says that nothing was found, and where to look for what only touched a file. */
export const nothingFound = ({ file, line }: Why): string =>
  file === '' || line !== undefined
    ? 'Nothing is known about it.'
    : 'No commit that touched it says why; `ctx related` tells what they did.'

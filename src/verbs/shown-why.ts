import { fitKnown, type ShownKnown } from '../search/fit-known.ts'
import { short } from '../text/words.ts'
import type { Related } from './related.ts'
import type { Why } from './why.ts'

/** Commits that one took the place of, at most. */
const mostReplaced = 3

/** Keeps of the reasons as many as fit an answer, with the commits that one took the place of, a line each. */
export function shownWhy(
  { file, line, commit, hits, about, replaced: earlier }: Why,
  how: { readonly more: boolean },
): ShownKnown<Related> & { readonly replaced: readonly string[] } {
  const replaced = earlier
    .slice(0, how.more ? undefined : mostReplaced)
    .map(({ date, commit: other, headline }) => `${date} ${short(other)} ${headline}`)
  const isWholeFile = commit === '' && line === undefined
  const known = { file, isWholeFile, rules: [], lessons: hits, beside: replaced, entries: about }
  return { ...fitKnown(known, how), replaced }
}

/** Says what a commit is called whose lessons go by other names; '' of all else. */
export const namedCommit = ({ commit, subject }: Why): string => (subject === '' ? '' : `${short(commit)} ${subject}`)

/** Says that nothing was found, and where to look for what only touched a file. */
export const nothingFound = ({ file, line }: Why): string =>
  file === '' || line !== undefined
    ? 'Nothing is known about it.'
    : 'No commit that touched it says why; `ctx related` tells what they did.'

import { anyOf } from '../../text/alternatives.ts'

/** What a message names of earlier commits: the beginnings of their hashes, and the numbers of their pull requests without `#`. */
export type Cited = { readonly hashes: readonly string[]; readonly numbers: readonly string[] }

/** A message that goes on with nothing. */
const nothingCited: Cited = { hashes: [], numbers: [] }

/**
 * The commits that a message goes on with, by their hashes and numbers: "Fix a mistake in commit e11b2ad" (hyper caa166c7). Who lists
 * more than `most` tells of a release, or of another project. Copies of a commit on other branches name it and go on with nothing.
 */
export function citedIn(message: string, { most }: { readonly most: number }): Cited {
  if (copies.test(message)) return nothingCited
  const said = message.replace(ownNumber, '$1')
  const hashes = [...new Set(said.match(hash))]
  const numbers = [...new Set([...said.matchAll(reference)].map(([, cited = '']) => cited))]
  return hashes.length + numbers.length > most ? nothingCited : { hashes, numbers }
}

/** Whether some of what a message names is one commit, by its hash or by the number that it came with, `#12`. */
export const isCited = ({ hashes, numbers }: Cited, { sha, number }: { sha: string; number: string }): boolean =>
  hashes.some((one) => sha.startsWith(one)) || (number !== '' && numbers.includes(number.slice(1)))

/** Behind a subject stands the number that it came with itself, and all commits of its pull request. */
const ownNumber = /^([^\n]{1,300}) \(#\d{1,9}\)(?=[ \t]*(?:\n|$))/
/** The address of a file, as it was then, is not about the commit that it names (alertmanager ba3dbbf6). */
const hash = /(?<!\/(?:blob|raw|tree)\/)\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/g
/** A number as one refers to a pull request, and not to a rule, a colour, or what another project counts. */
const reference = anyOf('gim')`
  (?:
    # At the beginning of a line, or in brackets.
    ^|\(
    # "fixes #12", "since GH-34"
    \b(?:
      after|break\w*|broke|by|clos(?:e[sd]?|ing)|fix(?:e[sd])?|follow\w*(?: up)?(?: (?:of|on|to))?|from
      in|of|pr|pull request|regress\w*|resolv(?:e[sd]?|ing)|revert\w*|see|since|than|to|with
    )[ ]
  )(?:#|GH-)(\d{1,9})\b(?! of [a-z])
`

const copies = /\bback-?port|\bcherry[- ]pick/i

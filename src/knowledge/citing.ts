import type { CommitIndex } from '../repo/index/commit-index.ts'
import type { FoundCommit } from '../repo/index/indexed-commit.ts'

/** Who lists so many numbers tells of a release, or of another project. */
const mostCited = 4

/**
 * The later commits that name one in their messages, by its hash or by the number that it came with, oldest first: "Fix a
 * mistake in commit e11b2ad" (hyper caa166c7). Copies of it on other branches follow nothing up.
 */
export function citing(row: FoundCommit, commitIndex: Pick<CommitIndex, 'naming'>): readonly FoundCommit[] {
  const number = /^#(\d{1,9})$/.exec(row.number)?.[1] ?? ''
  return commitIndex.naming({ sha: row.sha, number, after: row.id }).filter((later) => {
    const said = `${later.subject}\n${later.body}`
    if (later.number === row.number && row.number !== '') return false
    if (copies.test(said)) return false
    const hashes = said.match(hash) ?? []
    const numbers = [...said.matchAll(reference)].map(([, cited = '']) => cited)
    if (new Set([...hashes, ...numbers]).size > mostCited) return false
    return hashes.some((one) => row.sha.startsWith(one)) || (number !== '' && numbers.includes(number))
  })
}

/** The address of a file, as it was then, is not about the commit that it names (alertmanager ba3dbbf6). */
const hash = /(?<!\/(?:blob|raw|tree)\/)\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/g
/** A number as one refers to a pull request, and not to a rule, a colour, or what another project counts. */
const reference =
  /(?:^|\b(?:after|break\w*|broke|by|clos(?:e[sd]?|ing)|fix(?:e[sd])?|follow\w*(?: up)?(?: (?:of|on|to))?|from|in|of|pr|pull request|regress\w*|resolv(?:e[sd]?|ing)|revert\w*|see|since|than|to|with) |\()(?:#|GH-)(\d{1,9})\b(?! of [a-z])/gim
const copies = /\bback-?port|\bcherry[- ]pick/i

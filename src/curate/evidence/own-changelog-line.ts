import type { Commit } from '../../commit.ts'
import { fileKindOf } from '../code/files.ts'
import { nearestBullet } from '../message/changelog-words.ts'
import { type Bullet, bulletsIn, fragmentText } from '../message/changelog.ts'
import { isChangelog, isFragment } from '../message/changelog-files.ts'
import type { Message } from '../message/commit-message.ts'
import { undoing } from '../message/headline-kinds.ts'
import { isEmptySubject } from '../message/nameless.ts'
import { isCovered, newWords, sharesWord, wordsIn } from '../message/shared-words.ts'

type Read = { readonly commit: Commit; readonly message: Message }

const leastParts = 3

/** Lines that a release adds to its changelog, below its own heading or many, are about other commits; so few are about this one. */
const mostOwnLines = 3

/** A line that shares so many of its words with those taken out was there before. */
const alike = 0.6

/** A line that was moved or spelled anew is another commit's; code may have made more of one that was there. */
const isNewIn = (before: ReadonlySet<string>, text: string, { isCode }: { isCode: boolean }): boolean =>
  !isCovered(text, before, alike) || (isCode && newWords(text, before) >= 2)

/** What a commit itself writes into the changelog, or into a file that becomes part of it. */
export function ownChangelogLine({ commit, message }: Read): Pick<Bullet, 'text' | 'kind' | 'release'> | undefined {
  const added = commit.changes.filter(({ status }) => status !== 'deleted')
  const fragments = added.filter(({ path, status }) => status === 'added' && isFragment(path))
  // Who writes many takes a changelog apart (urllib3 29fa291b); of two, one is about what the subject says (kit 9f06b3ac).
  const texts = fragments
    .map(({ hunks }) => ({ text: fragmentText(hunks.flatMap((hunk) => hunk.added)) }))
    .filter(({ text }) => text !== '')
  const fragment = texts.length < leastParts ? nearestBullet(message.subject, texts) : undefined
  if (fragment !== undefined) return { ...fragment, kind: '', release: '' }
  // Whoever only writes the changelog tells of others' commits.
  if (added.every(({ path }) => isChangelog(path))) return undefined
  const hunks = commit.changes.filter(({ path }) => isChangelog(path)).flatMap((change) => change.hunks)
  // A changelog may be moved whole: each line of it is held against all (vite, 18 of 31 seconds).
  const before = wordsIn(hunks.flatMap(({ removed }) => removed).join('\n'))
  const isCode = added.some(({ path }) => fileKindOf(path) === 'code')
  // What comes together from two places is no line of the list.
  const written = hunks.flatMap((hunk) => bulletsIn(hunk.added))
  const own = written.filter(({ text }) => isNewIn(before, text, { isCode }))
  // What nobody may know before is released is written below the heading of that release (urllib3 f05b1329).
  const isNameless = isEmptySubject(message.subject)
  const isRelease = own[0]?.release !== '' && (own.length > 1 || !isCode) && !isNameless
  const said = isNameless ? message.body : message.subject
  const best = isRelease || own.length > mostOwnLines ? undefined : nearestBullet(said, own)
  return best === undefined || isAbout(best.text, { commit, message }) ? best : undefined
}

/**
 * Whether a line is about the change that it came with, and no note that was forgotten before: what leaves the code alone
 * or takes something back must share a word with it.
 */
function isAbout(text: string, { commit, message }: Read): boolean {
  const said = `${message.subject} ${message.body}`
  if (isEmptySubject(message.subject) || sharesWord(text, said)) return true
  const code = commit.changes.filter(({ path }) => fileKindOf(path) === 'code')
  if (code.length === 0 || undoing.test(message.subject)) return false
  // Who wrote no more than "Fix it" may have said it in the changelog; whoever named something else spoke of something else.
  return (
    newWords(message.subject, '') <= leastNamed ||
    sharesWord(text, code.flatMap(({ hunks }) => hunks.flatMap(({ added }) => added)).join('\n'))
  )
}

const leastNamed = 2

import { anyOf } from '../../text/alternatives.ts'
import { fold } from '../../text/clean.ts'
import { sentences } from '../../text/sentences.ts'
import { landedTitle, revertedTitle } from '../../text/titles.ts'
import { countWords } from '../../text/words.ts'
import { landing, undoing } from '../message/headline-kinds.ts'
import { sectionsOf } from '../message/sections.ts'
import { isTalk } from '../message/talk.ts'
import { reasonScore } from './reason-score.ts'
import type { Evidence, CommitReading } from './types.ts'

// The words of git-revert(1), which names the commit in the body.
const bodyForm = /\bThis reverts commit ([0-9a-f]{7,64})\b/g

/** What the quotes of a subject are about in the end, and whether it is there again once all of them were done. */
function unquote(subject: string): { readonly what: string; readonly isAgain: boolean } {
  const [back, again] = [revertedTitle(subject), landedTitle(subject)]
  const inner = back || again
  if (inner === '') return { what: subject.replace(/^Revert: /, ''), isAgain: landing.test(subject) }
  const { what, isAgain } = unquote(inner)
  return { what, isAgain: again !== '' || (what !== inner && !isAgain) }
}

/** Names the commits that a message takes back in git's words. */
export const revertedBy = (body: string): readonly string[] =>
  [...body.matchAll(bodyForm)].map(([, reverted = '']) => reverted)

/** Names the commits that a message takes back itself: its subject says so, or its body begins with it. */
export const ownReverts = ({ subject, body }: Pick<CommitReading['message'], 'subject' | 'body'>): readonly string[] =>
  isOwnRevert({ subject, body }) ? revertedBy(body) : []

/** The body of a squash tells of reverts too, of what was never there for anybody else. */
const isOwnRevert = ({ subject, body }: Pick<CommitReading['message'], 'subject' | 'body'>): boolean =>
  unquote(subject).what !== subject ||
  (revertedBy(body).length > 0 && (undoing.test(subject) || body.startsWith('This reverts commit')))

/** Whether a sentence says no more than the subject does. */
const repeats = (sentence: string, what: string): boolean =>
  fold(sentence.replace(/["“”]|^revert:? /gi, '')).startsWith(fold(what).slice(0, 30))

/** Whether a sentence only says where to look, or whom it is for: a link (fzf 00f4551a), "/cc @somebody (see #4205)" (caddy 8848df9c). */
const onlyPoints = (sentence: string): boolean =>
  pointer.test(sentence) && countWords(sentence.replaceAll(pointers, '')) < leastWords

const pointer = /https?:|[#@]\w/
const pointers = /https?:\S+|[#@][\w/-]+/g
const leastWords = 4

/** Whether a sentence gives no reason, but says what will be done, or speaks to others, or has one word: "Again ..." (hugo 59300faa). */
const isEmpty = (sentence: string): boolean =>
  isTalk(sentence) || thinksAgain.test(sentence) || countWords(sentence) < leastOfReason

/** "Will have to look more closely into this." (hugo f4046033), "I need to revisit this." (508db190), which says no more in any project. */
const thinksAgain = anyOf('i')`
  ^(?:(?:I|we) )?(?:(?:will )?(?:have|need) to|(?:I|we)'ll have to) (?:
    (?:look|think|take another (?:look|stab))\b(?:
      [ ](?:a|bit|about|again|at|careful(?:ly)?|close(?:r|ly)?|harder|into|little|more|over|through)
    ){0,5}(?: (?:it|this|that))?
    (?:reconsider|re-?think|revisit|review) (?:it|this|that)
  )[\s.!…]{0,5}$
`

/** "Not needed." is a reason. */
const leastOfReason = 2

/** “Revert the command duration in ms feature” was not tried, but the feature (starship caaf3bc6). */
const ownWords = /^revert(?:s|ed|ing)? (?!(?:back )?to\b|#)(?:the )?(?=\S)/i

/** What is said where a commit says no reason. */
export const noReason = '; the commit does not say why'

/** What a squash took back on its way: where that is a commit of the branch it stands, nothing is told of it (rack 34402838). */
const asStep = (sha: string, reverted: string): Evidence => ({
  kind: 'revert',
  about: 'taken back',
  value: reverted,
  text: '',
  category: 'project',
  at: { commit: sha, path: '' },
  grade: 'observed',
  weight: 0,
})

/** Finds what a commit takes back, and what it brings back; `value` names the reverted commit. */
export function reverts({ commit, message }: CommitReading): readonly Evidence[] {
  const { subject, body, type } = message
  const { what, isAgain } = unquote(subject)
  const found = revertedBy(body)
  if (!isOwnRevert(message) && type !== 'revert' && !isAgain)
    return found.map((reverted) => asStep(commit.sha, reverted))
  // The steps of a squash are what was done, and not why.
  const [own] = sectionsOf(body.replace(/^This reverts commit [0-9a-f]{7,64}\.?$/gm, ''))
  const why = sentences(own?.paragraphs.join('\n\n') ?? '').filter(
    (sentence) =>
      !/:$|^(?:This (?:partially |partly )?reverts|Closes |Fixes #|Refs |(?:and )?(?:commit )?[0-9a-f]{7,64}\b)/.test(
        sentence,
      ) &&
      !isEmpty(sentence) &&
      (!/^Reverts? /.test(sentence) || reasonScore(sentence) > 0) &&
      !repeats(sentence, what) &&
      !onlyPoints(sentence),
  )
  const reason = why.length === 0 ? noReason : `: ${why.slice(0, 2).join(' ')}`
  return (found.length === 0 ? [''] : found).map((reverted) => ({
    kind: 'revert' as const,
    about: isAgain ? 'brought back' : 'taken back',
    value: reverted,
    text: `“${what === subject ? what.replace(ownWords, '') : what}” ${isAgain ? 'was taken back and came again' : 'was tried and taken back'}${reason}`,
    category: 'project' as const,
    at: { commit: commit.sha, path: '' },
    grade: 'observed' as const,
    weight: 1,
  }))
}

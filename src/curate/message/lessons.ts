import { fold, shorten } from '../../text/clean.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { sentences } from '../../text/sentences.ts'
import { withItsTime } from './at-the-time.ts'
import { type Message, withoutGitmoji } from './commit-message.ts'
import { isEmptySubject } from './nameless.ts'
import { isPlan } from './plans.ts'
import { isByRobot } from './robots.ts'
import { type Section, sectionsOf } from './sections.ts'

/** What a commit, or one section of a squash, teaches: its headline, and why, in its author's words and order. */
export type Lesson = {
  readonly headline: string
  /** The explaining paragraphs, whole sentences, at most `longest` characters; '' where the message explains nothing. */
  readonly why: string
}

/** The deciding sentence is often the third or fourth; behind this many characters hardly anything is decided. */
const longest = 900

/** Reads the lessons of a message; the first is that of the message itself, and is there even when it explains nothing. */
export function lessonsIn(message: Message): readonly Lesson[] {
  if (isByRobot(message.body)) return [{ headline: message.subject, why: '' }]
  const [own = { headline: '', paragraphs: [] }, ...squashed] = sectionsOf(message.body)
  const unnamed = squashed.filter(({ headline }) => nameless.test(headline)).flatMap(({ paragraphs }) => paragraphs)
  const said = titled({ headline: message.subject, why: whyOf([...own.paragraphs, ...unnamed], reasonsIn(message)) })
  const undone = new Set(
    squashed.flatMap(({ headline }) => withoutPrefix(/^revert:? "(.+)"$/i.exec(headline)?.[1] ?? '') || []),
  )
  const sections = squashed
    .filter(({ headline }, at) => !undone.has(withoutPrefix(headline)) && !isTakenOut(headline, squashed.slice(at + 1)))
    .filter(({ headline }) => !nameless.test(headline))
    .filter(({ headline, paragraphs }) => !isChatter(headline) || paragraphs.join(' ').length > 200)
    .map(lessonOf)
    .filter(({ why }) => reasoned.test(why) || wordsOf(why).length >= leastOfStep)
  const [first, ...rest] = sections
  if (isEmptySubject(message.subject)) return renamed(said, squashed, own)
  // The first commit of a squash is what its subject is about.
  if (said.why === '' && first !== undefined && isAlike(first.headline, said.headline))
    return [{ ...said, why: first.why }, ...rest]
  return [said, ...sections]
}

/** Whether a later step takes out what a headline put in: "Add CustomFormat option", "Remove CustomFormat option and …" (fiber e947e03e). */
function isTakenOut(headline: string, later: readonly Section[]): boolean {
  const [, ...own] = termsOf(headline)
  const removals = later.map((step) => withoutPrefix(step.headline)).filter((said) => takesOut.test(said))
  return (
    own.length > 1 &&
    !takesOut.test(withoutPrefix(headline)) &&
    removals.some((said) => own.every((term) => termsOf(said).has(term)))
  )
}

const takesOut = /^(?:delete|drop|remove|revert)\b/i

/** A step on the way to what was merged is worth a lesson of its own where it says why, or says much. */
const leastOfStep = 8

/** What GitHub writes over an edit in the browser; what its author wrote below is about the whole. */
const nameless = /^(?:Update|Create|Delete) \S+\.\w+$/

/** Where GitHub wrote the headline, the first sentence below it is what its author would have written there. */
function titled(lesson: Lesson): Lesson {
  if (!nameless.test(lesson.headline)) return lesson
  const [headline = '', ...rest] = sentences(lesson.why)
  const isTitle = headline !== '' && headline.length <= longestHeadline
  return isTitle ? { headline: headline.replace(/\.$/, ''), why: rest.join(' ') } : lesson
}

function renamed(said: Lesson, squashed: readonly Section[], own: Section): readonly Lesson[] {
  const [first, ...rest] = squashed.filter(({ headline }) => !isChatter(headline))
  if (first !== undefined) return [lessonOf(first), ...rest.map(lessonOf).filter(({ why }) => why !== '')]
  const [headline = said.headline, ...paragraphs] = own.paragraphs.filter((text) => !isThanks.test(text))
  return [headline.length > longestHeadline ? said : { headline, why: whyOf(paragraphs) }]
}

/** "Advisory reported by … Thank you!" (chi 1be7ad93) */
const isThanks =
  /^(?:(?:advisory |issue |bug )?(?:reported|found|discovered|disclosed) by [^.:;]{1,80}(?:\. thanks?\b.{0,60}|\. thank you\b.{0,60}|\.?)|thanks? (?:you|to)\b.{0,100})$/i

/** A line that is longer is no title. */
export const longestHeadline = 120

const lessonOf = ({ headline, paragraphs }: Section): Lesson => ({
  headline: withoutPrefix(headline),
  why: whyOf(paragraphs),
})

/** Trailers by which an author says why, and what no longer works for whom. */
const reasonsIn = ({ trailers }: Message): readonly string[] =>
  trailers.flatMap(({ key, value }) => {
    if (value === '') return []
    if (/^breaking[ -]change$/i.test(key)) return [`Breaking: ${value}`]
    return /^(?:why|reason)$/i.test(key) ? [value] : []
  })

/**
 * Puts the explaining paragraphs one after the other, up to the length that a reader bears, never cut inside a sentence.
 * What its author calls a reason is one, however short.
 */
function whyOf(paragraphs: readonly string[], reasons: readonly string[] = []): string {
  // A squash may have one message several times.
  const parts = [...paragraphs.map(withoutReview).filter(explains), ...reasons]
  const said = withItsTime([...new Set(parts.flatMap(toldIn))])
  const firsts = new Set(parts.flatMap((part) => (startsList.test(part) ? [] : toldIn(part).slice(0, 1))))
  const kept = upTo(longest, said)
  const isDecision = (sentence: string): boolean =>
    decides.test(sentence) || (firsts.has(sentence) && orders.test(sentence))
  const at = said.findIndex((sentence, place) => place >= kept.length && isDecision(sentence))
  const decided = at === -1 ? [] : upTo(longestDecision, said.slice(at))
  const [first] = said
  if (kept.length === 0 && first !== undefined) return withoutMarkup(shorten(first, longest))
  if (decided.length === 0) return withoutMarkup(kept.map(ended).join(' '))
  const before = upTo(longest - lengthOf(decided), said.slice(0, at))
  // One long sentence says why: what was done about it, its headline says.
  if (before.length === 0) return withoutMarkup(kept.map(ended).join(' '))
  const gap = before.length < at ? ['…'] : []
  return withoutMarkup([...before, ...gap, ...decided].map(ended).join(' '))
}

/** The first sentences of some, together at most so many characters long. */
function upTo(most: number, said: readonly string[]): readonly string[] {
  let length = 0
  const end = said.findIndex((sentence) => {
    if (length + sentence.length > most) return true
    length += sentence.length + 1
    return false
  })
  return end === -1 ? said : said.slice(0, end)
}

const lengthOf = (said: readonly string[]): number => said.join(' ').length

/** Who tells at length how it was must not be cut off before what was done about it (tracing, tower: Motivation, Solution). */
const decides =
  /^(?:breaking|solution): |^(?:in )?this (?:branch|commit|pr|pull request|patch|change(?:set)?)\b|^(?:i|we)(?: have|'ve)? (?:now )?(?:changed|fixed|added|removed|replaced|made|moved|rewrote|introduced)\b/i

/** How a paragraph begins that says what was done as git would: "Compute the filter where routes are built instead" (fiber eed67f8a). */
const orders =
  /^(?:add|allow|avoid|build|call|change|check|clear|close|compute|convert|copy|count|drop|ensure|fix|give|handle|hold|keep|let|limit|make|mark|move|only|parse|pass|prefer|prevent|put|raise|read|refuse|reject|remove|rename|replace|require|reset|restore|return|reuse|run|send|set|skip|split|stop|store|switch|take|treat|turn|use|validate|wait|wrap|write)\b/i

/** So much of what was done is told behind a long account of what was wrong. */
const longestDecision = 300

/** Takes off whom a list answers; what it says is what was done: "Address review on …: • Compare …" (fiber e8d21b8b). */
const withoutReview = (paragraph: string): string =>
  paragraph.replace(/^(?:address|apply|follow)(?:e[sd]|s|ed|ing)? (?:the |all )?review\b[^:•]{0,120}: (?=• )/i, '')

/** The sentences of a paragraph that say something of the code; the items of a list become parts of one. */
const toldIn = (paragraph: string): readonly string[] =>
  withoutTorn(sentences(paragraph))
    .filter((sentence) => !isTalk(withoutMarkup(sentence)) && !announces(sentence))
    .map((sentence) =>
      sentence
        .replace(/^(?:• |-{1,2} )/, '')
        .replace(/(?:,? (?:resulting in|as in|such as|like(?: (?:this|so))?|with|namely|e\.g\.|i\.e\.))?:$/, '.')
        .replace(/([.!?:;,]?) • /g, (_, mark: string) => `${mark || ';'} `)
        .replace(closing, ''),
    )

/** What only leads to code or a table that is not here says nothing without it; other sentences that end so do. */
const announces = (sentence: string): boolean =>
  (sentence.endsWith(':') && sentence.split(' ').length < (pointing.test(sentence) ? leastPointing : leastBefore)) ||
  (pointsAtLast.test(sentence) && sentence.split(' ').length < leastPointing)

const leastBefore = 8
const leastPointing = 14
const pointing =
  /\b(?:following|below|examples?|e\.g\.|for instance|as follows|like (?:this|so)|looks? like|outputs?|prints?|results?|produces?)\b/i

/** "I could do the following.", where code follows (attrs 5aa76a44). */
const pointsAtLast = /\b(?:the following|as follows|like (?:this|so))\.?$/i

/** What a sentence closes besides, as it is often put behind one. */
const closing = /(?<=[.!?)])\s(?:closes?|fix(?:es)?|refs?|resolves?|related to|see)\s(?:[\w./-]{1,60})?#\d{1,9}\.?$/i

/** Ends what is followed by something else, as the last item of a list does not. */
const ended = (text: string, at: number, all: readonly string[]): string =>
  at < all.length - 1 && /(?:[`)\]]|[\p{L}\p{N}]['"’”]?)$/u.test(text) ? `${text}.` : text

/** Sentences by which an author speaks to reviewers, or names no more than a number or an address. */
const isTalk = (sentence: string): boolean =>
  talk.test(sentence) || isPlan(sentence) || isReference(sentence.split(/[\s,]+/))

const talk =
  /^(?:\*{0,2}this is a (?:manual )?backport of |based on the above|feel free|if you think|let me know|thanks|thank you|many thanks|credits? (?:to|for|goes|["“])|update from @|first pr\b|cc:? @|my bad\b|w?h?oops\b|sorry (?:for|about)\b|am i missing\b|(?:i'm )?not sure (?:what|how|if|whether)\b|what (?:is|are) your|for the review|below is|the above |as (?:seen|shown) above|instead of this:|see (?:there|the (?:issue|discussion|thread))\b|original discussion|(?:i|we) can't label|@[\w-]+ )|^P\.?S\.? |\blet me know\b|\b(?:in my git repository|this (?:is|was) a rebase of|line-by-line)\b|\b(?:you|your|should i|should we)\b[^?]{0,120}\?$/i

const isReference = (words: readonly string[]): boolean =>
  words.some((word) => target.test(word)) && words.every((word) => target.test(word) || leading.test(word))

const target = /^\(?(?:[\w./-]{0,80}#\d|gh-\d|https?:\/\/)/i
const leading =
  /^(?:closes?|closing|fix(?:es|ed)?|resolves?|refs?|see|relate[sd]?|to|issues?|re|cherry|pick(?:ed)?|from|backport|of|update|same|bug|as|in|the|pr|pull|request|discussion|this|and|my|comment|there|also|is|)[:.]?$/i

/** What ends in the middle led to code or to a picture that is not here. */
const withoutTorn = (said: readonly string[]): readonly string[] =>
  torn.test(said.at(-1) ?? '') ? said.slice(0, -1) : said.map((text) => text.replace(/:?(?: [-*•]){1,20}$/, '.'))

const torn =
  /(?:,|\b(?:a|an|the|of|for|to|in|on|with|and|or|that|which|is|are|by|from|as|at|than|instead of|such as|like|e\.g\.|i\.e\.))$/i

/** A paragraph explains when it is prose: enough words or a reason, and not about the review or the tests that were added. */
const explains = (paragraph: string): boolean =>
  (wordsOf(paragraph).length >= 6 || reasoned.test(paragraph)) &&
  !aside.test(paragraph) &&
  !(startsList.test(paragraph) && isTerse(paragraph))

/** Words by which a title or a short sentence says why or what must be, not only what was done. */
export const reasoned = /\b(?:because|so that|to (?:avoid|prevent)|instead of|otherwise|must(?: not)?|never)\b/i

const startsList = /^\s*(?:[-*+•o]|\d+[.)])\s+/

/** A bare list of what was done repeats the diff; one that says why has sentences for items. */
const isTerse = (list: string): boolean => {
  const items = list.split(/(?:^|\s)(?:[-*+•o]|\d+[.)])\s+/).filter((text) => text.trim() !== '')
  return wordsOf(list).length < items.length * 8 || items.every((text) => /^[\w./-]+(?:\([^)]*\))?!?:\s/.test(text))
}

const wordsOf = (text: string): readonly string[] => text.match(/[A-Za-z]{2,}/g) ?? []

/** Talk of the author to the reviewer, and text of templates. */
const aside =
  /^(?:also,? (?:add|includ|updat|fix)\w*\b.{0,40}\btests?\b|(?:add|updat)\w* (?:\w+ ){0,4}tests?\b|thanks\b|thank you|please (?:review|let me)|(?:i|we) (?:have|'ve) (?:read|tested)|address(?:es)? review|by submitting|before submitting|note to reviewer|this (?:pr|pull request) (?:was|is) (?:generated|created)|no functional change|not sure\b|below (?:is|are)\b)/i

/** What commits of a squash are called that no one else needs to know of. */
export const isChatter = (headline: string): boolean =>
  inBrackets.test(headline) || chatter.test(withoutPrefix(headline))

/** "[update patch]" (hyperfine a8a75a3b) */
const inBrackets = /^\[[^[\]]{1,30}\]$/

const chatter =
  /^(?:(?:fix(?:e[sd])?|add(?:ed)?|update[ds]?|more|address(?:ed)?|apply|tweak(?:ed)?|remove[ds]?|clean(?:ed)?(?:[ -]?up)?|correct(?:ed)?|run|improve[ds]?|format|rename[ds]?)\b.{0,30}\b(?:lint(?:er|ing)?|tests?|repro\w*|typos?|format(?:ting)?|suggestions?|review|comments?|feedback|ci|docs?|changelog|readme|imports?|nits?|whitespace|clippy|rustfmt|prettier|eslint|types?|build|spelling|changeset)\b|lint|format|oops|wip|merge\b|nits?\b|typo|changelog|review|prettier|rustfmt|clippy|gofmt|self[- ]review|update \S+\.\w+$|cleanup|clean up|ci\b|docs?\b|tests?\b|bump\b|release\b|revert\b|fixup|squash|rebase|try\b|address\b)/i

const prefix = /^[a-z]+(?:\([^)\n]*\))?!?(?:\([^)\n]*\))?:\s+/i

/** Takes a conventional prefix and the number of a pull request off a headline. */
export const withoutPrefix = (headline: string): string =>
  withoutGitmoji(headline)
    .replace(prefix, '')
    .replace(/(?:\s{0,3}\(#\d{1,9}\)){1,9}$/, '')
    .trim()

/** Two headlines are alike when most words of the shorter one are in the other. */
function isAlike(a: string, b: string): boolean {
  const [x, y] = [termsOf(a), termsOf(b)]
  const shared = [...x].filter((word) => y.has(word)).length
  return shared >= Math.max(1, Math.min(x.size, y.size) * 0.5)
}

const termsOf = (text: string): ReadonlySet<string> => new Set(fold(withoutPrefix(text)).match(/[a-z0-9_]{3,}/g) ?? [])

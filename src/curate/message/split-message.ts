import { revertedTitle, typeOf, withoutPrefix } from '../../text/titles.ts'
import { countWords } from '../../text/words.ts'
import { asProse, sentences } from '../../text/sentences.ts'
import { isChangelog } from './changelog-files.ts'
import { isChatter, isOfReview } from './chatter.ts'
import type { Message } from './commit-message.ts'
import { removes, undoing } from './headline-kinds.ts'
import { distinctiveTerms } from './distinctive-terms.ts'
import { isEmptySubject, isNumber } from './nameless.ts'
import { reasonIn } from './pick-reason.ts'
import { reasoned } from '../../text/reasons.ts'
import { withReleaseNotes } from './release-notes.ts'
import { isByRobot, isRobots } from './robots.ts'
import { type Section, sectionsOf } from './sections.ts'
import { isCovered, longWords } from './shared-words.ts'

/** What a commit, or one section of a squash, teaches: its headline, and why, in its author's words and order. */
export type Lesson = {
  readonly headline: string
  /** The explaining paragraphs, whole sentences, about 900 characters (`pick-reason.ts`); '' where the message explains nothing. */
  readonly why: string
  /** What its next steps are called, where no step explains anything. */
  readonly steps?: string
}

/** Reads the lessons of a message; the first is that of the message itself, and is there even when it explains nothing. */
export function lessonsIn(message: Message, { changesCode = true } = {}): readonly Lesson[] {
  if (isByRobot(message.body) || isRobots(message.subject)) return [{ headline: message.subject, why: '' }]
  const [own = { headline: '', paragraphs: [] }, ...steps] = sectionsOf(message.body)
  const isAside = ({ headline }: Section): boolean => {
    const type = typeOf(headline)
    return (ofTests.test(type) && !ofTests.test(message.type)) || (type === 'style' && message.type !== 'style')
  }
  const landed = ({ headline }: Section): boolean => changesCode || !onCode.test(headline)
  const squashed = withoutFirstTries(steps).filter((step) => !isRobots(step.headline) && !isAside(step) && landed(step))
  const unnamed = squashed
    .filter(({ headline }) => nameless.test(headline) && !isChangelog(headline.split(' ').at(-1) ?? ''))
    .flatMap(({ paragraphs }) => paragraphs)
  const holds = withoutTakenOut(squashed, message.subject)
  const said = titled({
    headline: message.subject,
    why: holds(reasonIn([...withReleaseNotes(own.paragraphs, message.subject), ...unnamed], reasonsIn(message))),
  })
  const undone = new Set(squashed.flatMap(({ headline }) => withoutPrefix(revertedTitle(headline)) || []))
  const isTakenOut = takenOutIn(squashed)
  // Also of what most messages need not tell: a squash is called after it.
  const isNamesake = (headline: string): boolean =>
    isAlike(headline, message.subject) && !onTheWay.test(withoutPrefix(headline))
  const isTold = ({ headline, paragraphs }: Section, at: number): boolean =>
    !undone.has(withoutPrefix(headline)) &&
    !isTakenOut(at) &&
    !nameless.test(headline) &&
    (!(isChatter(headline) || isOfReview(headline)) || isNamesake(headline) || paragraphs.join(' ').length > 200)
  const told = squashed.flatMap((step, at) => {
    const { headline, why } = lessonOf(step)
    const left = isTold(step, at) ? holds(why, at) : ''
    return left === '' ? [] : [{ headline: isOfReview(headline) ? message.subject : headline, why: left }]
  })
  if (isEmptySubject(message.subject)) return renamed(said, squashed, own)
  // What the step says that a squash is called after is said of it, however short.
  const namesake = said.why === '' ? told.find((step) => isAlike(step.headline, said.headline)) : undefined
  return [{ ...said, why: namesake?.why ?? said.why }, ...told.filter((step) => step !== namesake && saysMuch(step))]
}

/**
 * Leaves out a step that a later one of the same title says anew, in most of its words: "New default level = 1", and then "Default
 * level = 9" (starlette 467eb1c2); not one that another goes on with ("Switch to slashes …", vitest 329f9ca3).
 */
const withoutFirstTries = (steps: readonly Section[]): readonly Section[] =>
  steps.filter((step, at) => {
    const again = steps.slice(at + 1).filter(({ headline }) => headline === step.headline)
    const said = step.paragraphs.join(' ')
    return said === '' || !again.some(({ paragraphs }) => isCovered(said, paragraphs.join(' '), mostOf))
  })

/** What is done to a branch before it lands, whatever it is called after (axum 6c133be5). */
const onTheWay = /^(?:address|merge|revert|review)\b/i

/**
 * A step that its author says is about tests alone (gin b917b14f): the rest of the squash is what was done, unless all of it is (echo
 * 4f5ac600). So it is with style: "style(pacquet): comply with clippy::pedantic" (pnpm ac367fce).
 */
const ofTests = /^tests?$/

/** What did not land where nothing but comments and pages changed: a later step took it back (echo a2dea4e6). */
const onCode = /^(?:feat|fix|perf)\b/i

const saysMuch = ({ why }: Lesson): boolean => reasoned.test(why) || countWords(why) >= leastOfStep

/**
 * Tells of the steps of a squash which of them a later one takes out: "Add CustomFormat option", "Remove CustomFormat
 * option and …" (fiber e947e03e).
 */
function takenOutIn(steps: readonly Section[]): (at: number) => boolean {
  const said = steps.map(({ headline }) => ({ isRemoval: takesOut(withoutPrefix(headline)), terms: termsOf(headline) }))
  const removals = said.flatMap(({ isRemoval, terms }, at) => (isRemoval ? [{ at, terms }] : []))
  return (at) => {
    const [, ...own] = said[at]?.terms ?? []
    if (own.length < 2 || said[at]?.isRemoval !== false) return false
    return removals.some((later) => later.at > at && own.every((term) => later.terms.has(term)))
  }
}

/**
 * Leaves out what a later step of a squash takes out: the example that "defines high entropy strings", and "Remove 'high
 * entropy string' example from recipes" (structlog 72943b3e).
 */
function withoutTakenOut(steps: readonly Section[], subject: string): (why: string, at?: number) => string {
  const removals = steps.flatMap(({ headline }, at) => {
    if (!removal.test(withoutPrefix(headline)) || isAlike(headline, subject)) return []
    const terms = [...new Set(distinctiveTerms(withoutPrefix(headline)))]
    return terms.length >= leastShared ? [{ at, terms }] : []
  })
  const isTakenOut = (sentence: string, at: number): boolean => {
    const later = removals.filter((one) => one.at > at)
    // Most messages take out nothing, and to find the terms of a sentence takes long.
    if (later.length === 0) return false
    const said = new Set(distinctiveTerms(sentence))
    return later.some(({ terms }) => {
      const shared = terms.filter((term) => said.has(term)).length
      return shared >= Math.max(leastShared, terms.length * mostOf)
    })
  }
  return (why, at = -1) => asProse(sentences(why).filter((sentence) => !isTakenOut(sentence, at)))
}

const removal = /^(?:delet|remov)(?:e[ds]?|ing)\b/i
const leastShared = 3
const mostOf = 0.6

const takesOut = (headline: string): boolean => removes.test(headline) || undoing.test(headline)

/** A step on the way to what was merged is worth a lesson of its own where it says why, or says much. */
const leastOfStep = 8

/**
 * What GitHub writes over an edit in the browser, or calls the branch of one (pyjwt 6cef6f28), no more than "Whoops" (urllib3
 * ea13ad80), or the heading of a template (echo 6a390cb5, "<Description>"); what stands below is about the whole.
 */
const nameless =
  /^(?:(?:Update|Create|Delete) \S+\.\w+|Patch \d{1,3}|(?:[Ww]h?)?[Oo]ops\W*|<[A-Z][a-z ]{2,40}>|(?:Background|Changes?|Description|Overview|Summary|Test plan):?)$/

/** Who asked for it says nothing of what was done: "Incorporated code review comments from r1061" (gson 0b734e46). */
const asked =
  /^(?:(?:address|incorporat|implement)\w* )?(?:PR |code )?review (?:comments?|feedback|suggestions?)(?: from \S{1,40})?$/i

/** Where GitHub wrote the headline, or a reviewer is its subject, the first sentence below it is what its author would have written there. */
function titled(lesson: Lesson): Lesson {
  if (!nameless.test(lesson.headline) && !asked.test(lesson.headline)) return lesson
  const [headline = '', ...rest] = sentences(lesson.why)
  const isTitle = headline !== '' && headline.length <= longestHeadline && !/^at the time\b/i.test(headline)
  return isTitle ? { headline: headline.replace(/\.$/, ''), why: rest.join(' ') } : lesson
}

function renamed(said: Lesson, squashed: readonly Section[], own: Section): readonly Lesson[] {
  const [first, ...rest] = squashed.filter(({ headline }) => !isChatter(headline))
  if (first !== undefined) return [withSteps(first, squashed), ...rest.map(lessonOf).filter(({ why }) => why !== '')]
  const [title = said.headline, ...paragraphs] = own.paragraphs.filter((text) => !isThanks.test(text))
  // Two sentences are no title, though below "Merge commit from fork" they may be the only one there is.
  const isTitle = title.length <= longestHeadline && (!isNumber(said.headline) || sentences(title).length === 1)
  const [sentence = '', ...others] = sentences(title)
  // What leans on the first sentence stays behind it.
  const isApart = others.length > 0 && countWords(sentence) >= leastTitle && !leaning.test(others[0] ?? '')
  if (isNumber(said.headline) && isApart && sentence.length <= longestHeadline)
    return [{ headline: sentence.replace(/(?<=\w[`)]?)\.$/, ''), why: reasonIn([others.join(' '), ...paragraphs]) }]
  return [isTitle ? { headline: title.replace(/(?<=\w[`)]?)\.$/, ''), why: reasonIn(paragraphs) } : said]
}

/**
 * What nobody called anything, and explained nowhere, is all that its first steps say, up to one that is about none of it:
 * "Limit PROXY protocol v1 line length", "Anchor PROXY protocol match to buffer start" (puma f723c060).
 */
function withSteps(first: Section, squashed: readonly Section[]): Lesson {
  const lesson = lessonOf(first)
  if (squashed.some(({ paragraphs }) => paragraphs.length > 0)) return lesson
  const after = squashed.slice(squashed.indexOf(first) + 1).map(({ headline }) => withoutPrefix(headline))
  const end = after.findIndex((step) => isChatter(step) || namesFile.test(step) || countWords(step) < leastTitle)
  return { ...lesson, steps: after.slice(0, end === -1 ? mostSteps : Math.min(end, mostSteps)).join('; ') }
}

const mostSteps = 3
/** "test_puma_server.rb - use heredoc" (puma 690155e7), "Add entry in HISTORY.md" (3b48d320) */
const namesFile = /\b[\w-]{2,60}\.[a-z]{1,4}\b/

/** "Hi!" is no title. */
const leastTitle = 4
const leaning = /^(?:also|and|but|however|instead|it|otherwise|so|still|that|then|therefore|these|they|this|those)\b/i

/** "Advisory reported by … Thank you!" (chi 1be7ad93) */
const isThanks = /^(?:advisory )?reported by [^.:;]{1,80}(?:\. thanks?\b.{0,60}|\.?)$/i

/** A line that is longer is no title. */
export const longestHeadline = 120

const lessonOf = ({ headline, paragraphs }: Section): Lesson => ({
  headline: withoutPrefix(headline),
  why: reasonIn(paragraphs),
})

/** Trailers by which an author says why, and what no longer works for whom. */
const reasonsIn = ({ trailers }: Message): readonly string[] =>
  trailers.flatMap(({ key, value }) => {
    if (value === '') return []
    if (/^breaking[ -]change$/i.test(key)) return `Breaking: ${value}`.split('\n')
    return /^(?:why|reason)$/i.test(key) ? [value] : []
  })

/** Two headlines are alike when most words of the shorter one are in the other, and not alone that both add something (structlog a6545993). */
function isAlike(a: string, b: string): boolean {
  const [x, y] = [termsOf(a), termsOf(b)]
  const shared = [...x].filter((word) => y.has(word))
  return shared.length >= Math.min(x.size, y.size) * 0.5 && shared.some((word) => !saysLittle.test(word))
}

/** What most headlines do, and the words between. */
const saysLittle =
  /^(?:(?:add|allow|chang|creat|fix|implement|improv|introduc|mak|remov|support|updat|us)(?:e|es|ed|ing|s)?|and|for|from|into|that|the|with)$/

const termsOf = (text: string): ReadonlySet<string> => new Set(longWords(withoutPrefix(text)))

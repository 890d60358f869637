import { anyOf } from '../text/alternatives.ts'
import { newsAsked } from '../text/dates.ts'

// What a question asks for, by how it asks: what something is, when it came, what became of it, who did it.

/**
 * The word for what a question wants to know: "which outage", "how many megabytes", "what ratio did"; '' where it has none, as
 * in "what made fd use it".
 */
export function wordSought(question: string): string {
  const [, of, which, what] = sought.exec(question) ?? []
  return (of ?? which ?? what ?? '').toLowerCase()
}

const sought =
  /^\s*(?:(?:(?:after|by|for|in|of|to|up to|with|within) )?how (?:many|much)\s+([a-z][\w-]*)|(?:by )?(?:which|whose)\s+([a-z][\w-]*)|(?:by )?what\s+([a-z][\w-]*)\s+(?:are|can|did|do|does|had|has|have|is|may|must|should|was|were|will)\b)/i

/** Whether a question wants to know what something is. */
export const asksWhatItIs = (question: string): boolean => /^\s*what(?:['’]s| is| are| does| do)\b/i.test(question)

/** Whether a question wants to know what something is, or how it works, in whatever words; a name alone does, too. */
export const asksHowItIs = (question: string): boolean =>
  asksWhatItIs(question) ||
  /^\s*(?:(?:describe|explain|what exactly|how do(?:es)?|do(?:es)?|can|may|must|is|are)\b|\S+\s*$)/i.test(question)

/** Whether a question wants to know what something is there for: "why do we need it", "why is there a …". */
export const asksWhyItIs = (question: string): boolean =>
  /^\s*why (?:do|does|is)\b.{0,60}\b(?:exist|have|need|there)\b/i.test(question)

/** Whether a question asks for what there is in the place of what it names: "what should I use instead of …". */
export const asksForAnother = (question: string): boolean =>
  /\binstead of\b|\bwhat (?:has )?(?:replaced|took (?:over|the place))\b/i.test(question)

/**
 * Whether a question is about something that is no longer there, or never was: "what became of app.router", "why is it
 * not".
 */
export const asksWhatWentAway = (question: string): boolean => saysItWent(question) || isMissed.test(question)

const saysItWent = (question: string): boolean => saysOneOf(question, removalWords) || removalPhrase.test(question)
const removalWords = new Set(
  (
    'deleted deletes deletion delete deprecated disabled drop dropped gone removal remove removed removes rename renamed replace ' +
    'replaced replaces retired stop stopped undone withdrawn'
  ).split(' '),
)
const removalPhrase = anyOf('i')`
  \b(?:
    no longer|any ?more|any longer|what became of|what happened to|where did .{1,40} go
    when did .{1,40} go away|took the place|instead of|g[ai]ven? up|t(?:aken?|ook) (?:away|back|out)
    rolled back|not (?:an? )?supported
  )\b
`
const isMissed = /\bwhy\b.{0,60}(?:\bnot|n['’]t)\b/i

/**
 * Whether a question asks when something came, or who brought it, or why: "when was it added", "since when is there a …", "which
 * version got it".
 */
export const asksWhenItCame = (question: string): boolean =>
  (sinceWhen.test(question) ||
    saysAfter(question, { asked: whoBrought, known: bringingWords }) ||
    saysAfter(question, { asked: whenItCame, known: arrivalWords })) &&
  !saysItWent(question)

const sinceWhen = /\bsince when\b|\bwhere (?:did|do|does) .{1,60} come from\b/i
const whoBrought =
  /\b(?:who|(?:what|which) (?:commit|mr|patch|pr|pull request)|why (?:was|were|did (?:they|we|you)))\b(?=(.{0,60}\w*))/gi
const bringingWords = new Set('add added create created implement implemented introduce introduced'.split(' '))
const whenItCame = /\b(?:when|(?:which|what) (?:release|version))\b(?=(.{0,60}\w*))/gi
const arrivalWords = new Set(
  (
    'added appear appeared came come created began begin first get got gain gained implemented introduce introduced land landed ' +
    'start started'
  ).split(' '),
)

/** Whether one of some words stands behind a part of a question, not far from it. */
const saysAfter = (
  question: string,
  { asked, known }: { readonly asked: RegExp; readonly known: ReadonlySet<string> },
): boolean => [...question.matchAll(asked)].some(([, behind = '']) => saysOneOf(behind, known))

/**
 * Whether a text has one of some words: a pattern of many takes V8 longer to make ready than it takes to look each word up. What is
 * a part of a name is none: "when was `delete_cookie` added".
 */
const saysOneOf = (text: string, known: ReadonlySet<string>): boolean =>
  (text.toLowerCase().match(/\w+/g) ?? []).some((word) => known.has(word))

/** Whether a question asks for what is new, and says of nothing where: "what changed recently", "the latest commits". */
export function asksOnlyForNews(question: string): boolean {
  const news = newsAsked(question)
  return news !== '' && ofAnything.test(question.replace(news, ' '))
}

const ofAnything = anyOf('i')`
  ^(?:
    [\s?!.,]
    \b(?:
      a|about|and|any|are|been|chang(?:ed|es)|code(?:base)?|did|do(?:es|ing|ne)?|for|going
      happen(?:ed|ing)|has|have|here|in|is|it|list|made|me|most|of|on|our|project|repo(?:sitory)?|show
      summari[sz]e|tell|that|the|there|these|this|to|us|was|we|were|what|which|who|work(?:ed)?
    )\b
  )*$
`

/** Whether a question asks for a person: "who added the cache", "by whom". */
export const asksForPerson = (question: string): boolean =>
  /\bby whom\b/i.test(question) || [...question.matchAll(whoDid)].some(([, did = '']) => deeds.has(did.toLowerCase()))

const whoDid = /\bwho (?:(?:else|has|had|is|was) ){0,2}(\w+)/gi
const deeds = new Set(
  (
    'add added broke brought changed committed created decided did disabled dropped fixed implemented introduced knows made ' +
    'maintained maintains mended moved proposed removed renamed replaced reverted rewrote wanted wrote'
  ).split(' '),
)

/** Whether a question asks for a time or a release: "since when …", "which version …", "-u was a no-op, when did that change". */
export const asksForRelease = (question: string): boolean => ofRelease.test(question)

const ofRelease = /(?:^|[,;.?!] |\b(?:and|or|since) )\s*when\b|\b(?:what|which) (?:release|version)s?\b/i

/** Whether a question is about how things were: "why did it stop", "when was it added". */
export const asksHowItWas = (question: string): boolean =>
  /\b(?:did|was|were|had)(?:n['’]t)?\b|\bsince when\b/i.test(question)

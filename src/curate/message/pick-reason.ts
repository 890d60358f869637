import { anyOf } from '../../text/alternatives.ts'
import { shorten } from '../../text/clean.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { asProse, sentences } from '../../text/sentences.ts'
import { withoutAnnouncements, withoutShown } from './announcements.ts'
import { endedBeforeCode, leadsOnly } from './code-in-prose.ts'
import { withItsTime } from './at-the-time.ts'
import { explains, orders, startsList } from './explains.ts'
import { withoutTests } from './of-tests.ts'
import { withItemsShortened } from './long-lists.ts'
import { isTalk, withoutChores } from './talk.ts'
import { withTurn } from './turns.ts'

/** The deciding sentence is often the third or fourth; behind this many characters hardly anything is decided. */
const longest = 900

/**
 * Puts the explaining paragraphs one after the other, up to the length that a reader bears, never cut inside a sentence.
 * What its author calls a reason is one, however short.
 */
export function reasonIn(paragraphs: readonly string[], reasons: readonly string[] = []): string {
  // A squash may have one message several times.
  const explaining = [...paragraphs.map(withoutReview).map(withoutTests).filter(explains), ...reasons]
  const parts = withItemsShortened(explaining, longest).map((text) => ({
    isList: startsList.test(text),
    said: toldIn(text),
  }))
  const isLong = lengthOf(parts.flatMap((part) => part.said)) > longest
  const told = parts.filter(({ said: [first = ''] }, at) => at === 0 || !isLong || !observes.test(first))
  const said = withItsTime(opened([...new Set(told.flatMap((part) => part.said))]))
  const firsts = told.flatMap((part) => (part.isList ? [] : part.said.slice(0, 1)))
  const short = isLong ? withoutShown(said.filter((sentence, at) => at === 0 || !isTable(sentence))) : said
  return withoutMarkup(asProse(shortened(short, new Set(firsts)).map(ended)))
}

/** What became what, item by item, goes before any sentence does: "/script.js → /assets/index.js; …" (alertmanager 4910378a). */
const isTable = (sentence: string): boolean => sentence.replace(/`[^`]*`/g, '').split(/ (?:→|[-=]>) /).length > 3

/**
 * What a first sentence goes on from stood before it: as code, "However, between …" (fsnotify 2d133b81), or in another step of its
 * squash, "Again, since …" (alertmanager 6305229f).
 */
const opened = ([first = '', ...rest]: readonly string[]): readonly string[] =>
  first === ''
    ? rest
    : [
        first.replace(/^(?:[Aa]gain|[Hh]owever), ([a-z])(?=[a-z]*[ ,;.])/, (_, letter: string) => letter.toUpperCase()),
        ...rest,
      ]

/** Where it was seen, and how to see it again, is the first to go: "Observed on a server streaming a chunked body …" (hyper f660f5bf). */
const observes = /^(?:observed|steps to reproduce|to reproduce)\b/i

/** The first sentences, and those that say what was done about it, which stand behind a long account of what was wrong. */
function shortened(said: readonly string[], firsts: ReadonlySet<string>): readonly string[] {
  const kept = withTurn(upTo(longest, said), said)
  const [first] = said
  if (kept.length === 0 && first !== undefined) return [shorten(first, longest)]
  const starts = said.flatMap((sentence, at) => (firsts.has(sentence) ? [at] : []))
  const endFrom = (place: number): number => starts.find((start) => start > place) ?? said.length
  const isDecided = kept.some((sentence) => decides.test(sentence))
  const isDecision = (sentence: string): boolean =>
    breaks.test(sentence) || (!isDecided && (decides.test(sentence) || (firsts.has(sentence) && orders.test(sentence))))
  // What was done is cut off where its paragraph is, wherever that begins.
  const decision = said.findIndex(
    (sentence, place) => isDecision(sentence) && (place >= kept.length || (place > 0 && endFrom(place) > kept.length)),
  )
  const isSolved = kept.some((sentence) => solves.test(sentence))
  const at =
    decision !== -1 || isSolved
      ? decision
      : said.findIndex((sentence, place) => place >= kept.length && solves.test(sentence))
  const decided = at === -1 ? [] : decidedIn(said.slice(at))
  const before = upTo(longest - lengthOf(decided), said.slice(0, Math.max(0, at)))
  // One long sentence says why: what was done about it, its headline says.
  if (decided.length === 0 || before.length === 0) return kept
  return [...before, ...(before.length < at ? ['…'] : []), ...decided]
}

/** What was done, of a list as many items as there is room for: "Solution: Implemented … returning new Core instances: …" (zap 7c80d7b5). */
function decidedIn(said: readonly string[]): readonly string[] {
  const [first = ''] = said
  const most = breaks.test(first) ? longestBreak : longestDecision
  const item = first.lastIndexOf('; ', most)
  return first.length > most && item !== -1 ? [`${first.slice(0, item)}; …`] : upTo(most, said)
}

/** The first sentences of some, together at most so many characters long. */
export function upTo(most: number, said: readonly string[]): readonly string[] {
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
const decides = anyOf('i')`
  ^(?:breaking|solution): |^(?:in )?this (?:branch|commit|pr|pull request|patch|change(?:set)?)\b
  ^(?:i|we)(?: have|'ve)? (?:changed|fixed|added|removed|replaced|made|moved|rewrote)\b
`

/**
 * How the point of a long account begins, which is the last to come: "And there in lay the solution: all we need to do is …"
 * (ripgrep 656aa126), "This improves scaling because …" (020687a7), "So this reverts the first fix but …" (d47663b1).
 */
const solves = anyOf('i')`
  ^(?:
    (?:and )?there ?in lay |(?:so|instead),? (?:all|just|the (?:fix|solution)|this|we (?!still\b))\b
    the (?:actual |real |right )?(?:fix|remedy|solution)\b
    to (?:address|fix|remedy|solve) (?:it|that|this)\b
    (?:it|this) (?:avoids|fixes|improves|prevents|solves)\b
  )
`

/** So much of what was done is told behind a long account of what was wrong; of what breaks, less says it. */
const longestDecision = 450
const longestBreak = 300
const breaks = /^breaking: /i

/** Takes off whom a list answers; what it says is what was done: "Address review on …: • Compare …" (fiber e8d21b8b). */
const withoutReview = (paragraph: string): string =>
  paragraph.replace(/^(?:address|apply|follow)(?:e[sd]|s|ed|ing)? (?:the |all )?review\b[^:•]{0,120}: (?=• )/i, '')

/** The sentences of a paragraph that say something of the code; the items of a list become parts of one. */
const toldIn = (paragraph: string): readonly string[] =>
  withoutAnnouncements(withoutTorn(sentences(withoutChores(paragraph))))
    .filter((sentence) => !isTalk(withoutMarkup(sentence)) && !leadsOnly.test(sentence))
    .map((sentence) =>
      endedBeforeCode(sentence.replace(/^(?:• |-{1,2} )/, '').replace(label, (_, first: string) => first.toUpperCase()))
        .replace(/([.!?:;,]?) • /g, (_, mark: string) => `${mark || ';'} `)
        .replace(shown, '')
        .replace(offer, '')
        .replace(closing, ''),
    )
    .filter((sentence) => sentence !== '')

/**
 * A heading of a template, before what it asks for (fd 08c0d427), who asked for it (de422afd), a greeting (koa 3d15c240), "To be
 * honest, …", and the dots behind a headline that goes on (ripgrep 827082a3).
 */
const label = anyOf('i')`
  ^(?:
    (?:…|\.{3}) ?|(?:honestly|tbh|to be (?:frank|honest)),? |(?:description|overview|summary):[ ]
    (?:hello|hey|hi)(?: (?:all|everyone|folks|there))?[,!.][ ]
    per (?:@?[\w-]{1,40}(?:['’]s)? )?(?:\w{1,20} )?(?:feedback|review|suggestion)(?: (?:by|from|of) @?[\w-]{1,40})?[:,][ ]
  )(\S)
`

/** What is shown below, amid a sentence that says enough without it: "fails with the following error when …" (starlette f9fad62b). */
const shown =
  / (?:with|as in|like|by) the following (?:code|error|exception|message|output|snippet|traceback|warning)s?(?= (?:after|for|if|in|on|when|while)\b)/i

/** What an author offers to reviewers: "…; happy to drop it if upstream prefers an exact mirror" (urllib3 29ae1419). */
const offer = anyOf('i')`
  (?:
    [;,] |(?:^|\.? ?)If [^.!?]{1,60}, |^
  )(?:I(?:'d| would| am|'m)(?: be)? )?(?:delighted|glad|happy) to (?:
    adapt|add|adjust|amend|change|drop|hear|learn|open|remove|rename|revert|rework|split|update
  )\b[^]*$
`

/** What a sentence closes besides, as it is often put behind one, or at its end: "…, close #1016, close #1029" (core ff4d1fcd). */
const closing = anyOf('i')`
  (?:
    (?<=[.!?)])\s\(?(?:closes?|fix(?:es)?|refs?|resolves?|related to|see)
    (?<!#\d{1,9}),\s(?:closes?|fix(?:es)?|resolves?)
  )\s(?:[\w./-]{1,60})?#\d{1,9}(?:,? (?:(?:and|closes?|fix(?:es)?|resolves?) ){0,2}#\d{1,9}){0,9}\)?\.?$
`

/** Ends what is followed by something else, as the last item of a list does not. */
const ended = (text: string, at: number, all: readonly string[]): string =>
  at < all.length - 1 && /(?:[`)\]+%]|[\p{L}\p{N}]['"’”]?)$/u.test(text) ? `${text}.` : text

/**
 * What ends in the middle led to code or to a picture that is not here; "… and send that" ends (alertmanager 0d86b5ba). So did who
 * wrote "… but since they only", and no more (black 79575f33).
 */
const withoutTorn = (said: readonly string[]): readonly string[] =>
  torn.test(said.at(-1) ?? '') ? said.slice(0, -1) : said.map((text) => text.replace(/:?(?: [-*•]){1,20}$/, '.'))

const torn = anyOf('i')`
  (?:
    ,
    \b(?:
      a|an|the|of|for|to|in|on|with|and|or
      (?<!\b(?:after|all|before|do|fix|from|just|like|of|send|than|to|use|with) )that|which|is|are|by
      from|as|at|than|via|instead of|such as|like|e\.g\.|i\.e\.
      (?:it|they|we|you) (?:also|just|only|still)
    )
  )$
`

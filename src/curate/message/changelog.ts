import { anyOf } from '../../text/alternatives.ts'
import { oneLine } from '../../text/clean.ts'
import { withoutUnderlined } from '../../text/headings.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { countWords, occurrences } from '../../text/words.ts'
import type { LessonKind } from '../../tree/note.ts'
import { type ChangelogItem, itemsIn } from './changelog-items.ts'
import { plainNote } from './changelog-files.ts'
import { numberedLabel, ofType, withoutLabels } from './changelog-labels.ts'
import { cutLine, wholeSentences } from './changelog-length.ts'
import {
  closedBehind,
  closingBracket,
  namesOfLine,
  ofCause,
  ofReverted,
  type OthersNumbers,
  othersNumbersIn,
} from './changelog-names.ts'
import { withoutCodeBlocks } from './shown-code.ts'
import {
  credit,
  creditOfHashes,
  sentByPeople,
  thanks,
  uncredited,
  uncreditedBeside,
  withoutAuthors,
} from './credits.ts'

/** One line of a changelog: the user's words for a change, in which release, and what it can be joined by. */
export type Bullet = {
  readonly text: string
  readonly kind: LessonKind | ''
  /** The release that it stands under, '' where it is not released yet. */
  readonly release: string
  /** The day of that release, `2023-09-20`, where its heading says it. */
  readonly day: string
  /** The changelog that it stands in, '' where that is not known. */
  readonly file: string
  /** Numbers of pull requests and issues, `#123`, those of other projects, `memchr#82`, and hashes of commits, as the line names them. */
  readonly names: readonly string[]
}

/** Reads the lines of a changelog, or of what a commit added to one. */
export function bulletsIn(lines: readonly string[], file = ''): readonly Bullet[] {
  const othersNumbers = othersNumbersIn(lines)
  const said = itemsIn(lines.map((line) => cutLine(line)))
    .map((written) => readBullet(written, { file, othersNumbers }))
    .filter(({ text }) => countWords(text) >= 4 && !saysNothing.test(text))
  return withoutSummary(said)
}

/** Leaves out what heads a change of the same number and release that is told in full below it, as calens writes "Summary" and "Details" (restic). */
function withoutSummary(said: readonly Bullet[]): readonly Bullet[] {
  const keyOf = ({ release, names }: Bullet): string => `${release} ${names[0] ?? ''}`
  const told = new Map<string, string[]>()
  for (const bullet of said) {
    const known = told.get(keyOf(bullet))
    if (known === undefined) told.set(keyOf(bullet), [bullet.text])
    else known.push(bullet.text)
  }
  const isHead = (bullet: Bullet): boolean =>
    bullet.names.length > 0 && (told.get(keyOf(bullet)) ?? []).some((text) => text.startsWith(`${bullet.text}. `))
  return said.filter((bullet) => !isHead(bullet))
}

/** What stands in a list of changes so that it is not empty. */
const saysNothing = anyOf('i')`
  ^updated dependencies(?: \[[0-9a-f,\s]{1,400}\])*[.:]?$
  ^(?:
    (?:
      various|minor|other|small|some|general|performance|bug ?fix(?:es)?|fixes|improvements|updates?
      clean ?ups|and|more|[^\w\s]
    )\s*
  )+$
`

function readBullet(
  { text, naming, kind, release: brought, day }: ChangelogItem,
  { file, othersNumbers }: { readonly file: string; readonly othersNumbers: OthersNumbers },
): Bullet {
  const { own, others } = othersNumbers(naming)
  const { said: unlabelled, labelled } = withoutLabels(text)
  const told = withoutAuthors(oneLine(withoutItsNames(unlabelled)))
    .replace(ofType, '')
    .replace(toCode, '')
    .replace(sentByPeople, '')
    .replace(thanks, '')
  const said = uncreditedBeside(told)
    .replace(credit, '')
    .replace(creditOfHashes, '')
    .replace(/ ([.,])/g, '$1')
    .replace(/:\.(?=\s|$)/g, '.')
    .replace(/ \((?:(?:issue|PR) #|#{1,2}\d{0,7}|\s{0,3})\)/gi, '')
    .replace(toLinks, '')
    .replace(ofPages, '')
    .replace(
      /(\.?)(?:,?(?: and(?: (?:issue|PR))?)? #\d{1,7}){1,9}\)?(\.?)$/,
      (_, before: string, after: string) => before || after,
    )
    .replace(/(?<![\s(,;–-])[\s(,;–-]+$/, '')
    .replace(/ [–-](?: #\d{1,7})?(?=\.(?:\s|$))/g, '')
    .replace(leading, '')
    .replace(ofNumbers, '')
    .replace(/(?<=[.!?])(?:,? ?\)){1,2}$/, (end, _at, whole: string) =>
      occurrences(whole, '(') < occurrences(whole, ')') ? '' : end,
    )
  return {
    text: wholeSentences(said),
    kind: advised(said) || labelled || kind,
    release: brought,
    day,
    file,
    names: [...namesOfLine(own), ...others],
  }
}

/** A line without the numbers, hashes and people that it goes by. */
function withoutItsNames(text: string): string {
  return (
    withoutMarkup(
      named(uncredited(unescaped(withoutAuthorOfCommit(text).replace(closedBehind, closingBracket))))
        .replace(ofCause, '$1 $2')
        .replace(ofReverted, '')
        .replace(ofCommit, ''),
    )
      .replace(/^\[?[A-Z]{2,12} (?:#\d{1,7}|[0-9a-f]{7,40})\]?(?:\([^()\n]{0,200}\))?: ?/, '')
      .replace(numberedLabel, '')
      .replace(ofRelease, '')
      .replace(/\[(#\d{1,7}(?:, #\d{1,7})*|@[\w-]{1,40})\]/g, '$1')
      .replace(leadingNumbers, '')
      .replace(sentBy, '')
      .replace(/[\w.-]{1,60}\/[\w.-]{1,60}(?=#\d)/g, '')
      // What else the brackets say: "(`#1019 <…>`_; requires Python 3.10 or later when using Trio)" (anyio fe266574).
      .replace(/\(#\d{1,7}(?:, #\d{1,7}){0,4}; (?=[a-z]+ [\w.' -]{8,100}\))/g, '(')
      .replace(
        /[([]{1,2}(?:(?:(?:PRs?|pulls?|issues?|closes|fixes|refs?|see)\s{0,3})?(?:#\d+|@[\w-]{1,40}(?![\w/-])|(?=[a-f]{0,39}\d)[0-9a-f]{7,40}\b)(?:[\s,;]|and)*)+[)\]]{0,2}/gi,
        '',
      )
      .replace(/ (?=\d{0,9}[a-f])(?=[a-f]{0,9}\d)[0-9a-f]{7,10}(?=[\s.)]*$)/, '')
      .replace(/\(\s*[0-9a-f]{7,40}\s*\)|@[\w-]+(?=[\s)]*$)/g, '')
  )
}

/** What Markdown reads behind a backslash is the sign itself, but in code: "\\_WIN32", "[\\#784](…)" (hiredis ada36652, a5613f3f). */
const unescaped = (text: string): string =>
  text.includes('\\')
    ? text
        .split(/(`[^`]*`)/)
        .map((part, at) => (at % 2 === 1 ? part : part.replace(/\\([#_*~])/g, '$1')))
        .join('')
    : text

/** Names advisories and standards by the numbers that people know them by, where a role of reStructuredText holds half of one. */
const named = (text: string): string =>
  text
    .replace(/:(ghsa|cve):`([\w-]{4,40})`/gi, (_, list: string, number: string) => `${list.toUpperCase()}-${number}`)
    .replace(
      /:(pep|rfc):`(\d{1,5})(?:#[\w.-]{1,40})?`/gi,
      (_, list: string, number: string) => `${list.toUpperCase()} ${number}`,
    )

const advised = (text: string): LessonKind | '' => (/\b(?:GHSA-[\w-]{4}|CVE-\d{4})/.test(text) ? 'security' : '')

/** Where a list is made of the log: the hash that leads a line, and the author's address that ends it. */
const ofCommit = anyOf('g')`
  ^(?:
    \[{1,2}\`?[0-9a-f]{7,40}\`?\](?:\([^()\s]{0,200}\))?\]?|(?=[a-f]{0,39}\d)[0-9a-f]{7,40}
  )\s(?:- )?(?:[A-Za-z]{2,9}(?:\([^()]{1,40}\))?!?: )?
  (?: \(#\d{1,7}\))?\s\([^()<>]{1,60}<{1,2}[^<>\s]{3,80}>{1,2}\)$
`

/** Such a line of eslint has its author's name behind it, and no more of him: "… (#21216) (Marry (Subin Yang))" (eslint 9ef407a3). */
const withoutAuthorOfCommit = (text: string): string =>
  /^\[?`?(?=[a-f]{0,39}\d)[0-9a-f]{7,40}\b/.test(text)
    ? text.replace(/ \([^()#`]{1,60}(?:\([^()#`]{1,40}\)[^()#`]{0,40})?\)$/, '')
    : text

/** What standard-version writes behind a line: "(58e0e7dc, closes #3966)" (hyper). */
const ofRelease = / ?\([0-9a-f]{7,40},? (?:closes|fixes) [^()]{1,200}\)/g

/** The numbers that a line begins with stand in the note already: "#572, #606: Expose a registry …" (zap a01e410a). */
const leadingNumbers = /^#\d{1,7}(?:(?:,| and|, and) #\d{1,7}){0,9}: (?=\S)/

/** Who sent a change, and where, as GitHub lists what a release brings, or in which advisory (pyjwt 37748dc1). */
const sentBy =
  /\bby @[^\s,]{1,60}(?:,? @[^\s,]{1,60}){0,9} in (?:https?:\/\/\S+|`?GHSA(?:-[\da-z]{4}){3}\b`?)|https?:\/\/[^\s/]{1,80}(?:\/[^\s/]{1,80}){1,4}\/(?:pull|issues|commit)\/\S+/g

/**
 * What led to code that is not here, behind what says something: "… To use old hashing scheme:" (redis 694e518a), "Handling errors …
 * is done like so:", before another paragraph (axum f10508db).
 */
const toCode = /(?<=[.!?]|like (?:so|this):)\s(?:[^.!?:]{1,80}:$|[^.!?:]{1,120}\bdone like (?:so|this):(?=\s|$))/g

/**
 * Where links are that are not here (cattrs 856fe63e; date-fns a628ae8d: "See this post for more details."), and a clause that
 * leads to one: ", more details `here`" (tox 0e6b4ad7).
 */
const toLinks = anyOf('gi')`
  (?:^|(?<=[.!?])\s)(?:read|see) (?:
    here(?:(?:,| and) here){0,3}|this (?:article|blog post|comment|discussion|post|thread)
  )(?: for [\w ]{1,80})?(?:\.(?=\s|$)|$)
  [,;] (?:for )?(?:more|further) (?:details|info(?:rmation)?)(?: are| is| can be found)?:? (?:here\b|\`here\`)(?=[.;]|$)
`

/** That there are pages, by a title that led there: "New docs at: Multiple file uploads." (fastapi aad6b123). */
const ofPages =
  /(?<=[.!?;:])\s(?:Here are the new|New(?: and updated|\/updated)?|Updated) (?:docs|documentation)(?: section| are)?(?: (?:about|at|for|in))?: [^.;]{1,200}(?:\.(?=\s|$)|;|$)/g

/** What led to a link that is not here: `Several fixes to it. See.`, `… is required and.` */
const leading = /[.,;:]?(?:\s(?:and|or|please|see(?: also| issue| PR)?|by|in|via|from|with)){1,3}\.?$/i

/** Where numbers are all that it says, or would have said: `…, see #669 and #696`, `… Fixes.` */
const ofNumbers =
  /[.,;:]? see(?: also)? #\d{1,7}(?:(?:,| and) #\d{1,7}){0,9}\.?$|(?<=[.,;:]) (?:fix(?:es|ed)?|close[sd]?|resolves?)\.?$/i

/** Reads the words of a changelog fragment; a link to another has none. */
export const fragmentText = (lines: readonly string[]): string =>
  lines.length === 1 && isTarget.test(lines[0] ?? '')
    ? ''
    : wholeSentences(
        withoutAuthors(withoutMarkup(oneLine(proseIn(lines))))
          .replace(ofType, '')
          .replace(toLinks, ''),
      )

/** The prose of a fragment, without headings, code, and the front matter that names packages. */
const proseIn = (lines: readonly string[]): string =>
  uncredited(named(withoutUnderlined(withoutCodeBlocks(plainNote(lines))).join('\n')))
    .replace(/^---\n[^]*?\n---\n/, '')
    .replace(/^#{1,6}.*$|^```[^]*?^```/gm, '')

/** All that git has of a symbolic link: one change of two numbers is written once, and linked to (towncrier; pip-tools a691e6fd). */
const isTarget = /^[\w.+/-]{1,120}\.(?:md|rst|txt)$/

import type { Commit, FileChange, Hunk } from '../../commit.ts'
import { leansBack, sentences } from '../../text/sentences.ts'
import { oneLine, shorten } from '../../text/clean.ts'
import { insideFences } from '../../text/fences.ts'
import { noNote } from '../../tree/note.ts'
import { readMessage } from '../message/commit-message.ts'
import { fileKindOf } from '../code/files.ts'
import { lessonsIn, longestHeadline } from '../message/split-message.ts'
import { withoutPrefix } from '../../text/titles.ts'
import { countWords } from '../../text/words.ts'
import type { Evidence, CommitReading } from './types.ts'

const named = /^(?:rationale|design|motivation|philosophy|why)[-_.]|migrati(?:on|ng)|upgrad(?:e|es|ing)/i
const kept = /^(?:rationale|design|proposals|rfcs)$/i

/** Whether a document is there to give reasons: why something is as it is, or what one has to change, and why. */
function isRationale(path: string): boolean {
  const [name = '', folder = ''] = path.split('/').toReversed()
  return (named.test(name) || kept.test(folder)) && fileKindOf(path) === 'docs'
}

/** Sections that every document may have. */
const noise =
  /^(?:contributors?|contributing|contents|table of contents|licen[cs]e|changelog|credits|acknowledge?ments|links|see also)$/i

/** A section says why in so many words and sentences; of one commit, so many are told. */
const limits = { words: 15, sentences: 2, sections: 40 }

/**
 * Makes a lesson of each section that a commit wrote into a document that gives reasons: a section reads as a message does,
 * its heading is the headline. Of one that was only mended, the heading stands in no diff, and the lesson is there already.
 */
export function rationale({ commit }: CommitReading, { path, hunks }: FileChange): readonly Evidence[] {
  if (!isRationale(path)) return []
  const told = (of: (hunk: Hunk) => readonly string[]): readonly Evidence[] =>
    hunks
      .flatMap((hunk) => sectionsIn(of(hunk)).map((section) => ({ section, line: hunk.start + section.at })))
      .slice(0, limits.sections)
      .flatMap(({ section, line }) => lessonOf(section, { commit, at: { commit: commit.sha, path, line } }))
  // What stood elsewhere in the document only moved.
  const before = new Set(told(({ removed }) => removed).map(({ text }) => text))
  return told(({ added }) => added).filter(({ text }) => !before.has(text))
}

type Standing = { readonly commit: Commit; readonly at: Evidence['at'] }

function lessonOf({ heading, lines }: Section, { commit, at }: Standing): readonly Evidence[] {
  const [said] = lessonsIn(readMessage(`Section\n\n${withoutCode(lines).join('\n')}`))
  const why = withoutInvitations(said?.why ?? '')
  if (noise.test(heading) || !saysEnough(why)) return []
  return [
    {
      kind: 'lesson',
      about: heading,
      value: '',
      text: why,
      category: 'project',
      at,
      grade: 'observed',
      weight: 0.9,
      note: { ...noNote, date: Number.isNaN(commit.at.getTime()) ? '' : commit.at.toISOString().slice(0, 10) },
    },
  ]
}

/** Whether so much is said that it may give reasons. */
export const saysEnough = (why: string): boolean =>
  countWords(why) >= limits.words && sentences(why).length >= limits.sentences

/** "Take a look at the documentation. It's worth the time to read it. … don't hesitate to open an issue." (got 8848a7af) */
const withoutInvitations = (why: string): string => keptSentences(why, (sentence) => !invites.test(sentence))
const invites = /^(?:(?:learn|read) more\b|take a look at\b)|\b(?:don't|do not) hesitate to\b/i

/** The sentences that are kept of some, without those that lean on one which is not. */
export function keptSentences(why: string, isKept: (sentence: string) => boolean): string {
  const left: string[] = []
  let isBeforeKept = true
  for (const sentence of sentences(why)) {
    isBeforeKept = isKept(sentence) && (isBeforeKept || !leansBack(sentence))
    if (isBeforeKept) left.push(sentence)
  }
  return left.join(' ')
}

type Section = { readonly heading: string; readonly lines: string[]; readonly at: number }

const marked = /^(?:#{1,5}|={1,5}) +(\S.*)$/
const underline = /^(?:={3,}|-{3,}|~{3,}|\^{3,}|"{3,})$/

/** The words of a heading, without the marks that may close it: `## Errors ##`. */
function markedIn(line: string): string | undefined {
  const [, heading] = marked.exec(line) ?? []
  return heading?.slice(0, [...heading].findLastIndex((character) => !/[\s#=]/.test(character)) + 1)
}

/** Takes lines apart at their headings; what stands before the first is the middle of a section that was there. */
function sectionsIn(lines: readonly string[]): readonly Section[] {
  const sections: Section[] = []
  const isCode = insideFences(lines)
  for (const [at, line] of lines.entries()) {
    const isUnderlined = underline.test(lines[at + 1] ?? '') && /^\w/.test(line)
    const heading = isCode(at) ? undefined : (markedIn(line.slice(0, 200)) ?? (isUnderlined ? line : undefined))
    if (heading === undefined) sections.at(-1)?.lines.push(line)
    else sections.push({ heading: headline(heading), lines: [], at })
  }
  return sections
}

/** The words of a heading, without the anchor that links lead to: `## <a name="empty-files"></a> Empty files are now linted` (eslint 3351129f). */
function headline(heading: string): string {
  const words = withoutPrefix(heading.replace(anchor, '')).replace(/\[([^[\]]*)\]\([^()]*\)|[`*]|\{#[\w-]+\}/g, '$1')
  return shorten(oneLine(words), longestHeadline)
}

const anchor = /<\/?a\b[^<>]{0,200}>/g

/** What a page says without where its links lead. */
export const withoutLinks = (text: string): string =>
  text
    .replace(/\[([^[\]\n]{1,100})\]\([^()\s]{1,300}\)/g, '$1')
    .replace(/:(pep|rfc):`(\d{1,5})`/g, (_, list: string, number: string) => `${list.toUpperCase()} ${number}`)
    .replace(/:[a-z:]{2,20}:`~?([^`<>]{1,100}?)(?: <[^<>`]{1,100}>)?`/g, '`$1`')

/**
 * Sentences that end with `::` lead to code, in reStructuredText; its roles say only how a name is linked. Steps give no reason. What
 * stands between fences is left whole, for who reads the rest to pass over (attrs why.md: a directive within).
 */
const withoutCode = (lines: readonly string[]): readonly string[] =>
  withoutLed(withoutLinks(withoutGaps(lines).join('\n')).split(/\n(?:[^\S\n]*\n)+/))
    .filter((paragraph) => !/::\s*$/.test(paragraph) && !/^(?:\.\. |:?\w+::|\s*\d+[.)] )/.test(paragraph))
    // What reStructuredText numbers itself: "for two reasons:", "#. to better serve use cases …" (anyio cd8c76fa).
    .map((paragraph) => paragraph.replace(/^#\. /gm, '- '))
    .flatMap((paragraph) => [...paragraph.split('\n').filter((line) => !underline.test(line)), ''])

/** Paragraphs without the code that `::` leads to, as far as it is set in: "    send, receive = create_memory_object_stream(100, int)" (anyio 79e53d8b). */
function withoutLed(paragraphs: readonly string[]): readonly string[] {
  let isLed = false
  return paragraphs.filter((paragraph) => {
    const isCode = isLed && /^\s/.test(paragraph)
    isLed = isCode || /::\s*$/.test(paragraph)
    return !isCode
  })
}

/** Lines without the empty ones between fences. */
function withoutGaps(lines: readonly string[]): readonly string[] {
  const isFenced = insideFences(lines)
  return lines.filter((line, at) => line.trim() !== '' || !isFenced(at))
}

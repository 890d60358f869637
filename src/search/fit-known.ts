import { shorten } from '../text/clean.ts'
import { plural, short } from '../text/words.ts'
import { type ByAgent, markedByAgent } from '../tree/unreviewed.ts'
import { asTheyAre, bearingOn, reasonLengths } from './bearing.ts'
import { type AnswerLine, formatLessons } from './format-answer.ts'
import type { LessonHit } from './lesson-hit.ts'

/** An entry that is about a file, or connected to another one. */
export type NamedEntry = { readonly path: string; readonly title: string }

/** A rule about a file, its day and commit, '' where none is known, and whether it is an agent's word that nobody approved. */
export type HeldRule = {
  readonly text: string
  readonly date: string
  readonly commit: string
  readonly isByAgent: ByAgent
}

/** Says a rule with its day and commit, or the mark of an agent's word, behind its text as far as that is shown. */
export function formatRule({ text, date, commit, isByAgent }: HeldRule): string {
  const from = [date, short(commit)].filter((part) => part !== '').join(' ')
  return markedByAgent(from === '' ? text : `${text} (${from})`, isByAgent)
}

/** What is known of a file, of a line of it or of a commit, best first; '' and [] stand for what it does not have. */
export type KnownOfFile<Entry extends NamedEntry> = {
  /** The file that was asked about, which no lesson names again. */
  readonly file: string
  /** Whether all of the file was asked about: what is known of one line or commit is told at length. */
  readonly isWholeFile: boolean
  readonly rules: readonly HeldRule[]
  readonly lessons: readonly LessonHit[]
  /** What is said beside them whole: the tests of a file, what a commit took the place of. */
  readonly beside: readonly string[]
  readonly entries: readonly Entry[]
  /** How many there are of each, where more were found than are given here. */
  readonly counts?: HowMany
}

/** How many rules, lessons and entries there are. */
export type HowMany = Readonly<Record<'rules' | 'lessons' | 'entries', number>>

/** What an answer shows of it. */
export type ShownKnown<Entry extends NamedEntry> = Pick<KnownOfFile<Entry>, 'rules' | 'entries'> & {
  readonly lessons: readonly (readonly AnswerLine[])[]
  /** What it leaves out, in words; '' where that is nothing. */
  readonly left: string
}

/** Heads the entries about a file. */
export const alsoKnown = 'Also known about this file:'
/** Heads the commits that another one took the place of. */
export const tookThePlace = 'It took the place of:'

/** Characters of all rules and of one; lessons; and entries that are named beside these, and alone, at most. */
const most = { rules: 600, rule: 300, lessons: 5, entries: 3, alone: 10 }

/**
 * Keeps of what is known as much as an agent wants to pay for at once, some 400 tokens: rules first, then the lessons that
 * stand first, and of the entries the nearest, which can be read when that is not enough. With `more`, all of it.
 */
export function fitKnown<Entry extends NamedEntry>(
  known: KnownOfFile<Entry>,
  { more }: { readonly more: boolean },
): ShownKnown<Entry> {
  const { file, beside } = known
  const rules = more ? known.rules : fitRules(known.rules)
  const isAlone = known.rules.length + known.lessons.length === 0
  const entries = more ? known.entries : known.entries.slice(0, isAlone ? most.alone : most.entries)
  const named = entries.flatMap(({ path, title }) => [path, title])
  const before = [...rules.map(formatRule), ...beside, alsoKnown, ...named].join('\n')
  const lessons = formatLessons(more ? known.lessons : shorterFirst(known), { more, before, asked: file })
  const counts = known.counts ?? countsOf(known)
  const left = [
    plural(counts.rules - rules.length, 'more rule'),
    plural(counts.lessons - lessons.length, 'more lesson'),
    plural(counts.entries - entries.length, 'more entry', 'more entries'),
  ]
  return { rules, lessons, entries, left: left.filter((part) => !part.startsWith('0 ')).join(', ') }
}

const countsOf = ({ rules, lessons, entries }: KnownOfFile<NamedEntry>): HowMany => ({
  rules: rules.length,
  lessons: lessons.length,
  entries: entries.length,
})

/** The rules that fit, the first in any case, each without the sentences that are too many. */
function fitRules(all: readonly HeldRule[]): readonly HeldRule[] {
  const inShort = (text: string): string => inBrief(text, most.rule) || shorten(text, most.rule)
  const rules = all.map((rule) => ({ ...rule, text: inShort(rule.text) }))
  let left = most.rules
  const end = rules.findIndex((rule, at) => (left -= formatRule(rule).length) < 0 && at > 0)
  return end === -1 ? rules : rules.slice(0, end)
}

/** The first lesson of a file that has several is one of them, and leaves them room. */
function shorterFirst({ isWholeFile, rules, lessons }: KnownOfFile<NamedEntry>): readonly LessonHit[] {
  const [first, ...others] = lessons
  if (first === undefined || !isWholeFile || rules.length + others.length === 0) return lessons
  return [{ ...first, why: inBrief(first.why, reasonLengths.later) }, ...others].slice(0, most.lessons)
}

const inBrief = (text: string, length: number): string =>
  bearingOn(text, asTheyAre([]), { most: length, rarity: () => 1 })

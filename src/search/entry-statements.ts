import { termText } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'
import { type Fact, saySubject } from '../tree/facts.ts'
import { writeNote } from '../tree/note.ts'
import { type EntryPath, isOfThePast } from '../tree/path.ts'
import { isOwnReason } from '../tree/reason.ts'
import { readRule } from '../tree/rule.ts'

/** One thing that an entry says, which can answer by itself; '' and [] stand for what it does not have. */
export type Statement = {
  readonly kind: 'lesson' | 'rule' | 'fact' | 'prose'
  readonly headline: string
  readonly why: string
  /** What is known of a lesson beside its words, as the entry spells it. */
  readonly note: string
  readonly commits: readonly string[]
  /** The terms by which it is found: its own, and those of its entry's title and place. */
  readonly terms: { readonly headline: string; readonly why: string; readonly context: string }
}

/** Splits an entry into statements. The line that counts its commits is left out. */
export function statementsIn(path: EntryPath, entry: Entry, termsIn = termText): readonly Statement[] {
  const place = path.replace(/\.md$/, '').replaceAll(/[/_]/g, ' ')
  const context = isOfThePast(path) ? '' : termsIn([entry.title, place, ...entry.keywords].join('\n'))
  const { narrative, raw, loose } = entry
  const prose = [
    narrative.structure.replace(/^\d+ commits from .*$/m, ''),
    narrative.highlights,
    narrative.dependencies,
    narrative.examples,
    narrative.diagrams,
    entry.snippets,
    raw.flow,
    isTitleAlone(entry) ? '' : raw.task,
    isOwnReason(entry.reason, raw.sources) ? '' : entry.reason,
    ...loose.map(({ text }) => text),
  ].flatMap((text) => text.split(/\n{2,}/))
  const say = (kind: Statement['kind'], headline: string, why: string, more: Partial<Statement> = {}): Statement => ({
    kind,
    headline,
    why,
    note: '',
    commits: [],
    terms: { headline: termsIn(headline), why: termsIn(why), context },
    ...more,
  })
  return [
    ...entry.facts.map((fact) => {
      const { headline, why, note, commits } = headed(fact)
      return say(fact.note === undefined ? 'fact' : 'lesson', headline, why, { note, commits })
    }),
    ...narrative.rules.map((rule) => {
      const { text, commit } = readRule(rule)
      return say('rule', '', text, { commits: commit === '' ? [] : [commit] })
    }),
    ...prose.filter((text) => text.trim() !== '').map((text) => say('prose', '', text)),
  ]
}

/** Whether the task only says the title again, over statements that may have been changed since: then it says nothing itself. */
const isTitleAlone = ({ title, raw, facts, narrative }: Entry): boolean =>
  raw.task === title && facts.length + narrative.rules.length > 0

/**
 * A fact under its subject; what was taken back, or came again, under what it was: all of these have the same subject.
 */
function headed({ subject, value, statement, note, sources }: Fact): Omit<Statement, 'kind' | 'terms'> {
  const isBack = subject === 'taken back' || subject === 'brought back'
  const [, headline, reason = ''] = (isBack ? told.exec(statement) : undefined) ?? []
  const from = { commits: sources, note: note === undefined ? '' : writeNote(note) }
  return headline === undefined
    ? { ...from, headline: saySubject({ subject, value }), why: statement }
    : { ...from, headline, why: reason }
}

const told = /^(“.+” was (?:tried and taken back|taken back and came again))(?:: ([^]*)|;[^]*)$/

/** Takes what is left of an archived entry for a single statement. */
export const stubStatement = (title: string, body: string): Statement => ({
  kind: 'prose',
  headline: title,
  // The names of what it was about find it, and say nothing.
  why: body
    .replace(/\n\nKey entities: .*$/, '')
    .trim()
    .replaceAll(/^- /gm, '')
    .replaceAll(/\n+/g, ' '),
  note: '',
  commits: [],
  terms: { headline: termText(title), why: termText(body), context: '' },
})

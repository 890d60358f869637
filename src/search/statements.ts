import { termText } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'
import { saySubject } from '../tree/facts.ts'
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

/** Takes an entry apart into its statements; how often it was worked on is none. */
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
    raw.task,
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
    ...entry.facts.map(({ subject, value, statement, sources, note }) =>
      say(note === undefined ? 'fact' : 'lesson', saySubject({ subject, value }), statement, {
        commits: sources,
        note: note === undefined ? '' : writeNote(note),
      }),
    ),
    ...narrative.rules.map((rule) => {
      const { text, commit } = readRule(rule)
      return say('rule', '', text, { commits: commit === '' ? [] : [commit] })
    }),
    ...prose.filter((text) => text.trim() !== '').map((text) => say('prose', '', text)),
  ]
}

/** Takes what is left of an archived entry for a single statement. */
export const stubStatement = (title: string, body: string): Statement => ({
  kind: 'prose',
  headline: title,
  why: body.trim().replaceAll(/^- /gm, '').replaceAll(/\n+/g, ' '),
  note: '',
  commits: [],
  terms: { headline: termText(title), why: termText(body), context: '' },
})

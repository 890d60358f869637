import { oneLine, shorten } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import { sentences } from '../../text/sentences.ts'
import { emptyEntry } from '../../tree/entry.ts'
import { isTaken, type Knowledge } from '../../tree/knowledge.ts'
import { freePath } from '../../tree/name.ts'
import type { Operation } from '../../tree/operations.ts'
import { numberSaid } from '../../tree/number-said.ts'
import { type FolderPath } from '../../tree/path.ts'
import { titleOfSaid } from '../../tree/reason.ts'
import { saidRule } from '../../tree/rule.ts'
import { coveringEntry } from '../filing/subject.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'

const rule = /\b(?:must(?: not|n't)?|never|always|do not|don't)\b/i

/** Who tells something; `agent` is '' for a person. */
type Teller = { readonly author: string; readonly agent: string }

/** Turns what somebody tells into an operation: its first sentence is the subject, rules and facts are told apart. */
export function operationFromText(
  text: string,
  folder: FolderPath,
  knowledge: Knowledge,
  { author, agent }: Teller,
): Operation {
  const said = sentences(redact(text)).map((sentence) => oneLine(sentence))
  const [first = shorten(redact(oneLine(text)), 100)] = said
  const title = titleOfSaid(first)
  const covering = coveringEntry(knowledge.entries, folder, { files: [], terms: new Set(distinctiveTerms(title)) })
  const known =
    covering !== undefined && givesOther(title, knowledge.entries.get(covering)?.title) ? undefined : covering
  const by = redact(oneLine(author))
  const rules = said.filter((sentence) => rule.test(sentence)).map(saidRule)
  const facts = said.filter((sentence) => !rule.test(sentence))
  const entry = {
    ...emptyEntry,
    title: known === undefined ? title : '',
    tags: agent === '' ? ['told'] : ['told', 'agent'],
    // What a person wrote does not become an agent's by a sentence more.
    raw: {
      ...emptyEntry.raw,
      task: known === undefined ? title : '',
      author: known === undefined || agent === '' ? by : '',
    },
    narrative: { ...emptyEntry.narrative, rules },
    facts: facts.map((statement) => ({ subject: '', value: '', statement, category: 'project' as const, sources: [] })),
  }
  return {
    type: 'UPSERT',
    path: known ?? freePath(folder, title, (path) => isTaken(knowledge, path)),
    entry,
    reason: `Told by ${by}: ${title}`,
  }
}

/** Whether a title gives another number of something else: below it, what is said would read as if it were that. */
function givesOther(said: string, title = ''): boolean {
  const [own, other] = [numberSaid(said), numberSaid(title)]
  return own !== undefined && other !== undefined && own.number !== other.number && own.of !== other.of
}

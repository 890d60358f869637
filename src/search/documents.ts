import { terms } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'
import type { EntryPath } from '../tree/path.ts'
import type { Document } from './index.ts'

/** Makes the document of an entry: every text in it, as terms, in the field that it counts in. */
export function toDocument(path: EntryPath, entry: Entry): Document {
  const { raw, narrative } = entry
  const prose = [
    narrative.structure,
    narrative.dependencies,
    narrative.highlights,
    narrative.examples,
    raw.task,
    raw.flow,
    entry.reason,
  ]
  const facts = entry.facts.map(({ subject, value, statement }) => `${subject} ${value} ${statement}`)
  const loose = entry.loose.map(({ text }) => text)
  const content = [
    ...narrative.rules,
    ...facts,
    ...raw.changes,
    ...raw.files,
    ...raw.sources.map(({ commit }) => commit.slice(0, 8)),
    raw.author,
    ...prose,
    ...loose,
  ]
  return {
    path,
    title: asTerms(entry.title),
    place: asTerms(path.replace(/\.md$/, '').replaceAll(/[/_]/g, ' ')),
    keywords: asTerms([...entry.tags, ...entry.keywords].join(' ')),
    content: asTerms(content.join('\n')),
  }
}

const asTerms = (text: string): string => terms(text).join(' ')

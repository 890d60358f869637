import { oneLine, shorten } from '../../text/clean.ts'
import { inertLine } from '../../text/quote.ts'
import { terms, words } from '../../text/terms.ts'
import type { Entry } from '../../tree/entry.ts'
import type { FolderPath } from '../../tree/path.ts'
import { readRule } from '../../tree/rule.ts'
import { bindingRules, byAgentIn, isUnreviewed, markedByAgent } from '../../tree/unreviewed.ts'

/** What a map says of one text: its subject, what it tells first, its keywords, its words, and the tags it is sorted by. */
export type About = {
  readonly title: string
  readonly says: string
  readonly keywords: readonly string[]
  readonly words: readonly string[]
  readonly tags: readonly string[]
}

/** Says what an entry is about, in single lines of at most 100 characters that cannot act on whoever reads the map. */
export const aboutEntry = (entry: Entry): About => ({
  title: markedByAgent(inertLine(entry.title, 100), byAgentIn(entry)),
  says: inertLine(firstSaid(entry), 100),
  keywords: entry.keywords,
  words: spokenOf(entry),
  tags: entry.tags,
})

/** The same of a folder's overview, which is prose of a person and is not summed up. */
export const aboutOverview = (folder: FolderPath): About => ({
  title: `Overview of ${folder}`,
  says: 'what it is for',
  keywords: [],
  words: [],
  tags: [],
})

/** What an entry says first; '' where that is an agent's word alone, which only its title tells, with a mark. */
const firstSaid = (entry: Entry): string => {
  const { facts, raw } = entry
  const [rule] = bindingRules(entry)
  if (rule !== undefined) return readRule(rule).text
  const told = isUnreviewed(entry) ? facts.filter(({ sources }) => sources.length > 0) : facts
  const statement = told.find((fact) => fact.statement !== '')?.statement
  if (isUnreviewed(entry)) return statement ?? ''
  return statement ?? (raw.task === '' ? (raw.changes.at(-1) ?? '') : raw.task)
}

/** The words that an entry speaks of most, names first: what somebody may ask for and no keyword says. */
function spokenOf({ narrative, facts, raw }: Entry): readonly string[] {
  const said = [
    ...narrative.rules.map((rule) => readRule(rule).text),
    ...facts.flatMap(({ subject, statement }) => [subject, statement]),
    ...raw.sources.map(({ subject }) => subject),
    ...raw.changes,
    raw.task,
  ]
  const counts = new Map<string, { count: number; text: string }>()
  for (const word of words(said.join('\n'))) {
    const term = word.terms.at(-1)
    if (term === undefined || /^[\d.]+$/.test(term) || word.text.length > 40) continue
    const known = counts.get(term)
    counts.set(term, { count: (known?.count ?? 0) + 1, text: known?.text ?? word.text })
  }
  const isName = (text: string): boolean => /[a-z][A-Z]|\w[_./-]\w/.test(text)
  return [...counts.values()]
    .toSorted((a, b) => Number(isName(b.text)) - Number(isName(a.text)) || b.count - a.count)
    .map(({ text }) => text)
    .slice(0, 60)
}

/** Says in a line what texts are about: what people wrote of their folder, then title after title as far as there is room. */
export function nodeSummary(purpose: string, about: readonly About[], room: number): string {
  const said = inertLine(purpose, 200)
  const [only] = about
  if (about.length === 1 && only !== undefined)
    return shorten(
      joined(said, only.says === '' || only.says === only.title ? only.title : `${only.title}: ${only.says}`),
      room,
    )
  return joined(
    said,
    listed(
      about.map(({ title }) => title),
      room,
    ),
  )
}

/** Names things one after the other, as many as there is room for, and counts the rest. */
export function listed(names: readonly string[], room: number): string {
  let text = ''
  for (const [at, name] of names.entries()) {
    const longer = text === '' ? name : `${text}; ${name}`
    if (at > 0 && longer.length > room) return `${text}; and ${names.length - at} more`
    text = longer
  }
  return text
}

/** Puts two parts of a sentence one after the other, with one full stop between them; '' is left out. */
export const joined = (first: string, second: string): string =>
  first === '' || second === '' ? `${first}${second}` : `${first.replace(/(?<![.:;\s])[.:;\s]+$/, '')}. ${second}`

/** Chooses keywords, then words, then tags, those first that most texts share, and none that says again what was said. */
export function tagsOf(about: readonly About[], said: string, most: number): readonly string[] {
  const known = new Set(terms(said))
  const chosen: string[] = []
  for (const part of ['keywords', 'words', 'tags'] as const)
    for (const tag of byCount(about.map((one) => one[part]))) {
      const short = shorten(oneLine(tag), 60)
      const fresh = terms(short).filter((term) => !known.has(term))
      if (chosen.length >= most || fresh.length === 0) continue
      chosen.push(short)
      for (const term of fresh) known.add(term)
    }
  return chosen
}

/** Sorts words by how many lists have them, then by how early: of each list the first words come first. */
function byCount(lists: readonly (readonly string[])[]): readonly string[] {
  const found = new Map<string, { count: number; first: number }>()
  for (const list of lists)
    for (const [at, word] of [...new Set(list)].entries()) {
      const known = found.get(word)
      found.set(word, { count: (known?.count ?? 0) + 1, first: Math.min(known?.first ?? at, at) })
    }
  return [...found].toSorted(([, a], [, b]) => b.count - a.count || a.first - b.first).map(([word]) => word)
}

import { oneLine, shorten } from '../text/clean.ts'
import { terms } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'
import type { FolderPath } from '../tree/path.ts'
import { readRule } from '../tree/rule.ts'

/** What a map says of one text: its subject, what it tells first, its keywords, and the tags it is sorted by. */
export type About = {
  readonly title: string
  readonly says: string
  readonly keywords: readonly string[]
  readonly tags: readonly string[]
}

export const aboutEntry = (entry: Entry): About => ({
  title: shorten(oneLine(entry.title), 100),
  says: shorten(oneLine(firstSaid(entry)), 100),
  keywords: entry.keywords.length > 0 ? entry.keywords : entry.facts.map(({ subject }) => subject),
  tags: entry.tags,
})

export const aboutOverview = (folder: FolderPath): About => ({
  title: `Overview of ${folder}`,
  says: 'what it is for',
  keywords: [],
  tags: [],
})

const firstSaid = ({ narrative, facts, raw }: Entry): string => {
  const [rule] = narrative.rules
  if (rule !== undefined) return readRule(rule).text
  const statement = facts.find((fact) => fact.statement !== '')?.statement
  return statement ?? (raw.task === '' ? (raw.changes.at(-1) ?? '') : raw.task)
}

/** Says in a line what texts are about: what people wrote of their folder, then title after title as far as there is room. */
export function summaryOf(purpose: string, about: readonly About[], room: number): string {
  const said = shorten(oneLine(purpose), 200)
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

export const joined = (first: string, second: string): string =>
  first === '' || second === '' ? `${first}${second}` : `${first.replace(/[.:;\s]+$/, '')}. ${second}`

/** Chooses the keywords that most of the texts share, tags last, and none that says again what was said. */
export function tagsOf(about: readonly About[], said: string, most: number): readonly string[] {
  const known = new Set(terms(said))
  const chosen: string[] = []
  for (const tag of [...byCount(about.map(({ keywords }) => keywords)), ...byCount(about.map(({ tags }) => tags))]) {
    const short = shorten(oneLine(tag), 60)
    const fresh = terms(short).filter((term) => !known.has(term))
    if (chosen.length >= most || fresh.length === 0) continue
    chosen.push(short)
    for (const term of fresh) known.add(term)
  }
  return chosen
}

function byCount(lists: readonly (readonly string[])[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const list of lists) for (const word of new Set(list)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word)
}

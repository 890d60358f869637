import { type UnknownText, readList, writeList } from './list.ts'
import { blocks, escapeText, headingOfLevel, unescapeText } from './markdown.ts'

/** What a reader is told: prose by part, and rules one by one. */
export type Narrative = {
  readonly structure: string
  readonly dependencies: string
  readonly highlights: string
  readonly rules: readonly string[]
  readonly examples: string
  readonly diagrams: string
}

/** A narrative that says nothing; '' and empty lists write no section. */
export const noNarrative: Narrative = {
  structure: '',
  dependencies: '',
  highlights: '',
  rules: [],
  examples: '',
  diagrams: '',
}

const parts = ['Structure', 'Dependencies', 'Highlights', 'Rules', 'Examples', 'Diagrams'] as const
type Part = (typeof parts)[number]

const place = (part: Part): string => `narrative.${part}`
const keys = {
  Structure: 'structure',
  Dependencies: 'dependencies',
  Highlights: 'highlights',
  Examples: 'examples',
  Diagrams: 'diagrams',
} as const

/** Reads the `###` parts of a narrative; prose before the first and unknown parts become loose. */
export function readNarrative(
  text: string,
  before: Narrative,
): { narrative: Narrative; loose: readonly UnknownText[] } {
  let narrative = before
  const loose: UnknownText[] = []
  let after = 'narrative'
  for (const block of blocks(text, headingOfLevel(3))) {
    const part = parts.find((known) => known === block.name)
    if (part === undefined) {
      loose.push({ after, text: block.source })
      continue
    }
    after = place(part)
    if (part === 'Rules') {
      const list = readList(block.text, place(part), (item) => item)
      narrative = { ...narrative, rules: [...narrative.rules, ...list.items] }
      loose.push(...list.loose)
    } else {
      const key = keys[part]
      const prose = [narrative[key], unescapeText(block.text)].filter((said) => said !== '').join('\n\n')
      narrative = { ...narrative, [key]: prose }
    }
  }
  return { narrative, loose }
}

/** Writes the parts that say something, in FORMATS' order. */
export function writeNarrative(narrative: Narrative, loose: readonly UnknownText[]): string {
  const looseAt = (after: string): readonly string[] =>
    loose.filter((part) => part.after === after && part.line === undefined).map(({ text }) => text)
  const written = parts.flatMap((part) => [writePart(narrative, part, loose), ...looseAt(place(part))])
  return [...looseAt('narrative'), ...written].filter((text) => text !== '').join('\n\n')
}

function writePart(narrative: Narrative, part: Part, loose: readonly UnknownText[]): string {
  const within = loose.filter((prose) => prose.after === place(part) && prose.line !== undefined)
  const text = part === 'Rules' ? writeList(narrative.rules, within) : escapeText(narrative[keys[part]])
  return text === '' ? '' : `### ${part}\n${text}`
}

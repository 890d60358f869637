import { type UnknownText, readList, writeList } from './list.ts'
import { blocks, closeFence, escapeText, trimBlankLines, unescapeText } from './markdown.ts'

/** A commit that an entry learned from; `commit` is its hash. */
export type Source = { readonly commit: string; readonly subject: string }

/** Provenance: what was done, to which files, by whom, from which commits. */
export type RawConcept = {
  readonly task: string
  readonly changes: readonly string[]
  readonly files: readonly string[]
  readonly flow: string
  readonly patterns: readonly string[]
  readonly timestamp: string
  readonly author: string
  readonly sources: readonly Source[]
}

/** The raw part of an entry that says nothing; it writes no section. */
export const noRawConcept: RawConcept = {
  task: '',
  changes: [],
  files: [],
  flow: '',
  patterns: [],
  timestamp: '',
  author: '',
  sources: [],
}

const fields = ['Task', 'Changes', 'Files', 'Flow', 'Patterns', 'Timestamp', 'Author', 'Sources'] as const
type Field = (typeof fields)[number]

const fieldLine = (line: string): { name: string; rest: string } | undefined => {
  const [, name, rest] = /^\*\*([A-Z][\w ]{0,30}):\*\*[ \t]*(.*)/.exec(line) ?? []
  return name === undefined || rest === undefined ? undefined : { name, rest }
}

const place = (field: Field): string => `raw.${field}`

/** Reads `**Field:**` blocks, inline or with the text below; unknown fields and prose become loose. */
export function readRawConcept(text: string, before: RawConcept): { raw: RawConcept; loose: readonly UnknownText[] } {
  let raw = before
  const loose: UnknownText[] = []
  let after = 'raw'
  for (const block of blocks(text, fieldLine)) {
    const field = fields.find((known) => known === block.name)
    const next = field === undefined ? undefined : readField(raw, field, field === 'Files' ? listed(block) : block.text)
    if (field !== undefined) after = place(field)
    if (next === undefined) loose.push({ after, text: block.source })
    else {
      raw = next.raw
      loose.push(...next.loose)
    }
  }
  return { raw, loose }
}

/** Files that stand behind their field's name on one line, `**Files:** a.ts, b/c.ts`, as the list that they are. */
function listed({ text, source }: { readonly text: string; readonly source: string }): string {
  const [first = '', ...others] = text.split('\n')
  const isInline = source.split('\n')[0]?.trimEnd().endsWith(first) === true
  const named = first.split(',').map((one) => one.trim().replace(/^`(.+)`$/, '$1'))
  if (!isInline || !named.every((one) => /[./]/.test(one) && !/[\s*]/.test(one))) return text
  return [...named.map((one) => `- ${one}`), ...others].join('\n')
}

function readField(
  raw: RawConcept,
  field: Field,
  text: string,
): { raw: RawConcept; loose: readonly UnknownText[] } | undefined {
  switch (field) {
    case 'Task':
    case 'Flow': {
      const key = textKeys[field]
      return raw[key] === '' ? { raw: { ...raw, [key]: unescapeText(text) }, loose: [] } : undefined
    }
    case 'Timestamp':
    case 'Author': {
      // One line is all that these say; what stands below was put there by somebody.
      const [first = '', ...rest] = text.split('\n')
      const prose = trimBlankLines(rest.join('\n'))
      const key = textKeys[field]
      if (raw[key] !== '') return undefined
      return {
        raw: { ...raw, [key]: unescapeText(first.trimEnd()) },
        loose: prose === '' ? [] : [{ after: place(field), text: closeFence(prose) }],
      }
    }
    case 'Changes':
    case 'Files':
    case 'Patterns': {
      const { items, loose } = readList(text, place(field), (item) => item)
      const key = listKeys[field]
      return { raw: { ...raw, [key]: [...raw[key], ...items] }, loose }
    }
    case 'Sources': {
      const { items, loose } = readList(text, place(field), readSource)
      return { raw: { ...raw, sources: [...raw.sources, ...items] }, loose }
    }
  }
}

const textKeys = { Task: 'task', Flow: 'flow', Timestamp: 'timestamp', Author: 'author' } as const
const isText = (field: Field): field is keyof typeof textKeys => field in textKeys

const listKeys = { Changes: 'changes', Files: 'files', Patterns: 'patterns' } as const

function readSource(item: string): Source | undefined {
  const [, commit, subject = ''] = /^([0-9a-f]{7,64})…?(?: (.*))?$/s.exec(item) ?? []
  return commit === undefined ? undefined : { commit, subject }
}

/** Writes the fields in FORMATS' order; one line of text stands beside its name, more stand below it. */
export function writeRawConcept(raw: RawConcept, loose: readonly UnknownText[]): string {
  const looseAt = (after: string): readonly Written[] =>
    loose.filter((part) => part.after === after && part.line === undefined).map(({ text }) => ({ text, isLoose: true }))
  const own = (field: Field): Written => ({ text: writeField(raw, field, loose), isLoose: false })
  const parts = [...looseAt('raw'), ...fields.flatMap((field) => [own(field), ...looseAt(place(field))])]
  return joinParts(parts.filter(({ text }) => text !== ''))
}

type Written = { readonly text: string; readonly isLoose: boolean }

/** Fields follow each other line by line; what is not ours is parted by blank lines. */
const joinParts = (parts: readonly Written[]): string =>
  parts.reduce((text, part, at) => {
    const gap = at === 0 ? '' : part.isLoose || parts[at - 1]?.isLoose ? '\n\n' : '\n'
    return `${text}${gap}${part.text}`
  }, '')

function writeField(raw: RawConcept, field: Field, loose: readonly UnknownText[]): string {
  const text = isText(field) ? writeText(raw[textKeys[field]]) : writeItems(raw, field, loose)
  return text === '' ? '' : `**${field}:**${text}`
}

const writeText = (text: string): string => {
  const safe = escapeText(text)
  return safe === '' ? '' : `${safe.includes('\n') ? '\n' : ' '}${safe}`
}

function writeItems(
  raw: RawConcept,
  field: Exclude<Field, keyof typeof textKeys>,
  loose: readonly UnknownText[],
): string {
  const items =
    field === 'Sources'
      ? raw.sources.map(({ commit, subject }) => `${commit} ${subject}`.trimEnd())
      : raw[listKeys[field]]
  const text = writeList(
    items,
    loose.filter((part) => part.after === place(field) && part.line !== undefined),
  )
  return text === '' ? '' : `\n${text}`
}

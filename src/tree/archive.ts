import { oneLine, shorten } from '../text/clean.ts'
import { countTokens } from '../text/tokens.ts'
import { type Entry, readEntry } from './entry.ts'
import { type EntryPath, fullPath, toEntryPath } from './path.ts'
import { standingOf } from './standing.ts'

/** An archived entry: when and how important it was, and a summary that is searched in its place. */
export type Stub = {
  readonly evictedAt: string
  readonly importance: number
  readonly original: EntryPath
  readonly tokens: number
  /** That it no longer held when it was archived, as `standingOf` says it; '' where it did. */
  readonly standing: string
  readonly title: string
  readonly body: string
}

/** A stub has at most this many tokens of summary. */
const mostTokens = 220

/** Writes the stub of an entry: the same from the same text, time and importance, in every clone. */
export function writeStub(
  path: EntryPath,
  text: string,
  { at, importance }: { at: string; importance: number },
): string {
  const reading = readEntry(text)
  const standing = 'fault' in reading ? '' : standingOf(reading.entry)
  return `---
evicted_at: ${at}
evicted_importance: ${Math.round(importance * 100) / 100}
original_path: ${path}
original_token_count: ${countTokens(text)}
points_to: ${fullPath(path)}
${standing === '' ? '' : `standing: ${standing}\n`}type: archive_stub
---

${summaryOf(path, reading)}
`
}

const shape =
  /^---\nevicted_at: (\S+)\nevicted_importance: ([\d.]+)\noriginal_path: (\S+)\noriginal_token_count: (\d+)\npoints_to: \S+\n(?:standing: (.+)\n)?type: archive_stub\n---\n\n# (.*)\n([\s\S]*)$/

/** Reads a stub as we write it; undefined for anything else, which deriving it again mends. */
export function readStub(text: string): Stub | undefined {
  const [, evictedAt = '', importance = '', path = '', tokens = '', standing = '', title = '', body = ''] =
    shape.exec(text) ?? []
  const original = toEntryPath(path)
  if (original === undefined) return undefined
  return {
    evictedAt,
    importance: Number(importance),
    original,
    tokens: Number(tokens),
    standing,
    title,
    body: body.trim(),
  }
}

/** Says what an entry was about in a few lines: its title, its rules and facts while there is room, and its entities. */
function summaryOf(path: EntryPath, reading: ReturnType<typeof readEntry>): string {
  if ('fault' in reading) return `# ${path}`
  const { entry } = reading
  const entities = `Key entities: ${shorten(entitiesOf(entry).join(', '), 240)}`
  const lines = [
    ...entry.narrative.rules,
    ...entry.facts.map(({ subject, statement }) => `${subject} ${statement}`.trim()),
    ...entry.raw.changes,
  ]
  let kept = `# ${shorten(oneLine(entry.title === '' ? path : entry.title), 120)}\n`
  for (const line of lines) {
    const next = `${kept}\n- ${shorten(oneLine(line), 160)}`
    if (countTokens(`${next}\n\n${entities}`) > mostTokens) break
    kept = next
  }
  return `${kept.trimEnd()}\n\n${entities}`
}

function entitiesOf({ keywords, tags, facts, raw }: Entry): readonly string[] {
  const subjects = facts.map(({ subject }) => subject)
  return [...new Set([...keywords, ...subjects, ...raw.files, ...tags])].map(oneLine).filter((name) => name !== '')
}

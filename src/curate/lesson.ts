import { oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { type Entry, emptyEntry } from '../tree/entry.ts'
import type { Fact } from '../tree/facts.ts'
import { toTime } from '../tree/meta.ts'
import type { FolderPath } from '../tree/path.ts'
import type { Evidence, Reading } from './evidence.ts'
import { kindOf, mostTelling, stemOf } from './files.ts'

/** What an entry is made of. */
export type Subject = {
  readonly reading: Reading
  readonly title: string
  readonly files: readonly string[]
  readonly evidence: readonly Evidence[]
  readonly folder: FolderPath
}

export const short = (sha: string): string => sha.slice(0, 8)

export const reasonOf = ({ commit, message }: Reading): string =>
  `Learned from ${short(commit.sha)}: ${shorten(redact(oneLine(message.subject)), 100)}`

/** Makes an entry of what one commit said about a subject. */
export function entryOf({ reading, title, files, evidence }: Subject, { isNew }: { isNew: boolean }): Entry {
  const { commit, message } = reading
  const rules = evidence.filter(({ kind }) => kind === 'rule').map(({ text }) => `${text} (${short(commit.sha)})`)
  return {
    ...emptyEntry,
    title: isNew ? title : '',
    tags: message.type === '' ? [] : [message.type],
    keywords: keywordsOf(title, evidence, files),
    raw: {
      ...emptyEntry.raw,
      task: isNew ? title : '',
      changes: [`${title} (${short(commit.sha)})`],
      files: filesToKeep(files),
      timestamp: toTime(commit.at),
      author: redact(oneLine(commit.author)),
      sources: [{ commit: commit.sha, subject: shorten(redact(oneLine(message.subject)), 120) }],
    },
    narrative: { ...emptyEntry.narrative, rules },
    facts: evidence.filter(({ kind }) => kind !== 'rule').map((piece) => factOf(piece)),
  }
}

const factOf = ({ kind, about, value, text, category, at }: Evidence): Fact => ({
  // Stars would end the subject where the fact is written.
  subject: about.replaceAll('*', ''),
  value: kind === 'revert' ? '' : value,
  statement: text,
  category,
  sources: [short(at.commit)],
})

/** A change that touches much names only what tells most: code before tests before the rest. */
function filesToKeep(files: readonly string[]): readonly string[] {
  const telling = mostTelling(files)
  const tests = files.filter((file) => kindOf(file) === 'test' && !telling.includes(file))
  return [...telling.slice(0, 12), ...tests.slice(0, 4)].map((file) => redact(oneLine(file)))
}

const identifier =
  /`([^`\s]{2,40})`|\b([a-z]+(?:[A-Z][a-z0-9]+)+|[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)\b/g

function keywordsOf(title: string, evidence: readonly Evidence[], files: readonly string[]): readonly string[] {
  const text = [title, ...evidence.map((piece) => piece.text)].join('\n')
  const named = [...text.matchAll(identifier)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const stems = mostTelling(files).slice(0, 3).map(stemOf)
  return [...new Set([...named, ...stems].map((word) => redact(oneLine(word))))]
    .filter((word) => word.length > 1)
    .slice(0, 12)
}

import type { Commit } from '../../commit.ts'
import { oneLine, shorten } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import { emptyEntry } from '../../tree/entry.ts'
import { isTaken, type Knowledge } from '../../tree/knowledge.ts'
import { toTime } from '../../tree/meta.ts'
import { freePath } from '../../tree/name.ts'
import type { Operation } from '../../tree/operations.ts'
import { folderOf } from '../../tree/path.ts'
import { saidRule } from '../../tree/rule.ts'
import { analyseCommit } from '../commit-analysis.ts'
import { planOperations, type ProjectNow } from '../plan-operations.ts'
import { documentParts, withParts } from './document-parts.ts'
import { stemOf } from '../code/files.ts'
import { fileUnder } from '../filing/filing.ts'

/** A document as it is read: the commit that last changed it is '' where git does not know it as it is. */
export type SourceDocument = {
  readonly path: string
  readonly text: string
  readonly commit: string
  readonly subject: string
  readonly author: string
  readonly at: Date
}

/** Stands for the commit of a document that git does not know; no source ever names it. */
const unknown = '0'.repeat(40)

/**
 * Reads a document without a model: as a commit that adds it, so that what is learned from a commit's files is learned
 * here in the same way. What git does not know has no source.
 */
export function learnDocument(
  document: SourceDocument,
  knowledge: Knowledge,
  project: ProjectNow,
): readonly Operation[] {
  const commit = commitOf(document)
  const message = { ...noMessage, subject: commit.message }
  const read = analyseCommit({ commit, message, texts: new Map(), isAskedFor: true }, project)
  const skippedBecause = read.evidence.every(({ weight }) => weight === 0) ? read.skippedBecause : undefined
  const operations = planOperations([{ ...read, skippedBecause }], knowledge, project).map((operation) =>
    'entry' in operation ? without(operation, document) : operation,
  )
  return withWhole(operations, document, { knowledge, project })
}

/** The commit that would have added a document as it is. */
function commitOf(document: SourceDocument): Commit {
  const { text, at, author, commit } = document
  const path = readAs(document.path)
  const lines = plainOf(path, text).split('\n')
  const hunks = [{ section: '', start: 1, removed: [], added: lines }]
  return {
    sha: commit === '' ? unknown : commit,
    parents: [],
    author,
    authored: '',
    at,
    message: documentTitle(document),
    changes: [{ path, status: 'added', from: '', before: '', after: '', hunks }],
    isBoundary: false,
  }
}

const noMessage = { type: '', scope: '', breaking: false, number: '', body: '', trailers: [], pickedFrom: [] }

/** Adds what the document holds besides sentences to what was learned from them, or learns it alone where nothing was. */
function withWhole(
  operations: readonly Operation[],
  document: SourceDocument,
  { knowledge, project }: { readonly knowledge: Knowledge; readonly project: ProjectNow },
): readonly Operation[] {
  if (!readAs(document.path).endsWith('.md')) return operations
  const parts = documentParts(document.text)
  if (Object.values(parts).every((part) => part === '')) return operations
  const at = operations.findIndex((operation) => operation.type === 'UPSERT')
  const first = operations[at]
  if (first === undefined || !('entry' in first)) {
    const alone = parts.diagrams === '' && parts.examples === '' ? undefined : bare(document, { knowledge, project })
    return alone === undefined
      ? operations
      : [...operations, { ...alone, entry: withParts(alone.entry, parts, knowledge.entries.get(alone.path)) }]
  }
  const whole = { ...first, entry: withParts(first.entry, parts, knowledge.entries.get(first.path)) }
  return operations.with(at, whole)
}

/** An operation on the entry of a document that states nothing by itself: the one that is about it, or a new one. */
function bare(
  document: SourceDocument,
  { knowledge, project }: { readonly knowledge: Knowledge; readonly project: ProjectNow },
): Write {
  const { path: file, commit, subject, author, at } = document
  const folder = fileUnder([file], '', project.layout)
  const title = documentTitle(document)
  const known = [...knowledge.entries].find(([path, { raw }]) => folderOf(path) === folder && raw.files[0] === file)
  const path = known?.[0] ?? freePath(folder, title, (taken) => isTaken(knowledge, taken))
  const sources = commit === '' ? [] : [{ commit, subject: redact(oneLine(subject)) }]
  const raw = { ...emptyEntry.raw, files: [file], timestamp: toTime(at), author, sources }
  const entry = { ...emptyEntry, title: known === undefined ? title : '', raw }
  return { type: 'UPSERT', path, entry, reason: `Read ${file}` }
}

/** Kinds of evidence are told by the names of files: text that is no code is read as prose. */
const readAs = (path: string): string => path.replace(/\.(?:txt|pdf|docx|pptx|xlsx|odt|odp|ods)$/i, '.md')

/** Bold type ends in the middle of sentences, and means nothing once they stand alone. */
const plainOf = (path: string, text: string): string =>
  /\.(?:md|mdx|markdown)$/i.test(path) ? text.replaceAll('**', '') : text

/** A document is called what its first heading says, else as its file. */
export function documentTitle({ path, text }: Pick<SourceDocument, 'path' | 'text'>): string {
  const heading =
    /^(?:# +|= +)(.+)$/m.exec(text.slice(0, 4_000))?.[1] ?? /^title: *["']?(.+?)["']?$/m.exec(text.slice(0, 1_000))?.[1]
  return shorten(redact(oneLine(heading ?? stemOf(path).replaceAll(/[-_]+/g, ' '))), 80)
}

type Write = Extract<Operation, { entry: object }>

/** Takes out what only a commit has: its subject as a change, and a source where there is none. */
function without(operation: Write, { commit, subject, path }: SourceDocument): Operation {
  const reason = `Read ${path}`
  const { entry } = operation
  const raw = { ...entry.raw, changes: [], files: entry.raw.files.map((file) => (file === readAs(path) ? path : file)) }
  if (commit !== '')
    return {
      ...operation,
      reason,
      entry: { ...entry, raw: { ...raw, sources: [{ commit, subject: redact(oneLine(subject)) }] } },
    }
  const tail = ` (${unknown.slice(0, 8)})`
  return {
    ...operation,
    reason,
    entry: {
      ...entry,
      raw: { ...raw, sources: [] },
      narrative: { ...entry.narrative, rules: entry.narrative.rules.map((rule) => saidRule(rule.replace(tail, ''))) },
      facts: entry.facts.map((fact) => ({ ...fact, sources: [] })),
    },
  }
}

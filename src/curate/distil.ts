import { oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import type { Retired } from '../tree/combine.ts'
import { type Entry, emptyEntry } from '../tree/entry.ts'
import type { Fact } from '../tree/facts.ts'
import type { Knowledge, Tree } from '../tree/knowledge.ts'
import { toTime } from '../tree/meta.ts'
import type { Operation } from '../tree/operations.ts'
import { type EntryPath, type FolderPath, folderOf, freePath } from '../tree/path.ts'
import { collect, type Evidence, type Reading } from './evidence.ts'
import { kindOf, mostTelling, stemOf } from './files.ts'
import { type Layout, placeOf, toFolder } from './place.ts'
import { coveringEntry, tellingTerms } from './subject.ts'
import { worth } from './worth.ts'

/** What one commit teaches: operations on the tree, or why there are none. */
export type Lesson =
  | { readonly operations: readonly Operation[]; readonly title: string }
  | { readonly nothing: string }

export type Rules = { readonly layout: Layout; readonly ignore: readonly string[] }

/** Distils a commit into operations without a model: the same commit on the same tree always gives the same. */
export function distil(reading: Reading, knowledge: Knowledge, { layout, ignore }: Rules): Lesson {
  const { commit, message } = reading
  const judged = worth(commit, message, ignore)
  if (judged.kind === 'skip') return { nothing: judged.why }
  const evidence = collect({ ...reading, commit: { ...commit, changes: judged.changes } }).map(safe)
  if (!teaches(reading, evidence)) return { nothing: 'it says nothing beyond its diff' }
  const title = titleOf(message.subject)
  const files = judged.changes.filter(({ status }) => status !== 'deleted').map(({ path }) => path)
  const paths = judged.changes.map(({ path }) => path)
  const own = evidence.filter(({ kind }) => kind !== 'dependency' && kind !== 'rename')
  const isManifestOnly = own.length === 0 && paths.length > 0 && paths.every((path) => path.endsWith('package.json'))
  const main = isManifestOnly
    ? []
    : [
        mainOperation(
          { reading, title, files, evidence: own, folder: placeOf(paths, message.scope, layout) },
          knowledge.entries,
        ),
      ]
  return {
    operations: [
      ...followRenames(evidence, knowledge.entries, commit.sha),
      ...main,
      ...dependencyOperations(reading, evidence),
    ],
    title,
  }
}

const safe = (evidence: Evidence): Evidence => ({
  ...evidence,
  text: redact(oneLine(evidence.text)),
  value: redact(evidence.value),
})

/** Chores say nothing by their subject alone; everything else at least tells what changed where. */
function teaches({ message }: Reading, evidence: readonly Evidence[]): boolean {
  if (evidence.some(({ kind }) => kind !== 'rename')) return true
  const isChore = ['chore', 'style', 'ci', 'docs', 'test', 'tests', 'build', 'release', 'perf_test'].includes(
    message.type,
  )
  return (
    !isChore &&
    tellingTerms(message.subject).length >= 2 &&
    !/^(?:wip|tmp|fix(?:ed|es)?\b.{0,10}\btypos?|lint|format|merge)\b/i.test(message.subject)
  )
}

function titleOf(subject: string): string {
  const text = shorten(redact(oneLine(subject)).replace(/[.:;,\s]+$/, ''), 100)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type Subject = {
  readonly reading: Reading
  readonly title: string
  readonly files: readonly string[]
  readonly evidence: readonly Evidence[]
  readonly folder: FolderPath
}

function mainOperation(subject: Subject, tree: Tree): Operation {
  const { reading, title, files, evidence, folder } = subject
  const reverted = evidence.find(({ kind }) => kind === 'revert')?.value
  const words = new Set(tellingTerms(title))
  const known =
    (reverted === undefined ? undefined : entryFrom(tree, reverted)) ??
    coveringEntry(tree, folder, { files, terms: words })
  const path = known ?? freePath(folder, title, (taken) => tree.has(taken))
  const retires: readonly Retired[] = reverted === undefined ? [] : [{ kind: 'source', commit: reverted }]
  return { type: 'UPSERT', path, entry: entryOf(subject, known === undefined), reason: reasonOf(reading), retires }
}

const entryFrom = (tree: Tree, commit: string): EntryPath | undefined =>
  [...tree].find(([, { raw }]) => raw.sources.some((source) => source.commit.startsWith(commit)))?.[0]

const short = (sha: string): string => sha.slice(0, 8)

const reasonOf = ({ commit, message }: Reading): string =>
  `Learned from ${short(commit.sha)}: ${shorten(redact(oneLine(message.subject)), 100)}`

function entryOf({ reading, title, files, evidence }: Subject, isNew: boolean): Entry {
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
      changes: [title],
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
  subject: about,
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
  return [...new Set([...named, ...stems])].filter((word) => word.length > 1).slice(0, 12)
}

/** Entries that name a file which moved follow it. */
function followRenames(evidence: readonly Evidence[], tree: Tree, sha: string): readonly Operation[] {
  const moved = new Map(evidence.filter(({ kind }) => kind === 'rename').map(({ about, value }) => [about, value]))
  if (moved.size === 0) return []
  return [...tree].flatMap(([path, entry]): readonly Operation[] => {
    const old = entry.raw.files.filter((file) => moved.has(file))
    if (old.length === 0) return []
    const files = old.map((file) => moved.get(file) ?? file)
    const reason = `Files moved in ${short(sha)}: ${old.map((file) => `${file} → ${moved.get(file)}`).join(', ')}`
    const retires = old.map((file) => ({ kind: 'file' as const, path: file }))
    return [
      {
        type: 'UPDATE',
        path,
        entry: { ...emptyEntry, raw: { ...emptyEntry.raw, files } },
        reason: shorten(reason, 200),
        retires,
      },
    ]
  })
}

/** One entry for each manifest keeps what it depends on; a removed dependency is retired. */
function dependencyOperations(reading: Reading, evidence: readonly Evidence[]): readonly Operation[] {
  const found = evidence.filter(({ kind }) => kind === 'dependency')
  return [...new Set(found.map(({ at }) => at.path))].map((manifest) => {
    const pieces = found.filter(({ at }) => at.path === manifest)
    const home = folderOf(manifest)
    const title = home === '' ? 'npm dependencies' : `npm dependencies of ${home}`
    const path = freePath(toFolder('dependencies', 'npm'), title, () => false)
    const entry = entryOf(
      {
        reading,
        title,
        files: [manifest],
        evidence: pieces.filter(({ value }) => value !== ''),
        folder: folderOf(path),
      },
      true,
    )
    const retires = pieces
      .filter(({ value }) => value === '')
      .map(({ about }) => ({ kind: 'subject' as const, subject: about }))
    const changes = [
      `${titleOf(reading.message.subject)}: ${pieces
        .map(({ about, value }) => `${about}${value === '' ? ' removed' : ` ${value}`}`)
        .slice(0, 8)
        .join(', ')}`,
    ]
    return {
      type: 'UPSERT',
      path,
      entry: { ...entry, raw: { ...entry.raw, task: title, changes } },
      reason: reasonOf(reading),
      retires,
    }
  })
}

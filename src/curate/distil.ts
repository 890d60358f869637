import { oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import type { Retired } from '../tree/combine.ts'
import { isTaken, type Knowledge, type Tree } from '../tree/knowledge.ts'
import type { Operation } from '../tree/operations.ts'
import { type EntryPath } from '../tree/path.ts'
import { freePath } from '../tree/name.ts'
import { collect, type Evidence, type Reading } from './evidence.ts'
import { renames } from './evidence/renames.ts'
import { entryOf, reasonOf, type Subject } from './lesson.ts'
import { followMoves } from './moved.ts'
import { dependencyOperations } from './needed.ts'
import { type Layout, placeOf } from './place.ts'
import { coveringEntry, tellingTerms } from './subject.ts'
import { worth } from './worth.ts'

/** What one commit teaches: operations on the tree, or why there are none. */
export type Lesson =
  | { readonly operations: readonly Operation[]; readonly title: string }
  | { readonly nothing: string }

export type Rules = { readonly layout: Layout; readonly ignore: readonly string[] }

/** Distils a commit into operations without a model: the same commit on the same tree always gives the same. */
export function distil(reading: Reading, knowledge: Knowledge, { layout, ignore }: Rules): Lesson {
  const title = titleOf(reading.message.subject)
  const moves = followMoves(renames(reading).map(safe), knowledge.entries)
  const lesson = lessonOf(reading, title, knowledge, { layout, ignore })
  if ('nothing' in lesson) return moves.length === 0 ? lesson : { operations: moves, title }
  return { operations: [...moves, ...lesson.operations], title }
}

function lessonOf(reading: Reading, title: string, knowledge: Knowledge, { layout, ignore }: Rules): Lesson {
  const { commit, message } = reading
  const judged = worth(commit, message, ignore)
  if (judged.kind === 'skip') return { nothing: judged.why }
  const evidence = collect({ ...reading, commit: { ...commit, changes: judged.changes } }).map(safe)
  if (!teaches(reading, evidence)) return { nothing: 'it says nothing beyond its diff' }
  const files = judged.changes.filter(({ status }) => status !== 'deleted').map(({ path }) => path)
  const paths = judged.changes.map(({ path }) => path)
  const own = evidence.filter(({ kind }) => kind !== 'dependency')
  const needed = dependencyOperations(reading, evidence, { title, knowledge })
  const isManifestOnly = own.length === 0 && paths.length > 0 && paths.every((path) => path.endsWith('package.json'))
  if (isManifestOnly && needed.length > 0) return { operations: needed, title }
  const folder = placeOf(paths.map(redact), message.scope, layout)
  return { operations: [mainOperation({ reading, title, files, evidence: own, folder }, knowledge), ...needed], title }
}

const safe = (evidence: Evidence): Evidence => ({
  ...evidence,
  about: redact(oneLine(evidence.about)),
  text: redact(oneLine(evidence.text)),
  value: redact(oneLine(evidence.value)),
})

/** Chores say nothing by their subject alone; everything else at least tells what changed where. */
function teaches({ message }: Reading, evidence: readonly Evidence[]): boolean {
  if (evidence.length > 0) return true
  return !chores.has(message.type) && tellingTerms(message.subject).length >= 2 && !saysNothing.test(message.subject)
}

const chores = new Set(['chore', 'style', 'ci', 'docs', 'test', 'tests', 'build', 'release'])
const saysNothing = /^(?:wip|tmp|fix(?:ed|es)?\b.{0,10}\btypos?|lint|format|merge)\b/i

function titleOf(subject: string): string {
  const text = shorten(redact(oneLine(subject)).replace(/[.:;,\s]+$/, ''), 100)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function mainOperation(subject: Subject, knowledge: Knowledge): Operation {
  const tree = knowledge.entries
  const { reading, title, files, evidence, folder } = subject
  const reverted = evidence.find(({ kind }) => kind === 'revert')?.value
  const words = new Set(tellingTerms(title))
  const known =
    (reverted === undefined ? undefined : entryFrom(tree, reverted)) ??
    coveringEntry(tree, folder, { files, terms: words })
  const target = known ?? freePath(folder, title, (path) => isTaken(knowledge, path))
  const retires: readonly Retired[] = reverted === undefined ? [] : [{ kind: 'source', commit: reverted }]
  return {
    type: 'UPSERT',
    path: target,
    entry: entryOf(subject, { isNew: known === undefined }),
    reason: reasonOf(reading),
    retires,
  }
}

const entryFrom = (tree: Tree, commit: string): EntryPath | undefined =>
  [...tree].find(([, { raw }]) => raw.sources.some((source) => source.commit.startsWith(commit)))?.[0]

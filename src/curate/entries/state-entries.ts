import { oneLine } from '../../text/clean.ts'
import { short } from '../../text/words.ts'
import type { Entry } from '../../tree/entry.ts'
import { isTaken, type Knowledge } from '../../tree/knowledge.ts'
import { freePath, toName } from '../../tree/name.ts'
import type { Operation } from '../../tree/operations.ts'
import { type EntryPath, type FolderPath, folderOf } from '../../tree/path.ts'
import { buildEntry, factOf, reasonOf } from './build-entry.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { isState } from '../evidence.ts'
import { settingsState } from '../evidence/settings.ts'
import type { Evidence } from '../evidence/types.ts'
import { toFolder } from '../filing/filing.ts'

type Kind = 'command' | 'setting'

/**
 * Where a project's commands and conventions stand, and what their entries are called. Dependencies have none: of 35 facts
 * that readers judged about them, and about scripts of a package.json or targets of a Makefile, none said what the file does not.
 */
const homes: Record<Kind, { readonly domain: string; readonly title: (file: string, home: string) => string }> = {
  command: { domain: 'commands', title: (file, home) => `Commands in ${nameOf(file)}${of(home)}` },
  setting: { domain: 'conventions', title: (file, home) => `Settings in ${nameOf(file)}${of(home)}` },
}

const of = (home: string): string => (home === '' ? '' : ` of ${home}`)
const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

/** Operations on the entries of files that say something as a whole, and the commits that said nothing besides. */
export type Fixed = { readonly operations: readonly Operation[]; readonly told: ReadonlySet<string> }

/** The tree, and the code as it stands: which files there are, and what those say that say something as a whole. */
type Now = {
  readonly knowledge: Knowledge
  readonly there: ReadonlySet<string> | undefined
  readonly texts: ReadonlyMap<string, string>
}

/** Holds what commits said against what a file says now: branches were merged, and small changes left out. */
function asFileSays(
  kind: Kind,
  file: string,
  pieces: readonly Evidence[],
  text: string | undefined,
): readonly Evidence[] {
  const live = pieces.filter(({ isGone }) => !isGone)
  if (text === undefined) return live
  const state = settingsState(kind, file, text)
  return live.flatMap((piece) => {
    const now = state?.get(piece.about)
    if (now === undefined) return []
    return [now.value === piece.value ? piece : { ...piece, value: now.value, text: now.note }]
  })
}

/** Keeps one entry for what each such file says; a name that it no longer has is retired. */
export function stateSubjects(
  analyses: readonly CommitAnalysis[],
  evidence: ReadonlyMap<string, readonly Evidence[]>,
  { knowledge, there, texts }: Now,
): Fixed {
  const found = new Map<string, Found & { pieces: Evidence[]; analyses: Set<CommitAnalysis> }>()
  const told = new Set<string>()
  const givesCommands = ownCommands.some((file) => there?.has(file) ?? false)
  for (const analysis of analyses) {
    for (const piece of evidence.get(analysis.sha) ?? []) {
      const { kind, at } = piece
      if (kind !== 'command' && kind !== 'setting') continue
      if (isSample.test(at.path) || (kind === 'command' && givesCommands)) continue
      const key = `${kind}\n${at.path}`
      const known = found.get(key) ?? { kind, file: at.path, pieces: [], analyses: new Set() }
      found.set(key, known)
      known.pieces.push(piece)
      known.analyses.add(analysis)
    }
    if (saysNothingElse(analysis)) told.add(analysis.sha)
  }
  const given = new Set<string>()
  const run = new Set<string>()
  const isShared = sharedBySiblings([...found.values()].filter(({ file }) => there?.has(file) ?? true))
  // What is gone needs no entry of its own; one that there is may have to be brought up to date.
  const telling = [...found.values()].filter(({ file }) => (there?.has(file) ?? true) || knowledge.entries.size > 0)
  const operations = telling.flatMap((one) => {
    const isKnown = entryAbout(one.file, folderFor(one), knowledge) !== undefined
    const own = isKnown ? one : { ...one, pieces: one.pieces.filter((piece) => !isShared(one, piece)) }
    const operation = operationFor(own, { knowledge, there, texts }, { given, run: isKnown ? new Set() : run })
    // A file that never was, or no longer is, known for anything has no entry to bring up to date.
    if (operation.entry.facts.length === 0 && !knowledge.entries.has(operation.path)) return []
    given.add(operation.path)
    return [operation]
  })
  return { operations, told }
}

/** What so many files of one name say alike is the project's habit, and no fact about each. */
const leastAlike = 3

/** Tells what a package's file says as those of its siblings do: nobody reads that fifteen times. */
function sharedBySiblings(found: readonly Found[]): (one: Found, piece: Evidence) => boolean {
  const saying = new Map<string, number>()
  const keyOf = ({ kind, file }: Found, { about, value }: Evidence): string =>
    [kind, nameOf(file), about, value].join('\n')
  const isInside = ({ file }: Found): boolean => file.includes('/')
  for (const one of found.filter(isInside))
    for (const key of new Set(one.pieces.map((piece) => keyOf(one, piece)))) saying.set(key, (saying.get(key) ?? 0) + 1)
  return (one, piece) => isInside(one) && (saying.get(keyOf(one, piece)) ?? 0) >= leastAlike
}

/** Manifests that serve as examples or test data say nothing of the project itself. */
const isSample = /(?:^|\/)(?:tests?|__tests__|fixtures?|examples?|testdata|playground|samples?|e2e|benchmarks?)\//

/** Where a project says by what it is built and tested, as whoever works on it knows; what CI runs is made of that. */
const ownCommands = ['package.json', 'Makefile', 'GNUmakefile', 'makefile', 'justfile', 'Justfile']

/** Whether all that a commit touched are files that were told of as a whole. */
function saysNothingElse({ touched, evidence }: CommitAnalysis): boolean {
  const files = new Set(evidence.filter(isState).map(({ at }) => at.path))
  return files.size > 0 && evidence.every(isState) && touched.every(({ path }) => files.has(path))
}

type Write = Extract<Operation, { entry: Entry; path: EntryPath }>

type Found = {
  readonly kind: Kind
  readonly file: string
  readonly pieces: readonly Evidence[]
  readonly analyses: ReadonlySet<CommitAnalysis>
}

function operationFor(
  { kind, file, pieces, analyses }: Found,
  { knowledge, texts }: Now,
  { given, run }: { readonly given: ReadonlySet<string>; readonly run: Set<string> },
): Write {
  const title = homes[kind].title(file, folderOfFile(file))
  const folder = folderFor({ kind, file })
  const told = [...analyses]
  const kept = worthTelling(kind, asFileSays(kind, file, pieces, texts.get(file)), run)
  const entry = buildEntry({ title, file, analyses: told, evidence: kept }, { isNew: true })
  const named = pieces.slice(-8).map(({ about, value }) => `${about} ${value === '' ? 'removed' : value}`)
  const [only] = told.length === 1 ? told : []
  const changes = only === undefined ? [] : [oneLine(`${only.title}: ${named.join(', ')} (${short(only.sha)})`)]
  return {
    type: 'UPSERT',
    path:
      entryAbout(file, folder, knowledge) ??
      freePath(folder, title, (path) => isTaken(knowledge, path) || given.has(path)),
    entry: {
      ...entry,
      keywords: [],
      facts: kept.slice(-most.facts).map((piece) => factOf(piece)),
      raw: { ...entry.raw, files: [file], changes, sources: entry.raw.sources.slice(-most.sources) },
    },
    reason: reasonOf(told),
    retires: pieces.filter(({ isGone }) => isGone === true).map(({ about }) => ({ kind: 'subject', subject: about })),
  }
}

/** Leaves out settings without a reason, and of what CI runs all but what builds and checks a change, each once. */
function worthTelling(kind: Kind, pieces: readonly Evidence[], run: Set<string>): readonly Evidence[] {
  if (kind === 'setting') return pieces.filter(({ text }) => isSentence(text))
  return pieces.filter(
    ({ about, value }) =>
      isCheck(about) && about !== value && !isPartial.test(value) && !run.has(value) && run.add(value),
  )
}

/** Whether a step of CI builds or checks a change, by its name: `CI: Check types`. */
const isCheck = (about: string): boolean => step.test(about) && !beforeOrAfter.test(about)

const step = /\b(?:build|checks?|compile|coverage|fmt|format|lint|tests?|types?|typecheck|vet)\b/i
/** What nobody can call as it stands: cut, or with a part that only the workflow fills in. */
const isPartial = /…$|\$\{\{/
/** What CI needs before it checks anything, and what it does with what it built. */
const beforeOrAfter = /\b(?:deploy|install|publish|releas|upload)/i

const isSentence = (text: string): boolean =>
  text.split(' ').length >= leastWords && !/^(?:[[{]|TODO|FIXME)|https?:/.test(text)
const leastWords = 5

const folderFor = ({ kind, file }: Pick<Found, 'kind' | 'file'>): FolderPath =>
  toFolder(homes[kind].domain, topicOf(file))

const most = { facts: 80, sources: 12 }

const folderOfFile = (file: string): string =>
  file.slice(0, Math.max(0, file.lastIndexOf('/'))).replace(/^\.github\/workflows$/, '')

const topicOf = (file: string): string =>
  toName(
    nameOf(file)
      .replace(/^\./, '')
      .replace(/\.(?:json|ya?ml|toml|ini|cfg|[cm]?[jt]s)$/, ''),
  )

/** The entry of such a file names it as its only file, because two of them may well spell the same title. */
const entryAbout = (file: string, folder: string, { entries }: Knowledge): EntryPath | undefined =>
  [...entries].find(
    ([path, { raw }]) => folderOf(path) === folder && raw.files.length === 1 && raw.files[0] === file,
  )?.[0]

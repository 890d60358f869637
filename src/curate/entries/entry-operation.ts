import { fold } from '../../text/clean.ts'
import { short } from '../../text/words.ts'
import type { Retired } from '../../tree/retire.ts'
import type { Entry } from '../../tree/entry.ts'
import { isTaken, type Knowledge, type Tree } from '../../tree/knowledge.ts'
import { freePath } from '../../tree/name.ts'
import type { Operation } from '../../tree/operations.ts'
import { type EntryPath, type FolderPath, folderOf } from '../../tree/path.ts'
import { deservesEntry } from './admission.ts'
import { withoutTwins } from './said-once.ts'
import { isNonCodeEntry } from '../filing/non-code.ts'
import { inTodaysWords } from '../filing/title.ts'
import { buildEntry, reasonOf } from './build-entry.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Filed } from '../filing/comments-at-home.ts'
import type { Group } from '../filing/group.ts'
import { isHistory, isHistoryTitle } from '../filing/history.ts'
import { coveringEntry, type Topic } from '../filing/subject.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'
import { topicAbove } from '../filing/subtopics.ts'
import { superseding, supersededIn } from '../standing/superseded.ts'

type About = {
  readonly knowledge: Knowledge
  /** The paths that other subjects of the same commits were given; this one is added. */
  readonly given: Set<string>
  readonly title: string
  /** Whether many commits are read together, of which what tells most is enough. */
  readonly isLong: boolean
}

/** Undefined where nothing is known yet of a subject, and what commits prove of it says nothing by itself. */
export function operationFor(subject: Filed, about: About): Operation | undefined {
  const { folder, file, files, analyses, guests } = subject
  const { knowledge, title } = about
  const pieces = withoutTwins(subject.evidence)
  const reverted = pieces.flatMap(({ kind, value }) => (kind === 'revert' && value !== '' ? [value] : []))
  const known = subject.page === undefined ? knownPath(subject, reverted, about) : freeOf(subject.page, about)
  if (known === undefined && !deservesEntry(pieces, about)) return undefined
  const path = known ?? freePath(folder, title, (taken) => about.given.has(taken) || isTaken(knowledge, taken))
  about.given.add(path)
  const old = supersededIn(known === undefined ? undefined : knowledge.entries.get(known), pieces)
  const entry = buildEntry(
    { title, file, ...(files === undefined ? {} : { files }), analyses, guests, evidence: superseding(pieces) },
    {
      isNew:
        known === undefined || (subject.page === undefined && isTitledAfterOne(knowledge.entries.get(known), analyses)),
    },
  )
  const retires: readonly Retired[] = [
    ...pieces.flatMap(({ kind, value, at }) =>
      kind === 'revert' && value !== ''
        ? [{ kind: 'source' as const, commit: value, takenBackBy: short(at.commit) }]
        : [],
    ),
    ...old.retires,
  ]
  const facts = [...entry.facts, ...old.facts]
  return { type: 'UPSERT', path, entry: { ...entry, facts }, reason: reasonOf(analyses), retires }
}

/** An entry of one lesson has its headline in its title, unless somebody called it otherwise; of many, that says too little. */
function isTitledAfterOne(entry: Entry | undefined, { length }: readonly CommitAnalysis[]): boolean {
  const [only, ...more] = entry?.facts.filter(({ note }) => note !== undefined) ?? []
  const headline = fold(only?.subject ?? '').slice(0, comparedTitle)
  return length > 1 && more.length === 0 && headline !== '' && fold(entry?.title ?? '').includes(headline)
}

/** Characters of a headline that are looked for in a title, which may be cut. */
const comparedTitle = 40

/** An entry that no other subject was given. */
const freeOf = (path: EntryPath, { given }: About): EntryPath | undefined => (given.has(path) ? undefined : path)

/** The entry that covers a subject already: the one that learned what is taken back now, or that is most like it. */
function knownPath(
  { folder, analyses, name, file }: Group,
  reverted: readonly string[],
  { knowledge, given, title }: About,
): EntryPath | undefined {
  const tree = knowledge.entries
  const files = [...new Set(analyses.flatMap(({ touched }) => touched.map(({ path }) => path)))]
  const isCalled = (other: string): boolean =>
    isHistory({ name, file }) ? isHistoryTitle(other) : [title, name].includes(inTodaysWords(other))
  const known =
    reverted.map((commit) => entryFrom(tree, commit)).find((path) => path !== undefined) ??
    (isNonCodeEntry({ name, file }) || isHistory({ name, file })
      ? [...tree].find(([path, entry]) => folderOf(path) === folder && isCalled(entry.title))?.[0]
      : coveringIn(tree, folder, { files, terms: new Set(distinctiveTerms(title)) }))
  return known === undefined || given.has(known) ? undefined : known
}

/** What a topic knew of a subject before it had subtopics goes on there. */
function coveringIn(tree: Tree, folder: FolderPath, topic: Topic): EntryPath | undefined {
  const above = topicAbove(folder)
  const before = above === folder ? undefined : coveringEntry(tree, above, topic, { takesNearest: false })
  return before ?? coveringEntry(tree, folder, topic)
}

/** The entry that learned a commit's lesson, before those that have only its comments. */
function entryFrom(tree: Tree, commit: string): EntryPath | undefined {
  const citing = [...tree].filter(([, { raw }]) => raw.sources.some((source) => source.commit.startsWith(commit)))
  const told = citing.find(([, { facts }]) =>
    facts.some(({ note, sources }) => note !== undefined && sources.some((hash) => commit.startsWith(hash))),
  )
  return (told ?? citing[0])?.[0]
}

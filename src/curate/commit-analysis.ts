import { anyOf } from '../text/alternatives.ts'
import { hash } from 'node:crypto'
import type { Commit, FileChange } from '../commit.ts'
import { differInVersion } from '../text/bumps.ts'
import { oneLine, shorten } from '../text/clean.ts'
import { madeOnce } from '../text/made-once.ts'
import { ownText } from '../text/own-text.ts'
import { redact, redactLines } from '../text/redact.ts'
import { collect } from './evidence.ts'
import { renames } from './evidence/renames.ts'
import type { Evidence, CommitReading } from './evidence/types.ts'
import { withoutGeneratedBlocks } from './code/generated-blocks.ts'
import { namesTakenOut } from './lines/names-in-diff.ts'
import { type Cited, citedIn } from './message/cited.ts'
import { mergesSeveral } from './message/merge-bots.ts'
import { isEmptySubject } from './message/nameless.ts'
import { lessonsIn } from './message/split-message.ts'
import { type ReadOrSkip, isVersionBump, isWorthReading } from './skip-filter.ts'

/** What one commit touched, in numbers. */
export type Touched = {
  readonly path: string
  readonly isDeleted: boolean
  readonly lines: number
  /** Whether nothing but a version is another. */
  readonly isBumped?: true
}

/** A commit once it was read: all that planning needs of it, its diff left behind. */
export type CommitAnalysis = {
  readonly sha: string
  readonly author: string
  readonly authored: string
  /** The hashes, whole or their beginnings, of the commits on other branches that it is a copy of. */
  readonly pickedFrom: readonly string[]
  readonly at: Date
  readonly parents: readonly string[]
  /** The number of the pull request that it merges, `#12`; '' of any other commit. */
  readonly pullRequest: string
  /** What a merge says of what it brings, where that explains something; the number is that of its pull request, '' where it has none. */
  readonly mergeSays?: { readonly headline: string; readonly why: string; readonly number: string }
  /** The number of the pull request that it was merged with, where its message has none. */
  readonly mergedAs?: string
  /** The subject without its prefix, fit to be a title. */
  readonly title: string
  /** The subject, fit to be listed as a source. */
  readonly subject: string
  readonly type: string
  readonly scope: string
  readonly touched: readonly Touched[]
  /** The file that most of its lines stand in now, where that is known. */
  readonly standsIn?: string
  readonly evidence: readonly Evidence[]
  readonly moves: readonly Evidence[]
  /** Names that its message spells and that it took out of the code itself: who looks for them later has not lost them. */
  readonly namesTakenOut: readonly string[]
  /** The earlier commits that its message goes on with. */
  readonly cited: Cited
  /** What the diff puts in and takes out, as a hash each; equal ones the other way round take each other back. */
  readonly patch: { readonly forward: string; readonly inverse: string } | undefined
  /** Files that the commit deleted. */
  readonly deleted: readonly string[]
  /** Why it teaches nothing; undefined when it teaches. */
  readonly skippedBecause: string | undefined
  /** Nothing of it was read: a merge, a version bump, only generated files. */
  readonly isUnread: boolean
}

/** Analyses a commit: whether it is worth reading, and what it proves. Secrets are taken out of what it quotes. */
export function analyseCommit(
  given: CommitReading,
  { ignore }: { readonly ignore: readonly string[] },
): CommitAnalysis {
  const reading = { ...given, commit: withoutGeneratedBlocks(given.commit, given.texts) }
  const { commit, message } = reading
  const judged = isWorthReading(commit, message, ignore)
  const changes = judged.kind === 'read' ? judged.changes : []
  const evidence = judged.kind === 'skip' ? [] : copied(collect(withoutSecrets(reading, changes)).map(safe))
  return {
    sha: commit.sha,
    author: named(commit.author),
    authored: commit.authored,
    pickedFrom: message.pickedFrom,
    at: commit.at,
    parents: commit.parents,
    ...(commit.parents.length > 1 ? ofMerge(reading) : { pullRequest: '' }),
    title: ownText(titleOf(message)),
    subject: ownText(shorten(redact(oneLine(message.subject)), 120)),
    type: message.type,
    scope: ownText(message.scope),
    touched: changes.map(({ path, status, hunks }) => ({
      path: named(path),
      isDeleted: status === 'deleted',
      lines: hunks.reduce((sum, { added, removed }) => sum + added.length + removed.length, 1),
      ...(hunks.length > 0 &&
        hunks.every(({ added, removed }) => differInVersion(added, removed)) && { isBumped: true }),
    })),
    evidence,
    moves: renames(reading).map(safe),
    namesTakenOut: copied(namesTakenOut({ message: commit.message, changes })),
    cited: copied(citedIn(commit.message, { most: mostCited })),
    patch: patchOf(changes),
    deleted: commit.changes.flatMap(({ path, status }) => (status === 'deleted' ? [path] : [])),
    skippedBecause: reasonToSkip(judged, evidence, commit),
    isUnread: judged.kind !== 'read',
  }
}

/** What a merge is called, and what it says of what it brings: the description of a pull request may stand there. */
function ofMerge({ commit, message }: CommitReading): Pick<CommitAnalysis, 'pullRequest' | 'mergeSays'> {
  const pullRequest = pullRequestIn(commit.message)
  const [{ headline, why } = { headline: '', why: '' }] = lessonsIn(message)
  if (why === '' || isVersionBump(message) || mergesSeveral(headline) || isEmptySubject(headline))
    return { pullRequest }
  const number = pullRequest || message.number
  return { pullRequest, mergeSays: copied({ headline: safeLine(headline), why: safeLine(why), number }) }
}

/** A text as one line, secrets taken out. */
const safeLine = (text: string): string => redact(oneLine(text))

/** What GitHub and Bitbucket write above what they merge. */
const pullRequestIn = (text: string): string => {
  const [, digits = ''] = /^Merge(?:d in \S{1,200})? \(?(?:pull request|PR) #(\d{1,7})\b/i.exec(text) ?? []
  return digits === '' ? '' : `#${digits}`
}

/** A pull request may tell a long story; the lines that it took say which of them it goes on with (tox 413b9633). */
const mostCited = 12

/** The same people change the same files again and again. */
const named = madeOnce((name) => safeLine(name))

/** Takes secrets out of whole lines, before anything is cut out of them: a value alone is not known for one. */
const withoutSecrets = (reading: CommitReading, changes: readonly FileChange[]): CommitReading => ({
  ...reading,
  isPart: reading.commit.isDiffUnread === true || changes.length < reading.commit.changes.length,
  commit: {
    ...reading.commit,
    changes: changes.map((change) => ({
      ...change,
      hunks: change.hunks.map(({ section, start, removed, added }) => ({
        section: redact(section),
        start,
        removed: redactLines(removed),
        added: redactLines(added),
      })),
    })),
  },
})

/** Why a commit teaches nothing; undefined when it teaches. Of what is too wide to be read, only a reason that was given counts. */
function reasonToSkip(judged: ReadOrSkip, evidence: readonly Evidence[], { isDiffUnread }: Commit): string | undefined {
  if (judged.kind === 'skip') return judged.why
  if (teaches(evidence)) return undefined
  if (judged.kind === 'message') return judged.why
  return isDiffUnread === true
    ? 'git takes too long to compare what it changed, and its message gives no reason'
    : evidence.some(({ kind, text }) => kind === 'lesson' && text !== '' && !text.startsWith('Tested: '))
      ? 'for a change of tests, pages, settings or comments alone, it says too little of why'
      : 'it says nothing beyond its diff'
}

/** V8 keeps a whole text alive for a piece cut out of it; what is kept of a commit must not hold its diff. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const copied = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

/** Shorter diffs look alike by chance, longer ones are imports. */
const comparable = { least: 3, most: 2_000 }

/** Hashes what a diff says, line numbers left aside, as git-patch-id(1) does; once as it is, once turned round. */
function patchOf(changes: readonly FileChange[]): CommitAnalysis['patch'] {
  let told = 0
  for (const { hunks } of changes)
    for (const { added, removed } of hunks)
      for (const lines of [added, removed]) for (const line of lines) if (line.length > 2) told++
  if (told < comparable.least || told > comparable.most) return undefined
  let [put, taken] = ['', '']
  for (const { path, hunks } of changes) {
    for (const { added, removed } of hunks) {
      put += `${path}\n${added.join('\n')}\0`
      taken += `${path}\n${removed.join('\n')}\0`
    }
  }
  const [a, b] = [hash('sha1', put), hash('sha1', taken)]
  return { forward: `${a} ${b}`, inverse: `${b} ${a}` }
}

const safe = (evidence: Evidence): Evidence => ({
  ...evidence,
  about: safeLine(evidence.about),
  text: safeLine(evidence.text),
  value: safeLine(evidence.value),
})

/** A bare title teaches nothing: what it touched is found by its diff. */
const teaches = (evidence: readonly Evidence[]): boolean => evidence.some(({ weight }) => weight > 0)

function titleOf({ subject, type }: CommitReading['message']): string {
  const text = shorten(redact(oneLine(subject)).replace(/(?<![.:;,\s])[.:;,\s]+$/, ''), 100)
  // Without its prefix, a fault that was mended would read as one that is there.
  if (type === 'fix' && fault.test(text) && !mending.test(text)) return `Fixed: ${text}`
  // A name of the code is spelled as the code spells it.
  return /^[a-z][\w.]*[A-Z_.:]\w/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

const fault = anyOf('i')`
  \b(?:
    br(?:eak|oke|oken|eaks|eaking)|crash\w*|do(?:es)?(?:n't| not)|caus(?:e|es|ing)|missing|wrong(?:ly)?
    incorrect(?:ly)?|not|fail(?:s|ing|ure|ures)?|throws?|hang\w*|leak\w*|never|undefined
  )\b
`
const mending = anyOf('i')`
  ^(?:
    abort|accept|add|allow|always|avoid|catch|change|check|clear|close|correct(?:ly)?|destroy|detect
    disable|do(?:n't| not)|drop|emit|enable|ensure|escape|exclude|expose|fail (?:a|if|on|the|when)|fix
    guard|handle|honou?r|implement|ignore|improve|include|keep|make|mark|move|never|normali[sz]e|only
    pass|preserve|prevent|print|propagate|properly|re-?\w+|remove|resolve|respect|restore|return|revert
    send|set|settle|show|skip|stop|support|throw(?! in\b)|treat|trim|update|use|validate|wait|warn|wrap
    \w+ly
  )\b
`

/** Commits in the order in which they were made. */
export const byTime = (analyses: readonly CommitAnalysis[]): readonly CommitAnalysis[] =>
  analyses.toSorted((a, b) => a.at.getTime() - b.at.getTime())

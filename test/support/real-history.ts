import type { Commit } from '../../src/commit.ts'
import { bulletsIn } from '../../src/curate/message/changelog.ts'
import { codeNames, namesIn } from '../../src/curate/code/code-names.ts'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { planOperations, type ProjectNow } from '../../src/curate/plan-operations.ts'
import { type LineHistory, noLineHistory } from '../../src/curate/lines/line-history.ts'
import { lineHistoryAfter } from '../../src/curate/lines/line-history-after.ts'
import { codeByStem } from '../../src/curate/filing/filing.ts'
import { goneFrom, goneKey, besideNow, quotedIn } from '../../src/curate/standing/stale-quotes.ts'
import { startSurvival } from '../../src/curate/lines/survival.ts'
import { readSaid, saidByNone, type SaidByFiles } from '../../src/learning/said-by-files.ts'
import { teach, withOverviews } from '../../src/learning/teach.ts'
import { changesBetween, type Files, type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import type { Operation } from '../../src/tree/operations.ts'
import { afterwards } from './afterwards.ts'
import { analysisFrom, commitFrom, projectOf, type RealCommit, realCommitFiles, realCommitsIn } from './real-commits.ts'
import { bareProject } from './commits.ts'

/** A commit of a history, and what is read of it. */
export type Recorded = { readonly commit: Commit; readonly analysis: CommitAnalysis }

const people = ['Ada Example', 'Grace Example', 'Lin Example']

/**
 * The real commits of all projects, and what was made up of what became of them, as one history: each project's in the
 * order in which they stand in their files, one a day.
 */
export function realHistory(): readonly Recorded[] {
  const all = realCommitFiles.flatMap(realCommitsIn)
  const projects = [...new Set(all.map(projectOf))].sort()
  const sorted = projects.flatMap((project) => all.filter((one) => projectOf(one) === project))
  return [...sorted, ...afterwards(all)].map((one, day) => recordedOn(one, day))
}

function recordedOn(one: RealCommit, day: number): Recorded {
  const commit = commitFrom(one, {
    author: people[(day * day) % people.length] ?? '',
    authored: String(1_760_000_000 + day),
    at: new Date(Date.UTC(2025, 9, 1, 9) + day * 86_400_000),
  })
  return { commit, analysis: analysisFrom(one, commit) }
}

type Code = ReadonlyMap<string, string>

/** The code as it stands after a commit, as far as its diff tells: a text for each file that is left. */
function codeWith(before: Code, { changes }: Commit): Code {
  const code = new Map(before)
  for (const { path, from, status, hunks } of changes) {
    const removed = new Set(hunks.flatMap((hunk) => hunk.removed))
    const known = code.get(status === 'renamed' ? from : path)?.split('\n') ?? []
    const kept = known.filter((line) => !removed.has(line))
    if (status === 'renamed') code.delete(from)
    if (status === 'deleted') code.delete(path)
    else code.set(path, [...kept, ...hunks.flatMap((hunk) => hunk.added)].join('\n'))
  }
  return code
}

const codeAfter = (history: readonly Recorded[]): Code =>
  history.reduce<Code>((code, { commit }) => codeWith(code, commit), new Map())

const layoutOf = (code: Code): ProjectNow['layout'] => ({
  packages: ['packages/vitest', 'packages/browser', 'integrations/beads-mcp'],
  domains: { 'docs/**': 'handbook' },
  files: codeByStem([...code.keys()]),
  there: new Set(code.keys()),
})

/** What the files of some code say, and three more. */
function saidBy(code: Code): SaidByFiles {
  const said = saidByNone()
  for (const [path, text] of code) readSaid(said, path, text)
  const more = {
    'lib/reply.js': 'Writes what a handler answers',
    'cmd/bd/init.go': 'Sets up a database for issues',
    'lib/url.c': 'Takes the address of a transfer apart',
  }
  for (const [path, gist] of Object.entries(more)) {
    said.gists.set(path, gist)
    said.purposes.set(path, { said: gist, isOfOneType: false })
  }
  return said
}

/** What becomes of some commits whatever their lines say: all of one is gone, of another most, and of a third a promise stands. */
const lineHistoriesByHand = (history: readonly Recorded[]): ReadonlyMap<string, LineHistory> => {
  const found = new Map<string, LineHistory>()
  for (const [at, { commit }] of history.entries()) {
    const [next, last] = [history[at + 1]?.commit.sha ?? '', history.at(-1)?.commit.sha ?? '']
    const some = { ...noLineHistory, added: 12, removed: 2 }
    if (at % 13 === 3) found.set(commit.sha, { ...some, gone: 12, removers: [{ commit: next, lines: 9 }] })
    if (at % 13 === 6)
      found.set(commit.sha, {
        ...some,
        gone: 8,
        removers: [
          { commit: next, lines: 5 },
          { commit: last, lines: 3 },
        ],
      })
    if (at % 13 === 9) found.set(commit.sha, { ...some, gone: 12, tests: { added: 2, there: 1 } })
    if (at % 26 === 11) found.set(commit.sha, { ...some, gone: 11, isFromBeforeRestart: true })
  }
  return found
}

/** What a tree is told of the code that a history led to. */
function projectAfter(history: readonly Recorded[]): ProjectNow {
  const code = codeAfter(history)
  const survival = startSurvival()
  for (const { commit } of history) survival.follow(commit, { isTracked: true })
  for (const [path, text] of code) survival.compareFile(path, text)
  survival.finishComparison()
  const byHand = lineHistoriesByHand(history)
  const quoted = [...quotedIn(history.map(({ analysis }) => analysis))]
  return {
    ...bareProject,
    layout: layoutOf(code),
    texts: new Map([...code].filter(([path]) => /\.(?:json|toml|mod|ya?ml)$/.test(path))),
    gone: new Set(quoted.flatMap(([path, pieces]) => goneFrom(pieces, code.get(path)).map(goneKey))),
    comments: new Map(quoted.flatMap(([path, pieces]) => [...besideNow(pieces, code.get(path) ?? '')])),
    lineHistories: (sha) => byHand.get(sha) ?? survival.lineHistoryOf(sha),
    nameNow: (name) => (name === 'process' ? 'lost' : survival.nameNow(name)),
    changelog: bulletsIn(changelog.split('\n')),
    ...saidBy(code),
  }
}

const changelog = `# Changelog

## Unreleased

### Fixed
- Replies that were hijacked leave no listener behind, so that a kept connection does not answer twice (#6810).

## 2.4.0 (2026-02-01)

### Breaking changes
- **Security**: Upgrade to undici 8, which needs Node 22 or later (#6921)
- Various fixes.
`

/** A tree, and the operations that led to it. */
export type Taught = { readonly knowledge: Knowledge; readonly operations: readonly Operation[] }

/** Learns a whole history together, as `ctx curate --all` does. */
export function learnedAtOnce(history: readonly Recorded[], before: Knowledge = noKnowledge): Taught {
  const analyses = history.map(({ analysis }) => analysis)
  const after = projectAfter(history)
  const { knowledge } = teach(analyses, before, after)
  return {
    knowledge: withOverviews(before, knowledge, after),
    operations: planOperations(analyses, before, after),
  }
}

/** Learns commit by commit onto the tree that grows by it, as the hook does. */
export function learnedOneByOne(history: readonly Recorded[], from: Knowledge = noKnowledge): Taught {
  let knowledge = from
  const operations: Operation[] = []
  let code: Code = new Map()
  for (const [at, { commit, analysis }] of history.entries()) {
    const until = history.slice(0, at + 1)
    code = codeWith(code, commit)
    const touched = new Map([...code].filter(([path]) => commit.changes.some((change) => change.path === path)))
    const after = {
      ...bareProject,
      layout: layoutOf(code),
      ...saidBy(touched),
      lineHistories: lineHistoriesSince(until, code),
    }
    operations.push(...planOperations([analysis], knowledge, after))
    const taught = teach([analysis], knowledge, after)
    knowledge = withOverviews(knowledge, taught.knowledge, after)
  }
  return { knowledge, operations }
}

/** What the last commit of a history leaves of those before it that worked on its files, or whose names it took out. */
function lineHistoriesSince(history: readonly Recorded[], texts: Code): NonNullable<ProjectNow['lineHistories']> {
  const remover = history.at(-1)?.commit
  if (remover === undefined) return () => undefined
  const there = new Set([...texts.values()].flatMap(namesIn))
  const touched = new Set(remover.changes.map(({ path }) => path))
  const textsAt = (changes: Commit['changes']): Code =>
    new Map(changes.map(({ path }) => [path, texts.get(path) ?? '']))
  const lineHistories = new Map<string, LineHistory>()
  for (const { commit } of history.slice(0, -1)) {
    const lost = new Set(codeNames(commit.message.split('\n', 1)[0] ?? '').filter((name) => !there.has(name)))
    if (!commit.changes.some(({ path }) => touched.has(path)) && lost.size === 0) continue
    const lineHistory = lineHistoryAfter(commit, {
      remover,
      texts: textsAt([...commit.changes, ...remover.changes]),
      lost,
    })
    if (lineHistory.removers.length > 0 || (lineHistory.names.added > 0 && lineHistory.names.there === 0))
      lineHistories.set(commit.sha, lineHistory)
  }
  return (sha) => lineHistories.get(sha)
}

/** The files of a tree. */
export const filesOfTree = (knowledge: Knowledge): Files =>
  new Map(changesBetween(noKnowledge, knowledge).map(({ path, text = '' }) => [path, text]))

/** Some files as one text, each below its path. */
export const asOneText = (files: Iterable<readonly [path: string, text: string]>): string =>
  [...files].map(([path, text]) => `=== ${path}\n${text.trimEnd()}\n`).join('\n')

/** A line that a reader takes in; of a longer one, its length and both ends. */
export const shortly = (line: string): string =>
  line.length <= 100 ? line : `${line.slice(0, 55)} …${line.length}… ${line.slice(-35)}`

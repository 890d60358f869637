import type { Entry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import { trimBlankLines } from '../../tree/markdown.ts'
import type { Operation } from '../../tree/operations.ts'
import type { Relation } from '../../tree/relation.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { isChangelog } from '../message/changelog-files.ts'

/**
 * A link needs so many commits in common, and so large a share of those of the rarer one (association rules over
 * versions: Zimmermann et al. 2005). Wide changes say little of what belongs together; a short history says nothing.
 */
const least = { support: 4, confidence: 0.25, analyses: 50, worked: 3 }
const most = { relations: 6, files: 12 }

type Write = Extract<Operation, { entry: Entry }>

/**
 * States what belongs together, and how long and by whom it was worked on. `about` are the commits on the subject of each
 * operation, of which its entry names those only that it still tells something of.
 */
export function relate(
  operations: readonly Operation[],
  analyses: readonly CommitAnalysis[],
  { about, tree }: { about: readonly (readonly CommitAnalysis[])[]; tree: Tree },
): readonly Operation[] {
  if (analyses.length < least.analyses) return operations
  const homes = homesOf(operations)
  const changes = countChanges(analyses, homes)
  return operations.map((operation, number) => {
    if (operation.type !== 'UPSERT') return operation
    const { narrative } = operation.entry
    const before = tree.get(operation.path)?.narrative.structure ?? ''
    const structure = [activity(about[number] ?? [], before), written(before)].filter((text) => text !== '').join('\n')
    const relations = relationsOf(operation, homes, changes)
    return { ...operation, entry: { ...operation.entry, relations, narrative: { ...narrative, structure } } }
  })
}

/**
 * The entry that each file is mainly about: the first that names it first. A changelog changes with all there is, and is the first
 * where all else is gone (werkzeug's contrib/fixers.py, which half of its pages were related to).
 */
function homesOf(operations: readonly Operation[]): ReadonlyMap<string, Write> {
  const homes = new Map<string, Write>()
  for (const operation of operations) {
    const main = operation.type === 'UPSERT' ? operation.entry.raw.files[0] : undefined
    if (main !== undefined && !isChangelog(main) && operation.type === 'UPSERT' && !homes.has(main))
      homes.set(main, operation)
  }
  return homes
}

/** In how many commits two files changed together, and each at all. */
type Changes = {
  readonly together: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly alone: ReadonlyMap<string, number>
}

function countChanges(analyses: readonly CommitAnalysis[], homes: ReadonlyMap<string, Write>): Changes {
  const together = new Map<string, Map<string, number>>()
  const alone = new Map<string, number>()
  for (const { touched } of analyses) {
    const files = touched.map(({ path }) => path).filter((path) => homes.has(path))
    for (const file of files) alone.set(file, (alone.get(file) ?? 0) + 1)
    if (touched.length > most.files) continue
    for (const file of files) {
      const pairs = together.get(file) ?? new Map<string, number>()
      together.set(file, pairs)
      for (const other of files) if (other !== file) pairs.set(other, (pairs.get(other) ?? 0) + 1)
    }
  }
  return { together, alone }
}

function relationsOf(
  operation: Write,
  homes: ReadonlyMap<string, Write>,
  { together, alone }: Changes,
): readonly Relation[] {
  const [main] = operation.entry.raw.files
  if (main === undefined || homes.get(main) !== operation) return []
  return [...(together.get(main) ?? [])]
    .map(([file, support]) => {
      const rarer = Math.max(1, Math.min(alone.get(file) ?? 1, alone.get(main) ?? 1))
      return { file, support, confidence: support / rarer }
    })
    .filter(({ support, confidence }) => support >= least.support && confidence >= least.confidence)
    .sort((a, b) => b.support * b.confidence - a.support * a.confidence || (a.file < b.file ? -1 : 1))
    .slice(0, most.relations)
    .map(({ file, support }) => ({
      path: homes.get(file)?.path ?? '',
      reason: `changed together in ${support} commits`,
    }))
    .filter(({ path }) => path !== '' && path !== operation.path)
}

/** What a person wrote among the lines that are counted anew, and what an older ctx put there. */
const written = (structure: string): string =>
  trimBlankLines(
    structure
      .split('\n')
      .filter((line) => !/^(?:\d+ commits from \d{4}-|`[^`]+` (?:makes public|speaks of): )/.test(line))
      .join('\n'),
  )

/** Names by which programs commit; what they do says nothing of who knows the code. */
export const robot = /\[bot\]|dependabot|renovate/i

/**
 * Says how often something was worked on, when, and by whom where one did most of it; nothing where it was touched once or twice.
 * All of it is of the same commits: "11 commits from 2020-04 to 2021-09" were those to 2026-08 (vue c04a45d1).
 */
function activity(analyses: readonly CommitAnalysis[], before: string): string {
  const times = analyses.map(({ at }) => at.toISOString().slice(0, 7)).sort()
  if (times.length < least.worked) return ''
  const authors = new Map<string, number>()
  for (const { author } of analyses) if (!robot.test(author)) authors.set(author, (authors.get(author) ?? 0) + 1)
  const [first] = [...authors].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const mostly =
    first === undefined || first[1] < Math.max(2, analyses.length / 2) ? '' : `, most by ${first[0]} (${first[1]})`
  // What was counted when the entry was written before still counts.
  const [, counted = '0', since = times[0]] = /^(\d+) commits from (\d{4}-\d\d) /.exec(before) ?? []
  return `${Number(counted) + analyses.length} commits from ${since} to ${times.at(-1)}${mostly}.`
}

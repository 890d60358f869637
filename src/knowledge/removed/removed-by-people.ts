import { type CommitKey, commitKey } from '../../commit.ts'
import { resolveRewrites } from '../../curate/rewrite.ts'
import type { Ctx } from '../../repo/context.ts'
import { git } from '../../repo/git/git.ts'
import { mostBytes } from '../../repo/git/objects.ts'
import { readOurBlobs } from '../../repo/git/our-blobs.ts'
import { strangersIn } from '../../repo/git/strangers.ts'
import { randomWord } from '../../text/quote.ts'
import { type Entry, readableEntry } from '../../tree/entry.ts'
import { type Fact, factKey } from '../../tree/facts.ts'
import { fromSeconds, toDay } from '../../tree/meta.ts'
import { type EntryPath, toEntryPath } from '../../tree/path.ts'
import { readRule, ruleKey } from '../../tree/rule.ts'
import { keepsOrder } from '../branch/writers.ts'

/** A statement of an entry, by words that case and code do not change, with the commits that taught it. */
export type TaughtStatement = { readonly key: string; readonly sources: readonly CommitKey[] }

/** What people or agents took out of a tree, whenever that was: statements, by the commits that taught them, and entries. */
export type Removed = {
  readonly statements: ReadonlyMap<CommitKey, ReadonlySet<string>>
  readonly paths: ReadonlySet<EntryPath>
  /** The day on which something that a commit taught was last taken out; '' where that was archived. */
  readonly days: ReadonlyMap<CommitKey, string>
  /** By which names commits of the code go since they were rewritten. */
  readonly images: ReadonlyMap<CommitKey, CommitKey>
}

/**
 * Reads from the history of a knowledge branch what was deleted or replaced by hand, archived, rejected, or taken back by an
 * agent. What a stranger's commits took out does not count, and what a merge by hand did not take over is not known. With
 * `since`, only what came after that knowledge commit is read.
 */
export async function removedByPeople(ctx: Ctx, start: string, since?: string): Promise<Removed> {
  const { steps, images } = await stepsOf(ctx, start, since)
  const statements = new Map<CommitKey, Set<string>>()
  const paths = new Set<EntryPath>()
  const days = new Map<CommitKey, string>()
  for (let at = 0; at < steps.length; at += readTogether) {
    const some = steps.slice(at, at + readTogether)
    const blobs = some.flatMap(({ files }) => files.flatMap(({ before, after }) => [before, after]))
    const texts = await readOurBlobs(
      ctx.place,
      blobs.filter((blob) => !isNone(blob)),
      { mostBytes },
    )
    for (const { files, day } of some) {
      const before = files.flatMap((file) => taughtBy(readableEntry(texts.get(file.before))))
      const after = new Set(
        files.flatMap((file) => taughtBy(readableEntry(texts.get(file.after)))).map(({ key }) => key),
      )
      for (const { key, sources } of before.filter((one) => !after.has(one.key)))
        for (const source of sources) {
          const now = images.get(source) ?? source
          statements.set(now, (statements.get(now) ?? new Set()).add(key))
          if (!days.has(now)) days.set(now, day)
        }
      for (const { path, after: blob } of files) if (isNone(blob)) paths.add(path)
    }
  }
  return { statements, paths, days, images }
}

/** Commits whose entries are read with one git. */
const readTogether = 200

/** What an entry says that commits taught: facts and rules that name their commits, or, where none does, all of it. */
export function taughtBy(entry: Entry | undefined): readonly TaughtStatement[] {
  if (entry === undefined) return []
  const facts = entry.facts.map((fact) => ({ key: keyOfFact(fact), sources: fact.sources.map(commitKey) }))
  const rules = entry.narrative.rules.map((rule) => {
    const { commit } = readRule(rule)
    return { key: keyOfRule(rule), sources: commit === '' ? [] : [commitKey(commit)] }
  })
  const named = [...facts, ...rules].filter(({ sources }) => sources.length > 0)
  return named.length > 0
    ? named
    : [{ key: keyOfProse, sources: entry.raw.sources.map(({ commit }) => commitKey(commit)) }]
}

/** The key of a fact, as an entry teaches it. */
export const keyOfFact = (fact: Fact): string => `fact ${factKey(fact)}`
/** The same of a rule. */
export const keyOfRule = (rule: string): string => `rule ${ruleKey(rule)}`
const keyOfProse = 'all of it'

/** What a statement says of which this is the key, without what a fact is about. */
export const textOfKey = (key: string): string =>
  key.startsWith('rule ') ? key.slice('rule '.length) : key.slice(key.lastIndexOf('\n') + 1)

type ChangedEntry = { readonly path: EntryPath; readonly before: string; readonly after: string }
type Step = { readonly files: readonly ChangedEntry[]; readonly day: string }

/** The commits in which somebody took a side, and by which names commits of the code go since they were rewritten. */
async function stepsOf(
  ctx: Ctx,
  start: string,
  since: string | undefined,
): Promise<{ readonly steps: readonly Step[]; readonly images: ReadonlyMap<CommitKey, CommitKey> }> {
  const word = randomWord()
  const trailer = (key: string): string => `%(trailers:key=${key},valueonly,separator=%x20)`
  const format = `--format=${word}%H%x00%ct%x00%s%x00${trailer('Source-Commit')}%x00${trailer('Source-Rewritten')}%x00`
  const how = ['-z', '--no-merges', '--raw', '--no-abbrev', '--no-renames', format]
  const before = since === undefined ? [] : [`^${since}`]
  const [out, strangers] = await Promise.all([
    git(ctx.place, ['log', ...how, '--end-of-options', start, ...before], { isBounded: true }),
    strangersIn(ctx.place, start),
  ])
  const steps: Step[] = []
  const rewrites: { from: CommitKey; to: CommitKey }[] = []
  for (const record of out.split(word)) {
    const [commit = '', seconds = '0', subject = '', learned = '', rewritten = '', ...rest] = record.split('\0')
    if (commit === '' || strangers.has(commit)) continue
    for (const [, from = '', to = ''] of rewritten.matchAll(/([0-9a-f]{8,64}) ([0-9a-f]{8,64})/g))
      rewrites.push({ from: commitKey(from), to: commitKey(to) })
    const isLearned = learned.trim() !== '' || rewritten.trim() !== ''
    const day = isArchiving(subject) ? '' : toDay(fromSeconds(seconds))
    if (!isLearned && takesSides(subject)) steps.push({ files: entriesIn(rest), day })
  }
  const images = [...resolveRewrites(rewrites)].map(([from, to]) => [commitKey(from), commitKey(to)] as const)
  return { steps, images: new Map(images) }
}

/** What was archived was decided, though the tree is only kept in order with it; what was mended or found again was not. */
const takesSides = (subject: string): boolean =>
  isArchiving(subject) || !(keepsOrder(subject) || /^(?:Restore|Repair): /.test(subject))

const isArchiving = (subject: string): boolean => subject.startsWith('Archive: ')

/** Reads `:<modes> <before> <after> <status>` and the path behind each; what had no entry before took nothing out. */
function entriesIn(record: readonly string[]): readonly ChangedEntry[] {
  const fields = record.filter((field) => field !== '')
  const found: ChangedEntry[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , before = '', after = ''] = (fields[at] ?? '').trim().split(' ')
    const path = toEntryPath(fields[at + 1] ?? '')
    if (path !== undefined) found.push({ path, before, after })
  }
  return found
}

const isNone = (blob: string): boolean => /^0*$/.test(blob)

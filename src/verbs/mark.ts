import { correctionsIn } from '../curate/authored/corrections.ts'
import { change } from '../knowledge/change.ts'
import { retiredLine } from '../knowledge/removed/retired-by-people.ts'
import { commitStep, type Tip, tooManyRaces } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { commitKey } from '../commit.ts'
import { fold, oneLine } from '../text/clean.ts'
import { isAllApproved } from '../tree/approved.ts'
import { type Entry, writeEntry } from '../tree/entry.ts'
import { sayFact, writeFact } from '../tree/facts.ts'
import { readRule } from '../tree/rule.ts'
import { toTime } from '../tree/meta.ts'
import { statusOf } from '../tree/standing.ts'
import { entryNamed, type EntryPath, toEntryPath } from '../tree/path.ts'
import { retire, type Retired } from '../tree/retire.ts'
import { version } from '../version.ts'

/** What a person decides about an entry: that it is so, or that it is no longer, with the entry that took its place. */
export type Mark =
  | { readonly as: 'approved' }
  | { readonly as: 'deprecated' }
  | { readonly as: 'superseded'; readonly by: string }

/** An entry that was decided about; `isNew` is false where it stood so already. */
export type Marked = { readonly path: EntryPath; readonly as: Mark['as']; readonly isNew: boolean }

/**
 * Writes down what a person decided about an entry, in its front matter, as a commit of the knowledge branch. Approving
 * one that was deprecated brings it back.
 * @throws {Problem} when there is no such entry, or none to take its place.
 */
export const mark = async (ctx: Ctx, path: string, decision: Mark): Promise<Marked> =>
  await change(ctx, async (tip) => await markOn(ctx, tip, { path, decision }))

/** Statements that a person said are no longer so; `isNew` is false where that was known already. */
export type MarkedPast = { readonly path: EntryPath; readonly statements: readonly string[]; readonly isNew: boolean }

/**
 * Writes down that a statement of an entry is no longer so, named by its words or their beginning; by a commit, all that it
 * taught there. The lesson of a commit stays, as what was so; all else goes, and an entry that says nothing more is deprecated.
 * @throws {Problem} when there is no such entry or statement, or more than one.
 */
export const markPast = async (ctx: Ctx, path: string, statement: string): Promise<MarkedPast> =>
  await change(ctx, async (tip) => {
    const [known, entry] = findEntry(tip, path)
    const corrections = correctionsIn({ retire: [...statementsNamed(entry, statement)] }, entry)
    if ('failed' in corrections)
      throw new Problem('no-such-statement', corrections.failed, { hint: `\`ctx show ${known}\` has them all.` })
    const { entry: left } = retire(entry, corrections.retires)
    const isEmpty = left.facts.length === 0 && left.narrative.rules.length === 0
    const marked = isEmpty ? withMark(left, 'deprecated', { by: '', at: '' }) : left
    const statements = corrections.retires.map(nameOf)
    if (writeEntry(marked) === writeEntry(entry)) return { path: known, statements, isNew: false }
    const knowledge = { ...tip.knowledge, entries: new Map(tip.knowledge.entries).set(known, marked) }
    const lines = statements.map((one) => retiredLine(known, oneLine(one))).join('\n')
    const message = `Retire: ${known}\n\n${lines}\n\nCurated-By: ctx ${version} (offline)\n`
    if ((await commitStep(ctx, tip, { knowledge, message })) === undefined) throw tooManyRaces(tip.ref)
    return { path: known, statements, isNew: true }
  })

/** All that a commit taught, where the name is a commit's; else the only statement that begins so, or what was given. */
function statementsNamed({ facts, narrative }: Entry, wanted: string): readonly string[] {
  if (!/^[0-9a-f]{7,64}$/i.test(wanted)) {
    const said = fold(wanted)
    const isEnough = said.length >= leastLetters || /\S \S/.test(said)
    const begins = (text: string): boolean => isEnough && fold(text).startsWith(said)
    const begun = [
      ...facts.filter((fact) => begins(fact.statement) || begins(sayFact(fact))).map(writeFact),
      ...narrative.rules.filter((rule) => begins(readRule(rule).text)),
    ]
    return begun.length === 1 ? begun : [wanted]
  }
  const isFrom = (commit: string): boolean => commit !== '' && commitKey(commit) === commitKey(wanted.toLowerCase())
  const taught = [
    ...facts.filter(({ sources }) => sources.some(isFrom)).map(writeFact),
    ...narrative.rules.filter((rule) => isFrom(readRule(rule).commit)),
  ]
  return taught.length === 0 ? [wanted] : taught
}

/** So long is the beginning of a statement that is no more than one word: what a slip of the hand names must not go. */
const leastLetters = 8

const nameOf = (retired: Retired): string =>
  retired.kind === 'fact' ? retired.fact.subject || retired.fact.statement : retired.kind === 'line' ? retired.text : ''

function findEntry({ knowledge }: Tip, wanted: string): readonly [EntryPath, Entry] {
  const found = entryNamed(wanted)
  const entry = found === undefined ? undefined : knowledge.entries.get(found)
  if (found !== undefined && entry !== undefined) return [found, entry]
  throw new Problem('no-such-entry', `There is no entry ${wanted}.`, { hint: 'See `ctx tree` for what there is.' })
}

type Marking = { readonly path: string; readonly decision: Mark }

async function markOn(ctx: Ctx, tip: Tip, { path, decision }: Marking): Promise<Marked> {
  const { entries } = tip.knowledge
  const [known, entry] = findEntry(tip, path)
  const by = decision.as === 'superseded' ? findEntry(tip, decision.by)[0] : ''
  if (by === known) throw new Problem('no-such-entry', `${known} cannot take its own place.`)
  if (by !== '') requireStanding(tip, { path: known, by })
  const marked = withMark(entry, decision.as, { by, at: toTime(ctx.now()) })
  const knowledge = { ...tip.knowledge, entries: new Map(entries).set(known, marked) }
  const names = { approved: 'Approve', deprecated: 'Deprecate', superseded: 'Supersede' }
  const line = `UPDATE ${known}: ${decision.as}${by === '' ? '' : ` by ${by}`}`
  const message = `${names[decision.as]}: ${known}\n\n${line}\n\nCurated-By: ctx ${version} (offline)\n`
  const next = await commitStep(ctx, tip, { knowledge, message })
  if (next === undefined) throw tooManyRaces(tip.ref)
  return { path: known, as: decision.as, isNew: next.commit !== tip.commit }
}

/** Refuses what would end in a circle: of entries that each took the other's place, none would be told any more. */
function requireStanding({ knowledge }: Tip, { path, by }: { readonly path: EntryPath; readonly by: EntryPath }): void {
  const seen = new Set<string>()
  let next: string = by
  while (next !== '' && !seen.has(next)) {
    seen.add(next)
    const entry = knowledge.entries.get(toEntryPath(next) ?? by)
    const later = entry === undefined || statusOf(entry) !== 'superseded' ? '' : entry.supersededBy
    if (later === path)
      throw new Problem('in-a-circle', `${by} cannot take the place of ${path}: ${path} took the place of ${next}.`, {
        hint: `If ${by} holds after all, say so first: ctx mark ${by} --approved`,
      })
    next = later
  }
}

function withMark(entry: Entry, as: Mark['as'], { by, at }: { by: string; at: string }): Entry {
  if (as !== 'approved') return { ...entry, status: as, supersededBy: by, approvedAt: '' }
  const isStanding = isAllApproved(entry) && entry.status !== 'deprecated' && entry.status !== 'superseded'
  return isStanding ? entry : { ...entry, status: '', supersededBy: '', approvedAt: at }
}

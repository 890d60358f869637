import { planOperations } from '../curate/plan-operations.ts'
import { withoutSources } from '../curate/rewrite.ts'
import { isSquashRecord, squashRecord } from '../knowledge/sharing/follow-merges.ts'
import { recounted, uncounted } from '../curate/entries/recount.ts'
import { explain } from '../curate/entries/knowledge-message.ts'
import { completed } from '../curate/code/overview-sections.ts'
import { ownersOf } from '../curate/entries/ownership.ts'
import { withPurposes } from '../curate/filing/purposes.ts'
import { startSurvival } from '../curate/lines/survival.ts'
import { settleEdits } from '../knowledge/edits/edits.ts'
import { tipWithEdits } from '../knowledge/edits/tip-with-edits.ts'
import { commitLearned } from '../knowledge/branch/record.ts'
import { refreshAgentFiles } from '../knowledge/shown/refresh-agent-files.ts'
import { refreshHeld } from '../knowledge/shown/refresh.ts'
import { type Tip, tipToLearnOn } from '../knowledge/branch/tip.ts'
import { keepsOrder } from '../knowledge/branch/writers.ts'
import { readNow } from '../learning/read-code.ts'
import { readerFor, readAnalyses } from '../learning/read-commits.ts'
import { plannedTogether } from '../learning/wanted.ts'
import { withoutRemoved } from '../knowledge/removed/without-removed.ts'
import { withoutRetired } from '../knowledge/removed/retired-by-people.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { readCurated } from '../repo/git/descent.ts'
import { git } from '../repo/git/git.ts'
import { commitsSince, resolveCommits } from '../repo/git/history.ts'
import { fieldsOfEach, listRefs } from '../repo/git/objects.ts'
import { isPartialClone, isShallow } from '../repo/git/partial.ts'
import { lock } from '../repo/state/lock.ts'
import { randomWord } from '../text/quote.ts'
import { plural } from '../text/words.ts'
import { type Entry, writeEntry } from '../tree/entry.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { apply, timeOf } from '../tree/operations.ts'
import { addOwners, isByPeople } from '../tree/overview.ts'
import { type EntryPath, folderOf, join, overviewFile, upwards } from '../tree/path.ts'
import { withSafeKeywords } from '../tree/safe-keywords.ts'
import { version } from '../version.ts'

/**
 * The result of writing a tree again; `kept` are entries that people or agents wrote or decided about, and `commit` is ''
 * where nothing came out otherwise than it stood there.
 */
export type Anew = {
  readonly read: number
  readonly added: readonly string[]
  readonly rewritten: readonly string[]
  readonly removed: readonly string[]
  readonly kept: readonly string[]
  /** How many statements were left out that people or agents had taken out. */
  readonly leftOut: number
  /** Entries that are there again, although somebody had taken out one of that name: a part of it is new. */
  readonly again: readonly string[]
  readonly commit: string
}

/**
 * Writes the tree again from all of history, as this version of ctx would have written it: what an older one learned
 * goes, what people and agents wrote or decided stays, and what they took out stays away. All in one knowledge commit, whose
 * parent still has everything.
 * @throws {Problem} in a clone that does not have all of the history, and would take it for all there is.
 */
export async function writeAnew(ctx: Ctx, { dryRun = false }: { readonly dryRun?: boolean } = {}): Promise<Anew> {
  await requireWholeHistory(ctx)
  if (dryRun) return await rewrite(ctx, await tipWithEdits(ctx, await tipToLearnOn(ctx)), { dryRun })
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  await settleEdits(ctx)
  const written = await rewrite(ctx, await tipToLearnOn(ctx), { dryRun })
  await refreshHeld(ctx)
  await refreshAgentFiles(ctx)
  return written
}

async function requireWholeHistory({ place }: Ctx): Promise<void> {
  const why = 'What older commits taught would be taken out for everybody.'
  if (isShallow(place))
    throw new Problem('history-not-here', `This clone is shallow: its history is cut. ${why}`, {
      hint: 'Run `git fetch --unshallow` first.',
    })
  if (await isPartialClone(place))
    throw new Problem('history-not-here', `This is a partial clone: most versions of the code are not here. ${why}`, {
      hint: 'Do it in a clone that was made without --filter.',
    })
}

async function rewrite(ctx: Ctx, tip: Tip, { dryRun }: { dryRun: boolean }): Promise<Anew> {
  const kept = await keptOf(ctx, tip)
  const squashed = await taughtBySquashes(ctx, tip)
  const shas = await codeHistory(ctx)
  const together = plannedTogether(shas.length)
  const reader = await readerFor(ctx, 'HEAD', { isInParts: shas.length > together })
  const survival = startSurvival()
  let knowledge: Knowledge = { ...kept, entries: new Map([...squashed, ...uncounted(kept.entries)]) }
  for (let at = 0; at < shas.length; at += together) {
    const onRead = (done: number): void => ctx.progress(at + done, shas.length, 'commits read')
    const analyses = await readAnalyses(ctx, shas.slice(at, at + together), { reader, survival, onRead })
    const isLast = at + together >= shas.length
    const now = await readNow(ctx, analyses, { reader, commit: 'HEAD', survival, isLast })
    const operations = planOperations(analyses, knowledge, { ...reader, ...now })
    if (isLast) survival.forget()
    // What ends an older lesson has no time of its own: the same history gives the same tree.
    const end = analyses.at(-1)?.at ?? new Date(0)
    const learned = apply(knowledge, operations, (one) => timeOf(one, end)).knowledge
    const overviews = withPurposes(learned, now.purposes ?? new Map())
    const owned = { ...learned, overviews: addOwners(overviews, ownersOf(operations, analyses)) }
    knowledge = completed(knowledge, owned, { names: now.publicNames ?? new Map(), there: reader.layout.there })
  }
  const counted = { ...knowledge, entries: recounted(knowledge.entries, kept.entries) }
  const retired = await withoutRetired(ctx, counted, tip.commit ?? tip.parent)
  const { leftOut, again, ...left } = await withoutRemoved(ctx, retired, { tip, kept })
  const next = withSafeKeywords(kept, withScores(left.knowledge, tip.knowledge.entries))
  const written = { ...compare(tip.knowledge.entries, next.entries, new Set(kept.entries.keys())), leftOut, again }
  if (dryRun || (isSameText(tip.knowledge, next) && (await areRead(ctx, tip, shas))))
    return { read: shas.length, ...written, commit: '' }
  const message = explain({
    title: `Curate: ${plural(next.entries.size, 'entry', 'entries')} anew from ${plural(shas.length, 'commit')}`,
    applied: [],
    reasons: [],
    commits: shas,
    by: `ctx ${version} (offline)`,
  })
  const { commit = '' } = await commitLearned(ctx, tip, { knowledge: next, message })
  return { read: shas.length, ...written, commit }
}

/** The commits of the code, oldest first: a knowledge branch that somebody merged into it is none of it. */
async function codeHistory({ place, settings }: Ctx): Promise<readonly string[]> {
  const [head = ''] = await resolveCommits(place, ['HEAD'])
  const own = await listRefs(place, `refs/heads/${settings.branchPrefix}/`)
  const ours = own.map(({ commit }) => commit)
  return await commitsSince(place, head, ours)
}

/**
 * What stays of a tree: entries that somebody else than the curator touched, and overviews that say more than it would.
 */
async function keptOf(ctx: Ctx, { knowledge, commit, parent }: Tip): Promise<Knowledge> {
  const touched = await touchedByOthers(ctx, commit ?? parent)
  const isKept = (path: EntryPath, { approvedAt, status, supersededBy }: Entry): boolean =>
    touched.has(path) || approvedAt !== '' || status !== '' || supersededBy !== ''
  const entries = new Map([...knowledge.entries].filter(([path, entry]) => isKept(path, entry)))
  const needed = new Set([...entries.keys()].flatMap((path) => upwards(folderOf(path))))
  const overviews = new Map(
    [...knowledge.overviews].filter(
      ([folder, text]) =>
        // What the code says of itself reads as people's words, too, and nobody else touched it.
        needed.has(folder) || (touched.has(join(folder, overviewFile)) && isByPeople(folder, text)),
    ),
  )
  return { ...knowledge, entries, overviews }
}

/** What the commits of squashes taught: their messages may be gone, and that of the squash need not say it again. */
async function taughtBySquashes(ctx: Ctx, { knowledge, commit, parent }: Tip): Promise<Knowledge['entries']> {
  const start = commit ?? parent
  if (start === undefined) return new Map()
  const format = '--format=%s%x00%(trailers:key=Source-Commit,valueonly,separator=%x20)%x00'
  const out = await git(ctx.place, ['log', '-E', `--grep=${squashRecord}`, format, '--end-of-options', start])
  const squashes = new Set(
    [...fieldsOfEach(out, 2)].flatMap(([subject = '', sources = '']) =>
      isSquashRecord(subject.trim()) ? sources.split(' ') : [],
    ),
  )
  if (squashes.size === 0) return new Map()
  const entries = [...knowledge.entries].filter(([, { raw }]) => raw.sources.some((one) => squashes.has(one.commit)))
  const others = entries.flatMap(([, { raw }]) => raw.sources.map((source) => source.commit))
  return withoutSources(
    { ...knowledge, entries: new Map(entries) },
    others.filter((one) => !squashes.has(one)),
  ).knowledge.entries
}

/**
 * Names the files that knowledge commits touched which were not learned from commits of the code: edits by hand, what
 * was said with `--text`, what agents authored, and marks, here and wherever a merge brought them from. A merge itself
 * says nothing that one of its sides does not say.
 */
async function touchedByOthers(ctx: Ctx, commit: string | undefined): Promise<ReadonlySet<string>> {
  if (commit === undefined) return new Set()
  const word = randomWord()
  const learned = '%(trailers:key=Source-Commit,valueonly)%(trailers:key=Source-Rewritten,valueonly)'
  const out = await git(ctx.place, [
    'log',
    '-z',
    '--name-only',
    '--no-renames',
    `--format=${word}%x00%s%x00${learned}%x00`,
    '--end-of-options',
    commit,
  ])
  const touched = out.split(word).flatMap((record) => {
    const [, subject = '', sources = '', ...paths] = record.split('\0')
    const isLearned = sources.trim() !== '' && !isRestored(subject)
    return isLearned || keepsOrder(subject) ? [] : paths.map((path) => path.replace(/^\n+/, ''))
  })
  return new Set(touched.filter((path) => path !== ''))
}

/** What was shown when the commits of a knowledge branch were gone: whose words it has, nobody knows any more. */
const isRestored = (subject: string): boolean => subject.startsWith('Restore: ')

/** An entry that stands where one stood before keeps how often it was read, and since when it is known. */
function withScores(knowledge: Knowledge, before: Knowledge['entries']): Knowledge {
  const scored = [...knowledge.entries].map(([path, entry]): [EntryPath, Entry] => {
    const old = before.get(path)
    if (old === undefined || old === entry) return [path, entry]
    const { accessCount, importance, maturity } = old
    return [path, { ...entry, accessCount, importance, maturity }]
  })
  return { ...knowledge, entries: new Map(scored) }
}

/** Whether the branch says of each of these commits that it was read. */
async function areRead(ctx: Ctx, { commit }: Tip, shas: readonly string[]): Promise<boolean> {
  const read = commit === undefined ? new Set<string>() : await readCurated(ctx.place, commit)
  return shas.every((sha) => read.has(sha))
}

/** Whether two trees have the same files, whatever they were made of. */
function isSameText(before: Knowledge, after: Knowledge): boolean {
  const entryOf = (knowledge: Knowledge, path: EntryPath): string | undefined => {
    const entry = knowledge.entries.get(path)
    return entry && writeEntry(entry)
  }
  return (
    before.entries.size === after.entries.size &&
    before.overviews.size === after.overviews.size &&
    [...after.overviews].every(([folder, text]) => before.overviews.get(folder) === text) &&
    [...after.entries.keys()].every((path) => entryOf(before, path) === entryOf(after, path))
  )
}

function compare(
  before: Knowledge['entries'],
  after: Knowledge['entries'],
  kept: ReadonlySet<string>,
): Pick<Anew, 'added' | 'rewritten' | 'removed' | 'kept'> {
  const paths = [...after.keys()]
  return {
    added: paths.filter((path) => !before.has(path)),
    rewritten: paths.filter((path) => before.has(path) && !kept.has(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
    kept: [...kept],
  }
}

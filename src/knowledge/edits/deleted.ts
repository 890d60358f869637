import type { Ctx } from '../../repo/context.ts'
import { trackingRef } from '../../repo/git/branches.ts'
import { askGit } from '../../repo/git/git.ts'
import { mostBytes, records } from '../../repo/git/objects.ts'
import { readRef } from '../../repo/git/refs.ts'
import { readOurBlobs } from '../../repo/git/our-blobs.ts'
import type { Edit } from '../../repo/state/edits.ts'
import { readShown } from '../../repo/state/state.ts'
import { firstFew, plural } from '../../text/words.ts'
import { type Entry, readEntry } from '../../tree/entry.ts'
import type { Files, Tree } from '../../tree/knowledge.ts'
import { fromSeconds, toTime } from '../../tree/meta.ts'
import { overviewFolder, toEntryPath } from '../../tree/path.ts'
import { blobsAt } from './edit-homes.ts'
import { taughtBy } from '../removed/removed-by-people.ts'

/** Says that a good part of the tree is about to leave the knowledge because its files are gone, and how to get it back. */
export function sayDeleted(ctx: Ctx, edits: readonly Edit[]): void {
  const moved = new Set(edits.flatMap(({ text, stat }) => (text === undefined ? [] : (stat?.blob ?? []))))
  const gone = edits.filter(({ text, was }) => text === undefined && !moved.has(was ?? ''))
  const lost = lostAmong(
    gone.map(({ path }) => path),
    readShown(ctx.place).files.keys(),
  )
  if (lost.length > 0) ctx.say(lostInWords(lost))
}

/**
 * Says the same of what was committed before, in the background say, and is about to leave a branch that a remote has; one
 * sentence for each time that somebody deleted much.
 */
export async function deletedUnshared(ctx: Ctx, ref: string, remote: string): Promise<readonly string[]> {
  const isShared = (await readRef(ctx.place, trackingRef(remote, ref))) !== undefined
  // What the remote has on any branch was shared, and is a merge's to bring.
  const found = isShared ? await deletions(ctx, [ref, '--not', `--remotes=${remote}`]) : []
  const now = found.length === 0 ? undefined : await blobsAt(ctx, ref)
  const told: string[] = []
  for (const { parent, paths } of found.filter(({ isByHand }) => isByHand)) {
    const before = await blobsAt(ctx, parent)
    const lost =
      before === undefined || now === undefined ? [] : lostAmong(missing(paths, { before, now }), before.keys())
    if (lost.length > 0) told.push(lostInWords(lost))
  }
  return told
}

type Blobs = ReadonlyMap<string, string>

/** Of paths that were deleted, those that are not there now, nor what was in them under another name. */
function missing(paths: readonly string[], { before, now }: { before: Blobs; now: Blobs }): readonly string[] {
  const there = new Set(now.values())
  return paths.filter((path) => {
    const blob = before.get(path)
    return blob !== undefined && !now.has(path) && !there.has(blob)
  })
}

/** The entries that are gone where that is much at once: a folder as a whole, or more than a few and a third of all. */
function lostAmong(gone: readonly string[], before: Iterable<string>): readonly string[] {
  const isEntry = (path: string): boolean => toEntryPath(path) !== undefined
  const lost = gone.filter(isEntry)
  const folders = gone.flatMap((path) => overviewFolder(path) ?? [])
  const isFolder = folders.some((folder) => lost.some((path) => path.startsWith(`${folder}/`)))
  const isMuch = lost.length > 3 && lost.length * 3 >= [...before].filter(isEntry).length
  return isFolder || isMuch ? lost : []
}

function lostInWords(lost: readonly string[]): string {
  const folders = [...new Set(lost.map((path) => path.slice(0, path.indexOf('/'))))]
  const [were, they, them] = lost.length === 1 ? ['was', 'it is', 'it'] : ['were', 'they are', 'them']
  const back = folders.map((folder) => `\`ctx restore ${folder}\``).join(', ')
  return `${plural(lost.length, 'entry', 'entries')} ${were} deleted by hand from .ctx/tree (${firstFew(folders)}): once shared, ${they} gone for everybody. ${back} brings ${them} back.`
}

/** Whether a file is the one that a path names, with or without its ending, or lies below it; '' names the whole tree. */
export const isAt = (file: string, path: string): boolean =>
  path === '' || file === path || file === `${path}.md` || file.startsWith(`${path}/`)

/** What was deleted by hand: the texts as they were before, by their paths, and when. */
export type DeletedByHand = { readonly texts: Files; readonly at: string }

/**
 * Finds what was last deleted by hand at a path, or below it, or because a person accepted that or rejected it, and is not there now.
 * Deletions that came about otherwise have taken another place: merged, moved or archived entries are not missing, nor is what
 * below a folder another entry tells. Only entries and overviews come back, whatever names a history has.
 */
export async function deletedByHand(
  ctx: Ctx,
  { commit, path, entries }: { readonly commit: string; readonly path: string; readonly entries: Tree },
): Promise<DeletedByHand | undefined> {
  const now = await blobsAt(ctx, commit)
  if (now === undefined) return undefined
  const isWanted = (one: string): boolean =>
    (toEntryPath(one) !== undefined || overviewFolder(one) !== undefined) && isAt(one, path)
  const isToldNow = toldIn(entries)
  // Who names an entry wants that one.
  const isTold = (one: string, text: string): boolean => one !== path && one !== `${path}.md` && isToldNow(text)
  for (const { parent, at, paths } of await deletions(ctx, [commit])) {
    const wanted = paths.filter(isWanted).toSorted()
    const before = wanted.length === 0 ? undefined : await blobsAt(ctx, parent)
    const blobs = before === undefined ? [] : missing(wanted, { before, now })
    if (before === undefined || !blobs.some((one) => toEntryPath(one) !== undefined)) continue
    const texts = await readOurBlobs(
      ctx.place,
      blobs.flatMap((one) => before.get(one) ?? []),
      { mostBytes },
    )
    const found = new Map(blobs.flatMap((one) => textOf(one, texts.get(before.get(one) ?? ''))))
    const told = new Set([...found].flatMap(([one, text]) => (isTold(one, text) ? [one] : [])))
    const left = new Map([...found].filter(([one]) => !told.has(one)))
    if ([...left.keys()].some((one) => toEntryPath(one) !== undefined)) return { at, texts: left }
  }
  return undefined
}

/** Whether entries of a tree tell all that commits taught of a text, renamed and moved ones among them. */
function toldIn(entries: Tree): (text: string) => boolean {
  const nameAll = (entry: Entry): readonly string[] =>
    taughtBy(entry).flatMap(({ key, sources }) => sources.map((source) => `${source} ${key}`))
  const said = new Set([...entries.values()].flatMap(nameAll))
  return (text) => {
    const reading = readEntry(text)
    const names = 'fault' in reading ? [] : nameAll(reading.entry)
    return names.length > 0 && names.every((name) => said.has(name))
  }
}

const textOf = (path: string, text: string | undefined): readonly (readonly [string, string])[] =>
  text === undefined ? [] : [[path, text]]

type Deletion = {
  readonly parent: string
  readonly at: string
  readonly paths: readonly string[]
  /** Whether somebody deleted files; else they accepted what an agent proposed, or rejected in a review what was new. */
  readonly isByHand: boolean
}

/**
 * The commits of edits by hand, of accepted proposals and of rejections that deleted files, the newest first, with the commit
 * before each.
 */
async function deletions({ place }: Ctx, revisions: readonly string[]): Promise<readonly Deletion[]> {
  const only = ['--no-merges', '--grep=^DELETE ', '--grep=^REJECT ', '--format=%P%n%ct%n%B']
  // A branch that is not whole is mended by whoever comes next; until then nothing is known of it.
  const { out } = await askGit(place, ['log', '-z', ...only, ...revisions, '--'])
  return records(out).flatMap((record) => {
    const [parent = '', seconds = '0', subject = '', ...lines] = record.split('\n')
    const isByHand = subject.startsWith('Edit: ')
    const isRejected = subject.startsWith('Reject: ')
    const isDecided = isRejected || subject.startsWith('Curate: accept ')
    const word = isRejected ? 'REJECT ' : 'DELETE '
    const named = lines.flatMap((line) => (line.startsWith(word) ? line.slice(word.length) : []))
    // Behind an operation stands its reason; an edit has none.
    const paths = isDecided ? named.map((line) => line.split(': ')[0] ?? '') : named
    return (isByHand || isDecided) && parent !== ''
      ? [{ parent, at: toTime(fromSeconds(seconds)), paths, isByHand }]
      : []
  })
}

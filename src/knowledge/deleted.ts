import type { Ctx } from '../repo/context.ts'
import { askGit } from '../repo/git/git.ts'
import { mostBytes, records } from '../repo/git/objects.ts'
import { readOurBlobs } from '../repo/git/weight.ts'
import type { Edit } from '../repo/state/edits.ts'
import { readShown } from '../repo/state/state.ts'
import { plural } from '../text/words.ts'
import type { Files } from '../tree/knowledge.ts'
import { overviewFolder, toEntryPath } from '../tree/path.ts'
import { blobsAt } from './edit-homes.ts'

/** Says that a good part of the tree is about to leave the knowledge because its files are gone, and how to get it back. */
export function sayDeleted(ctx: Ctx, edits: readonly Edit[]): void {
  const moved = new Set(edits.flatMap(({ text, stat }) => (text === undefined ? [] : (stat?.blob ?? []))))
  const gone = edits.filter(({ text, was }) => text === undefined && !moved.has(was ?? ''))
  sayLost(
    ctx,
    lostAmong(
      gone.map(({ path }) => path),
      readShown(ctx.place).files.keys(),
    ),
  )
}

/** Says the same of what was committed before, in the background say, and is about to be pushed. */
export async function sayDeletedBefore(ctx: Ctx, ref: string, remote: string): Promise<void> {
  const found = await deletions(ctx, [ref, '--not', `--remotes=${remote}`])
  const now = found.length === 0 ? undefined : await blobsAt(ctx, ref)
  for (const { parent, paths } of found) {
    const before = await blobsAt(ctx, parent)
    sayLost(
      ctx,
      lostAmong(
        paths.filter((path) => now?.has(path) === false),
        before?.keys() ?? [],
      ),
    )
  }
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

function sayLost(ctx: Ctx, lost: readonly string[]): void {
  if (lost.length === 0) return
  const folders = [...new Set(lost.map((path) => path.slice(0, path.indexOf('/'))))]
  const named =
    folders.length <= 3 ? folders.join(', ') : `${folders.slice(0, 3).join(', ')} and ${folders.length - 3} more`
  const isOne = lost.length === 1
  ctx.say(
    `${plural(lost.length, 'entry', 'entries')} ${isOne ? 'was' : 'were'} deleted by hand from .ctx/tree (${named}): once shared, ${isOne ? 'it is' : 'they are'} gone for everybody. ${folders.map((folder) => `\`ctx restore ${folder}\``).join(', ')} brings ${isOne ? 'it' : 'them'} back.`,
  )
}

/**
 * Finds what was last deleted by hand at a path, or below it, and is not there now: the texts as they were before. Deletions
 * that came about otherwise have taken another place: merged, moved or archived entries are not missing.
 */
export async function deletedByHand(ctx: Ctx, commit: string, path: string): Promise<Files> {
  const now = await blobsAt(ctx, commit)
  const isWanted = (one: string): boolean =>
    now?.has(one) === false && (path === '' || one === path || one === `${path}.md` || one.startsWith(`${path}/`))
  for (const { parent, paths } of await deletions(ctx, [commit])) {
    const wanted = paths.filter(isWanted).toSorted()
    if (wanted.length === 0) continue
    const before = await blobsAt(ctx, parent)
    const blobs = new Map(wanted.map((one) => [one, before?.get(one) ?? '']))
    const texts = await readOurBlobs(ctx.place, [...blobs.values()].filter(Boolean), { mostBytes })
    return new Map(
      [...blobs].flatMap(([one, blob]) => {
        const text = texts.get(blob)
        return text === undefined ? [] : [[one, text] as const]
      }),
    )
  }
  return new Map()
}

type Deletion = { readonly parent: string; readonly paths: readonly string[] }

/** The commits of edits made by hand that deleted files, the newest first, with the commit before each. */
async function deletions({ place }: Ctx, revisions: readonly string[]): Promise<readonly Deletion[]> {
  const only = ['--no-merges', '--grep=^DELETE ', '--format=%P%n%B']
  // A branch that is not whole is mended by whoever comes next; until then nothing is known of it.
  const { out } = await askGit(place, ['log', '-z', ...only, ...revisions, '--'])
  return records(out).flatMap((record) => {
    const [parent = '', subject = '', ...lines] = record.split('\n')
    const paths = lines.flatMap((line) => (line.startsWith('DELETE ') ? line.slice('DELETE '.length) : []))
    return subject.startsWith('Edit: ') && parent !== '' ? [{ parent, paths }] : []
  })
}

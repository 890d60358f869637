import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../repo/context.ts'
import { carriedByCode, treeAtHead } from '../../repo/git/carried-by-code.ts'
import { knownBlobs, mostBytes } from '../../repo/git/objects.ts'
import { readOurBlobs } from '../../repo/git/our-blobs.ts'
import { writeKnowledge } from '../../repo/state/checkout.ts'
import { removeFile } from '../../repo/state/disk.ts'
import type { Edit } from '../../repo/state/edits.ts'
import { readShown, treeDir } from '../../repo/state/state.ts'
import { keepAside } from './aside.ts'

/** Edits that people made, and files of the tree that are the code's as long as HEAD holds them. */
type Sorted = { readonly edits: readonly Edit[]; readonly held: ReadonlySet<string> }

/**
 * Undoes what commits of the code did to `.ctx/tree`, by a pull request that was checked out say. Such a file is set
 * aside, and what was shown in its place is shown again. The tree lock must be held.
 */
export async function putBack(ctx: Ctx, edits: readonly Edit[]): Promise<Sorted> {
  const carried = await carriedAmong(ctx, edits)
  if (carried.length === 0) return { edits, held: new Set() }
  const held = await treeAtHead(ctx.place)
  const loose = carried.filter(({ path }) => !held.has(path))
  for (const { path, text } of loose) {
    if (text === undefined) ctx.say(`.ctx/tree/${path} is back: it went with a commit of the code.`)
    else setAside(ctx, path)
  }
  await showAgain(ctx, loose)
  return { edits: edits.filter((edit) => !carried.includes(edit)), held }
}

async function showAgain({ place }: Ctx, lost: readonly Edit[]): Promise<void> {
  const { files } = readShown(place)
  const blobs = lost.flatMap(({ path }) => files.get(path)?.blob ?? [])
  const texts = await readOurBlobs(place, blobs, { mostBytes })
  const shown = lost.flatMap(({ path }) => {
    const text = texts.get(files.get(path)?.blob ?? '')
    return text === undefined ? [] : [{ path, text }]
  })
  writeKnowledge(place, shown, () => true)
}

function setAside(ctx: Ctx, path: string): void {
  const from = join(treeDir(ctx.place), path)
  const to = keepAside(ctx, path, readFileSync(from))
  removeFile(from, { below: ctx.place.root })
  ctx.say(
    `.ctx/tree/${path} came with a commit of the code, not from you, so it is no knowledge: it lies in ${to} now. To keep it, change it and put it back.`,
  )
}

/** The edits that leave things as some commit of the code had them; that history is read only where one may. */
async function carriedAmong(ctx: Ctx, edits: readonly Edit[]): Promise<readonly Edit[]> {
  const named = edits.map((edit) => ({ edit, blob: edit.stat?.blob ?? '' }))
  const known = await knownBlobs(
    ctx.place,
    named.flatMap(({ blob }) => blob || []),
  )
  const suspects = named.filter(({ blob }) => blob === '' || known.has(blob))
  if (suspects.length === 0) return []
  const carried = await carriedByCode(ctx.place)
  return suspects
    .filter(({ edit: { path }, blob }) => (blob === '' ? carried.has(path) : carried.get(path)?.has(blob)))
    .map(({ edit }) => edit)
}

import { join } from 'node:path'
import type { Ctx } from '../../repo/context.ts'
import { mostBytes } from '../../repo/git/objects.ts'
import { readIfThere } from '../../repo/git/repo-paths.ts'
import { lookAtFile } from '../../repo/state/checkout.ts'
import { blobName, type Edit } from '../../repo/state/edits.ts'
import { partTree } from '../../repo/state/part-tree.ts'
import { treeDir } from '../../repo/state/state.ts'
import { oneLine } from '../../text/clean.ts'
import { plural } from '../../text/words.ts'
import type { Finding } from '../../tree/knowledge.ts'

/** Names what people put into `.ctx/tree` where no entry can stand; it is left as it is. */
export function misplaced({ place }: Ctx): readonly Finding[] {
  // Hidden files are an editor's or the system's.
  const paths = partTree(place).strays.filter((path) => !/(?:^|\/)\./.test(path))
  const findings = paths.slice(0, mostNamed).map((path) => findingAt(`.ctx/tree/${oneLine(path)}`, noPlace))
  const more = paths.length - mostNamed
  return more <= 0 ? findings : [...findings, findingAt('.ctx/tree', `So it is with ${plural(more, 'file')} more.`)]
}

const mostNamed = 5

const findingAt = (at: string, detail: string): Finding => ({
  code: 'no-place-of-an-entry',
  at,
  detail,
  weight: 'warning',
})

const places = 'Entries are <domain>/<topic>/<name>.md, or one folder deeper, with names of a-z, 0-9, _ and -.'

const noPlace = `This is no entry, so no question finds it and no branch keeps it. ${places} Move it to such a place.`

/** Says which entries are about to leave the knowledge because somebody moved them to where none can stand. */
export function sayMovedAway(ctx: Ctx, edits: readonly Edit[]): void {
  const gone = edits.flatMap(({ path, text, was }) => (text === undefined && was !== undefined ? [{ path, was }] : []))
  const [like] = gone
  if (like === undefined) return
  const strays = new Map(partTree(ctx.place).strays.map((path) => [blobAt(ctx, path, like.was), path]))
  for (const { path, was } of gone) {
    const to = strays.get(was)
    if (to !== undefined)
      ctx.say(`${path} is knowledge no more: it was moved to ${oneLine(to)}, which is no place of an entry. ${places}`)
  }
}

/** The blob of a file; one that is larger than an entry may be counts as empty. */
function blobAt({ place }: Ctx, path: string, like: string): string {
  const isSmall = (lookAtFile(place, path)?.size ?? Infinity) <= mostBytes
  return blobName((isSmall ? readIfThere(join(treeDir(place), path)) : undefined) ?? '', like)
}

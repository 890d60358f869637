import { isAbsolute, join, relative } from 'node:path'
import type { Ctx } from '../../repo/context.ts'
import { writeWhole } from '../../repo/state/disk.ts'
import { stateDir } from '../../repo/state/state.ts'

/** Keeps what stood in a file of the tree, for the one whose repository it is alone; says where it lies, as from the top. */
export function keepAside({ place, now }: Ctx, path: string, text: string | Uint8Array): string {
  const to = join(stateDir(place), 'aside', String(now().getTime()), path)
  // The repository may lie on another disk than the work tree.
  writeWhole(to, text, { below: place.commonDir, mode: 0o600 })
  const fromTop = relative(place.root, to)
  return fromTop.startsWith('..') || isAbsolute(fromTop) ? to : fromTop.replaceAll('\\', '/')
}

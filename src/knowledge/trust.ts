import type { Ctx } from '../repo/context.ts'
import { defaultKnowledgeRef, shortRef } from '../repo/git/branches.ts'
import { chooseRemote } from '../repo/git/remote.ts'
import { readPersonal } from '../repo/settings/settings.ts'
import { type Entry, readEntry, undecided, writeEntry } from '../tree/entry.ts'
import type { Files } from '../tree/knowledge.ts'
import { toEntryPath } from '../tree/path.ts'

/** Knowledge that is to be merged, with the ref that it was found at. */
export type KnowledgeSource = { readonly ref: string; readonly commit: string }

/**
 * Tells whether what a ref says of how entries stand is believed: on branches of this clone, on those of the remote
 * that it is a clone of, and of those that a person named with `git config ctx.trust`.
 */
export async function isTrusted(ctx: Ctx, { ref }: KnowledgeSource): Promise<boolean> {
  if (ref.startsWith('refs/heads/')) return true
  const { trust } = await readPersonal(ctx.place, ctx.env)
  const { branchPrefix } = ctx.settings
  const main = shortRef(await defaultKnowledgeRef(ctx.place, branchPrefix)).slice(branchPrefix.length + 1)
  const home = await chooseRemote(ctx.place, undefined, main)
  return [home, ...trust].some((remote) => remote === 'anyone' || ref.startsWith(`refs/remotes/${remote}/`))
}

/** Takes the files of a stranger: what only a person of this repository decides about an entry is as it was in `base`. */
export function asStranger(ctx: Ctx, theirs: Files, { base, ref }: { base: Files; ref: string }): Files {
  let count = 0
  const taken = [...theirs].map(([path, text]): [string, string] => {
    const entry = entryIn(path, text)
    if (entry === undefined) return [path, text]
    const known = entryIn(path, base.get(path))
    const modest = { ...entry, ...undecided(entry, known) }
    const isSame = writeEntry(modest) === writeEntry(entry)
    if (!isSame) count++
    return [path, isSame ? text : writeEntry(modest)]
  })
  if (count > 0)
    ctx.say(
      `${shortRef(ref)} is no branch of this repository: how important, mature or approved ${count === 1 ? 'an entry of it is' : `${count} entries of it are`}, people here decide. To believe it: git config ctx.trust <remote>`,
    )
  return new Map(taken)
}

function entryIn(path: string, text: string | undefined): Entry | undefined {
  const reading = text === undefined || toEntryPath(path) === undefined ? undefined : readEntry(text)
  return reading === undefined || 'fault' in reading ? undefined : reading.entry
}

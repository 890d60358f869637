import { isCheckedOut } from './checked-out.ts'
import { askGit } from './git.ts'
import { renamedFrom } from './reflog.ts'
import { readRef } from './refs.ts'
import type { RepoPaths } from './repo-paths.ts'

/** What is known of a knowledge branch that is set aside: its code branch, its commit, and a free name to begin with. */
type Aside = { readonly branch: string; readonly commit: string; readonly name?: string }

/**
 * Gives a knowledge branch another name, because its own is wanted: that of the code branch it is from where that was
 * renamed, else `<name>-<commit>`, where `ctx prune` finds it. Gives the new ref; undefined where it must stay.
 */
export async function setAside(
  place: RepoPaths,
  ref: string,
  { branch, commit, name = ref }: Aside,
): Promise<string | undefined> {
  if (await isCheckedOut(place, ref)) return undefined
  const to = (await heirOf(place, ref, branch)) ?? `${name}-${commit.slice(0, 8)}`
  const input = `update ${to} ${commit}\ndelete ${ref} ${commit}\n`
  return (await askGit(place, ['update-ref', '--create-reflog', '-m', 'ctx', '--stdin'], { input })).code === 0
    ? to
    : undefined
}

/** The knowledge branch of a code branch that had this name before and has no knowledge yet. */
async function heirOf(place: RepoPaths, ref: string, branch: string): Promise<string | undefined> {
  const prefix = ref.slice(0, -branch.length)
  for (const name of renamedFrom(place, branch)) {
    const isThere = (await readRef(place, `refs/heads/${name}`)) !== undefined
    if (isThere && (await readRef(place, prefix + name)) === undefined) return prefix + name
  }
  return undefined
}

/** Makes way for a ref: a knowledge branch whose code branch is gone may lie where that needs a folder, or in its folder. */
export async function makeWay(
  place: RepoPaths,
  ref: string,
  { blocking, commit }: { blocking: string; commit: string },
): Promise<boolean> {
  const [, ...parts] = blocking.replace('refs/heads/', '').split('/')
  // Where the prefix has several parts, nobody here knows how many: a code branch by any of these names may be its.
  const branches = parts.map((_, at) => parts.slice(at).join('/'))
  for (const branch of branches) if ((await readRef(place, `refs/heads/${branch}`)) !== undefined) return false
  const branch = branches.find((one) => renamedFrom(place, one).length > 0) ?? branches[0] ?? ''
  const isInside = blocking.startsWith(`${ref}/`)
  const name = isInside ? `${ref}-${blocking.slice(ref.length + 1).replaceAll('/', '-')}` : blocking
  return (await setAside(place, blocking, { branch, commit, name })) !== undefined
}

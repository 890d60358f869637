import type { Ctx } from '../../repo/context.ts'
import { shortRef } from '../../repo/git/branches.ts'
import { isKnowledge } from '../../repo/git/descent.ts'
import { askGit } from '../../repo/git/git.ts'
import { listRefs, records } from '../../repo/git/objects.ts'

/** What a knowledge branch of this clone has that no remote has: the subjects of those commits, the newest first. */
export type OnlyHere = { readonly branch: string; readonly subjects: readonly string[] }

/** Finds what would be lost with the knowledge branches of this clone. A branch that only begins a tree holds nothing. */
export async function onlyHere({ place, settings }: Ctx): Promise<readonly OnlyHere[]> {
  const found: OnlyHere[] = []
  for (const { ref, commit } of await listRefs(place, `refs/heads/${settings.branchPrefix}/`)) {
    if (!(await isKnowledge(place, commit))) continue
    // Of a history that is not whole, what can be read is named.
    const { out } = await askGit(place, ['log', '-z', '--no-merges', '--format=%s', commit, '--not', '--remotes', '--'])
    const subjects = records(out).filter((subject) => subject !== 'Begin context tree')
    if (subjects.length > 0) found.push({ branch: shortRef(ref), subjects })
  }
  return found
}

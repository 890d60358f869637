import { Problem } from '../../problem.ts'
import { shortRef } from './branches.ts'
import { streamGit, TooMuch } from './git.ts'
import type { RepoPaths } from './repo-paths.ts'

/** What commits may say and which files they may name, in bytes: some twenty times what ten thousand of them do. */
const mostTold = 256 * 1024 * 1024

type Incoming = { readonly ref: string; readonly ours: string | undefined; readonly theirs: string }

/**
 * Refuses knowledge whose commits say more, or change more files, than anybody writes, be it taken out again since: every
 * reader of that history would have to deal with it.
 * @throws {Problem} that names the ref.
 */
export async function requireReadableHistory(place: RepoPaths, { ref, ours, theirs }: Incoming): Promise<void> {
  const args = ['log', '-z', '--name-only', '--no-renames', '--root', '--format=%B', '--end-of-options', theirs]
  let told = 0
  try {
    for await (const chunk of streamGit(place, ours === undefined ? args : [...args, `^${ours}`], {
      isBounded: true,
    })) {
      told += chunk.length
      if (told > mostTold) throw new TooMuch()
    }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    throw new Problem(
      'tree-too-large',
      `${shortRef(ref)} was not taken: one of its commits has a longer message, or changes more files, than anybody writes.`,
      { hint: `Nothing changed here. Look who made it: git log --stat ${shortRef(ref)}` },
    )
  }
}

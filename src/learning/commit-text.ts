import type { Ctx } from '../repo/context.ts'
import { askGit } from '../repo/git/git.ts'

/** Quotes are held against so much of a diff, in characters; a model reads far less. */
const mostDiff = 1_000_000

/** Reads a commit as a person would. */
export async function readCommitText({ place }: Ctx, sha: string): Promise<{ message: string; diff: string }> {
  const show = async (...args: string[]): Promise<string> =>
    (await askGit(place, ['show', '--no-color', '--no-ext-diff', '--no-textconv', ...args, '--end-of-options', sha]))
      .out
  return {
    message: await show('--no-patch', '--format=%B'),
    diff: (await show('--format=', '-p', '--unified=2')).slice(0, mostDiff),
  }
}

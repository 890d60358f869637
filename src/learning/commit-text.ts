import type { Ctx } from '../repo/context.ts'
import { decodeText } from '../repo/git/decode.ts'
import { GitError, readUpTo, TooMuch } from '../repo/git/git.ts'

/** Quotes are held against so much of a diff, and of a message, in bytes; a model reads far less. */
const most = { diff: 1_000_000, message: 64_000 }

/** Reads a commit as a person would. */
export async function readCommitText({ place }: Ctx, sha: string): Promise<{ message: string; diff: string }> {
  const show = async (bytes: number, ...args: string[]): Promise<string> => {
    const how = ['show', '--no-color', '--no-ext-diff', '--no-textconv', ...args, '--end-of-options', sha]
    // What cannot be shown proves nothing.
    const shown = await readUpTo(place, how, bytes).catch((error: unknown) => {
      if (error instanceof GitError || error instanceof TooMuch) return new Uint8Array()
      throw error
    })
    return decodeText(shown)
  }
  return {
    message: (await show(most.message, '--no-patch', '--format=%B')).trimEnd(),
    diff: await show(most.diff, '--format=', '-p', '--unified=2'),
  }
}

import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import type { Ctx } from '../context.ts'
import { findBranches } from './branches.ts'
import { GitError, requireGit, streamGit } from './git.ts'

const mostFiles = 50
const mostBytes = 200_000

/** A question in words, and the files that are staged. */
export type StagedQuestion = { readonly text: string; readonly files: readonly string[] }

/**
 * Makes a question of what is staged: the branch's name, and the identifiers of the change. `files` is empty when
 * nothing is staged.
 * @throws {Problem} when git cannot read the index.
 */
export async function stagedQuestion(ctx: Ctx): Promise<StagedQuestion> {
  const [{ files, patch }, { head }] = await Promise.all([
    readStaged(ctx),
    findBranches(ctx.place, ctx.settings.branchPrefix),
  ])
  const words = files.length === 0 ? [] : [head.kind === 'branch' ? head.branch : '', ...identifiers(patch)]
  return { text: words.join(' '), files }
}

/** Reads which files are staged and the beginning of how they change; the rest, megabytes of data say, is never waited for. */
async function readStaged(ctx: Ctx): Promise<{ files: readonly string[]; patch: string }> {
  const args = [
    'diff',
    '--cached',
    '--raw',
    '-p',
    '-z',
    '-U0',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
  ]
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of streamGit(ctx.place, args, { env: indexOf(ctx), signal: ctx.signal })) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= mostBytes) break
    }
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause
    // Of a repository that it refuses, `git diff` says only that there is none.
    await requireGit(ctx.place)
    throw new Problem('unreadable-index', `Git cannot read the index: ${cause.message.split('\n')[0] ?? ''}`, {
      hint: 'Remove .git/index and run `git reset`: the work tree stays as it is.',
      cause,
    })
  }
  return splitStaged(Buffer.concat(chunks).toString('utf8', 0, mostBytes))
}

/** Splits what git printed: pairs of a raw line and a path, each ended by NUL, an empty one, and the patch. */
function splitStaged(out: string): { files: readonly string[]; patch: string } {
  const end = out.indexOf('\0\0')
  const raw = (end === -1 ? out : out.slice(0, end)).split('\0')
  const files = raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.startsWith(':')).slice(0, mostFiles)
  return { files, patch: end === -1 ? '' : out.slice(end + 2) }
}

/** The index of the commit being made: with -a, -p or paths, git keeps it elsewhere than `.git/index`. */
const indexOf = ({ place, env }: Ctx): Record<string, string> => ({
  GIT_INDEX_FILE: env['GIT_INDEX_FILE'] ?? join(place.gitDir, 'index'),
})

/** The identifiers of changed lines that occur most. */
function identifiers(diff: string): readonly string[] {
  const counts = new Map<string, number>()
  // A file that goes says nothing about what comes.
  const sections = diff.split(/^(?=diff --git )/m).filter((section) => !/^deleted file mode /m.test(section))
  for (const line of sections.join('').split('\n')) {
    if (!/^[+-](?![+-]{2} )/.test(line)) continue
    for (const [word] of line.matchAll(/[A-Za-z_]\w{3,40}/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, 12)
    .map(([word]) => word)
}

import type { Commit } from '../commit.ts'
import type { Ctx } from '../repo/context.ts'
import { readCommits } from '../repo/git/commits.ts'
import { git } from '../repo/git/git.ts'
import { findObjects, readFiles } from '../repo/git/objects.ts'

// Commits that are in no history any more: reset, or left out by a rebase.

/** No more commits of a tip are listed, and of these so many are held against the code, the newest. */
const most = { listed: 50_000, compared: 200 }

/** Of some commits, those that are here and that were dropped. */
export async function findDropped(ctx: Ctx, commits: readonly string[], head: string): Promise<readonly string[]> {
  const found = await findObjects(ctx.place, 'commit', commits)
  const here = new Set(found.flatMap((object) => object ?? []))
  if (here.size === 0) return []
  return withoutKept(
    ctx,
    (await inNoBranch(ctx, [...here], head)).filter((sha) => here.has(sha)),
    head,
  )
}

/** The commits of a former tip that were dropped, newest first. */
export const droppedFrom = async (ctx: Ctx, tip: string, head: string): Promise<readonly string[]> =>
  withoutKept(ctx, await inNoBranch(ctx, [tip], head), head)

/** The commits behind some, these included, that no branch, tag or other ref has, nor HEAD. */
async function inNoBranch({ place }: Ctx, tips: readonly string[], head: string): Promise<readonly string[]> {
  const args = ['rev-list', `--max-count=${most.listed}`, ...tips, '--not', head, '--all', '--']
  return (await git(place, args)).split('\n').filter((line) => line !== '')
}

/** Leaves out the commits that nobody dropped, since a squash or the next commit took over what they wrote. */
async function withoutKept(ctx: Ctx, commits: readonly string[], head: string): Promise<readonly string[]> {
  const written = new Map<string, ReadonlyMap<string, readonly string[]>>()
  for await (const commit of readCommits(ctx.place, commits.slice(0, most.compared), ctx.signal))
    written.set(commit.sha, tellingLines(commit))
  const paths = new Set([...written.values()].flatMap((lines) => [...lines.keys()]))
  if (paths.size === 0) return commits
  const texts = await readFiles(ctx.place, head, paths)
  return commits.filter((sha) => !isKept(written.get(sha) ?? new Map(), texts))
}

/** Whether most of what a commit wrote stands in the files. */
function isKept(lines: ReadonlyMap<string, readonly string[]>, texts: ReadonlyMap<string, string>): boolean {
  let [all, kept] = [0, 0]
  for (const [path, added] of lines) {
    const there = new Set((texts.get(path) ?? '').split('\n').map((line) => line.trim()))
    all += added.length
    kept += added.filter((line) => there.has(line)).length
  }
  return kept * 2 > all
}

/** The lines that a commit put into each file, without those that any file may have. */
const tellingLines = ({ changes }: Commit): ReadonlyMap<string, readonly string[]> =>
  new Map(
    changes.map(({ path, hunks }) => [
      path,
      hunks.flatMap(({ added }) => added.map((line) => line.trim()).filter((line) => /\w.*\w/.test(line))),
    ]),
  )

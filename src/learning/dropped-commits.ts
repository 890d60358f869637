import type { Commit } from '../commit.ts'
import { readMessage } from '../curate/message/commit-message.ts'
import type { Ctx } from '../repo/context.ts'
import { readCommits } from '../repo/git/commits.ts'
import { askGit, git } from '../repo/git/git.ts'
import { findObjects, readFiles } from '../repo/git/objects.ts'
import { isPartialClone, isShallow } from '../repo/git/partial.ts'

// Commits that are in no history any more: reset, or left out by a rebase.

/** No more commits of a tip are listed, and of these so many are held against the code, the newest; of others nothing is said. */
const most = { listed: 50_000, compared: 1_000 }

/**
 * Of some commits those that are in this clone, and of these those that were dropped; neither where history is cut, behind
 * which everything looks as if it were.
 */
export async function findDropped(
  ctx: Ctx,
  commits: readonly string[],
  head: string,
): Promise<{ readonly here: readonly string[]; readonly dropped: readonly string[] }> {
  if (isShallow(ctx.place)) return { here: [], dropped: [] }
  const found = await findObjects(ctx.place, 'commit', commits)
  const here = [...new Set(found.flatMap((object) => object ?? []))]
  if (here.length === 0) return { here, dropped: [] }
  const none = new Set(await inNoBranch(ctx, here, head))
  const left = here.filter((sha) => none.has(sha))
  return { here, dropped: await withoutKept(ctx, left, head) }
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
  // Where diffs are not here, nobody knows what they wrote.
  if (await isPartialClone(ctx.place)) return []
  const written = new Map<string, ReadonlyMap<string, Lines>>()
  const parents = new Map<string, string>()
  for await (const commit of readCommits(ctx.place, commits.slice(0, most.compared), ctx.signal)) {
    written.set(commit.sha, tellingLines(commit))
    parents.set(commit.sha, commit.parents.join(' '))
  }
  const paths = new Set([...written.values()].flatMap((lines) => [...lines.keys()]))
  const texts = paths.size === 0 ? new Map<string, string>() : await readFiles(ctx.place, head, paths)
  const dropped = new Set([...written].flatMap(([sha, lines]) => (isKept(lines, texts) ? [] : [sha])))
  const kept = [...written].flatMap(([sha, lines]) =>
    dropped.has(sha) ? [] : [{ sha, paths: pathsOf(lines), parents: parents.get(sha) ?? '' }],
  )
  const anew = await madeAnew(ctx, kept, head)
  return [...written.keys()].filter((sha) => dropped.has(sha) || anew.has(sha))
}

type Kept = { readonly sha: string; readonly paths: string; readonly parents: string }

const pathsOf = (lines: ReadonlyMap<string, Lines>): string => [...lines.keys()].sort().join('\n')

/**
 * Of commits whose lines are there, those that somebody undid and made anew, as editors offer it: another has their parent and
 * their files, and says why in its own words. Git tells nobody of it, as it does of an amend.
 */
async function madeAnew(ctx: Ctx, kept: readonly Kept[], head: string): Promise<ReadonlySet<string>> {
  const parents = [...new Set(kept.flatMap((one) => one.parents.split(' ')))].filter(Boolean)
  if (parents.length === 0) return new Set()
  const { code, out: base } = await askGit(ctx.place, ['merge-base', '--octopus', head, ...parents])
  const since = code === 0 ? ['--not', base.trim()] : []
  const listed = await git(ctx.place, ['rev-list', '--parents', `--max-count=${most.listed}`, head, ...since, '--'])
  const wanted = new Set(kept.map((one) => one.parents))
  const siblings = listed.split('\n').flatMap((line) => (wanted.has(line.slice(line.indexOf(' ') + 1)) ? [line] : []))
  const saying = new Set<string>()
  for await (const commit of readCommits(
    ctx.place,
    siblings.map((line) => line.slice(0, line.indexOf(' '))),
    ctx.signal,
  ))
    if (readMessage(commit.message).body !== '')
      saying.add(`${commit.parents.join(' ')}\n${pathsOf(tellingLines(commit))}`)
  return new Set(kept.flatMap(({ sha, paths, parents: own }) => (saying.has(`${own}\n${paths}`) ? [sha] : [])))
}

/** Lines that were put into a file, and taken out of it. */
type Lines = { readonly added: readonly string[]; readonly removed: readonly string[] }

/** Whether most of what a commit wrote stands in the files; where it only took lines out, whether they are still gone. */
function isKept(lines: ReadonlyMap<string, Lines>, texts: ReadonlyMap<string, string>): boolean {
  let [all, kept, back] = [0, 0, 0]
  for (const [path, { added, removed }] of lines) {
    const there = new Set((texts.get(path) ?? '').split('\n').map((line) => line.trim()))
    all += added.length
    kept += added.filter((line) => there.has(line)).length
    back += removed.filter((line) => there.has(line)).length
  }
  return all === 0 ? back === 0 : kept * 2 > all
}

/** The lines that a commit changed in each file, without those that any file may have. */
const tellingLines = ({ changes }: Commit): ReadonlyMap<string, Lines> =>
  new Map(
    changes.map(({ path, hunks }) => [
      path,
      {
        added: telling(hunks.flatMap(({ added }) => added)),
        removed: telling(hunks.flatMap(({ removed }) => removed)),
      },
    ]),
  )

const telling = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.trim()).filter((line) => /\w.*\w/.test(line))

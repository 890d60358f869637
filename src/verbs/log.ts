import { branchesOf, knowledgeOnDisk } from '../knowledge/branch/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { type Archived, readArchive } from '../repo/git/archive.ts'
import { isAncestor, requireKnowledgeBranch } from '../repo/git/descent.ts'
import { askGit, git } from '../repo/git/git.ts'
import { beginCommit } from '../repo/git/knowledge-branch.ts'
import { fieldsOfEach, listTree } from '../repo/git/objects.ts'
import { strangersIn } from '../repo/git/strangers.ts'
import { bareOf, type EntryPath, toEntryPath, toFolderPath } from '../tree/path.ts'
import { unknownPath } from '../tree/unknown-path.ts'

/**
 * One knowledge commit: what it did, and the code commits that taught it; `isGone` marks those no longer in history.
 */
export type LogItem = {
  readonly commit: string
  readonly at: string
  readonly author: string
  readonly subject: string
  /** Somebody else made it and a merge brought it: what it says of what it did, learned and cost is left out. */
  readonly isStranger: boolean
  readonly operations: readonly string[]
  readonly sources: readonly { readonly commit: string; readonly isGone: boolean }[]
  /** The entries that it put into the archive and that are there still. */
  readonly archived: readonly EntryPath[]
  /** Tokens that a model took to write it; 0 where none did. */
  readonly tokens: number
}

/**
 * Tells which commits taught what, newest first; for one entry or folder where `path` is given.
 * @throws {Problem} when no entry or folder of that path is or was known.
 */
export async function log(
  ctx: Ctx,
  path?: string,
  { limit = 20 }: { limit?: number } = {},
): Promise<readonly LogItem[]> {
  const { commit, head, shown } = await branchesOf(ctx)
  if (commit === undefined || shown === undefined) return []
  await requireKnowledgeBranch(ctx.place, shown, commit)
  const about = path === undefined || bareOf(path) === '' ? undefined : bareOf(path)
  if (about !== undefined && toEntryPath(about) === undefined && toFolderPath(about) === undefined)
    throw unknownPath(about, [...knowledgeOnDisk(ctx).entries.keys()])
  const begin = `^${await beginCommit(ctx.place)}`
  const out = await git(ctx.place, [
    'log',
    '-z',
    `--max-count=${limit}`,
    `--format=${logFormat}`,
    '--end-of-options',
    commit,
    begin,
    // An entry may be named without its ending, as everywhere.
    ...(about === undefined ? [] : ['--', about, `${about.replace(/\.md$/, '')}.md`]),
  ])
  const items = fieldsOfEach(out, logFields)
  if (items.length === 0 && about !== undefined) throw unknownPath(about, [...knowledgeOnDisk(ctx).entries.keys()])
  const archive = await archivedNow(ctx, commit)
  const strangers = await strangersIn(ctx.place, commit)
  const found: LogItem[] = []
  for (const item of items) found.push(await toLogItem(ctx, item, { head: head.commit, about, archive, strangers }))
  return found
}

/** What is in the archive of a knowledge commit, by what its history says and what stands there. */
async function archivedNow(ctx: Ctx, commit: string): Promise<readonly Archived[]> {
  const { archived } = await readArchive(ctx.place, commit)
  if (archived.size === 0) return []
  const there = new Set((await listTree(ctx.place, commit)).map(({ path }) => path))
  return [...archived.values()].filter(({ path }) => !there.has(path))
}

const logFormat =
  '%H%x00%cI%x00%an%x00%s%x00%b%x00%(trailers:key=Source-Commit,valueonly,separator=%x20)%x00%(trailers:key=Model-Tokens,valueonly,separator=%x20)'
const logFields = 7

type Known = {
  readonly head: string | undefined
  readonly about: string | undefined
  readonly archive: readonly Archived[]
  readonly strangers: ReadonlySet<string>
}

async function toLogItem(
  ctx: Ctx,
  [commit = '', at = '', author = '', subject = '', body = '', sources = '', tokens = '']: readonly string[],
  { head, about, archive, strangers }: Known,
): Promise<LogItem> {
  if (strangers.has(commit))
    return { commit, at, author, subject, isStranger: true, operations: [], sources: [], archived: [], tokens: 0 }
  const commits = sources.split(' ').filter((source) => source !== '')
  // A batch of history may have hundreds of sources; whether each is still there is asked only of the few.
  const known = commits.length > 20 ? [] : commits
  const gone = await Promise.all(
    known.map(
      async (source) =>
        head !== undefined && !(await isAncestor(ctx.place, source, head)) && !(await isOnABranch(ctx, source)),
    ),
  )
  return {
    commit,
    at,
    author,
    subject,
    isStranger: false,
    operations: body
      .split('\n')
      .filter((line) => isOperation.test(line) && (about === undefined || line.includes(about))),
    sources: commits.map((source, index) => ({ commit: source, isGone: gone[index] ?? false })),
    archived: archive.filter((one) => one.commit === commit).map(({ path }) => path),
    tokens: Number(/^\d+/.exec(tokens)?.[0] ?? 0),
  }
}

const isOperation = /^(?:ADD|UPDATE|UPSERT|MERGE|DELETE|EDIT|ARCHIVE|RESTORE|REJECT|REPAIR) /

const isOnABranch = async (ctx: Ctx, commit: string): Promise<boolean> =>
  (
    await askGit(ctx.place, [
      'for-each-ref',
      '--count=1',
      `--contains=${commit}`,
      '--format=x',
      'refs/heads',
      'refs/remotes',
      'refs/tags',
    ])
  ).out !== ''

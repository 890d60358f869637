import { Problem } from '../problem.ts'
import { type Archived, readArchive } from '../repo/git/archive.ts'
import { beginCommit } from '../repo/git/knowledge-branch.ts'
import { isAncestor, requireKnowledgeBranch } from '../repo/git/descent.ts'
import { readTreeFiles } from '../repo/state/checkout.ts'
import { askGit, git } from '../repo/git/git.ts'
import { listTree } from '../repo/git/objects.ts'
import { type Index, link } from '../search/index.ts'
import { type Symbol, symbolTree } from '../tree/graph.ts'
import {
  type EntryPath,
  fullPath,
  isStubPath,
  originalOf,
  overviewFolder,
  stubPath,
  summaryFile,
  toEntryPath,
  toFolderPath,
} from '../tree/path.ts'
import { branchesOf, knowledgeOnDisk } from '../knowledge/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { askShown } from './query.ts'
import { linkedBy } from './related.ts'

/** An entry as it is written, with the entries it names and those that name it. */
export type Shown = {
  readonly path: string
  readonly text: string
  readonly related: readonly string[]
  readonly backlinks: readonly string[]
  /** Where the full text lies, when this is the stub of an archived entry; '' otherwise. */
  readonly archived: string
}

/**
 * Reads one entry, or the summary of a folder, by its path in the tree; of an archived entry its stub, or with `full`
 * the text it had.
 * @throws {Problem} when there is no such entry; the hint names the nearest.
 */
export async function show(ctx: Ctx, path: string, { full = false }: { full?: boolean } = {}): Promise<Shown> {
  const bare = bareOf(path)
  return await askShown(ctx, ({ index, store }) => {
    const [found] = readTreeFiles(ctx.place, candidates(bare, full))
    if (found === undefined)
      throw unknownPath(
        bare,
        (store?.list() ?? []).map((one) => one.path),
      )
    const [file, text] = found
    const original = originalOf(file)
    return {
      path: file,
      text,
      related: existing(index, index.cards([file]).get(file)?.related ?? []),
      backlinks: [...linkedBy(index, [link('entry', file)], ({ related }) => related.includes(file)).keys()],
      archived: original !== undefined && isStubPath(file) ? fullPath(original) : '',
    }
  })
}

const existing = (index: Index, paths: readonly string[]): readonly string[] => {
  const known = index.cards(paths)
  return paths.filter((path) => known.has(path))
}

/** The files that a path may mean, the likeliest first. */
function candidates(bare: string, full: boolean): readonly string[] {
  const names = [bare, `${bare}.md`, `${bare}/${summaryFile}`, ...(bare === '' ? [summaryFile] : [])]
  const originals = names.flatMap((name) => originalOf(name) ?? toEntryPath(name) ?? [])
  const archived = originals.map((name) => (full ? fullPath(name) : stubPath(name)))
  const here = names.filter(isOurs)
  return full ? [...archived, ...here] : [...here, ...archived]
}

const isOurs = (name: string): boolean =>
  toEntryPath(name) !== undefined ||
  originalOf(name) !== undefined ||
  overviewFolder(name) !== undefined ||
  name === summaryFile ||
  (name.endsWith(`/${summaryFile}`) && toFolderPath(name.slice(0, -summaryFile.length - 1)) !== undefined)

function unknownPath(path: string, known: readonly string[]): Problem {
  const words = path.replace(/\.md$/, '').split(/[/_]/)
  const near = known
    .map((candidate) => ({ candidate, shared: words.filter((word) => candidate.includes(word)).length }))
    .sort((a, b) => b.shared - a.shared)[0]
  const hint =
    near === undefined || near.shared === 0
      ? 'See `ctx tree` for what there is.'
      : `Did you mean ${near.candidate}? \`ctx tree\` lists everything.`
  return new Problem('no-such-entry', `There is no entry ${path}.`, { hint })
}

/** Lists domains, topics, subtopics and entries, what is archived marked; below one folder where `under` names it, or only what is archived. */
export async function tree(
  ctx: Ctx,
  under?: string,
  { archived = false }: { archived?: boolean } = {},
): Promise<readonly Symbol[]> {
  const titles = await titlesOf(ctx)
  const all = symbolTree(
    new Map([...(archived ? [] : titles.here), ...titles.archived]),
    new Set(titles.archived.keys()),
  )
  if (under === undefined) return all
  const find = (symbols: readonly Symbol[]): Symbol | undefined => {
    for (const symbol of symbols) {
      if (symbol.path === under.replace(/\/$/, '')) return symbol
      const inside = find(symbol.children)
      if (inside !== undefined) return inside
    }
    return undefined
  }
  const found = find(all)
  if (found === undefined)
    throw new Problem('no-such-folder', `There is no ${under} in the tree.`, {
      hint: 'See `ctx tree` for what there is.',
    })
  return [found]
}

/** Reads the titles of all entries; from the index, so that no file is opened. */
const titlesOf = (ctx: Ctx): Promise<{ here: Titles; archived: Titles }> =>
  askShown(ctx, ({ store }) => {
    const listed = store?.list() ?? [...knowledgeOnDisk(ctx).entries].map(([path, { title }]) => ({ path, title }))
    const titles = (pathOf: (path: string) => EntryPath | undefined): Titles =>
      new Map(
        listed.flatMap(({ path, title }) => {
          const entry = pathOf(path)
          return entry === undefined ? [] : [[entry, title] as const]
        }),
      )
    return { here: titles(toEntryPath), archived: titles(originalOf) }
  })

type Titles = ReadonlyMap<EntryPath, string>

/** One knowledge commit: what it did, and the code commits that taught it; `isGone` marks those no longer in history. */
export type LogItem = {
  readonly commit: string
  readonly at: string
  readonly author: string
  readonly subject: string
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
  const about = path === undefined ? undefined : bareOf(path)
  if (about !== undefined && toEntryPath(about) === undefined && toFolderPath(about) === undefined)
    throw unknownPath(about, [...knowledgeOnDisk(ctx).entries.keys()])
  const begin = `^${await beginCommit(ctx.place)}`
  const out = await git(ctx.place, [
    'log',
    `--max-count=${limit}`,
    `--format=${logFormat}`,
    '--end-of-options',
    commit,
    begin,
    ...(about === undefined ? [] : ['--', about]),
  ])
  const items = out
    .split('\u0000\u0001')
    .map((text) => text.replace(/^\n/, ''))
    .filter((text) => text !== '')
  if (items.length === 0 && about !== undefined) throw unknownPath(about, [...knowledgeOnDisk(ctx).entries.keys()])
  const archive = await archivedNow(ctx, commit)
  const found: LogItem[] = []
  for (const text of items) found.push(await toLogItem(ctx, text.split('\0'), { head: head.commit, about, archive }))
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
  '%H%x00%cI%x00%an%x00%s%x00%b%x00%(trailers:key=Source-Commit,valueonly,separator=%x20)%x00%(trailers:key=Model-Tokens,valueonly,separator=%x20)%x00%x01'

export const bareOf = (path: string): string =>
  path
    .replace(/^@/, '')
    .replace(/^(?:\.\.?\/)*\.ctx\/tree\//, '')
    .replace(/\/$/, '')

async function toLogItem(
  ctx: Ctx,
  [commit = '', at = '', author = '', subject = '', body = '', sources = '', tokens = '']: readonly string[],
  { head, about, archive }: { head: string | undefined; about: string | undefined; archive: readonly Archived[] },
): Promise<LogItem> {
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

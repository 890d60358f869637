import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { knowledgeOnDisk } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { requireGit } from '../repo/git/git.ts'
import { type Symbol, symbolTree } from '../tree/graph.ts'
import { bareOf, type EntryPath, originalOf, toEntryPath } from '../tree/path.ts'

/**
 * Lists domains, topics, subtopics and entries, archived ones marked; `under` names a folder to stay in, `archived`
 * lists only archived ones.
 */
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
  if (all.length === 0) await requireGit(ctx.place)
  const wanted = bareOf(under ?? '')
  if (wanted === '') return all
  const find = (symbols: readonly Symbol[]): Symbol | undefined => {
    for (const symbol of symbols) {
      if (symbol.path === wanted) return symbol
      const inside = find(symbol.children)
      if (inside !== undefined) return inside
    }
    return undefined
  }
  const found = find(all)
  if (found === undefined)
    throw new Problem('no-such-folder', `Nothing in the tree has the path ${under}.`, {
      hint: 'See `ctx tree` for what there is.',
    })
  return [found]
}

/** Reads the titles of all entries; from the index, so that no file is opened. */
const titlesOf = (ctx: Ctx): Promise<{ here: Titles; archived: Titles }> =>
  askCurrentIndex(ctx, ({ store }) => {
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

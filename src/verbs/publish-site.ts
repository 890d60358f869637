import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { type CommitKey, commitKey } from '../commit.ts'
import { rejectionsOf } from '../knowledge/removed/read-rejections.ts'
import { requireNoSecrets } from '../knowledge/branch/secrets.ts'
import { readLog } from '../learning/read-log.ts'
import { Problem } from '../problem.ts'
import { type Ctx, packageRoot } from '../repo/context.ts'
import { makeFolders, nearestFolder, removeEmpty, removeFile, writeWhole } from '../repo/state/disk.ts'
import { itemsOf } from '../brain/item.ts'
import { quoteJson } from '../text/quote.ts'
import type { TreeLook } from '../view/look.ts'
import { cleanedTree, siteData, type SiteCommit } from '../view/site.ts'
import { brainOf, lookAtCommitted } from './view.ts'

/** What publishing a page wrote, or would write: paths from its folder, which is told from the repository's top. */
export type PublishedSite = {
  readonly to: string
  readonly from: string
  readonly entries: number
  readonly files: number
  readonly bytes: number
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

/** Names the files of a page, and by being there says that they are ours. */
const listFile = 'ctx-site.json'

/** The newest commits are searched beside what was curated. */
const mostCommits = 20_000

/**
 * Writes the page as files for any web server: what was committed of the tree, with an index to search in the browser.
 * Only what differs is written, and only what an earlier page left behind is removed. With `dryRun` nothing is.
 * @throws {Problem} when there is nothing to publish, or the folder holds other files or is behind a link.
 */
export async function publishSite(ctx: Ctx, to: string, { dryRun = false } = {}): Promise<PublishedSite> {
  const committed = await lookAtCommitted(ctx)
  if (committed === undefined)
    throw new Problem('no-knowledge', 'There is no knowledge to publish yet.', {
      hint: 'Run `ctx init`, then commit something.',
    })
  const { look: found, ref, head } = committed
  requireNoSecrets(found.knowledge, 'published', 'Take it out of .ctx/tree, then publish again.')
  const { folder, below } = folderFor(ctx, to)
  const before = listOf(folder, to)
  const entries = cleanedTree(found.knowledge.entries)
  const look = { ...found, knowledge: { ...found.knowledge, entries }, items: itemsOf(entries, found.day) }
  const commits = head === undefined ? [] : await commitsToSearch(ctx, head, { ref, look })
  const files = new Map([
    ...pageFiles(),
    ...[...siteData(look, commits), ['data/brain.json', brainOf(look)] as const].map(
      ([path, data]): [string, string] => [path, quoteJson(data)],
    ),
  ])
  files.set(listFile, `${JSON.stringify({ files: [...files.keys()].toSorted() }, undefined, 1)}\n`)
  const written = [...files].filter(([path, text]) => textAt(join(folder, path)) !== text).map(([path]) => path)
  const removed = before.filter((path) => !files.has(path) && existsSync(join(folder, path)))
  if (!dryRun) write({ folder, below }, { files, written, removed })
  const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const named = below === ctx.place.root ? relative(below, folder).replaceAll(sep, '/') : folder
  return { to: named, from: look.branch, entries: entries.size, files: files.size, bytes, written, removed }
}

/** The newest commits, without those of which people rejected what they teach: that is for nobody outside. */
async function commitsToSearch(
  ctx: Ctx,
  head: string,
  { ref, look }: { readonly ref: string; readonly look: TreeLook },
): Promise<readonly SiteCommit[]> {
  const rejections = await rejectionsOf(ctx, { ref, commit: look.commit })
  const isTold = (key: CommitKey): boolean => !rejections.has(key) || look.commits.has(key)
  const onRead = (done: number, all: number): void => ctx.progress(done, all, 'commits read')
  return (await readLog(ctx, head, { most: mostCommits, onRead })).filter(({ sha }) => isTold(commitKey(sha)))
}

/** What a page without a server may do; a server would say the same in a header. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types dompurify"

function pageFiles(): readonly (readonly [string, string])[] {
  const read = (name: string): string => readFileSync(join(packageRoot(), 'dist', 'page', name), 'utf8')
  const html = read('index.html')
    .replace('<meta charset="utf-8" />', `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`)
    .replace('src="page.js"', 'src="site.js"')
  // GitHub Pages takes names that begin with an underscore for its own unless this file is there.
  return [
    ['index.html', html],
    ...['site.js', 'page.css', 'icon.svg'].map((name) => [name, read(name)] as const),
    ['.nojekyll', ''],
  ]
}

type Folder = { readonly folder: string; readonly below: string }

/** The folder of the page, which a person names; inside of the repository nothing leads through a link. */
function folderFor({ place }: Ctx, to: string): Folder {
  const folder = resolve(place.root, to)
  const inside = relative(place.root, folder)
  const parts = inside.split(sep)
  const isOutside = parts[0] === '..' || resolve(inside) === inside
  if (inside === '' || parts.some((name) => /^\.(?:git|ctx)$/i.test(name)))
    throw new Problem('bad-folder', `${to} is no folder to publish a page to.`, {
      hint: 'For example: ctx publish --site public',
    })
  const below = isOutside ? nearestFolder(folder) : place.root
  for (const [at] of isOutside ? [] : parts.entries()) {
    const part = join(place.root, ...parts.slice(0, at + 1))
    const stat = lstatSync(part, { throwIfNoEntry: false })
    if (stat !== undefined && !stat.isDirectory())
      throw new Problem('bad-folder', `${relative(place.root, part)} is a file or a link, not a folder.`, {
        hint: 'Name another folder with --site.',
      })
  }
  return { folder, below }
}

/** The files of an earlier page; a folder with anything else is left alone. */
function listOf(folder: string, to: string): readonly string[] {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return []
  const notOurs = (): Problem =>
    new Problem('not-ours', `${to} holds files that are no page of ours.`, {
      hint: 'Name an empty or a new folder with --site.',
    })
  const text = textAt(join(folder, listFile))
  if (text === undefined) throw notOurs()
  try {
    const list: unknown = JSON.parse(text)
    const files: unknown = typeof list === 'object' && list !== null && 'files' in list ? list.files : undefined
    if (Array.isArray(files)) return files.filter((path): path is string => typeof path === 'string' && isOurPath(path))
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
  }
  throw notOurs()
}

/** A list that was pulled may name anything; only what a page has is ever removed. */
const isOurPath = (path: string): boolean => /^data\/(?:[a-z0-9_-]+\/)*[a-z0-9_-]+\.json$/.test(path)

const textAt = (path: string): string | undefined =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : undefined

type Differing = {
  readonly files: ReadonlyMap<string, string>
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

/** The list comes last: until it is there, a folder that was begun is written again. */
function write({ folder, below }: Folder, { files, written, removed }: Differing): void {
  makeFolders(folder, { below })
  for (const path of removed) {
    removeFile(join(folder, path), { below })
    removeEmpty(dirname(join(folder, path)), { below: folder })
  }
  const last = (path: string): number => (basename(path) === listFile ? 1 : 0)
  for (const path of written.toSorted((a, b) => last(a) - last(b)))
    writeWhole(join(folder, path), files.get(path) ?? '', { below })
}

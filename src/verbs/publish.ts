import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { requireNoSecrets } from '../knowledge/branch/secrets.ts'
import { branchesOf, shownKnowledge } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { sayHowToIgnore } from '../repo/settings/ignoring.ts'
import { removeEmpty, removeFile, writeWhole } from '../repo/state/disk.ts'
import { copyMark, copyOf, indexPage } from '../tree/copy.ts'
import type { Files } from '../tree/knowledge.ts'
import { overviewFolder, toEntryPath } from '../tree/path.ts'

/** What publishing wrote, or would write: paths from the repository's top. */
export type Published = {
  readonly to: string
  /** The knowledge branch that was copied. */
  readonly from: string
  readonly entries: number
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

/** Where a copy lies unless somebody says otherwise; commits that touch it teach nothing. */
const publishedTo = 'docs/context'

/**
 * Writes a plain copy of the tree into the work tree, to be committed with the code; the knowledge branch stays the
 * truth. Only what differs is written, and only what an earlier copy left behind is removed. With `dryRun` nothing is.
 * @throws {Problem} when the folder is outside of the work tree, behind a link, or holds other files.
 */
export async function publish(ctx: Ctx, { to = publishedTo, dryRun = false } = {}): Promise<Published> {
  const { shown, commit } = await branchesOf(ctx)
  if (shown === undefined || commit === undefined)
    throw new Problem('no-knowledge', 'There is no knowledge to publish yet.', {
      hint: 'Run `ctx init`, then commit something.',
    })
  const knowledge = await shownKnowledge(ctx, commit)
  requireNoSecrets(knowledge, 'published', 'Take it out of .ctx/tree, then publish again.')
  const folder = folderIn(ctx.place.root, to)
  const there = filesIn(folder)
  requireOurs(folder, there)
  const files = copyOf(knowledge)
  const written = [...files].filter(([path, text]) => there.get(path) !== text).map(([path]) => path)
  const removed = leftBehind(there).filter((path) => !files.has(path))
  const named = (path: string): string => relative(ctx.place.root, join(folder, path)).replaceAll(sep, '/')
  if (!dryRun) write(ctx.place.root, folder, { files, written, removed })
  if (!dryRun && written.length > 0 && named('') !== publishedTo) sayHowToIgnore(ctx, folder)
  return {
    to: named(''),
    from: shortRef(shown),
    entries: knowledge.entries.size,
    written: written.map(named),
    removed: removed.map(named),
  }
}

/** A folder of the work tree, and no way out of it. */
function folderIn(root: string, to: string): string {
  const folder = resolve(root, to)
  const inside = relative(root, folder).split(sep)
  const [first = ''] = inside
  const isTaken = inside.some((name) => /^\.(?:git|ctx)$/i.test(name))
  if (first === '' || first === '..' || isTaken)
    throw new Problem('bad-folder', `${to} is no folder of the code to publish to.`, {
      hint: `For example: ctx publish --to ${publishedTo}`,
    })
  for (const [at] of inside.entries()) {
    const part = join(root, ...inside.slice(0, at + 1))
    const stat = lstatSync(part, { throwIfNoEntry: false })
    if (stat !== undefined && !stat.isDirectory())
      throw new Problem('bad-folder', `${relative(root, part)} is a file or a link, not a folder.`, {
        hint: 'Name another folder with --to.',
      })
  }
  return folder
}

/** The text files of a folder; links are named, and never followed. */
function filesIn(folder: string): Files {
  if (!existsSync(folder)) return new Map()
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((item): readonly [string, string][] => {
      if (item.isDirectory()) return []
      const path = join(item.parentPath, item.name)
      if (item.isSymbolicLink())
        throw new Problem('bad-folder', `${path} is a link; nothing is written where links lead.`, {
          hint: 'Remove it, or name another folder with --to.',
        })
      return [[relative(folder, path).replaceAll(sep, '/'), item.isFile() ? readFileSync(path, 'utf8') : '']]
    }),
  )
}

function requireOurs(folder: string, there: Files): void {
  if (there.size === 0 || there.get(indexPage)?.startsWith(copyMark)) return
  throw new Problem('not-ours', `${folder} holds files that are no copy of ours.`, {
    hint: 'Name an empty or a new folder with --to.',
  })
}

/** The files of an earlier copy: the entries that its page lists, and the overviews above them. */
function leftBehind(there: Files): readonly string[] {
  const listed = new Set(
    [...(there.get(indexPage) ?? '').matchAll(/\]\(([^()\s]+\.md)\)/g)].map(([, path = '']) => path),
  )
  return [...there.keys()].filter((path) => {
    const folder = overviewFolder(path)
    if (folder === undefined) return listed.has(path) && toEntryPath(path) !== undefined
    return [...listed].some((entry) => entry.startsWith(`${folder}/`))
  })
}

type Differing = {
  readonly files: Files
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

function write(below: string, folder: string, { files, written, removed }: Differing): void {
  for (const path of removed) {
    removeFile(join(folder, path), { below })
    removeEmpty(dirname(join(folder, path)), { below: folder })
  }
  for (const path of written) writeWhole(join(folder, path), files.get(path) ?? '', { below })
}

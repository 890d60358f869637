import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { basename, extname, isAbsolute, join, relative, resolve } from 'node:path'
import { fileKindOf } from '../curate/code/files.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { askGit } from '../repo/git/git.ts'
import { records } from '../repo/git/objects.ts'
import { convert, isConverted } from '../repo/readers/convert.ts'

/** What of documents is read at once (ByteRover's limits, which its users know): files, characters, lines of code. */
export const sourceLimits = { files: 5, characters: 40_000, codeLines: 2_000, bytes: 20 * 1024 * 1024 }

/** What one document came to: how much of it was left unread, and why nothing was learned where nothing was. */
export type DocumentRead = {
  readonly path: string
  /** What was cut, as a sentence each. */
  readonly cuts: readonly string[]
  readonly nothing: string
}

/** A document as it was read, with who last changed it where git knows it as it stands; else `commit` is ''. */
export type DocumentSource = {
  readonly path: string
  readonly text: string
  readonly cuts: readonly string[]
  readonly commit: string
  readonly subject: string
  readonly author: string
  readonly at: Date
}

type Sources = { readonly sources: readonly DocumentSource[]; readonly unread: readonly DocumentRead[] }

/** A document by its absolute path, and as the person wrote that, who is told so what cannot be read. */
export type NamedDocument = { readonly path: string; readonly typed: string }

/**
 * Reads documents; those that cannot be read are told beside the others.
 * @throws {Problem} when none can.
 */
export async function readSources(ctx: Ctx, named: readonly NamedDocument[]): Promise<Sources> {
  const sources: DocumentSource[] = []
  const unread: DocumentRead[] = []
  for (const one of named) {
    try {
      sources.push(await readSource(ctx, one))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      unread.push({ path: nameOf(ctx, one.path), cuts: [], nothing: error.message })
    }
  }
  if (sources.length > 0) return { sources, unread }
  throw new Problem('no-documents', `None of these can be read.\n${unread.map(({ nothing }) => nothing).join('\n')}`, {
    hint: 'Text, Markdown, source code, PDF and office documents are read.',
  })
}

const isOutside = ({ place }: Ctx, path: string): boolean => {
  const inside = relative(place.root, path)
  return inside.startsWith('..') || isAbsolute(inside)
}

/** A document of the repository by its path there, any other by its name: other people's folders are nobody's business. */
const nameOf = (ctx: Ctx, path: string): string =>
  isOutside(ctx, path) ? basename(path) : relative(ctx.place.root, path).replaceAll('\\', '/')

async function readSource(ctx: Ctx, { path, typed }: NamedDocument): Promise<DocumentSource> {
  const name = nameOf(ctx, path)
  const { text, pagesLeft } = await readText(path, { name, typed })
  const lines = text.split('\n')
  const isLong =
    fileKindOf(name) !== 'docs' && extname(name) !== '' && !isConverted(name) && lines.length > sourceLimits.codeLines
  const shorter = isLong ? lines.slice(0, sourceLimits.codeLines).join('\n') : text
  const cuts = [
    ...(pagesLeft === 0 ? [] : [`${pagesLeft} pages after the first fifty were not read.`]),
    ...(isLong
      ? [`${lines.length - sourceLimits.codeLines} lines after the first ${sourceLimits.codeLines} were not read.`]
      : []),
    ...(shorter.length <= sourceLimits.characters
      ? []
      : [
          `${shorter.length - sourceLimits.characters} characters after the first ${sourceLimits.characters} were not read.`,
        ]),
  ]
  return { path: name, text: shorter.slice(0, sourceLimits.characters), cuts, ...(await lastChange(ctx, path)) }
}

function statAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A file stands where a folder would be, or no file system knows such a name.
    return undefined
  }
}

async function readText(
  path: string,
  { name, typed }: { readonly name: string; readonly typed: string },
): Promise<{ text: string; pagesLeft: number }> {
  const found = statAt(path)
  if (found?.isDirectory())
    throw new Problem('no-such-document', `${typed} is a folder: its documents are read with -d.`)
  if (!found?.isFile()) throw new Problem('no-such-document', `${typed}: there is no such file.`)
  if (found.size > sourceLimits.bytes) throw new Problem('large-document', `${typed} is larger than 20 MB.`)
  const bytes = readFileSync(path)
  if (isConverted(name)) return await convert(name, bytes)
  if (bytes.includes(0)) throw new Problem('binary-document', `${typed} is no text.`)
  return { text: bytes.toString('utf8').replace(/^\uFEFF/, ''), pagesLeft: 0 }
}

/** Who last changed a tracked file that stands as it was committed. */
async function lastChange(
  ctx: Ctx,
  path: string,
): Promise<Pick<DocumentSource, 'commit' | 'subject' | 'author' | 'at'>> {
  const { out: author } = await askGit(ctx.place, ['config', '--get', 'user.name'])
  const unknown = { commit: '', subject: '', author, at: ctx.now() }
  const file = `:(literal)${nameOf(ctx, path)}`
  if (isOutside(ctx, path) || !(await isAsCommitted(ctx, file))) return unknown
  const { out } = await askGit(ctx.place, ['log', '-1', '--format=%H%x00%an%x00%cI%x00%s', '--', file])
  const [commit = '', by = '', at = '', subject = ''] = out.split('\0')
  return commit === '' ? unknown : { commit, subject, author: by, at: new Date(at) }
}

const isAsCommitted = async (ctx: Ctx, file: string): Promise<boolean> =>
  (await askGit(ctx.place, ['diff', '--quiet', 'HEAD', '--', file], { env: ownIndex(ctx) })).code === 0

/** Which files are tracked, only the person's own index knows. */
const ownIndex = ({ place }: Ctx): Record<string, string> => ({ GIT_INDEX_FILE: join(place.gitDir, 'index') })

/** Whether a path is a file of the repository itself: nobody named what a link in it leads to. */
const isOwnFile = (ctx: Ctx, path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true &&
  realpathSync(path) === join(realpathSync(ctx.place.root), relative(ctx.place.root, path))

/** Lists the documents of a folder: tracked ones in a repository's own, prose before code; what is over the limit is said. */
export async function documentsIn(ctx: Ctx, folder: string): Promise<readonly string[]> {
  const { code, out } = await askGit(
    ctx.place,
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', resolve(folder)],
    { env: ownIndex(ctx) },
  )
  const files = code === 0 ? records(out).map((path) => join(ctx.place.root, path)) : []
  const isProse = (path: string): boolean => fileKindOf(path) === 'docs' || /\.(?:pdf|docx|odt)$/i.test(path)
  const sorted = files
    .filter((path) => isOwnFile(ctx, path))
    .toSorted((a, b) => Number(isProse(b)) - Number(isProse(a)) || (a < b ? -1 : 1))
  if (sorted.length === 0)
    throw new Problem('no-documents', `There is no document of this repository in ${folder}.`, {
      hint: 'Name documents from elsewhere one by one: ctx curate -f <file>',
    })
  if (sorted.length > sourceLimits.files)
    ctx.say(
      `${sorted.length - sourceLimits.files} of ${sorted.length} files in ${folder} were left: at most ${sourceLimits.files} are read at once. Name them with -f.`,
    )
  return sorted.slice(0, sourceLimits.files)
}

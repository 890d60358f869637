import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { fileKindOf } from '../curate/code/files.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { isLate } from '../repo/git/git.ts'
import { requireCommits } from '../repo/git/history.ts'
import { cutsIn, isPartialClone } from '../repo/git/partial.ts'
import { changesOfText, type FileWithText, filesWithText, type TextChange } from '../repo/git/pickaxe.ts'
import { nameInRepo } from '../repo/git/repo-paths.ts'
import type { LessonHit } from '../search/lesson-hit.ts'
import { oneLine } from '../text/clean.ts'
import { short } from '../text/words.ts'
import { lessonsOfCommits } from '../learning/why-commit.ts'

/**
 * Since when a text is in the code, or is not: the commits that brought it or took it out, newest first, and the files
 * that have it now, code first.
 */
export type WhyText = {
  readonly text: string
  readonly files: readonly FileWithText[]
  readonly hits: readonly (LessonHit & Pick<TextChange, 'brought' | 'took'>)[]
  /** The commit at which the history of a shallow clone is cut, where the text was there by then; else ''. */
  readonly cutAt: string
}

/** Commits that changed a text, at most. */
const mostCommits = 50
/** How long git may search, in milliseconds. */
const longestLook = 30_000

/**
 * Tells which commits brought a text into the code or took it out, with their reasons. Those that moved it, or wrote
 * its line anew, are left out. A file, or a folder, is named from the folder `from`.
 * @throws {Problem} when the text is empty or of several lines, the clone is partial, or git takes too long.
 */
export async function whyText(
  ctx: Ctx,
  text: string,
  { file: named, from = ctx.place.root }: { readonly file?: string | undefined; readonly from?: string } = {},
): Promise<WhyText> {
  const file = named === undefined ? undefined : nameInRepo(ctx.place, named, from) || undefined
  await refuse(ctx, text, file)
  const signal = AbortSignal.any([...(ctx.signal === undefined ? [] : [ctx.signal]), AbortSignal.timeout(longestLook)])
  const [all, files] = await Promise.all([
    changesOfText(ctx.place, text, { file, most: mostCommits, signal }),
    filesWithText(ctx.place, text, { file, signal }),
  ]).catch((error: unknown) => {
    if (!isLate(error)) throw error
    throw new Problem('too-slow', `Git takes too long to say which commits had "${text}".`, {
      hint: 'Look in one file or folder: ctx why -S <text> <folder>',
    })
  })
  const cuts = cutsIn(ctx.place)
  const cutAt = all.find(({ commit }) => cuts.has(commit))?.commit ?? ''
  const made = all.filter(({ commit, brought, took }) => brought !== took && !cuts.has(commit))
  const changes = new Map(made.map((change) => [change.commit, change]))
  const commits = [...changes.keys()]
  const lessons = await askCurrentIndex(ctx, ({ store }) => lessonsOfCommits(ctx, store, commits))
  // A squash has several lessons; the first is that of the whole.
  const once = [...new Map(lessons.toReversed().map((hit) => [hit.commit, hit])).values()].toReversed()
  const hits = once.map((hit) => {
    const { brought = 0, took = 0, files: touched = [] } = changes.get(hit.commit) ?? {}
    // What else a commit wrote may be there still; a text that is nowhere is not.
    const isInCode = hit.isInCode && (files.length > 0 || took >= brought)
    // A wide commit has files that never had the text.
    return { ...hit, isInCode, brought, took, files: touched.length === 0 ? hit.files : touched }
  })
  const isCode = ({ path }: FileWithText): number => Number(fileKindOf(path) === 'code')
  return { text, files: files.toSorted((a, b) => isCode(b) - isCode(a)), hits, cutAt }
}

async function refuse({ place }: Ctx, text: string, file: string | undefined): Promise<void> {
  const fault = (code: string, what: string, hint: string): Problem => new Problem(code, what, { hint })
  if (text.trim() === '' || text.includes('\n'))
    throw fault('bad-text', 'A text to look for is one line.', 'For example: ctx why -S max_size')
  if (file?.split('/')[0] === '..')
    throw fault('no-such-file', `${file} is outside this repository.`, 'Name a file or folder in it.')
  await requireCommits(place)
  if (await isPartialClone(place))
    throw fault(
      'partial-clone',
      'This is a partial clone: git would fetch each version of each file to look there.',
      'Ask where all of it is: git clone without --filter.',
    )
}

/** Says where a text is now, or which commit took the last of it, as what follows its name. */
export function whereNow({ files, hits: [last] }: WhyText): string {
  const named = files.slice(0, mostNamed).map(({ path, lines }) => `${oneLine(path)}${lines > 1 ? ` (${lines})` : ''}`)
  const others = files.length - named.length
  const more = others === 0 ? '' : ` and ${others} more ${others === 1 ? 'file' : 'files'}`
  if (named.length > 0) return `is in ${named.join(', ')}${more}`
  return last === undefined ? 'was never here' : `is nowhere now; ${short(last.commit)} took the last of it`
}

const mostNamed = 3

/** Puts before each headline in how many lines the text came and went. */
export const withCounts = ({ hits }: WhyText): readonly LessonHit[] =>
  hits.map((hit) => ({ ...hit, headline: `+${hit.brought} -${hit.took}  ${hit.headline}` }))

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { askGit, type GitReply, TooMuch, isLate } from '../repo/git/git.ts'
import { askWhetherMeant } from '../repo/git/near-file.ts'
import { nameInRepo } from '../repo/git/repo-paths.ts'
import { cutsIn } from '../repo/git/partial.ts'
import { whereFileWent } from '../repo/git/gone-file.ts'
import { requireCommits } from '../repo/git/history.ts'
import type { Later, LessonHit } from '../search/lesson-hit.ts'
import { withRevivedCommits } from '../learning/revived.ts'
import { type LineNow, linesNow } from '../learning/lines-now.ts'
import { lessonsOfCommits, type WhyCommit, whyCommit } from '../learning/why-commit.ts'
import { short } from '../text/words.ts'
import { aboutFiles, type Related } from './related.ts'

/**
 * Why a file, or one line of it, is as it is: the lessons of the commits that shaped it, newest first; `about` names
 * the other entries about the file. Or why one commit was made, and which earlier ones it took the place of: then
 * `file` is ''.
 */
export type Why = {
  readonly file: string
  readonly line: number | undefined
  readonly commit: string
  /** Of a commit, what it is called itself, where its lessons go by other names. */
  readonly subject: string
  readonly hits: readonly LessonHit[]
  readonly about: readonly Related[]
  readonly replaced: readonly Later[]
  /** Of a commit, lines of code that it wrote and that stand today. */
  readonly lines?: readonly LineNow[]
  /** The commit at which the history of a shallow clone is cut, where it is the oldest that git named; else ''. */
  readonly cutAt: string
}

/**
 * Commits that are shown, at most: for a file the newest that touched it, for a line those that wrote it one after the
 * other.
 */
const most = { commits: 50, chain: 6 }

/**
 * Tells why a file is as it is, or with `file:12` a line: the commit that wrote it (blame), and those that wrote what
 * it was before (git log -L); with `file:12-20`, those that wrote these lines. Of a whole file, what gives a reason is
 * told, in its diff of that file where its message does not. The file is named from the folder `from`; one whose name
 * ends like a line is taken at its word. What names no file may name a commit.
 * @throws {Problem} when there is no such file, line or commit, or nobody has committed it yet.
 */
export async function why(ctx: Ctx, place: string, { from = ctx.place.root }: { from?: string } = {}): Promise<Why> {
  const isThere = existsSync(join(ctx.place.root, nameInRepo(ctx.place, place, from)))
  const { path, lines } = isThere ? { path: place, lines: undefined } : readPlace(place)
  const line = lines?.first
  const ofCommit = isThere || lines !== undefined ? undefined : await whyCommit(ctx, place)
  if (ofCommit !== undefined) return await ofOneCommit(ctx, ofCommit, line)
  await requireCommits(ctx.place)
  refuseOddLine(ctx, path, from)
  const file = nameInRepo(ctx.place, path, from)
  const named = await shapedBy(ctx, file, lines)
  const cuts = cutsIn(ctx.place)
  const commits = named.filter((commit) => !cuts.has(commit))
  const cutAt = named.find((commit) => cuts.has(commit)) ?? ''
  return await askCurrentIndex(ctx, async ({ index, store }) => {
    const about = aboutFiles(index, [file])
    const all = await lessonsOfCommits(ctx, store, commits, { file })
    const hits = line === undefined ? all.filter(({ why: reason, inDiff }) => reason !== '' || inDiff !== '') : all
    const told = new Set(hits.map(({ entry }) => entry))
    return {
      file,
      line,
      commit: '',
      subject: '',
      hits,
      about: about.filter((one) => !told.has(one.path)),
      replaced: [],
      cutAt,
    }
  })
}

/** Why a commit was made, with lines of it that stand; of one that only brought others none is its own. */
async function ofOneCommit(ctx: Ctx, told: WhyCommit, line: number | undefined): Promise<Why> {
  const { commit, subject, hits, replaced, files } = told
  const own = hits.filter((hit) => hit.commit === commit)
  const about = own.map(({ headline, why: reason }) => `${headline}\n${reason}`).join('\n')
  const lines = own.length === 0 ? [] : await linesNow(ctx, { commit, about, today: files })
  return { file: '', line, commit, subject, hits, about: [], replaced, lines, cutAt: '' }
}

type Lines = { readonly first: number; readonly last: number }

/** Reads `file:12`, `file:12-20`, or `file:12:5` as editors print it; a colon without a number belongs to the name. */
function readPlace(place: string): { path: string; lines: Lines | undefined } {
  const [, path = place, one, other = one] = /^(.+?):([1-9]\d*)(?:-([1-9]\d*)|:\d+)?$/.exec(place) ?? []
  if (one === undefined) return { path, lines: undefined }
  const [from, to] = [Number(one), Number(other)]
  return { path, lines: { first: Math.min(from, to), last: Math.max(from, to) } }
}

const shapedBy = async (ctx: Ctx, file: string, lines: Lines | undefined): Promise<readonly string[]> => {
  if (lines === undefined) return await commitsOf(ctx, file)
  const wrote = lines.first === lines.last ? chainOf(ctx, file, lines.first) : writersOf(ctx, file, lines)
  // Who takes a revert back wrote the line, and another said why.
  return await withRevivedCommits(ctx.place, await wrote)
}

/** A text that reads like a file with lines, and is no file's name, is meant to name lines. */
function refuseOddLine(ctx: Ctx, path: string, from: string): void {
  const at = (name: string): string => join(ctx.place.root, nameInRepo(ctx.place, name, from))
  const [, file = '', line = ''] = /^(.+?):([^/:]*)$/.exec(path) ?? []
  if (file === '' || existsSync(at(path)) || !isFile(at(file))) return
  throw new Problem('bad-line', `"${line}" is no line of ${file}.`, {
    hint: `A line is one number: ctx why ${file}:${/^[1-9]\d*/.exec(line)?.[0] ?? 1}, or two for some lines: ctx why ${file}:1-5`,
  })
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Git looks for what a file or a line was before for this long, in ms. */
const longestLook = 10_000

/**
 * Finds the newest commits of a file, under the names that it had before, unless that takes git too long or is too
 * much.
 */
async function commitsOf(ctx: Ctx, file: string): Promise<readonly string[]> {
  const ask = async (...how: readonly string[]): Promise<GitReply> => {
    const args = ['log', ...how, `--max-count=${most.commits}`, '--format=%H', 'HEAD', '--', file]
    const signal = AbortSignal.timeout(longestLook)
    return await askGit(ctx.place, args, { env: { GIT_LITERAL_PATHSPECS: '1' }, isBounded: true, signal })
  }
  const { code, out } = await ask('--follow').catch(async (error: unknown) => {
    if (!(error instanceof TooMuch) && !isLate(error)) throw error
    return await ask()
  })
  if (code !== 0 || out === '') throw await noSuchFile(ctx, file)
  return out.split('\n')
}

/** Where projects list the commits that only laid code out anew: `git blame` of GitHub and GitLab passes over them. */
const ignoredRevisions = '.git-blame-ignore-revs'

/** Asks who wrote some lines as they are now: blame knows what is not committed yet. */
async function blame(ctx: Ctx, file: string, lines: Lines): Promise<string> {
  const signal = AbortSignal.timeout(longestLook)
  const ask = async (...how: readonly string[]): Promise<GitReply> => {
    const args = ['blame', '--porcelain', '-w', '-M', ...how, '-L', `${lines.first},${lines.last}`]
    const isThere = existsSync(join(ctx.place.root, file))
    const asked = askGit(ctx.place, [...args, ...(isThere ? [] : ['HEAD']), '--', file], { isBounded: true, signal })
    return await asked.catch((error: unknown) => {
      if (isLate(error))
        throw new Problem('too-slow', `Git takes too long to say who wrote line ${lines.first} of ${file}.`)
      throw error instanceof TooMuch && isLarge(join(ctx.place.root, file)) ? tooLarge(file) : error
    })
  }
  const ignored = join(ctx.place.root, ignoredRevisions)
  const passing = isFile(ignored) ? await ask('--ignore-revs-file', ignored) : undefined
  // Git refuses a list with a commit that it does not have, or with anything else in it.
  const { code, out, err } = passing?.code === 0 ? passing : await ask()
  if (code === 0) return out
  const [, count] = /has only (\d+) lines?/.exec(err) ?? []
  if (count === undefined) throw (await goneFile(ctx, file)) ?? (await noSuchFile(ctx, file))
  throw new Problem('no-such-line', `${file} has ${count} lines, so there is no line ${lines.first}.`)
}

/** Git holds a file twice to compare it, and more than 4 MB at once it may not. */
const isLarge = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 1_500_000

const tooLarge = (file: string): Problem =>
  new Problem('file-too-large', `${file} is too large, or was, to ask who wrote one of its lines.`, {
    hint: `\`ctx why ${file}\` tells what is known of it as a whole; \`git blame ${file}\` asks git alone.`,
  })

const notCommitted = (file: string, { first, last }: Lines): Problem =>
  new Problem(
    'not-committed',
    `${first === last ? `Line ${first} of ${file} is` : `Lines ${first} to ${last} of ${file} are`} not committed yet.`,
    { hint: 'Commit it, then ask again.' },
  )

/** The commits that some lines are from, the newest first, as blame names them. */
async function writersOf(ctx: Ctx, file: string, lines: Lines): Promise<readonly string[]> {
  const times = new Map<string, number>()
  let commit = ''
  for (const line of (await blame(ctx, file, lines)).split('\n')) {
    commit = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line)?.[1] ?? commit
    const time = /^committer-time (\d+)$/.exec(line)?.[1]
    if (time !== undefined && !/^0+$/.test(commit)) times.set(commit, Number(time))
  }
  if (times.size === 0) throw notCommitted(file, lines)
  return [...times].toSorted(([, a], [, b]) => b - a).map(([sha]) => sha)
}

/**
 * The commits that a line is from, newest first: the one that wrote it, and those of what was there before (git log
 * -L).
 */
async function chainOf(ctx: Ctx, file: string, line: number): Promise<readonly string[]> {
  const lines = { first: line, last: line }
  const out = await blame(ctx, file, lines)
  const [commit = '', number = '1'] = out.split(' ')
  if (/^0+$/.test(commit)) throw notCommitted(file, lines)
  // Git quotes odd names here: of such a file only the newest commit is shown.
  const name = /^filename ([^"].*)$/m.exec(out)?.[1]
  if (name === undefined) return [commit]
  const how = ['--no-patch', '--format=%H', `--max-count=${most.chain}`, '-L', `${number},${number}:${name}`]
  const before = await askGit(ctx.place, ['log', ...how, '--end-of-options', commit], {
    isBounded: true,
    signal: AbortSignal.timeout(longestLook),
  }).catch((error: unknown) => {
    if (!(error instanceof TooMuch) && !isLate(error)) throw error
    return { code: 1, out: '' }
  })
  return [...new Set([commit, ...(before.code === 0 ? before.out.split('\n') : [])])].filter((sha) => sha !== '')
}

/** A file that is no longer there has no lines to ask about, but a history; undefined where no commit took it away. */
async function goneFile({ place }: Ctx, file: string): Promise<Problem | undefined> {
  if (existsSync(join(place.root, file))) return undefined
  const signal = AbortSignal.timeout(longestLook)
  const gone = await whereFileWent(place, file, { signal }).catch((error: unknown) => {
    if (!(error instanceof TooMuch) && !isLate(error)) throw error
    return undefined
  })
  if (gone === undefined) return undefined
  const { commit, date, now } = gone
  const since = `since ${short(commit)} (${date})`
  return now === ''
    ? new Problem('file-is-gone', `${file} is gone ${since}.`, { hint: `\`ctx why ${file}\` tells its history.` })
    : new Problem('file-is-gone', `${file} is called ${now} ${since}.`, {
        hint: `Name a line of that: \`ctx why ${now}:1\`. \`ctx why ${file}\` tells what was before.`,
      })
}

/** A name that is no file here may be meant for a commit, or for a file that is called nearly so. */
async function noSuchFile({ place }: Ctx, file: string): Promise<Problem> {
  const isThere = existsSync(join(place.root, file))
  const what = isThere ? `No commit of this branch has a file ${file}.` : `There is no commit and no file ${file} here.`
  return new Problem('no-such-file', what, {
    hint: `${isThere ? '' : await askWhetherMeant(place, file)}Name a file that git tracks (\`git ls-files\` lists them), or a commit.`,
  })
}

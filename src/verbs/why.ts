import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { askCurrentIndex } from '../knowledge/current-index.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { askGit } from '../repo/git/git.ts'
import { type Index, link } from '../search/index.ts'
import { aboutFiles, fileFrom, linkedBy, type Related } from './related.ts'

/** A commit that made a line or file what it is, with what it taught. */
export type Reason = {
  readonly commit: string
  readonly subject: string
  readonly author: string
  readonly at: string
  /** The entries it taught, each with the lines in it that say so. */
  readonly entries: readonly { readonly path: string; readonly title: string; readonly lines: readonly string[] }[]
}

/** Why a file, or one line of it, is as it is; `about` names the other entries about the file. */
export type Why = {
  readonly file: string
  readonly line: number | undefined
  readonly reasons: readonly Reason[]
  readonly about: readonly Related[]
}

/** Of a whole file, the newest commits that touched it. */
const mostCommits = 50

/**
 * Tells why a file is as it is, or with `file:12` a line: from the line to the commit that wrote it (blame), and to what
 * that taught. The file is named from the folder `from`; one whose name ends like a line is taken at its word.
 * @throws {Problem} when there is no such file or line, or nobody has committed it yet.
 */
export async function why(ctx: Ctx, place: string, { from = ctx.place.root }: { from?: string } = {}): Promise<Why> {
  const { path, line } = existsSync(resolve(from, place)) ? { path: place, line: undefined } : readPlace(place)
  const file = fileFrom(ctx, path, from)
  const commits = line === undefined ? await commitsOf(ctx, file) : await blame(ctx, file, line)
  return await askCurrentIndex(ctx, ({ index }) => {
    const all = commits.map((commit) => ({ ...commit, entries: taughtBy(index, commit.commit) }))
    const reasons = line === undefined ? all.filter(({ entries }) => entries.length > 0) : all
    const told = new Set(reasons.flatMap(({ entries }) => entries.map((entry) => entry.path)))
    return { file, line, reasons, about: aboutFiles(index, [file]).filter((one) => !told.has(one.path)) }
  })
}

/** Reads `file:12`, or `file:12:5` as editors print it; a colon without a number belongs to the name. */
function readPlace(place: string): { path: string; line: number | undefined } {
  const [, path = place, line] = /^(.+?):([1-9]\d*)(?::\d+)?$/.exec(place) ?? []
  return { path, line: line === undefined ? undefined : Number(line) }
}

function taughtBy(index: Index, commit: string): Reason['entries'] {
  const found = linkedBy(index, [link('commit', commit)], ({ sources }) => sources.includes(commit))
  const short = commit.slice(0, 8)
  return [...found].map(([path, { title, lines }]) => ({
    path,
    title,
    lines: lines.map(([text]) => text).filter((text) => text.includes(short)),
  }))
}

type Commit = Omit<Reason, 'entries'>

const format = '--format=%H%x00%s%x00%an%x00%cI'

async function commitsOf(ctx: Ctx, file: string): Promise<readonly Commit[]> {
  const { code, out } = await askGit(ctx.place, ['log', `--max-count=${mostCommits}`, format, 'HEAD', '--', file], {
    env: { GIT_LITERAL_PATHSPECS: '1' },
  })
  if (code !== 0 || out === '') throw noSuchFile(file)
  return out.split('\n').map(readCommit)
}

async function blame(ctx: Ctx, file: string, line: number): Promise<readonly Commit[]> {
  const args = ['blame', '--porcelain', '-w', '-M', '-L', `${line},${line}`]
  const isThere = existsSync(join(ctx.place.root, file))
  const { code, out, err } = await askGit(ctx.place, [...args, ...(isThere ? [] : ['HEAD']), '--', file])
  if (code !== 0) {
    const [, count] = /has only (\d+) lines?/.exec(err) ?? []
    if (count === undefined) throw noSuchFile(file)
    throw new Problem('no-such-line', `${file} has ${count} lines, so there is no line ${line}.`)
  }
  const commit = out.slice(0, out.indexOf(' '))
  if (/^0+$/.test(commit)) {
    throw new Problem('not-committed', `Line ${line} of ${file} is not committed yet.`, {
      hint: 'Commit it; ctx learns from it by itself.',
    })
  }
  const { out: said } = await askGit(ctx.place, ['show', '--no-patch', format, '--end-of-options', commit])
  return [readCommit(said)]
}

function readCommit(text: string): Commit {
  const [commit = '', subject = '', author = '', at = ''] = text.split('\0')
  return { commit, subject, author, at }
}

const noSuchFile = (file: string): Problem =>
  new Problem('no-such-file', `No commit of this branch has a file ${file}.`, {
    hint: 'Name a file that git tracks; `git ls-files` lists them.',
  })

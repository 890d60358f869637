import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneLine, shorten } from '../text/clean.ts'
import { Problem } from '../problem.ts'
import { askGit, streamGit } from '../repo/git.ts'
import { records } from '../repo/objects.ts'
import { type Prequery, readPersonal } from '../repo/settings.ts'
import { writeWhole } from '../repo/state.ts'
import type { Hit } from '../search/ladder.ts'
import { branchesOf } from './knowledge.ts'
import type { Ctx } from './open.ts'
import { query } from './query.ts'

const mostLines = 8
const mostFiles = 50
const mostDiff = 200_000

/** Tells when to ask before a message is written: the person's setting, else the project's. */
const prequerySetting = async (ctx: Ctx): Promise<Prequery> =>
  (await readPersonal(ctx.place, ctx.env)).prequery ?? ctx.settings.prequery

/**
 * Answers what is known about what is staged: its files, the identifiers in its diff, and the branch's name.
 * @throws {Problem} when git cannot read the index.
 */
export async function prequery(ctx: Ctx): Promise<readonly Hit[]> {
  const { text, files } = await stagedQuestion(ctx)
  if (files.length === 0) return []
  const answer = await query(ctx, text, { files, limit: mostLines })
  const staged = new Set(files)
  return answer.hits.filter((hit) => hit.files.some((file) => staged.has(file)) || hit.text > 0.7)
}

/** Makes a question of what is staged; `files` is empty when nothing is. */
export async function stagedQuestion(ctx: Ctx): Promise<{ text: string; files: readonly string[] }> {
  const files = await stagedFiles(ctx)
  if (files.length === 0) return { text: '', files }
  const { head } = await branchesOf(ctx)
  const words = [head.kind === 'branch' ? head.branch : '', ...identifiers(await stagedDiff(ctx, files))]
  return { text: words.join(' '), files }
}

async function stagedFiles(ctx: Ctx): Promise<readonly string[]> {
  const args = ['diff', '--cached', '--name-only', '-z', '--no-ext-diff', '--no-renames']
  const { code, out, err } = await askGit(ctx.place, args, { env: indexOf(ctx), signal: ctx.signal })
  if (code === 0) return records(out).slice(0, mostFiles)
  throw new Problem('unreadable-index', `Git cannot read the index: ${err.trim().split('\n')[0] ?? ''}`, {
    hint: 'Remove .git/index and run `git reset`: the work tree stays as it is.',
  })
}

/** Reads the beginning of what is staged; the rest, megabytes of data say, is never waited for. */
async function stagedDiff(ctx: Ctx, files: readonly string[]): Promise<string> {
  const args = [
    'diff',
    '--cached',
    '-U0',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--diff-filter=AM',
    '--',
    ...files,
  ]
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of streamGit(ctx.place, args, {
    env: { ...indexOf(ctx), GIT_LITERAL_PATHSPECS: '1' },
    signal: ctx.signal,
  })) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= mostDiff) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, mostDiff)
}

/** The index of the commit being made: with -a, -p or paths, git keeps it elsewhere than `.git/index`. */
const indexOf = ({ place, env }: Ctx): Record<string, string> => ({
  GIT_INDEX_FILE: env['GIT_INDEX_FILE'] ?? join(place.gitDir, 'index'),
})

/** The identifiers of changed lines that occur most. */
function identifiers(diff: string): readonly string[] {
  const counts = new Map<string, number>()
  for (const line of diff.split('\n')) {
    if (!/^[+-](?![+-]{2} )/.test(line)) continue
    for (const [word] of line.matchAll(/[A-Za-z_]\w{3,40}/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, 12)
    .map(([word]) => word)
}

/** Says hits in at most eight lines: what the entry is about, its first line that answers, its path. */
export function prequeryLines(hits: readonly Hit[]): readonly string[] {
  const lines = hits.slice(0, mostLines - 1).map(({ title, path, excerpt }) => {
    const rule = excerpt.find((line) => !line.startsWith(title)) ?? ''
    return `  ${[shorten(oneLine(title), 60), shorten(oneLine(rule), 100)].filter((part) => part !== '').join(': ')} [${path}]`
  })
  return lines.length === 0 ? [] : ['What ctx knows about this:', ...lines]
}

/**
 * Puts the answer into a commit message as comments, where git will strip them; the message is left as it is when that
 * is not sure, or nothing is known.
 */
export async function prequeryInto(ctx: Ctx, messageFile: string): Promise<void> {
  if ((await prequerySetting(ctx)) === 'off') return
  const text = readFileSync(messageFile, 'utf8')
  const mark = await commentMark(ctx, text)
  if (mark === undefined) return
  const lines = prequeryLines(await prequery(ctx))
  if (lines.length === 0) return
  ctx.signal?.throwIfAborted()
  writeWhole(
    messageFile,
    insertComment(
      text,
      lines.map((line) => `${mark} ${line}`),
      mark,
    ),
  )
}

/** The comment character in force; undefined where comments would stay in the message. */
async function commentMark(ctx: Ctx, text: string): Promise<string | undefined> {
  const { out: cleanup } = await askGit(ctx.place, ['config', '--get', 'commit.cleanup'])
  if (cleanup === 'whitespace' || cleanup === 'verbatim') return undefined
  const { out: set } = await askGit(ctx.place, ['config', '--get', 'core.commentChar'])
  // With `auto`, git chooses a character that the message does not use, and shows it in its own comment.
  const shown = /^([#;@!$%^&|:])(?: .*)?\n(?:\1.*\n?)+\s*$/m.exec(text)?.[1]
  const mark = set === '' ? '#' : set === 'auto' ? shown : set
  // Git's own comment says what becomes of comments; without it (--no-status), that is not known.
  const own = mark === undefined ? [] : text.split('\n').filter((line) => line.startsWith(mark))
  return own.length === 0 || own.some((line) => / will be kept/.test(line)) ? undefined : mark
}

/** Puts lines before git's own comment; where that begins with the scissors, behind them, because only that is cut off. */
function insertComment(text: string, lines: readonly string[], mark: string): string {
  const all = text.split('\n')
  const first = all.findIndex((line) => line.startsWith(mark))
  const at = all[first]?.includes('>8') ? first + 1 : first
  return [...all.slice(0, at), ...lines, mark, ...all.slice(at)].join('\n')
}

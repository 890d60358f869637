import { readFileSync } from 'node:fs'
import { oneLine, shorten } from '../text/clean.ts'
import { askGit } from '../repo/git.ts'
import { records } from '../repo/objects.ts'
import { type Prequery, readPersonal } from '../repo/settings.ts'
import { writeWhole } from '../repo/state.ts'
import type { Hit } from '../search/ladder.ts'
import { branchesOf } from './knowledge.ts'
import type { Ctx } from './open.ts'
import { query } from './query.ts'

const mostLines = 8
const mostDiff = 200_000

/** Tells when to ask before a message is written: the person's setting, else the project's. */
export const prequerySetting = async (ctx: Ctx): Promise<Prequery> =>
  (await readPersonal(ctx.place, ctx.env)).prequery ?? ctx.settings.prequery

/** Answers what is known about what is staged: its files, the identifiers in its diff, and the branch's name. */
export async function prequery(ctx: Ctx): Promise<readonly Hit[]> {
  const index = indexOf(ctx.env)
  const { out: names } = await askGit(
    ctx.place,
    ['diff', '--cached', '--name-only', '-z', '--no-ext-diff', '--no-renames'],
    { env: index, signal: ctx.signal },
  )
  const files = records(names)
  if (files.length === 0) return []
  const { out: diff } = await askGit(
    ctx.place,
    [
      'diff',
      '--cached',
      '-U0',
      '--no-ext-diff',
      '--no-textconv',
      '--no-color',
      '--diff-filter=AM',
      '--',
      ...files.slice(0, 50),
    ],
    { env: index, signal: ctx.signal },
  )
  const { head } = await branchesOf(ctx)
  const words = [head.kind === 'branch' ? head.branch : '', ...identifiers(diff.slice(0, mostDiff))]
  const answer = await query(ctx, words.join(' '), { files: files.slice(0, 50), limit: mostLines })
  const staged = new Set(files)
  return answer.hits.filter((hit) => hit.files.some((file) => staged.has(file)) || hit.text > 0.7)
}

/** The index of the commit being made: with -a, -p or paths, git keeps it elsewhere than `.git/index`. */
const indexOf = (env: NodeJS.ProcessEnv): Record<string, string> =>
  env['GIT_INDEX_FILE'] === undefined ? {} : { GIT_INDEX_FILE: env['GIT_INDEX_FILE'] }

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
export const prequeryLines = (hits: readonly Hit[]): readonly string[] =>
  hits.length === 0
    ? []
    : [
        'What ctx knows about this:',
        ...hits
          .slice(0, mostLines - 1)
          .map(
            ({ title, path, excerpt }) =>
              `  ${shorten(oneLine(`${title}: ${excerpt.find((line) => line !== title) ?? ''}`.replace(/: $/, '')), 110)} [${path}]`,
          ),
      ]

/**
 * Puts the answer into a commit message as comments, where git will strip them; the message is left as it is when that
 * is not sure, or nothing is known.
 */
export async function prequeryInto(ctx: Ctx, messageFile: string): Promise<void> {
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
  const saysItKeeps =
    mark !== undefined && text.split('\n').some((line) => line.startsWith(mark) && / will be kept/.test(line))
  return saysItKeeps ? undefined : mark
}

/** Puts lines before git's own comment; where that begins with the scissors, behind them, because only that is cut off. */
function insertComment(text: string, lines: readonly string[], mark: string): string {
  const all = text.split('\n')
  const first = all.findIndex((line) => line.startsWith(mark))
  if (first === -1) return `${text}${text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`
  const at = all[first]?.includes('>8') ? first + 1 : first
  return [...all.slice(0, at), ...lines, mark, ...all.slice(at)].join('\n')
}

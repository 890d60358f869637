import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Ctx } from '../repo/context.ts'
import { type StagedQuestion, stagedQuestion } from '../repo/git/staged.ts'
import { type OwnSettings, readOwnAnd } from '../repo/settings/own.ts'
import type { Prequery } from '../repo/settings/shape.ts'
import { writeWhole } from '../repo/state/disk.ts'
import type { Hit } from '../search/tiers.ts'
import { oneLine, shorten } from '../text/clean.ts'
import { sentences } from '../text/sentences.ts'
import { markedByAgent } from '../tree/unreviewed.ts'
import { query } from './query.ts'

/** Entries that are looked at, and that are shown: more is read by nobody who writes a message. */
const most = { asked: 8, shown: 3 }
/** Files that an entry names first, which it is about; the others were touched along with these. */
const mainFiles = 2
const longest = { title: 60, line: 160 }

/**
 * Answers what is known about what is staged: its files, the identifiers in its diff, and the branch's name.
 * @throws {Problem} when git cannot read the index.
 */
export const prequery = async (ctx: Ctx): Promise<readonly Hit[]> => await hitsAbout(ctx, await stagedQuestion(ctx))

async function hitsAbout(ctx: Ctx, { text, files }: StagedQuestion): Promise<readonly Hit[]> {
  if (files.length === 0) return []
  const { hits } = await query(ctx, text, { files, limit: most.asked })
  const staged = new Set(files)
  const about = hits.filter((hit) => hit.files.slice(0, mainFiles).some((file) => staged.has(file)) || hit.text > 0.7)
  const beside = hits.filter((hit) => hit.files.some((file) => staged.has(file)))
  return (about.length === 0 ? beside.slice(0, 1) : about).slice(0, most.shown)
}

/** Says each hit in a line: what the entry is about, the first sentence of it that answers, its path. */
export function prequeryLines(hits: readonly Hit[]): readonly string[] {
  const lines = hits.map(({ title, path, excerpt, isByAgent = false }) => {
    const rule = oneLine(excerpt.find((line) => !line.startsWith(title)) ?? '')
    const [first = rule] = sentences(rule)
    const parts = [shorten(oneLine(title), longest.title), shorten(first, longest.line)]
    return `  ${markedByAgent(parts.filter((part) => part !== '').join(': '), isByAgent)} [${path}]`
  })
  return lines.length === 0 ? [] : ['What ctx knows about this:', ...lines]
}

/**
 * Puts the answer into a commit message as comments, where git will strip them; the message is left as it is when that
 * is not sure, or nothing is known.
 */
export async function prequeryInto(ctx: Ctx, messageFile: string): Promise<void> {
  const text = readFileSync(messageFile, 'utf8')
  const [{ own, git }, staged] = await Promise.all([
    readOwnAnd(['commit.cleanup', 'core.commentchar'], ctx),
    stagedQuestion(ctx),
  ])
  const mark = commentMark(git, text)
  // Finding hits counts as an access, so none are looked for where none would be shown.
  if (prequerySetting(ctx, own) === 'off' || mark === undefined) return
  const lines = prequeryLines(await hitsAbout(ctx, staged))
  if (lines.length === 0) return
  ctx.signal?.throwIfAborted()
  writeWhole(
    messageFile,
    insertComment(
      text,
      lines.map((line) => `${mark} ${line}`),
      mark,
    ),
    { below: dirname(messageFile) },
  )
}

/** Tells when to ask before a message is written: the person's setting, else the project's. */
function prequerySetting({ settings }: Ctx, { 'ctx.prequery': own }: OwnSettings): Prequery {
  return own === 'off' || own === 'editor' || own === 'always' ? own : settings.prequery
}

/** The comment character in force; undefined where comments would stay in the message. */
function commentMark(config: ReadonlyMap<string, string>, text: string): string | undefined {
  const cleanup = config.get('commit.cleanup')
  if (cleanup === 'whitespace' || cleanup === 'verbatim') return undefined
  const set = config.get('core.commentchar') ?? ''
  // With `auto`, git chooses a character that the message does not use, and shows it in its own comment.
  const shown = /^([#;@!$%^&|:])(?: .*)?\n(?:\1.*\n?)+\s*$/m.exec(text)?.[1]
  const mark = set === '' ? '#' : set === 'auto' ? shown : set
  // Git's own comment says what becomes of comments; without it (--no-status), that is not known.
  const own = mark === undefined ? [] : text.split('\n').filter((line) => line.startsWith(mark))
  return own.length === 0 || own.some((line) => / will be kept/.test(line)) ? undefined : mark
}

/**
 * Puts lines before git's own comment; where that begins with the scissors, behind them, because only that is cut off.
 */
function insertComment(text: string, lines: readonly string[], mark: string): string {
  const all = text.split('\n')
  const first = all.findIndex((line) => line.startsWith(mark))
  const at = all[first]?.includes('>8') ? first + 1 : first
  return [...all.slice(0, at), ...lines, mark, ...all.slice(at)].join('\n')
}

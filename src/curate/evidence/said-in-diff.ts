import type { Commit, FileChange } from '../../commit.ts'
import { oneLine } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import { sentences } from '../../text/sentences.ts'
import { terms } from '../../text/terms.ts'
import { countWords } from '../../text/words.ts'
import { type CommentBlock, commentBlocks, isTodo, proseOf } from '../code/comment-blocks.ts'
import { fileKindOf, isSample } from '../code/files.ts'
import { languageOf } from '../code/language.ts'
import { bulletsIn, fragmentText } from '../message/changelog.ts'
import { isChangelog, isFragment } from '../message/changelog-files.ts'
import { explainsCode } from './reason-score.ts'
import { testTitles } from './tests.ts'

/** Words of a diff, on one line, and the file that they stand in. */
export type SaidInDiff = { readonly path: string; readonly text: string }

/**
 * What a commit says in its diff, for one whose message gives no reason: the line it wrote for a changelog, the one or two
 * lines it changed, its comments, those that give a reason first; where there is none of these, sentences of a page, the
 * values it sets, what the program says, or the title of a test: as much as fits whole, [] where the diff says nothing.
 */
export function saidInDiff({ changes, message }: Pick<Commit, 'changes' | 'message'>): readonly SaidInDiff[] {
  const size = changes.flatMap(({ hunks }) => hunks).reduce((sum, hunk) => sum + hunk.added.length, 0)
  if (size > mostAdded) return []
  const said = [...changelogLines(changes), ...linesChanged(changes), ...commentsIn(changes, (text) => !isTodo(text))]
  const [headline = ''] = message.split('\n', 1)
  const last = [inDocuments, leftAndSet(headline), inStrings, promised]
  const all = said.length > 0 ? said : (last.map((way) => way(changes)).find((texts) => texts.length > 0) ?? [])
  const kept = new Map<string, SaidInDiff>()
  let length = 0
  for (const { path, text } of all) {
    if (kept.has(text) || length + text.length > longest) continue
    kept.set(text, { path, text: redact(text) })
    length += text.length + 1
  }
  return [...kept.values()]
}

/** Among more lines than these nobody finds the words that were meant: code from elsewhere, or all of it anew. */
const mostAdded = 2_000

/** As much as `ctx why` tells of it; answers take from it what bears on the question. */
const longest = 600

/** A commit that writes more lines than this into a changelog writes them for others: it is a release. */
const mostBullets = 3

function changelogLines(changes: readonly FileChange[]): readonly SaidInDiff[] {
  const said = changes.flatMap(({ path, hunks }) => {
    const added = hunks.flatMap((hunk) => hunk.added)
    const texts = isFragment(path)
      ? [oneLine(fragmentText(added))]
      : isChangelog(path)
        ? bulletsIn(added).map(({ text }) => text)
        : []
    return texts.map((text) => ({ path, text }))
  })
  return said.length > mostBullets ? [] : said.filter(({ text }) => countWords(text) >= leastWords)
}

/** Code and settings: what tests and examples say is said of them. */
const isCode = ({ path }: FileChange): boolean =>
  (fileKindOf(path) === 'code' || fileKindOf(path) === 'config') && !isSample(path)

/** A diff of so few lines of code says what was done better than any words about it. */
const mostLines = { each: 2, characters: 120 }

function linesChanged(changes: readonly FileChange[]): readonly SaidInDiff[] {
  const changed = changes.filter(isCode).map(({ path, hunks }) => {
    const linesOf = (side: 'added' | 'removed'): readonly string[] =>
      hunks.flatMap((hunk) => hunk[side].map(oneLine).filter((line) => /\w/.test(line)))
    return { path, removed: linesOf('removed'), added: linesOf('added') }
  })
  const count = (side: 'added' | 'removed'): number => changed.reduce((sum, one) => sum + one[side].length, 0)
  if (Math.max(count('added'), count('removed')) > mostLines.each) return []
  const lines = changed.flatMap(({ removed, added }) => [...removed, ...added])
  if (lines.some((line) => line.length > mostLines.characters)) return []
  return changed.flatMap(({ path, removed, added }) => {
    const text = [...removed.map((line) => `- \`${line}\``), ...added.map((line) => `+ \`${line}\``)].join(' ')
    return text === '' ? [] : [{ path, text }]
  })
}

/** Comments that stood there before only moved; what begins small with its hunk, with no code of its own below, may be half of one. */
function commentsIn(changes: readonly FileChange[], isWanted: (text: string) => boolean): readonly SaidInDiff[] {
  const said = changes.filter(isCode).flatMap(({ path, hunks }) => {
    const blocksIn = (lines: readonly string[]): readonly CommentBlock[] => commentBlocks(lines, languageOf(path))
    const before = new Set(hunks.flatMap(({ removed }) => blocksIn(removed).map(proseOf)))
    const whole = hunks.flatMap(({ added, removed }) =>
      blocksIn(added).filter(
        ({ text, line, end }) => line > 0 || !/^\s*[a-z(]/.test(text) || (removed.length === 0 && end < added.length),
      ),
    )
    const texts = whole.map(proseOf)
    return texts
      .filter((text) => !before.has(text) && isWanted(text) && countWords(text) >= leastWords)
      .map((text) => ({ path, text }))
  })
  return said.toSorted((a, b) => Number(explainsCode(b.text)) - Number(explainsCode(a.text)))
}

/** Fewer words name something and say nothing of it. */
const leastWords = 6

/** Whole sentences of pages: lines that were edited begin amid one. */
const inDocuments = (changes: readonly FileChange[]): readonly SaidInDiff[] =>
  changes
    .filter(({ path }) => fileKindOf(path) === 'docs' && !isChangelog(path) && !isSample(path))
    .flatMap(({ path, hunks }) =>
      hunks.flatMap(({ added }) => sentences(added.join('\n'))).map((text) => ({ path, text })),
    )
    .filter(({ text }) => /^[A-Z`].*[.!]$/.test(text) && countWords(text) >= leastOfSentence)
    .slice(0, mostOthers)

/** What is left to do, and what was set: "TODO: Get range requests to be correctly cached" is why they are not (pip ffd6a386). */
const leftAndSet =
  (headline: string) =>
  (changes: readonly FileChange[]): readonly SaidInDiff[] => [
    ...commentsIn(changes, isTodo),
    ...valuesSet(changes, headline),
  ]

/**
 * Lines that give a value to what the headline names: "Use a smaller timeout by default on the pip version check" is
 * `timeout=min(5, options.timeout)` (pip 751cc456).
 */
function valuesSet(changes: readonly FileChange[], headline: string): readonly SaidInDiff[] {
  const named = new Set(terms(headline))
  const setsOne = (line: string): boolean =>
    line.length <= mostLines.characters &&
    isPlainCode(line) &&
    givesValue.test(line) &&
    terms(line).some((term) => named.has(term))
  const set = changes.filter(isCode).flatMap(({ path, hunks }) => {
    const lines = hunks.flatMap(({ added }) => added.map(oneLine).filter(setsOne))
    return lines.map((line) => ({ path, text: `+ \`${line}\`` }))
  })
  return set.slice(0, mostOthers)
}

/** A number, a text or a truth behind a name, or in a call. */
const givesValue = /[=:(,]\s{0,3}(?:-?\d|"[^"]{1,80}"|'[^']{1,80}'|(?:true|false)\b)/i

/** Comments were read as such, and a line with backticks would end the code span that it is told in. */
const isPlainCode = (line: string): boolean => !/^(?:#|\/\/|\*|--)|`/.test(line)

/** What the program says: errors, warnings, help. */
const inStrings = (changes: readonly FileChange[]): readonly SaidInDiff[] =>
  changes
    .filter(isCode)
    .flatMap(({ path, hunks }) => {
      const texts = hunks.flatMap(({ added }) => added.flatMap((line) => quoted.exec(line.slice(0, 300))?.[2] ?? []))
      return texts.filter(isMessage).map((text) => ({ path, text: `“${text}”` }))
    })
    .slice(0, mostOthers)

const isMessage = (text: string): boolean =>
  /^[A-Z][^=<>{}|\\]*$/.test(text) && !/ --?\w/.test(text) && countWords(text) >= leastOfString

const quoted = /(["'`])((?:(?!\1)[^\\\n]|\\.){16,200})\1/
const leastOfSentence = 8
const leastOfString = 4
const mostOthers = 2

const promised = (changes: readonly FileChange[]): readonly SaidInDiff[] =>
  changes
    .flatMap(({ path, hunks }) => {
      const titles = testTitles(
        path,
        hunks.flatMap(({ added }) => added),
      )
      return titles
        .filter((title) => countWords(title) >= leastWords)
        .map((title) => ({ path, text: `tested: ${title}` }))
    })
    .slice(0, 1)

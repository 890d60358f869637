import { redact } from '../../text/redact.ts'
import { sentences } from '../../text/sentences.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { type CommentNow, commentsNow } from '../evidence/comments-now.ts'
import { withoutAsides } from '../evidence/documents.ts'
import { keptSentences, saysEnough, withoutLinks } from '../evidence/rationale.ts'
import { fileKindOf } from '../code/files.ts'
import { isGenerated, isTakenOver } from '../code/generated-code.ts'
import { languageOf } from '../code/language.ts'
import type { Evidence } from '../evidence/types.ts'
import { inLastNames, whereabouts } from './follow-files.ts'

/** What a commit said that the code no longer says, by `goneKey`. */
export type Gone = ReadonlySet<string>

/** Spells a piece of evidence so that the same words out of the same commit are known again. */
export const goneKey = ({ at, kind, about, text }: Evidence): string => `${at.commit} ${kind} ${about} ${text}`

/** Kinds of evidence that are words out of a file: they hold as long as the file has them. */
const quoted = new Set<Evidence['kind']>(['lesson', 'test', 'suppression', 'rule', 'reason'])

/**
 * Collects what commits quoted out of files, by the file as it is called now. Branches were merged and lines edited in
 * ways that single diffs do not show; so it is all held against the code as it stands at the end.
 */
export function quotedIn(analyses: readonly CommitAnalysis[]): ReadonlyMap<string, readonly Evidence[]> {
  const found = new Map<string, Evidence[]>()
  for (const { evidence } of inLastNames(analyses, whereabouts(analyses)))
    for (const piece of evidence) {
      if (!quoted.has(piece.kind) || piece.at.path === '' || piece.isGone) continue
      const pieces = found.get(piece.at.path) ?? []
      if (pieces.length === 0) found.set(piece.at.path, pieces)
      pieces.push(piece)
    }
  return found
}

/** Tells which of the pieces out of one file that file no longer has; all, when it is not there, or a program or another project wrote it. */
export function goneFrom(pieces: readonly Evidence[], text: string | undefined): readonly Evidence[] {
  if (text === undefined || isGenerated(text) || isTakenOver(text)) return pieces
  const now = letters(text)
  const itself = withoutAsidesOf(pieces, text.includes('#[cfg(test)]') ? withoutTests(text) : text)
  const beside = itself === text ? now : letters(itself)
  const page = pageOf(text)
  return pieces.filter((piece) =>
    piece.kind === 'lesson' ? !isSectionThere(piece, page) : !stands(piece, isOfComment(piece) ? beside : now),
  )
}

/** The words of a page, three in a row each, with the addresses of its links and without. */
type Page = () => ReadonlySet<string>

const pageOf = (text: string): Page => {
  let page: ReadonlySet<string> | undefined
  return () => (page ??= new Set([...threesIn(text), ...threesIn(withoutLinks(text))]))
}

function threesIn(text: string): readonly string[] {
  const said = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return said.slice(2).map((word, at) => `${said[at]} ${said[at + 1]} ${word}`)
}

/** Of a section, half of the sentences must stand, and say something by themselves. */
function isSectionThere(piece: Evidence, page: Page): boolean {
  const left = saidStill(piece, page)
  return saysEnough(left) && sentences(left).length * 2 >= sentences(piece.text).length
}

/**
 * What a page says still of a section, whose first version is no guide any more: "No `form` option." (got 8848a7af). A sentence of
 * which more than half is there in a row was only mended ("There is no braking change", hono 97352834).
 */
const saidStill = ({ text }: Evidence, page: Page): string =>
  keptSentences(text, (sentence) => {
    // Code that a sentence leads to stands on lines of its own.
    const threes = threesIn(sentence.replace(/: `[^`]{1,300}`\.?$/, ''))
    return threes.length === 0 || threes.filter((three) => page().has(three)).length * 2 > threes.length
  })

/** A diff may not show the heading that a sentence stands under: what an option does is no rule (black 432d9050), nor is what was removed. */
const withoutAsidesOf = ([first]: readonly Evidence[], text: string): string =>
  first !== undefined && fileKindOf(first.at.path) === 'docs' ? withoutAsides(text.split('\n')).join('\n') : text

const startOfTests = /^#\[cfg\(test\)\]\n(?:#\[.*\]\n){0,9}mod \w+ \{$/m

/** Rust has modules of tests in the file of the code: what stands in them is about these (chrono 64c65a92). */
function withoutTests(text: string): string {
  const [code = '', ...modules] = text.split(startOfTests)
  return code + modules.map((module) => module.slice(Math.max(0, module.search(/^\}$/m)))).join('')
}

const isOfComment = ({ kind }: Evidence): boolean => kind === 'reason' || kind === 'rule'

/** What comments stand beside in the code as it is, by their `goneKey`; a name is '' where that cannot be said. */
export type CommentsNow = ReadonlyMap<string, CommentNow>

/** Says what comments out of one file stand beside now: a diff may not show it, and they may have moved since. */
export function besideNow(pieces: readonly Evidence[], text: string): CommentsNow {
  const comments = pieces.filter(
    (piece) => isOfComment(piece) && languageOf(piece.at.path) !== 'other' && fileKindOf(piece.at.path) !== 'docs',
  )
  const page = pageOf(text)
  const sections = pieces
    .filter(({ kind }) => kind === 'lesson')
    .map(
      (piece) =>
        [goneKey(piece), { name: piece.about, code: '', isTorn: false, text: saidStill(piece, page) }] as const,
    )
  const [first] = comments
  if (first === undefined) return new Map(sections)
  const placeOf = commentsNow(text, first.at.path)
  return new Map([
    ...sections,
    ...comments.map((piece) => {
      const { about, text: said } = piece
      // A field is told with its type: `AtomicCell.value`.
      const isThere = about.split('.').every((part) => text.includes(part))
      const now = placeOf(said) ?? { name: isThere ? about : '', code: '', isTorn: false }
      return [goneKey(piece), { ...now, name: redact(now.name) }] as const
    }),
  ])
}

/** Comment marks, quotes and line ends do not count; of text in other alphabets nothing is left, and it stands. */
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

function stands({ text }: Evidence, now: string): boolean {
  if (now.includes(letters(text))) return true
  // A test may be told with its suite, and what is left out with the reason that stands beside it.
  const parts = text.split(': ')
  return parts.length > 1 && parts.every((part) => now.includes(letters(part)))
}

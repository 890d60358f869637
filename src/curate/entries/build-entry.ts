import { oneLine, shorten } from '../../text/clean.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { redact } from '../../text/redact.ts'
import { besideCode } from '../../text/beside-code.ts'
import { short } from '../../text/words.ts'
import { type Entry, emptyEntry } from '../../tree/entry.ts'
import type { Fact } from '../../tree/facts.ts'
import { toTime } from '../../tree/meta.ts'
import { isComment, saysWhy } from './admission.ts'
import { isChangelog, isFragment } from '../message/changelog-files.ts'
import { landing, undoing } from '../message/headline-kinds.ts'
import { byTime, type CommitAnalysis } from '../commit-analysis.ts'
import { inPlace } from '../evidence/place.ts'
import type { Evidence } from '../evidence/types.ts'
import { fileKindOf, mostSignificantFiles, stemOf } from '../code/files.ts'

/** What an entry is made of: some commits, and what they prove that still holds. */
export type Subject = {
  readonly title: string
  /** The file that it is about, '' where it is about none. */
  readonly file: string
  /** Of subjects that are told together, the file of each: a later commit on one of them is told there. */
  readonly files?: readonly string[]
  readonly analyses: readonly CommitAnalysis[]
  /** Commits that are about something else, and wrote comments into this file. */
  readonly guests?: readonly CommitAnalysis[]
  readonly evidence: readonly Evidence[]
}

/** What an entry holds at most of each kind beside its lessons, the most telling first. */
const most = { rules: 12, comments: 12, others: 8, files: 12, nonCodeFiles: 40, keywords: 12, tags: 3 }

/** Says why an entry is written: the commits that it learned from. */
export function reasonOf(analyses: readonly CommitAnalysis[]): string {
  const [first] = analyses
  const last = analyses.at(-1)
  if (first === undefined || last === undefined) return ''
  if (analyses.length === 1) return `Learned from ${short(first.sha)}: ${shorten(first.subject, 100)}`
  return `Learned from ${analyses.length} commits, ${short(first.sha)} to ${short(last.sha)}`
}

/** Makes an entry of what some commits said about a subject; a title is given to what is new. */
export function buildEntry(
  { title, file, files: own = [], analyses, guests = [], evidence }: Subject,
  { isNew }: { isNew: boolean },
): Entry {
  const last = analyses.at(-1)
  const files = filesOf(analyses, file, new Set(own))
  const isRetold = retoldIn(evidence)
  const kept = (of: (piece: Evidence) => boolean, count: number): readonly Evidence[] =>
    heaviest(evidence.filter(of), count)
  const told = [
    ...evidence.filter((piece) => isLesson(piece) && saysWhy(piece)),
    ...kept(isComment, most.comments),
    ...kept(
      (piece) => !isLesson(piece) && !isComment(piece) && piece.kind !== 'rule' && isLasting(piece) && !isRetold(piece),
      most.others,
    ),
  ]
  const rules = kept(({ kind }) => kind === 'rule', most.rules)
  // What takes back is known by its commit, though it may say nothing that is told: it may be taken back itself.
  const backs = evidence.filter(({ kind }) => kind === 'revert')
  const cited = new Set([...told, ...rules, ...backs].map(({ at }) => at.commit))
  return {
    ...emptyEntry,
    title: isNew ? title : '',
    tags: mostFrequent(analyses.map(({ type }) => type)).slice(0, most.tags),
    keywords: keywordsOf(analyses, evidence, files),
    raw: {
      ...emptyEntry.raw,
      files,
      timestamp: last === undefined ? '' : toTime(last.at),
      author: last?.author ?? '',
      sources: sourcesOf(guests.length === 0 ? analyses : byTime([...analyses, ...guests]), cited),
    },
    narrative: {
      ...emptyEntry.narrative,
      rules: rules.map((piece) => ruleOf(piece, files[0])),
    },
    facts: told.map((piece) => factOf(isComment(piece) ? placed(piece) : piece)),
  }
}

/** Names the commits that are cited. */
const sourcesOf = (analyses: readonly CommitAnalysis[], cited: ReadonlySet<string>): Entry['raw']['sources'] =>
  analyses.filter(({ sha }) => cited.has(sha)).map(({ sha, subject }) => ({ commit: sha, subject }))

/** Tells what is taken back whose story the lesson of the same commit tells, with what it replaced, or as the reason of its revert. */
function retoldIn(evidence: readonly Evidence[]): (piece: Evidence) => boolean {
  const told = new Set(
    evidence
      .filter(
        ({ about, text, note }) =>
          text !== '' && ((note?.replaces.length ?? 0) > 0 || undoing.test(about) || landing.test(about)),
      )
      .map(({ at }) => at.commit),
  )
  return ({ kind, at }) => kind === 'revert' && told.has(at.commit)
}

const isLesson = ({ kind }: Evidence): boolean => kind === 'lesson'

/** A comment that stands at no name is told with its file, which may not be the one that the entry is about. */
const placed = (piece: Evidence): Evidence =>
  piece.about === '' ? { ...piece, about: piece.at.path.slice(piece.at.path.lastIndexOf('/') + 1) } : piece

/** What matters on the day of a commit, and no longer in the account of many. */
const isLasting = (piece: Evidence): boolean =>
  piece.kind === 'revert' ? saysWhy(piece) : piece.kind !== 'document' && piece.kind !== 'test'

/** The heaviest, in the order they were found; of what weighs the same, the newest. */
function heaviest(evidence: readonly Evidence[], count: number): readonly Evidence[] {
  if (evidence.length <= count) return evidence
  const ranked = evidence
    .map((piece, at) => ({ piece, at }))
    .sort((a, b) => b.piece.weight - a.piece.weight || b.at - a.at)
  return ranked
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ piece }) => piece)
}

/** A rule with where it stands, when that is not the file the entry is about. */
export function ruleOf({ text, about, at, code = '' }: Evidence, main: string | undefined): string {
  const place = [
    about === '' || at.path === '' ? '' : `\`${about}\``,
    at.path === '' || at.path === main ? '' : at.path,
  ].filter((part) => part !== '')
  return `${besideCode(code, withoutMarkup(text))}${place.length === 0 ? '' : ` — ${place.join(', ')}`} (${short(at.commit)})`
}

/** Makes a fact of a piece of evidence. */
export const factOf = (piece: Evidence): Fact => ({
  // Stars would end the subject where the fact is written.
  subject: withoutEmphasis(piece.about),
  value: piece.kind === 'revert' ? '' : piece.value,
  statement: piece.kind === 'lesson' ? reasonOfLesson(piece) : besideCode(piece.code ?? '', withoutMarkup(piece.text)),
  category: piece.category,
  sources: [short(piece.at.commit)],
  ...(piece.note === undefined ? {} : { note: piece.note }),
})

/** The reason of a lesson, and what values it changed. */
function reasonOfLesson({ about, text, place = '', changed = '' }: Evidence): string {
  const why = plainly(text, about)
  const said = place === '' ? why : inPlace(place, { about, said: why })
  return changed === '' ? said : `${ended(said)} ${changed}`.trim()
}

/**
 * Stars at the very beginning would be read as a subject, and are escaped: "**DO NOT** use …" (hono 406c2ee4) is told without. A
 * section of a changelog that has its headline in bold letters says it once (trio, "Simplified nurseries").
 */
function plainly(text: string, about: string): string {
  const said = withoutMarkup(text).replace(/^\*\*([^*]{1,100})\*\*/, '$1')
  return said.startsWith(`${about}: `) ? said.slice(about.length + 2) : said
}

const ended = (text: string): string => (text === '' || /[.!?]["”)]?$/.test(text) ? text : `${text}.`)

/** How much a file of each kind tells of a change in which something tells more. */
const shares = { code: 1, test: 0.5, docs: 0.5, config: 0.2 } as const

/**
 * The file that an entry is about, and those most changed with it; of a wide change, each tells little. What every change
 * touches, as it does a changelog, is named where there is nothing else.
 */
function filesOf(analyses: readonly CommitAnalysis[], about: string, own: ReadonlySet<string>): readonly string[] {
  const counts = new Map<string, number>()
  const gone = new Set<string>()
  for (const { touched } of analyses) {
    const telling = new Set(mostSignificantFiles(touched.map(({ path }) => path)))
    for (const { path, isDeleted } of touched) {
      if (isDeleted) gone.add(path)
      else gone.delete(path)
      const share = telling.has(path) ? 1 : shares[fileKindOf(path)]
      counts.set(path, (counts.get(path) ?? 0) + share / Math.sqrt(touched.length))
    }
  }
  if (analyses.some(({ standsIn }) => standsIn !== '' && standsIn === about)) counts.set(about, counts.get(about) ?? 0)
  const there = [...counts].filter(([path]) => !gone.has(path))
  const telling = there.filter(([path]) => !isChangelog(path) && !isFragment(path))
  const ranked = (telling.length === 0 ? there : telling).sort(
    ([a, x], [b, y]) =>
      Number(b === about) - Number(a === about) || Number(own.has(b)) - Number(own.has(a)) || y - x || (a < b ? -1 : 1),
  )
  const isNonCode = ranked.every(([path]) => fileKindOf(path) !== 'code')
  const least = isNonCode ? 0 : Math.max(0, ...ranked.map(([, count]) => count)) * leastShare
  return ranked
    .filter(([path, count]) => count >= least || path === about || own.has(path))
    .slice(0, isNonCode ? most.nonCodeFiles : most.files)
    .map(([path]) => path)
}

/** A file is named when it was changed this share as much as the one that was changed most. */
const leastShare = 0.04

const mostFrequent = (words: readonly string[]): readonly string[] => {
  const counts = new Map<string, number>()
  for (const word of words) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([word]) => word)
}

const identifier =
  /`([^`\s]{2,40})`|\b([a-z]+(?:[A-Z][a-z0-9]+)+|[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)\b/g

function keywordsOf(
  analyses: readonly CommitAnalysis[],
  evidence: readonly Evidence[],
  files: readonly string[],
): readonly string[] {
  const texts = [...analyses.map(({ title }) => title), ...evidence.map(({ text }) => text)]
  const named = texts.flatMap((text) =>
    [...text.matchAll(identifier)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
  )
  const stems = mostSignificantFiles(files).slice(0, 3).map(stemOf)
  return [...new Set([...mostFrequent(named).slice(0, most.keywords - stems.length), ...stems])]
    .map((word) => redact(oneLine(word)))
    .filter((word) => isWord.test(word))
    .slice(0, most.keywords)
}

/** What is searched and read as a name; `*[]string` and `""` are none (echo, fd). */
const isWord = /^[-@$.#]*\w[\w\W]/

/**
 * Stars that emphasise, or would end the subject; those of `[*]`, `*.py`, of globs and of pointers are what a headline speaks of
 * (hcl f7cd61ac, ripgrep 8b9eba21, cobra b7874457: "Use func (c *Command) consistently" said the opposite without its star).
 */
const withoutEmphasis = (about: string): string =>
  about
    .split(/(`[^`]*`)/)
    .map((text, at) => (at % 2 === 1 ? text : text.replace(emphasis, '$2')))
    .join('')
    .replace(/^\*+|\*+$/g, '')

const emphasis = /(?<![\w*/])(\*{1,3})(\w(?:[^*]{0,80}\w)?)\1(?![\w*/])/g

import { oneLine, shorten } from '../text/clean.ts'
import { short } from '../text/words.ts'
import type { PrintedNote, WrittenStatus } from '../tree/note.ts'
import type { LessonText } from './lesson-text.ts'
import type { LessonParts } from './lessons.ts'

/** What became of a lesson: the commit that took its lines out, and why that did. */
export type Later = {
  readonly commit: string
  readonly date: string
  readonly headline: string
  readonly why: string
}

/** A headline that is longer than git's usual says why it is so itself (jinja 115de2e3). */
const longestTitle = 72

/** A lesson as an answer shows it; '' and [] stand for what is not known. */
export type LessonHit = LessonText & {
  /** Why its entry holds no longer, and where an archived one stands whole. */
  readonly standing: string
  readonly archived: string
  /** The share of the question that its own words hold, by their rarity. */
  readonly covers: number
  readonly score: number
  /** `past`, `partly` or '' when it holds as far as is known. */
  readonly holds: WrittenStatus
  /** Whether it holds and most lines of its commit were found in the code: nobody needs to look there again. */
  readonly isInCode: boolean
  /** Whether its commit has a headline and says nothing else: nobody needs to look there for a reason. */
  readonly isBare: boolean
  /** What such a commit says in its diff that bears on the question, a line each. */
  readonly inDiff: string
  readonly note: PrintedNote
  readonly supersededBy: readonly Later[]
  /** How its score came about, where that was asked. */
  readonly parts?: LessonParts
}

/** An answer is read at a glance, and paid for by agents: so many characters are told unless more is asked for. */
const mostTold = 1_500
/** So many lessons are told where none is certain. */
export const mostNear = 2
/** How many files are named with the first lesson, and with each of the others, which are read on the way to another. */
const mostFiles = { first: 3, others: 1 }

/** What is farther behind the best than this is what was asked for in one case of twenty: its headline says whether it is. */
const worthAReason = 0.7

/** Tells lessons as blocks of lines, best first, as many as fit; the first is always there. */
export function tellLessons(
  hits: readonly LessonHit[],
  { more }: { readonly more: boolean },
): readonly (readonly AnswerLine[])[] {
  const blocks: (readonly AnswerLine[])[] = []
  const said = new Set(hits.map(({ commit }) => commit))
  const changes = new Set(hits.flatMap(({ supersededBy }) => supersededBy.map(({ commit }) => commit)))
  const best = Math.max(...hits.map(({ score }) => score))
  let left = more ? Number.POSITIVE_INFINITY : mostTold
  for (const [at, hit] of hits.entries()) {
    // What changed it and is shown itself gives its reason there, and what changed another, too, has given it.
    const supersededBy = hit.supersededBy.map((later) => (said.has(later.commit) ? { ...later, why: '' } : later))
    for (const { commit, why } of supersededBy) if (why !== '') said.add(commit)
    const how = { more, files: at === 0 || more ? mostFiles.first : mostFiles.others }
    const isBehind = !more && at > 0 && hit.score < best * worthAReason && !changes.has(hit.commit)
    const told = waysToTell({ ...hit, supersededBy }).map((way) => linesOf(way, how))
    // The first is never told without its reason, however long that is, and what is far behind never with it, unless it is
    // why another one changed.
    const may = at === 0 ? told.slice(0, 2) : isBehind ? told.slice(2) : told
    const lines = may.find((one) => lengthOf(one) <= left) ?? (at === 0 ? may.at(-1) : undefined)
    if (lines === undefined) break
    left -= lengthOf(lines)
    blocks.push(lines)
  }
  return blocks
}

const lengthOf = (lines: readonly AnswerLine[]): number => lines.reduce((sum, { text }) => sum + text.length + 1, 1)

/** A lesson, without the reasons of what changed it, and without its own; what has no headline is its reason. */
function waysToTell(hit: LessonHit): readonly LessonHit[] {
  const brief = { ...hit, supersededBy: hit.supersededBy.map((later) => ({ ...later, why: '' })) }
  return [hit, brief, hit.headline === '' ? brief : { ...brief, why: '', isBare: false, inDiff: '' }]
}

/** Names a lesson in a few words, where it is only the nearest. */
export const nameLesson = ({ headline, why, commit, entry, source }: LessonHit): string =>
  `${source === '' ? '' : `${source}: `}${headline === '' ? shorten(why, 80) : headline} (${commit === '' ? entry : short(commit)})`

/** How a lesson stands, where its entry says nothing of itself. */
const stands = { '': '', partly: 'holds only partly', past: 'no longer so' } as const

/** A line of an answer, and how a terminal shows it. */
export type AnswerLine = { readonly text: string; readonly as?: 'bold' | 'dim' | 'yellow' }

function linesOf(hit: LessonHit, { more, files: most }: { more: boolean; files: number }): readonly AnswerLine[] {
  const { headline, supersededBy, holds, entry, files, note, source } = hit
  const why = more ? hit.why : reasonOnly(hit)
  const whose = source === '' ? '' : `${source}: `
  const title = headline === '' ? [] : [{ text: `${whose}${headline}`, as: 'bold' as const }]
  const later = supersededBy.map((next) => {
    const because = reasonOnly(next)
    const reason = because === '' ? '' : ` — ${indented(because)}`
    return {
      text: `  changed later: ${next.date === '' ? '' : `${next.date} `}${short(next.commit)} ${next.headline}${reason}`,
      as: 'yellow' as const,
    }
  })
  const standing = hit.standing === '' ? (hit.isInCode ? 'still in the code' : stands[holds]) : hit.standing
  // What was told by hand has no commit: only its entry says where it is from.
  const isUnsourced = hit.commit === '' && files.length === 0
  const whole = hit.archived === '' ? '' : `archived; \`ctx show ${hit.archived}\` has the full text`
  const pinned = more && note.pinnedBy !== '' ? `pinned by ${note.pinnedBy}` : ''
  const from = [
    [hit.date, hit.commit === '' ? '' : short(hit.commit), hit.number].filter((part) => part !== '').join(' '),
    files.slice(0, most).join(', '),
    note.since === '' ? '' : `since ${note.since}`,
    pinned,
    standing,
    hit.isBare && hit.inDiff === '' && headline.length <= longestTitle ? 'no reason given' : '',
    hit.lane === 'log' ? 'from the log, not curated' : more || isUnsourced ? entry : '',
    whole,
  ]
  return [
    ...title,
    ...(why === '' ? [] : [{ text: `  ${headline === '' ? whose : ''}${indented(why)}` }]),
    ...(hit.inDiff === '' ? [] : [{ text: `  in its diff: ${indented(hit.inDiff)}` }]),
    { text: `  ${oneLine(from.filter((part) => part !== '').join(' · '))}`, as: 'dim' as const },
    ...later,
  ]
}

/** A reason without the titles of tests, and without a beginning that only says the headline again; '' where nothing is left. */
export function reasonOnly({ headline, why }: Pick<LessonText, 'headline' | 'why'>): string {
  const told = why.replace(/(?:^|\s)Tested: “[^]*$/, '').trim()
  const again = headline === '' || !told.replace(/^[*-] /, '').startsWith(headline) ? '' : headline
  const rest = told.replace(/^[*-] /, '').slice(again.length)
  return again !== '' && /^(?:[.!]?\s*$|[.!]\s|\s+[*-] )/.test(rest) ? rest.replace(/^[.!]?\s*/, '') : told
}

/** A reason may be a list: a line of it at the margin would read as the headline of the next lesson. */
const indented = (text: string): string => text.replaceAll('\n', '\n  ')

/** A file to open for a change, as `ctx where` finds it, and what goes with it. */
export type FileToOpen = {
  readonly path: string
  /** The commit that speaks for it most; undefined where only an entry does. */
  readonly why: { readonly headline: string; readonly commit: string; readonly date: string } | undefined
  /** Tests that changed with it, most often first. */
  readonly tests: readonly string[]
  /** Other files that changed with it. */
  readonly with: readonly string[]
  /** Who changed it most. */
  readonly knownBy: readonly string[]
}

/** Tells of a file why it is the one to open, and what goes with it; what a file is called may have lines, too. */
export function tellFile({ path, why, tests, with: beside, knownBy }: FileToOpen): readonly string[] {
  const row = (about: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`  ${about} ${oneLine(names.join(', '))}`]
  return [
    oneLine(path),
    ...(why === undefined ? [] : [`  ${why.headline} (${why.date} ${short(why.commit)})`]),
    ...row('tested in', tests),
    ...row('changes with', beside),
    ...row('known by', knownBy),
  ]
}

import { oneLine, shorten } from '../text/clean.ts'
import { short } from '../text/words.ts'
import { statusInWords } from '../tree/note.ts'
import { sayByAgent } from '../tree/unreviewed.ts'
import type { Later, LessonHit } from './lesson-hit.ts'
import type { LessonText } from './lesson-text.ts'
import { takesBack } from './worth-showing.ts'

/** A headline that is longer than git's usual says why it is so itself (jinja 115de2e3). */
const longestTitle = 72

/** Characters shown unless `--more` is given: an answer is read at a glance, and agents pay for it. */
const mostCharacters = 1_500
/** Lessons shown, and with `--more`. */
export const lessonsShown = { usual: 3, more: 8 }
/** Lessons shown where none is certain. */
export const mostNear = 2
/** Files named with the first lesson, and with each of the others, which are read on the way to another. */
const mostFiles = { first: 3, others: 1 }
/** Characters of the files that are named, unless the first is longer: three paths of a project in Kotlin are as long as a reason (okhttp c9ba5d73). */
const mostOfFiles = 100

/**
 * Share of the best score below which a lesson is shown without its reason: one in twenty of those is what was asked
 * for, and its headline says whether it is.
 */
const worthAReason = 0.7

/** The same below which a lesson is only named: of 122 of those, two were what was asked for. */
const worthABlock = 0.6

/**
 * Formats lessons as blocks of lines, best first, as many as fit behind what was said before; the first is always there.
 * None names the file that was `asked` about.
 */
export function formatLessons(
  hits: readonly LessonHit[],
  { more, before = '', asked }: { readonly more: boolean; readonly before?: string; readonly asked?: string },
): readonly (readonly AnswerLine[])[] {
  const blocks: (readonly AnswerLine[])[] = []
  const found = new Set(hits.map(({ commit }) => commit))
  const changes = new Set(hits.flatMap(({ supersededBy }) => supersededBy.map(({ commit }) => commit)))
  const best = Math.max(...hits.map(({ score }) => score))
  // What one of those shown changed, or was changed by, is a part of its story.
  const isOfStory = ({ supersededBy }: LessonHit): boolean => supersededBy.some(({ commit }) => found.has(commit))
  const isBelow = (share: number, hit: LessonHit): boolean =>
    !more && hit !== hits[0] && hit.score < best * share && !changes.has(hit.commit)
  const shown = hits.filter((hit) => !(isBelow(worthAReason, hit) && isBareName(hit)))
  const far = shown.filter((hit) => isBelow(worthABlock, hit) && isNamed(hit) && !isOfStory(hit))
  const near = shown.filter((hit) => !far.includes(hit))
  const said = new Set(near.map(({ commit }) => commit))
  let left = more ? Number.POSITIVE_INFINITY : mostCharacters - before.length
  for (const [at, hit] of near.entries()) {
    // What changed it and is shown itself gives its reason there, and what changed another, too, has given it.
    const supersededBy = hit.supersededBy.map((later) => (said.has(later.commit) ? { ...later, why: '' } : later))
    for (const { commit, why } of supersededBy) if (why !== '') said.add(commit)
    const replaced = hit.replaced.filter(({ commit }) => !said.has(commit))
    const how = { more, asked, files: at === 0 || more ? mostFiles.first : mostFiles.others }
    const followUps = hit.followUps.filter(({ commit }) => !said.has(commit))
    const shorter = waysToShow({ ...hit, supersededBy, replaced, followUps }).map((way) => linesOf(way, how))
    // The first is always shown with its reason, however long that is; one far behind never, unless it is why another
    // one changed.
    const may = at === 0 ? shorter.slice(0, 2) : isBelow(worthAReason, hit) ? shorter.slice(2) : shorter
    const lines = may.find((one) => lengthOf(one) <= left) ?? (at === 0 ? may.at(-1) : undefined)
    if (lines === undefined) break
    for (const { commit } of [...replaced, ...followUps]) said.add(commit)
    left -= lengthOf(lines)
    blocks.push(lines)
  }
  const noRoom = near.slice(blocks.length).filter(isNamed)
  const others = [...noRoom, ...far.filter(({ commit }) => commit === '' || !said.has(commit))]
  const named = others.map((hit) => ({ text: `Perhaps: ${nameLesson(hit)}${howItStands(hit)}`, as: 'dim' as const }))
  const perhaps = named.filter((_, at) => lengthOf(named.slice(0, at + 1)) <= left)
  return perhaps.length > 0 ? [...blocks, perhaps] : blocks
}

/** What has no headline is its reason, and what nobody is to go by any more ranks low for that, and says so. */
const isNamed = ({ headline, standing, archived }: LessonHit): boolean =>
  headline !== '' && standing === '' && archived === ''

/** A comment is called as what it stands at, which says nothing without it: "memory_map", "roundTrip". */
const isBareName = ({ kind, headline }: LessonHit): boolean => kind !== 'lesson' && /^\S+$/.test(headline)

const lengthOf = (lines: readonly AnswerLine[]): number => lines.reduce((sum, { text }) => sum + text.length + 1, 1)

/** A lesson, without the reasons of what changed it, and without its own; what has no headline, or only a name, is its reason. */
function waysToShow(hit: LessonHit): readonly LessonHit[] {
  const brief = { ...hit, supersededBy: hit.supersededBy.map((later) => ({ ...later, why: '' })) }
  const isReason = hit.headline === '' || isBareName(hit)
  return [hit, brief, isReason ? brief : { ...brief, why: '', isBare: false, inDiff: '' }]
}

/** Names a lesson in a few words, where it is only the nearest. */
export function nameLesson(hit: LessonHit): string {
  const { headline, why, commit, entry, source } = hit
  const said = headline !== '' && !isBareName(hit) ? [headline] : [headline, shorten(why, 80)]
  const named = [source, ...said].filter((part) => part !== '').join(': ')
  return `${named} (${commit === '' ? entry : short(commit)})`
}

/** What only is named must not look as if it held: "slack: retry 429 errors", which was reverted (alertmanager 26cc96a7). */
const howItStands = ({ holds }: LessonHit): string => {
  const said = holds === '' ? '' : statusInWords[holds]
  return said === '' ? '' : `, ${said}`
}

/** A line of an answer, and how a terminal shows it. */
export type AnswerLine = { readonly text: string; readonly as?: 'bold' | 'dim' | 'yellow' }

type Showing = { readonly more: boolean; readonly files: number; readonly asked?: string | undefined }

function linesOf(hit: LessonHit, { more, files: most, asked }: Showing): readonly AnswerLine[] {
  const { supersededBy, holds, entry, note, source, didToFile = '' } = hit
  // What its commit did names one of them.
  const files = hit.files.filter((path) => !didToFile.endsWith(` ${path}`))
  const why = more ? hit.why : reasonOnly(hit)
  const headline = isBeginningOf(hit.headline, why) ? '' : hit.headline
  const whose = source === '' ? '' : `${source}: `
  const title = headline === '' ? [] : [{ text: `${whose}${headline}`, as: 'bold' as const }]
  const inCode = hit.linesGone > 0 || supersededBy.length > 0 ? 'mostly still in the code' : 'still in the code'
  const became = hit.isInCode ? inCode : statusInWords[holds === '' ? 'current' : holds]
  const standing = hit.standing === '' ? became : hit.standing
  // What a person wrote by hand has no commit: only its entry says where it is from.
  const isUnsourced = hit.commit === '' && hit.files.length === 0
  const whole = hit.archived === '' ? '' : `archived; \`ctx show ${hit.archived}\` has the full text`
  const pinned = more && note.pinnedBy !== '' ? `pinned by ${note.pinnedBy}` : ''
  const from = [
    [hit.date, hit.commit === '' ? hit.author : short(hit.commit), hit.number, nameAuthor(hit)]
      .filter((part) => part !== '')
      .join(' '),
    didToFile,
    nameFiles(more ? files.slice(0, most) : inReach(files.slice(0, most)), asked),
    note.since === '' ? '' : `since ${note.since}`,
    hit.release === undefined ? '' : `first released in ${hit.release}`,
    pinned,
    hit.isApproved === true ? 'approved' : '',
    sayByAgent(hit.isByAgent ?? false),
    standing,
    hit.isBare && hit.inDiff === '' && headline.length <= longestTitle ? 'no reason given' : '',
    hit.lane === 'log' ? 'from the log, not curated' : more || isUnsourced ? entry : '',
    whole,
  ]
  return [
    ...title,
    // What has no headline is one itself.
    ...(why === '' ? [] : [{ text: headline === '' ? `${whose}${indented(why)}` : `  ${indented(why)}` }]),
    ...(hit.inDiff === '' ? [] : [{ text: `  in its diff: ${indented(hit.inDiff)}` }]),
    { text: `  ${oneLine(from.filter((part) => part !== '').join(' · '))}`, as: 'dim' as const },
    ...hit.replaced.map((one) => ({ text: `  ${whatItTook(hit, one)}: ${nameCommit(one)}`, as: 'dim' as const })),
    ...supersededBy.map((one) => ({ text: `  changed later: ${nameCommit(one)}`, as: 'yellow' as const })),
    ...hit.followUps.map((one) => ({ text: `  later on this: ${nameCommit(one)}`, as: 'yellow' as const })),
  ]
}

/** How what was there before a commit is headed: the revert after which it came again, or what it reverted, removed or replaced. */
const whatItTook = (hit: LessonHit, before: Later): string => {
  if (takesBack(before, hit)) return 'came again after'
  const { headline } = hit
  return /^(?:\S{1,60}: )?(?:revert|undo|back(?:ed)? out|roll(?:ed)? back)/i.test(headline)
    ? 'took back'
    : /^(?:\S{1,60}: )?(?:delet|disabl|drop|remov)/i.test(headline)
      ? 'took out'
      : 'took the place of'
}

const nameAuthor = ({ by = '', commit }: LessonHit): string => (by === '' || commit === '' ? '' : `by ${by}`)

/** The first of some files, and as many more as are read at a glance. */
const inReach = (files: readonly string[]): readonly string[] =>
  files.filter((_, at) => at === 0 || files.slice(0, at + 1).join(', ').length <= mostOfFiles)

/** Names the files of a lesson; who asked about one of them knows that one. */
function nameFiles(files: readonly string[], asked: string | undefined): string {
  const others = files.filter((path) => path !== asked)
  return `${others.length > 0 && others.length < files.length ? 'also ' : ''}${others.join(', ')}`
}

/** Whether a headline is no more than a sentence that was cut, and the reason says that sentence whole. */
const isBeginningOf = (headline: string, why: string): boolean =>
  headline.endsWith('…') && why.startsWith(headline.slice(0, -1).trimEnd())

/** Another commit of a lesson's story, with its reason where that is told. */
function nameCommit(one: Later): string {
  const why = reasonOnly(one)
  return `${one.date === '' ? '' : `${one.date} `}${short(one.commit)} ${one.headline}${why === '' ? '' : ` — ${indented(why)}`}`
}

/**
 * A reason without the titles of tests, and without a beginning that only says the headline again; '' where nothing is
 * left.
 */
export function reasonOnly({ headline, why }: Pick<LessonText, 'headline' | 'why'>): string {
  const told = why.replace(/(?:^|\s)Tested: “[^\n]*/g, '').trim()
  const item = told.replace(/^[*-] /, '')
  const isSaidAgain = (title: string): boolean => item.slice(0, title.length).toLowerCase() === title.toLowerCase()
  const again = [headline, withoutArea(headline)].find(isSaidAgain) ?? ''
  const rest = item.slice(again.length)
  return again !== '' && /^(?:[.!]?\s*$|[.!]\s|\s+[*-] )/.test(rest) ? rest.replace(/^[.!]?\s*/, '') : told
}

/** A headline without the part of the project before it: "keepalive: apply minimum ping time of 10s" (grpc-go ed70822b). */
const withoutArea = (headline: string): string => headline.replace(/^[\w./,{}-]{1,60}: (?=\S)/, '')

/** A reason may be a list: a line of it at the margin would read as the headline of the next lesson. */
const indented = (text: string): string => text.replaceAll('\n', '\n  ')

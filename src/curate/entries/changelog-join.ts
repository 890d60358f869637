import { type Bullet } from '../message/changelog.ts'
import { fragmentNumber, isFragment } from '../message/changelog-files.ts'
import { nearestBullet, withWords } from '../message/changelog-words.ts'
import { sharedWords, sharesWord } from '../message/shared-words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { dated, lineByText, withOwnRelease } from './changelog-releases.ts'
import { byNumber, isOwn, leftTo, numbersOfSeveral, ofAll, saidFirst, timesNamed } from './changelog-numbers.ts'
import { firstLessonOf, joinByWords } from './join-by-words.ts'

/** Gives lessons the words that a changelog has for them, joined by the number of the pull request, by the hash, or by words. */
export function withChangelog(
  analyses: readonly CommitAnalysis[],
  bullets: readonly Bullet[],
): readonly CommitAnalysis[] {
  if (bullets.length === 0) return analyses
  const byName = new Map<string, Bullet[]>()
  for (const bullet of bullets) for (const name of bullet.names) byName.set(name, [...(byName.get(name) ?? []), bullet])
  const byWords = joinByWords(bullets, analyses)
  const joined = onceForEach(joinedBy({ byName, byWords }, analyses), analyses)
  const sharing = new Map<Bullet, CommitAnalysis[]>()
  for (const [at, bullet] of joined.entries())
    if (bullet !== undefined) sharing.set(bullet, [...(sharing.get(bullet) ?? []), ...analyses.slice(at, at + 1)])
  const times = timesNamed(analyses, byName)
  const lineOf = lineByText(bullets)
  return analyses.map((analysis, place) => {
    const bullet = joined[place]
    const own = lineOf(firstLessonOf(analysis)?.ownLine ?? '')
    const isByMerge = bullet !== undefined && isOfMerge(bullet, analysis)
    if (bullet === undefined || (isByMerge && own !== undefined) || analysis.isUnread)
      return withOwnRelease(analysis, own)
    const first = analysis.evidence.findIndex(({ kind }) => kind === 'lesson')
    const isOthers =
      ofMerge.test(bullet.text) ||
      (times.get(bullet) ?? 0) >= ofAll ||
      !isOwn(analysis, { bullet, others: sharing.get(bullet) ?? [] })
    const evidence = analysis.evidence.map((piece, at) =>
      at === first ? withWords(piece, { ...dated(bullet, analysis), ...(isOthers ? { text: '' } : {}) }) : piece,
    )
    const isTaught = evidence.some(({ weight }) => weight > 0)
    return { ...analysis, evidence, skippedBecause: isTaught ? undefined : analysis.skippedBecause }
  })
}

/**
 * Leaves the line of a pull request with the one of its commits that speaks of it most, and with none where none does: the others
 * are steps. Of several, that one says two words of it at least: "Fix additional typing issues in `rich.progress`" shares one with
 * "`Progress.open` and `Progress.wrap_file` methods" (rich 5e8da24c).
 */
function onceForEach(
  joined: readonly (Bullet | undefined)[],
  analyses: readonly CommitAnalysis[],
): readonly (Bullet | undefined)[] {
  const best = new Map<Bullet, { readonly at: number; readonly shared: number }>()
  const commits = new Map<string, number>()
  for (const { mergedAs } of analyses)
    if (mergedAs !== undefined) commits.set(mergedAs, (commits.get(mergedAs) ?? 0) + 1)
  for (const [at, analysis] of analyses.entries()) {
    const bullet = joined[at]
    if (bullet === undefined || !isOfMerge(bullet, analysis)) continue
    const shared = sharedWords(bullet.text, saidFirst(analysis))
    const isAlone = commits.get(analysis.mergedAs ?? '') === 1
    if (shared > (best.get(bullet)?.shared ?? (isAlone ? 0 : leastShared - 1))) best.set(bullet, { at, shared })
  }
  return joined.map((bullet, at) => {
    const analysis = analyses[at]
    const isStep = bullet !== undefined && analysis !== undefined && isOfMerge(bullet, analysis)
    return isStep && best.get(bullet)?.at !== at ? undefined : bullet
  })
}

const isOfMerge = ({ names }: Bullet, { sha, mergedAs }: CommitAnalysis): boolean =>
  mergedAs !== undefined && names.includes(mergedAs) && !names.some((name) => sha.startsWith(name))

/**
 * Finds the line of each commit: of several that name its number, the one that speaks of the same. `WriteLogger` came with two
 * numbers, and one of them has a line of its own besides (structlog 87f9dec5).
 */
function joinedBy(
  { byName, byWords }: { byName: ReadonlyMap<string, readonly Bullet[]>; byWords: ReadonlyMap<CommitAnalysis, Bullet> },
  analyses: readonly CommitAnalysis[],
): readonly (Bullet | undefined)[] {
  const shared = numbersOfSeveral(analyses)
  const noted = notedBy(analyses)
  // Who only words another's note better has none.
  const hasNote = (analysis: CommitAnalysis): boolean => (noted.get(analysis) ?? []).length > 0
  const keys = new Set(analyses.map(({ sha }) => sha.slice(0, 7)))
  const namedBy = byNumber(analyses)
  return analyses.map((analysis) => {
    const number = firstLessonOf(analysis)?.note?.number ?? ''
    const isShared = shared.has(number)
    const ofNumber = byName.get(number) ?? []
    const naming = (hasNote(analysis) ? amongItsNotes(ofNumber, { analysis, byName }) : ofNumber).filter(
      (bullet) =>
        !isOfAnother(bullet, { analysis, keys }) &&
        speaksOf(bullet, analysis) &&
        !(isShared && isOfOldNumber(bullet, analysis)),
    )
    const named = leftTo(analysis, naming, namedBy)
    // What breaks is what a reader has to know (zap b9001288).
    const breaking = named.filter(({ kind, text }) => kind === 'breaking' && sharesWord(text, saidFirst(analysis)))
    const nearest = nearestBullet(saidFirst(analysis), breaking.length > 0 ? breaking : named)
    const numbered = nearest && inItsPackage(nearest, { named, analysis })
    // "--no-timeouts … now does what you'd expect" names "Annotate when exceptions are caught", as "Refactoring" does (mocha 83687228).
    const isUnsure = isShared || new Set(named.map(({ text }) => text)).size > 1
    const isOthers = isUnsure && !sharesWord(numbered?.text ?? '', saidFirst(analysis))
    const hashed = byName.get(analysis.sha.slice(0, 7))?.[0] ?? byName.get(analysis.sha.slice(0, 8))?.[0]
    // The number of its merge is that of others, too, and its hash its own.
    if (hashed !== undefined && analysis.mergedAs !== undefined) return hashed
    return (
      (isOthers ? undefined : numbered) ??
      hashed ??
      byWords.get(analysis) ??
      nearestBullet(
        saidFirst(analysis),
        (noted.get(analysis) ?? [])
          .flatMap((note) => byName.get(note) ?? [])
          .filter(({ text }) => sharesWord(text, saidFirst(analysis))),
      )
    )
  })
}

/**
 * The numbers of what each commit noted for the next release: its message may have none, or that of the pull request (trio
 * 922cf372). Who writes a note again, or for another, did not do what it says ("more cr").
 */
function notedBy(analyses: readonly CommitAnalysis[]): ReadonlyMap<CommitAnalysis, readonly string[]> {
  const known = new Set<string>()
  return new Map(
    analyses.map((analysis) => {
      const own = notesOf(analysis).filter((number) => !known.has(number))
      for (const number of own) known.add(number)
      return [analysis, own.length > mostNotes ? [] : own]
    }),
  )
}

/** Who writes more notes takes a changelog apart. */
const mostNotes = 2

/**
 * Of the lines that have a commit's number, those that its own notes became, and where it wrote two, both: #2587 is the pull request
 * of tox 932bb3e6, which noted #2562, and an issue that another commit noted.
 */
function amongItsNotes(
  lines: readonly Bullet[],
  { analysis, byName }: { analysis: CommitAnalysis; byName: ReadonlyMap<string, readonly Bullet[]> },
): readonly Bullet[] {
  const own = new Set(notesOf(analysis))
  const noted = [...own].flatMap((number) => byName.get(number) ?? [])
  if (noted.length === 0 || own.size > mostNotes) return lines
  return own.size > 1 ? noted : lines.filter((line) => noted.includes(line))
}

/** The numbers of the notes for the next release that a commit wrote. */
const notesOf = ({ touched }: CommitAnalysis): readonly string[] =>
  touched
    .filter(({ path, isDeleted }) => !isDeleted && isFragment(path))
    .map(({ path }) => fragmentNumber(path))
    .filter((number) => number !== '')

/** Whether a line names another commit by its hash: a number beside it is what came with that (starlette bb4d8f9d, 8c74c2c8). */
const isOfAnother = (
  { names }: Bullet,
  { analysis, keys }: { analysis: CommitAnalysis; keys: ReadonlySet<string> },
): boolean => {
  const hashes = names.filter((name) => !name.startsWith('#'))
  return !hashes.some((hash) => analysis.sha.startsWith(hash)) && hashes.some((hash) => keys.has(hash.slice(0, 7)))
}

/** Of what a line names by several numbers, it speaks where they share a word: "… uncovered by Issue #10" (urllib3 e277b1a7). */
const speaksOf = ({ names, text }: Bullet, analysis: CommitAnalysis): boolean =>
  names.filter((name) => name.startsWith('#')).length < 2 || sharesWord(text, saidFirst(analysis))

/**
 * Whether a number that several commits have is another's, by a release more than a year later: the older ones may be from a
 * project that was taken in, and counted for itself. One word in common is chance (tracing 57718dd1: "compile").
 */
const isOfOldNumber = ({ text, day }: Bullet, analysis: CommitAnalysis): boolean =>
  Date.parse(day) - analysis.at.getTime() > year && sharedWords(text, saidFirst(analysis)) < leastShared

const year = 366 * 24 * 3600 * 1000
const leastShared = 2

/** Of a line that several packages' changelogs have, takes that of the package which most of a commit is in (tracing ee82cf92). */
function inItsPackage(
  bullet: Bullet,
  { named, analysis }: { named: readonly Bullet[]; analysis: CommitAnalysis },
): Bullet {
  const linesBelow = ({ file }: Bullet): number => {
    const folder = file.slice(0, file.lastIndexOf('/') + 1)
    const isRoot = folder === ''
    return analysis.touched.reduce((sum, { path, lines }) => sum + (!isRoot && path.startsWith(folder) ? lines : 0), 0)
  }
  const twins = named.filter(({ text, kind }) => text === bullet.text && kind === bullet.kind)
  return twins.reduce((best, twin) => (linesBelow(twin) > linesBelow(best) ? twin : best), bullet)
}

/** A line that is what git called a merge says when it was released, and nothing more: "Merge pull request from joemiller/…" (puma). */
const ofMerge = /^merge pull request\b[^.;]*\.?$/i

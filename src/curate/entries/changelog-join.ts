import type { Bullet } from '../message/changelog.ts'
import { nearestBullet, withWords } from '../message/changelog-words.ts'
import { newWords, sharesWord } from '../message/shared-words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'

/** Gives lessons the words that a changelog has for them, joined by the number of the pull request or by the hash. */
export function withChangelog(
  studies: readonly CommitAnalysis[],
  bullets: readonly Bullet[],
): readonly CommitAnalysis[] {
  if (bullets.length === 0) return studies
  const byName = new Map<string, Bullet[]>()
  for (const bullet of bullets) for (const name of bullet.names) byName.set(name, [...(byName.get(name) ?? []), bullet])
  const joined = joinedBy(byName, studies)
  const sharing = new Map<Bullet, CommitAnalysis[]>()
  for (const [at, bullet] of joined.entries())
    if (bullet !== undefined) sharing.set(bullet, [...(sharing.get(bullet) ?? []), ...studies.slice(at, at + 1)])
  const times = timesNamed(studies, byName)
  return studies.map((study, place) => {
    const bullet = joined[place]
    if (bullet === undefined || study.isUnread) return study
    const first = study.evidence.findIndex(({ kind }) => kind === 'lesson')
    const isOthers = (times.get(bullet) ?? 0) >= ofAll || !isOwn(study, { bullet, others: sharing.get(bullet) ?? [] })
    const evidence = study.evidence.map((piece, at) =>
      at === first ? withWords(piece, isOthers ? { ...bullet, text: '' } : bullet) : piece,
    )
    const isTaught = evidence.some(({ weight }) => weight > 0)
    return { ...study, evidence, skippedBecause: isTaught ? undefined : study.skippedBecause }
  })
}

const lessonOf = ({ evidence }: CommitAnalysis): Evidence | undefined => evidence.find(({ kind }) => kind === 'lesson')

const wordsOf = (study: CommitAnalysis): string => `${lessonOf(study)?.about} ${lessonOf(study)?.text}`

/**
 * Finds the line of each commit: of several that name its number, the one that speaks of the same. `WriteLogger` came with two
 * numbers, and one of them has a line of its own besides (structlog 87f9dec5).
 */
function joinedBy(
  byName: ReadonlyMap<string, readonly Bullet[]>,
  studies: readonly CommitAnalysis[],
): readonly (Bullet | undefined)[] {
  const shared = numbersOfSeveral(studies)
  return studies.map((study) => {
    const number = lessonOf(study)?.note?.number ?? ''
    const named = byName.get(number) ?? []
    // What breaks is what a reader has to know (zap b9001288).
    const breaking = named.filter(({ kind, text }) => kind === 'breaking' && sharesWord(text, wordsOf(study)))
    const numbered = nearestBullet(wordsOf(study), breaking.length > 0 ? breaking : named)
    const isOthers = shared.has(number) && !sharesWord(numbered?.text ?? '', wordsOf(study))
    return (
      (isOthers ? undefined : numbered) ??
      byName.get(study.sha.slice(0, 7))?.[0] ??
      byName.get(study.sha.slice(0, 8))?.[0]
    )
  })
}

/** Of two commits that one line names, it has words for the one that speaks of it most, and for one that says nothing itself. */
function isOwn(
  study: CommitAnalysis,
  { bullet, others }: { bullet: Bullet; others: readonly CommitAnalysis[] },
): boolean {
  const text = lessonOf(study)?.text ?? ''
  if (text === '' || text.startsWith('Tested: ')) return true
  const left = (other: CommitAnalysis): number => newWords(bullet.text, wordsOf(other))
  return !others.some((other) => left(other) < left(study))
}

/** A line about so many commits says of none what it does: "Several fixes to `CORSMiddleware`" (starlette 995d70c7). */
const ofAll = 3

/** How many commits each line of a changelog names by their numbers. */
function timesNamed(
  studies: readonly CommitAnalysis[],
  byName: ReadonlyMap<string, readonly Bullet[]>,
): ReadonlyMap<Bullet, number> {
  const times = new Map<Bullet, number>()
  for (const number of new Set(studies.flatMap(({ evidence }) => evidence.flatMap(({ note }) => note?.number ?? [])))) {
    for (const bullet of byName.get(number) ?? []) times.set(bullet, (times.get(bullet) ?? 0) + 1)
  }
  return times
}

/** Numbers that commits about several things have: part of the history is from a project that counted for itself (tracing 354fe187). */
function numbersOfSeveral(studies: readonly CommitAnalysis[]): ReadonlySet<string> {
  const subjects = new Map<string, string>()
  const several = new Set<string>()
  for (const { evidence, subject } of studies) {
    const number = evidence.find(({ kind }) => kind === 'lesson')?.note?.number ?? ''
    if (number !== '' && (subjects.get(number) ?? subject) !== subject) several.add(number)
    subjects.set(number, subject)
  }
  return several
}

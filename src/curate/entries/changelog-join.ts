import { type Bullet } from '../message/changelog.ts'
import { sharesWord } from '../message/shared-words.ts'
import { withWords } from '../message/changelog-words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'

/** Gives lessons the words that a changelog has for them, joined by the number of the pull request or by the hash. */
export function withChangelog(
  studies: readonly CommitAnalysis[],
  bullets: readonly Bullet[],
): readonly CommitAnalysis[] {
  if (bullets.length === 0) return studies
  const byName = new Map<string, Bullet>()
  for (const bullet of bullets) for (const name of bullet.names) if (!byName.has(name)) byName.set(name, bullet)
  const shared = numbersOfSeveral(studies)
  const times = timesNamed(studies, byName)
  return studies.map((study) => {
    const lesson = study.evidence.find(({ kind }) => kind === 'lesson')
    const number = lesson?.note?.number ?? ''
    const numbered = byName.get(number)
    const isOthers = shared.has(number) && !sharesWord(numbered?.text ?? '', `${lesson?.about} ${lesson?.text}`)
    const bullet =
      (isOthers ? undefined : numbered) ?? byName.get(study.sha.slice(0, 7)) ?? byName.get(study.sha.slice(0, 8))
    if (bullet === undefined || study.skipped) return study
    const first = study.evidence.findIndex(({ kind }) => kind === 'lesson')
    const isOfAll = (times.get(bullet) ?? 0) >= ofAll
    const evidence = study.evidence.map((piece, at) =>
      at === first ? withWords(piece, isOfAll ? { ...bullet, text: '' } : bullet) : piece,
    )
    return { ...study, evidence, nothing: evidence.some(({ weight }) => weight > 0) ? '' : study.nothing }
  })
}

/** A line about so many commits says of none what it does: "Several fixes to `CORSMiddleware`" (starlette 995d70c7). */
const ofAll = 3

/** How many commits each line of a changelog names by their numbers. */
function timesNamed(
  studies: readonly CommitAnalysis[],
  byName: ReadonlyMap<string, Bullet>,
): ReadonlyMap<Bullet, number> {
  const times = new Map<Bullet, number>()
  for (const number of new Set(studies.flatMap(({ evidence }) => evidence.flatMap(({ note }) => note?.number ?? [])))) {
    const bullet = byName.get(number)
    if (bullet !== undefined) times.set(bullet, (times.get(bullet) ?? 0) + 1)
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

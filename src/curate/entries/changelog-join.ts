import { type Bullet, sharesWord, withWords } from '../message/changelog.ts'
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
  return studies.map((study) => {
    const lesson = study.evidence.find(({ kind }) => kind === 'lesson')
    const number = lesson?.note?.number ?? ''
    const numbered = byName.get(number)
    const isOthers = shared.has(number) && !sharesWord(numbered?.text ?? '', `${lesson?.about} ${lesson?.text}`)
    const bullet =
      (isOthers ? undefined : numbered) ?? byName.get(study.sha.slice(0, 7)) ?? byName.get(study.sha.slice(0, 8))
    if (bullet === undefined || study.skipped) return study
    const first = study.evidence.findIndex(({ kind }) => kind === 'lesson')
    const evidence = study.evidence.map((piece, at) => (at === first ? withWords(piece, bullet) : piece))
    return { ...study, evidence, nothing: evidence.some(({ weight }) => weight > 0) ? '' : study.nothing }
  })
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

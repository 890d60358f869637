import { codeNames } from '../code/code-names.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import type { Bullet } from '../message/changelog.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'

const limits = {
  commonName: 8, // headlines that a name stands in, or it tells no commit from others
  leastShared: 3, // distinctive terms that a headline and a line have in common
  covered: 0.6, // of the headline's terms stand in the line
}

type Pair = { readonly bullet: Bullet; readonly analysis: CommitAnalysis; readonly shared: number }

/**
 * Joins lines of a changelog that name no number and no hash to commits, by words: a headline names what the line names in the
 * spelling of code, most of its words stand in the line, and neither has a nearer one. The line must stand under the first release
 * that its changelog dates behind the commit: what a later one says of the same name is about another commit (rayon cd838ed9).
 */
export function joinByWords(
  bullets: readonly Bullet[],
  analyses: readonly CommitAnalysis[],
): ReadonlyMap<CommitAnalysis, Bullet> {
  const dated = bullets.filter(({ day, names }) => day !== '' && names.length === 0)
  const isNext = nextRelease(bullets)
  const byName = headlinesByName(analyses)
  const pairs = dated
    .flatMap((bullet) => pairsOf(bullet, byName))
    .filter(isNext)
    .toSorted((a, b) => b.shared - a.shared)
  const joined = new Map<CommitAnalysis, Bullet>()
  const taken = new Set<Bullet>()
  for (const { bullet, analysis } of pairs) {
    if (joined.has(analysis) || taken.has(bullet)) continue
    joined.set(analysis, bullet)
    taken.add(bullet)
  }
  return joined
}

/** Tells whether a line stands under the first release that its own changelog dates behind a commit. */
function nextRelease(bullets: readonly Bullet[]): (pair: Pair) => boolean {
  const days = new Map<string, Set<string>>()
  for (const { file, day } of bullets) if (day !== '') days.set(file, (days.get(file) ?? new Set()).add(day))
  const sorted = new Map([...days].map(([file, own]) => [file, [...own].toSorted()]))
  return ({ bullet, analysis: { at } }) => {
    const day = Number.isNaN(at.getTime()) ? undefined : at.toISOString().slice(0, 10)
    return day !== undefined && sorted.get(bullet.file)?.find((one) => one >= day) === bullet.day
  }
}

type ByName = ReadonlyMap<string, readonly CommitAnalysis[]>

/** The commits whose headlines spell a name; of a name that too many have, so many that it is known for one. */
function headlinesByName(analyses: readonly CommitAnalysis[]): ByName {
  const byName = new Map<string, CommitAnalysis[]>()
  for (const analysis of analyses)
    for (const name of codeNames(headlineOf(analysis))) {
      const known = byName.get(name)
      if (known === undefined) byName.set(name, [analysis])
      else if (known.length <= limits.commonName) known.push(analysis)
    }
  return byName
}

function pairsOf(bullet: Bullet, byName: ByName): readonly Pair[] {
  const known = codeNames(bullet.text).map((name) => byName.get(name) ?? [])
  const near = new Set(known.filter(({ length }) => length <= limits.commonName).flat())
  const terms = near.size === 0 ? new Set<string>() : new Set(distinctiveTerms(bullet.text))
  return [...near].flatMap((analysis) => {
    const own = [...new Set(distinctiveTerms(headlineOf(analysis)))]
    const shared = own.filter((term) => terms.has(term)).length
    const isNear = shared >= limits.leastShared && shared >= own.length * limits.covered
    return isNear ? [{ bullet, analysis, shared }] : []
  })
}

const headlineOf = (analysis: CommitAnalysis): string => firstLessonOf(analysis)?.about ?? ''

/** The lesson of a commit, of a squash that of its headline. */
export const firstLessonOf = ({ evidence }: CommitAnalysis): Evidence | undefined =>
  evidence.find(({ kind }) => kind === 'lesson')

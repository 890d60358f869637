import { commitNamed } from '../../repo/git/history.ts'
import type { LessonHit } from '../../search/lesson-hit.ts'
import { namedIn } from '../../search/named-commits.ts'
import type { CandidateLookup } from './lesson-candidates.ts'
import { lessonsOf } from './lesson-hits.ts'

/** Commits of one question that are looked up by name. */
const most = 5

/**
 * Tells the commits that a question names, by hash or by the number of their pull request: "what did 29dca70e slow down" asks for
 * no other. Empty where it names none that this history has.
 */
export async function lessonsNamed(lookup: CandidateLookup, question: string): Promise<readonly LessonHit[]> {
  const { hashes, numbers } = namedIn(question)
  const found = await Promise.all(hashes.slice(0, most).map(async (hash) => await commitNamed(lookup.place, hash)))
  const numbered = numbers.slice(0, most).flatMap((number) => lookup.commitIndex.numbered(number))
  const commits = new Set([...found.flatMap((sha) => sha ?? []), ...numbered.map(({ sha }) => sha)])
  return commits.size === 0 ? [] : lessonsOf(lookup, [...commits])
}

import type { Commit } from '../../commit.ts'
import { sentences } from '../../text/sentences.ts'
import { codeNames, namesIn } from '../code/code-names.ts'
import { touchesOnlyWords } from '../code/touches-no-code.ts'
import { type Lesson, lessonsIn } from '../message/split-message.ts'
import type { CommitReading } from './types.ts'

/** The lessons of a message, and of those steps of a squash that are in what was merged. */
export function landedLessons(reading: CommitReading): readonly Lesson[] {
  const { commit, message } = reading
  const isLanded = landedIn(reading)
  const told = lessonsIn(message, { changesCode: !touchesOnlyWords(commit.changes) })
  const steps = told.map((step, at) => withoutUndone(step, told.slice(at + 1), reading))
  return steps.filter((step, at) => at === 0 || (step.why !== '' && isLanded(step)))
}

/**
 * A step without the sentences that name, as code does, what a later step speaks of and the diff does not have: "compute
 * maxGroupIndex = …", before "Replace the dynamic maxGroupIndex guard with the simpler regex" (gson df53d2f1).
 */
function withoutUndone(
  step: Lesson,
  later: readonly Lesson[],
  { commit: { changes }, isPart = false }: CommitReading,
): Lesson {
  const spoken = new Set(later.flatMap(({ headline, why }) => codeNames(`${headline}. ${why}`)))
  const namesOutside = (said: string): readonly string[] => codeNames(said.replace(/https?:\S+/g, ' '))
  if (isPart || changes.length === 0 || !namesOutside(step.why).some((name) => spoken.has(name))) return step
  const there = new Set(changes.flatMap(namesOf))
  const isUndone = (name: string): boolean => spoken.has(name) && !there.has(name.toLowerCase())
  const left = sentences(step.why).filter((sentence) => !namesOutside(sentence).some(isUndone))
  return { ...step, why: left.join(' ') }
}

/** One name may be another project's; of two, one is the code's. */
const leastNames = 2

/**
 * Whether a step of a squash is in what was merged: of most names that it speaks of the diff says nothing where a later step
 * took another way, as of `parseIntWithDefault` (fiber 9a56a1bf), or where it came with a merge of what had landed before, as
 * "Removes `dto_for` from `DTOConfig`" (litestar fb0e98a0). What is not all read may say it elsewhere.
 */
function landedIn({ commit: { changes }, isPart = false }: CommitReading): (step: Lesson) => boolean {
  if (isPart || changes.length === 0) return () => true
  let written: ReadonlySet<string> | undefined
  return ({ headline, why }) => {
    const names = codeNames(`${headline}. ${why}`)
    if (names.length === 0 || (names.length < leastNames && codeNames(headline).length === 0)) return true
    const there = (written ??= new Set(changes.flatMap(namesOf)))
    const isThere = (name: string): boolean => there.has(name.toLowerCase())
    const brought = broughtBy(headline)
    return names.filter(isThere).length * 2 >= names.length && (brought === undefined || isThere(brought))
  }
}

/**
 * What a headline says that it brings, in the spelling of code, or a type of three words and more, as no product has: "introduce
 * StagCommitIndex", "rename SetIndex to StagIndex" (raft a2e87783, where both had another name in the end).
 */
function broughtBy(headline: string): string | undefined {
  const [, what = ''] =
    /^(?:add|create|implement|introduce)s? (?:an? |the )?(\S+)/i.exec(headline) ??
    /^renames? .* to (\S+)/i.exec(headline) ??
    []
  return codeNames(what)[0] ?? /^[A-Z][a-z]+(?:[A-Z][a-z]+){2,}$/.exec(what)?.[0]
}

const namesOf = ({ path, from, hunks }: Commit['changes'][number]): readonly string[] =>
  [path, from, ...hunks.flatMap(({ section, added, removed }) => [section, ...added, ...removed])]
    .flatMap(namesIn)
    .map((name) => name.toLowerCase())

import type { Commit } from '../../commit.ts'
import { sentences } from '../../text/sentences.ts'
import { isUpkeep } from '../../text/upkeep.ts'
import { codeNames, namesIn } from '../code/code-names.ts'
import { touchesNoCode, touchesOnlyWords } from '../code/touches-no-code.ts'
import { type Lesson, lessonsIn } from '../message/split-message.ts'
import type { CommitReading } from './types.ts'

/** The lessons of a message, and of those steps of a squash that are in what was merged. */
export function landedLessons(reading: CommitReading): readonly Lesson[] {
  const { commit, message, isPart = false } = reading
  const told = lessonsIn(message, { changesCode: !touchesOnlyWords(commit.changes) })
  // What is not all read may say it elsewhere.
  if (isPart || commit.changes.length === 0) return told
  const isWritten = writtenIn(commit)
  const isOfCode = !touchesNoCode(commit.changes) && !isUpkeep(message.subject) && !ofUpkeep.test(message.type)
  const isAside = ({ headline }: Lesson): boolean => isOfCode && isUpkeep(firstOf(headline))
  return withoutUndone(told, isWritten).filter(
    (step, at) => at === 0 || (step.why !== '' && !isAside(step) && isLanded(step, isWritten)),
  )
}

const ofUpkeep = /^(?:build|ci|docs?|tests?)$/

/**
 * What a headline says first. A step that begins with tests, pages or checks came beside what was done: "Document Bind.All function
 * in API documentation", "Remove extraneous blank line in documentation" (fiber 71820292, 58677d5c). Of 140 such lessons of 40 projects that were
 * told on pages of code, ten were worth it. "validate SERVER_ADDR IP format and add test coverage" (caddy 546752e2) begins with more.
 */
const firstOf = (headline: string): string => headline.split(/[;&+]|, | and | - | -- | — /, 1)[0] ?? ''

/** Tells whether a diff has a name, as it is asked for the first time. */
function writtenIn({ changes }: Commit): (name: string) => boolean {
  let written: ReadonlySet<string> | undefined
  return (name) => (written ??= new Set(changes.flatMap(namesOf))).has(name.toLowerCase())
}

/**
 * The steps without the sentences that name, as code does, what a later step speaks of and the diff does not have: "compute
 * maxGroupIndex = …", before "Replace the dynamic maxGroupIndex guard with the simpler regex" (gson df53d2f1).
 */
function withoutUndone(steps: readonly Lesson[], isWritten: (name: string) => boolean): readonly Lesson[] {
  // A message without a squash has no later step.
  if (steps.length < 2) return steps
  const spoken = new Set<string>()
  const isUndone = (said: string): boolean =>
    codeNames(said.replace(/https?:\S+/g, ' ')).some((name) => spoken.has(name) && !isWritten(name))
  return steps
    .toReversed()
    .map((step) => {
      const left = spoken.size === 0 ? step.why : withoutWhatLeans(sentences(step.why), isUndone).join(' ')
      for (const name of codeNames(`${step.headline}. ${step.why}`)) spoken.add(name)
      return { ...step, why: left }
    })
    .toReversed()
}

/** Leaves out sentences, and those behind each that speak of it: "This prevented …" (rollup 51f8f602). */
function withoutWhatLeans(said: readonly string[], isLeftOut: (sentence: string) => boolean): readonly string[] {
  let isGone = false
  return said.filter((sentence) => {
    isGone = isLeftOut(sentence) || (isGone && leaning.test(sentence))
    return !isGone
  })
}

const leaning = /^(?:it|such|that|these|they|this|those)\b/i

/** One name may be another project's; of two, one is the code's. */
const leastNames = 2

/**
 * Whether a step of a squash is in what was merged: of most names that it speaks of the diff says nothing where a later step
 * took another way, as of `parseIntWithDefault` (fiber 9a56a1bf), or where it came with a merge of what had landed before, as
 * "Removes `dto_for` from `DTOConfig`" (litestar fb0e98a0).
 */
function isLanded({ headline, why }: Lesson, isWritten: (name: string) => boolean): boolean {
  const names = codeNames(`${headline}. ${why}`)
  if (names.length === 0 || (names.length < leastNames && codeNames(headline).length === 0)) return true
  const brought = broughtBy(headline)
  return names.filter(isWritten).length * 2 >= names.length && (brought === undefined || isWritten(brought))
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

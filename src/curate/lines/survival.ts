import { NonCodeLines } from './non-code-lines.ts'
import { type CodeLines, followCode } from './code-lines.ts'
import { short } from '../../text/words.ts'
import { noFate } from './fate.ts'

/** V8 keeps a whole text alive for a piece cut out of it, and git's answer has thousands of messages. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const copied = (text: string): string => JSON.parse(JSON.stringify(text)) as string

/** What becomes of the lines of commits, in the code and elsewhere. */
export type Survival = CodeLines & {
  /** The first line of a commit's message by its short hash; '' of one that was not followed. */
  readonly subjectOf: (sha: string) => string
}

/** Begins to follow lines, with an empty code base; those of commits that touched no code too. */
export function startSurvival(): Survival {
  const code = followCode()
  let nonCode = new NonCodeLines()
  let isWhole = true
  let isSettled = false
  const subjects = new Map<string, string>()
  return {
    ...code,
    follow: (commit, told) => {
      code.follow(commit, told)
      nonCode.follow(commit, told)
      subjects.set(short(commit.sha), copied(commit.message.split('\n', 1)[0] ?? ''))
    },
    subjectOf: (sha) => subjects.get(sha) ?? '',
    meet: (path, text) => {
      code.meet(path, text)
      if (text === undefined) isWhole = false
      else nonCode.meet(path, text)
    },
    settle: () => {
      code.settle()
      isSettled = isWhole
    },
    forget: () => {
      code.forget()
      subjects.clear()
      nonCode = new NonCodeLines()
    },
    fateOf: (sha) => {
      const lines = isSettled ? nonCode.fateOf(sha) : undefined
      return lines === undefined ? code.fateOf(sha) : { ...noFate, ...code.fateOf(sha), ...lines, isNonCode: true }
    },
  }
}

import { BesideLines } from './beside-lines.ts'
import { type CodeLines, followCode } from './code-lines.ts'
import { short } from '../../text/words.ts'
import { noFate } from './fate.ts'

/** V8 keeps a whole text alive for a piece cut out of it, and git's answer has thousands of messages. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const copied = (text: string): string => JSON.parse(JSON.stringify(text)) as string

/** What becomes of the lines of commits, in the code and beside it. */
export type Survival = CodeLines & {
  /** The first line of a commit's message by its short hash; '' of one that was not followed. */
  readonly subjectOf: (sha: string) => string
}

/** Begins to follow lines, with an empty code base; those of commits that touched no code too. */
export function startSurvival(): Survival {
  const code = followCode()
  let beside = new BesideLines()
  let isWhole = true
  let isSettled = false
  const subjects = new Map<string, string>()
  return {
    ...code,
    follow: (commit, told) => {
      code.follow(commit, told)
      beside.follow(commit, told)
      subjects.set(short(commit.sha), copied(commit.message.split('\n', 1)[0] ?? ''))
    },
    subjectOf: (sha) => subjects.get(sha) ?? '',
    meet: (path, text) => {
      code.meet(path, text)
      if (text === undefined) isWhole = false
      else beside.meet(path, text)
    },
    settle: () => {
      code.settle()
      isSettled = isWhole
    },
    forget: () => {
      code.forget()
      subjects.clear()
      beside = new BesideLines()
    },
    fateOf: (sha) => {
      const lines = isSettled ? beside.fateOf(sha) : undefined
      return lines === undefined ? code.fateOf(sha) : { ...noFate, ...code.fateOf(sha), ...lines, isBeside: true }
    },
  }
}

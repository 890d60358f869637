import { BesideLines } from './beside-lines.ts'
import { type CodeLines, followCode } from './code-lines.ts'
import { noFate } from './fate.ts'

/** What becomes of the lines of commits, in the code and beside it. */
export type Survival = CodeLines

/** Begins to follow lines, with an empty code base; those of commits that touched no code too. */
export function startSurvival(): Survival {
  const code = followCode()
  let beside = new BesideLines()
  let isWhole = true
  let isSettled = false
  return {
    ...code,
    follow: (commit, told) => {
      code.follow(commit, told)
      beside.follow(commit, told)
    },
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
      beside = new BesideLines()
    },
    fateOf: (sha) => {
      const lines = isSettled ? beside.fateOf(sha) : undefined
      return lines === undefined ? code.fateOf(sha) : { ...noFate, ...code.fateOf(sha), ...lines, isBeside: true }
    },
  }
}

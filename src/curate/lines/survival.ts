import { withoutFilesOfCtx } from '../code/generated-blocks.ts'
import { fileKindOf } from '../code/files.ts'
import { NonCodeLines } from './non-code-lines.ts'
import { type CodeLines, followCode } from './code-lines.ts'
import { short } from '../../text/words.ts'
import { noLineHistory } from './line-history.ts'

/** V8 keeps a whole text alive for a piece cut out of it, and git's answer has thousands of messages. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const copied = (text: string): string => JSON.parse(JSON.stringify(text)) as string

/** What becomes of the lines of commits, in the code and elsewhere. */
export type Survival = CodeLines & {
  /** The first line of a commit's message by its short hash; '' of one that was not followed. */
  readonly subjectOf: (sha: string) => string
  /** Whether the settings name a tool, once all of the code was compared; undefined before. */
  readonly hasTool: (tool: string) => boolean | undefined
}

/** Begins to follow lines, with an empty code base; those of commits that touched no code too. */
export function startSurvival(): Survival {
  const code = followCode()
  let nonCode = new NonCodeLines()
  let isWhole = true
  let isCompared = false
  const subjects = new Map<string, string>()
  return {
    ...code,
    follow: (read, tracking) => {
      const commit = withoutFilesOfCtx(read)
      code.follow(commit, tracking)
      nonCode.follow(commit, tracking)
      subjects.set(short(commit.sha), copied(commit.message.split('\n', 1)[0] ?? ''))
    },
    subjectOf: (sha) => subjects.get(sha) ?? '',
    compareFile: (path, text) => {
      code.compareFile(path, text)
      // Settings name tools, and what tests run on does not.
      if (text === undefined) isWhole &&= fileKindOf(path) !== 'config'
      else nonCode.compareFile(path, text)
    },
    hasTool: (tool) => (isCompared ? nonCode.hasTool(tool) : undefined),
    finishComparison: () => {
      code.finishComparison()
      isCompared = isWhole
    },
    forget: () => {
      code.forget()
      subjects.clear()
      nonCode = new NonCodeLines()
    },
    lineHistoryOf: (sha) => {
      const lines = isCompared ? nonCode.lineHistoryOf(sha) : undefined
      return lines === undefined
        ? code.lineHistoryOf(sha)
        : { ...noLineHistory, ...code.lineHistoryOf(sha), ...lines, isNonCode: true }
    },
  }
}

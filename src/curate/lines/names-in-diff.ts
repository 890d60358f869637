import type { Commit } from '../../commit.ts'
import { codeNames, namesIn, spelledNames } from '../code/code-names.ts'
import { commentIn, languageOf } from '../code/language.ts'
import { isFollowed } from './significant-lines.ts'

/** The names in a headline that its own commit put into the code: what it took out, it is not known for. */
export function namesWritten({ message, changes }: Commit): readonly string[] {
  const named = codeNames(message.split('\n', 1)[0] ?? '')
  if (named.length === 0) return named
  const lines = changes.filter(isFollowed).flatMap(({ hunks }) => hunks.flatMap(({ added }) => added))
  return named.filter((name) => lines.some((line) => hasName(line, name)))
}

/**
 * The names in a message that its own commit took out of the code, or out of the lines that it wrote anew: "`str.isspace()` also
 * accepts other characters" is no less so for that no line calls it since (tornado 1ea1435f).
 */
export function namesTakenOut({ message, changes }: Pick<Commit, 'message' | 'changes'>): readonly string[] {
  const named = spelledNames(message).slice(0, mostNames)
  if (named.length === 0) return named
  const isIn = (of: 'added' | 'removed', name: string): boolean =>
    changes.filter(isFollowed).some(({ path, hunks }) => {
      const language = languageOf(path)
      return hunks.some((hunk) =>
        hunk[of].some((line) => hasName(line, name) && commentIn(line, language) === undefined),
      )
    })
  return named.filter((name) => isIn('removed', name) && !isIn('added', name))
}

/** Whether a line has a name; nearly all have nothing like it, and one search tells. */
const hasName = (line: string, name: string): boolean => line.includes(name) && namesIn(line).includes(name)

/** Nobody speaks of more, and each is looked for in every line of a diff. */
const mostNames = 40

import { madeOnce } from '../../text/made-once.ts'
import { short } from '../../text/words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'

// Whether those who took a commit's lines did so because they were about the same.

/** Tells the words that say what a commit is about, by its short hash. */
export function wordsOfEach(analyses: readonly CommitAnalysis[]): (remover: string) => ReadonlySet<string> {
  const bySha = new Map(analyses.map((analysis) => [short(analysis.sha), analysis]))
  return madeOnce((remover) => {
    const { title = '', evidence = [] } = bySha.get(remover) ?? {}
    const lessons = evidence.flatMap(({ kind, about, text }) => (kind === 'lesson' ? [about, text] : []))
    return new Set(distinctiveTerms([title, ...lessons].join(' ')))
  })
}

/** Whether one of some later commits, those left aside that went on with what was there, took back what a commit did. */
export const isTakenBackBy = (later: readonly string[], { analysis, isNowhere, isNonCode, wordsOf }: Taken): boolean =>
  isNowhere ? later.length > 0 || isNonCode : isSameMatter(analysis, later, wordsOf)

type Taken = {
  readonly analysis: CommitAnalysis
  /** Whether none of its files is there any more. */
  readonly isNowhere: boolean
  readonly isNonCode: boolean
  readonly wordsOf: (remover: string) => ReadonlySet<string>
}

/** Whether one of some later commits speaks of what a headline speaks of, the names of its own files left aside. */
function isSameMatter(
  { title, touched }: CommitAnalysis,
  removers: readonly string[],
  wordsOf: (remover: string) => ReadonlySet<string>,
): boolean {
  const places = new Set(touched.flatMap(({ path }) => distinctiveTerms(path.replace(/[/._-]/g, ' '))))
  const own = distinctiveTerms(title).filter((term) => !places.has(term))
  return removers.some((remover) => own.some((term) => wordsOf(remover).has(term)))
}

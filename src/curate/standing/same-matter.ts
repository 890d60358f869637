import { madeOnce } from '../../text/made-once.ts'
import { short } from '../../text/words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'
import type { Removers } from './removers.ts'

// Whether those who took a commit's lines did so because they were about the same.

/** Tells the words that say what a commit is about, by its short hash; of one that is not at hand, those of its title. */
export function wordsOfEach(
  analyses: readonly CommitAnalysis[],
  { titleOf }: Pick<Removers, 'titleOf'>,
): (remover: string) => ReadonlySet<string> {
  const bySha = new Map(analyses.map((analysis) => [short(analysis.sha), analysis]))
  return madeOnce((remover) => {
    const { title = titleOf(remover), evidence = [] } = bySha.get(remover) ?? {}
    const lessons = evidence.flatMap(({ kind, about, text }) => (kind === 'lesson' ? [about, text] : []))
    return new Set(distinctiveTerms([title, ...lessons].join(' ')))
  })
}

/** Whether one of some later commits, those left aside that went on with what was there, took back what a commit did. */
export function isTakenBackBy(
  later: readonly string[],
  { isNowhere, isNonCode, carriesOn, wordsOf, ...told }: Taken,
): boolean {
  const others = later.filter((sha) => !carriesOn(sha))
  return isNowhere ? others.length > 0 || isNonCode : isSameMatter(told, others, wordsOf)
}

type Taken = {
  readonly title: string
  /** The files that it touched, as far as anybody knows. */
  readonly paths: readonly string[]
  /** Whether none of its files is there any more. */
  readonly isNowhere: boolean
  readonly isNonCode: boolean
  readonly carriesOn: Removers['carriesOn']
  readonly wordsOf: (remover: string) => ReadonlySet<string>
}

/** Whether one of some later commits speaks of what a headline speaks of, the names of its own files left aside. */
function isSameMatter(
  { title, paths }: Pick<Taken, 'title' | 'paths'>,
  removers: readonly string[],
  wordsOf: (remover: string) => ReadonlySet<string>,
): boolean {
  const places = new Set(paths.flatMap((path) => distinctiveTerms(path.replace(/[/._-]/g, ' '))))
  const own = distinctiveTerms(title).filter((term) => !places.has(term))
  return removers.some((remover) => own.some((term) => wordsOf(remover).has(term)))
}

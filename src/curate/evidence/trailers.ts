import { shorten } from '../../text/clean.ts'
import type { Category } from '../../tree/facts.ts'
import { valuesOf } from '../message/trailer-keys.ts'
import type { Evidence, CommitReading } from './types.ts'

type Meaning = {
  readonly kind: Evidence['kind']
  readonly about: string
  readonly category: Category
  readonly weight: number
}

/** What a trailer says about the change, by its key in lower case. */
const meanings: Readonly<Record<string, Meaning>> = {
  decision: { kind: 'decision', about: 'decision', category: 'project', weight: 1 },
  constraint: { kind: 'rule', about: 'constraint', category: 'convention', weight: 1 },
  directive: { kind: 'rule', about: 'directive', category: 'convention', weight: 1 },
  rejected: { kind: 'rejected', about: 'rejected', category: 'project', weight: 1 },
  tested: { kind: 'tested', about: 'tested', category: 'project', weight: 0.5 },
}

/** Nobody reads a longer reason; an entry that grew past its limit would not be read at all. */
const longest = 600

/** Reads the trailers by which people say what they decided, what binds them and what they turned down; `Why` and `BREAKING CHANGE` are part of the lesson. */
export const trailers = ({ commit, message }: CommitReading): readonly Evidence[] =>
  message.trailers.flatMap(({ key, value }) => {
    const meaning = meanings[key.toLowerCase()]
    if (meaning === undefined) return []
    return (
      valuesOf(value)
        // A heading with a script below it is no trailer (bat 175dd4c2).
        .filter((text) => !text.endsWith('?') && !text.startsWith('``'))
        .map((text) => ({
          ...meaning,
          value: '',
          text: shorten(text, longest),
          at: { commit: commit.sha, path: '' },
          grade: 'observed' as const,
        }))
    )
  })

import { sentences } from '../../text/sentences.ts'
import type { Evidence, Reading } from '../evidence.ts'

// The words of git-revert(1); the subject stands in quotes and the commit in the body.
const subjectForm = /^Revert "(.+)"$/
const bodyForm = /\bThis reverts commit ([0-9a-f]{7,64})\b/g

/** Finds what a commit takes back; `value` names the reverted commit. */
export function reverts({ commit, message }: Reading): readonly Evidence[] {
  const [, what = message.subject] = subjectForm.exec(message.subject) ?? []
  const why = sentences(message.body).filter((sentence) => !/^This reverts commit\b/.test(sentence))
  return [...message.body.matchAll(bodyForm)].map(([, reverted = '']) => ({
    kind: 'revert' as const,
    about: 'taken back',
    value: reverted,
    text: `“${what}” was tried and taken back${why.length === 0 ? '; the commit does not say why' : `: ${why.slice(0, 2).join(' ')}`}`,
    category: 'project' as const,
    at: { commit: commit.sha, path: '' },
    grade: 'observed' as const,
    weight: 1,
  }))
}

import { fold } from '../../text/clean.ts'
import { sentences } from '../../text/sentences.ts'
import type { Evidence, Reading } from '../evidence.ts'

// The words of git-revert(1); the subject stands in quotes and the commit in the body.
const subjectForm = /^(?:Revert|Reapply|Reland|Re-land):? "(.+)"$/i
const bodyForm = /\bThis reverts commit ([0-9a-f]{7,64})\b/g
const takesBack = /^(?:revert|back(?:ed|s)? out|roll(?:ed|s)? back|undo)\b/i
const again = /^(?:Reapply|Reland|Re-land|Revert "Revert)\b/i

/** Whether a sentence says no more than the subject does. */
const repeats = (sentence: string, what: string): boolean =>
  fold(sentence.replace(/["“”]|^revert:? /gi, '')).startsWith(fold(what).slice(0, 30))

/** Finds what a commit takes back, and what it brings back; `value` names the reverted commit. */
export function reverts({ commit, message }: Reading): readonly Evidence[] {
  const { subject, body, type } = message
  const isAgain = again.test(subject)
  const [, quoted] = subjectForm.exec(subject) ?? []
  const found = [...body.matchAll(bodyForm)].map(([, reverted = '']) => reverted)
  // The body of a squash tells of reverts too, of what was never there for anybody else.
  const isOwn =
    quoted !== undefined || (found.length > 0 && (takesBack.test(subject) || body.startsWith('This reverts commit')))
  if (!isOwn && type !== 'revert' && !isAgain) return []
  const what = (quoted ?? subject).replace(/^Revert "(.+)"$/, '$1')
  const why = sentences(body).filter(
    (sentence) => !/^(?:This reverts commit|Reverts |Closes |Fixes #|Refs )/.test(sentence) && !repeats(sentence, what),
  )
  const reason = why.length === 0 ? '; the commit does not say why' : `: ${why.slice(0, 2).join(' ')}`
  return (found.length === 0 ? [''] : found).map((reverted) => ({
    kind: 'revert' as const,
    about: isAgain ? 'brought back' : 'taken back',
    value: isAgain ? '' : reverted,
    text: `“${what}” ${isAgain ? 'was taken back and came again' : 'was tried and taken back'}${reason}`,
    category: 'project' as const,
    at: { commit: commit.sha, path: '' },
    grade: 'observed' as const,
    weight: 1,
  }))
}

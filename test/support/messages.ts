import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import type { Evidence } from '../../src/curate/evidence/types.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { type Lesson, lessonsIn } from '../../src/curate/message/split-message.ts'
import { analysed, analysedChange, type ChangedFiles } from './commits.ts'

/** The first lesson of a message, as it is read before anything is known of its files. */
export const lessonOf = (message: string): Lesson | undefined => lessonsIn(readMessage(message))[0]

/** The reason that the body of a message gives. Most bodies are real ones, shortened, of repositories whose trees somebody read. */
export const whyOf = (body: string): string => whyOfMessage(`Change the client\n\n${body}`)

/** The same of a whole message. */
export const whyOfMessage = (message: string): string => lessonOf(message)?.why ?? ''

/** What a commit proves that changes these files. */
export const evidenceOf = (message: string, files: ChangedFiles): readonly Evidence[] =>
  analysedChange(message, files).evidence

/** The lesson among what a commit proves. */
export const lessonEvidence = (message: string, files: ChangedFiles): Evidence | undefined =>
  evidenceOf(message, files).find(({ kind }) => kind === 'lesson')

/** A reason that says enough for its lesson to be kept. */
export const because = 'Customers came back after a year, and nobody had thought of what they would find by then.'

/** What a commit with such a reason teaches. */
export const explained = (subject: string, files: ChangedFiles): CommitAnalysis =>
  analysed(`${subject}\n\n${because}`, files)

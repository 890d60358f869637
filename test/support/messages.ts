import { readMessage } from '../../src/curate/message/commit-message.ts'
import { type Lesson, lessonsIn } from '../../src/curate/message/split-message.ts'
import { analysed, type Changed } from './commits.ts'

/** The first lesson of a message, as it is read before anything is known of its files. */
export const lessonOf = (message: string): Lesson | undefined => lessonsIn(readMessage(message))[0]

/** The reason that the body of a message gives. Most bodies are real ones, shortened, of repositories whose trees somebody read. */
export const whyOf = (body: string): string => lessonOf(`Change the client\n\n${body}`)?.why ?? ''

/** What a commit proves; a file that nobody gives lines gets one, since a commit that changes nothing teaches nothing. */
export const evidenceOf = (message: string, files: Readonly<Record<string, Changed>>) =>
  analysed(
    message,
    Object.fromEntries(Object.entries(files).map(([path, file]) => [path, { added: ['x()'], ...file }])),
  ).evidence

/** The lesson among what a commit proves. */
export const lessonEvidence = (message: string, files: Readonly<Record<string, Changed>>) =>
  evidenceOf(message, files).find(({ kind }) => kind === 'lesson')

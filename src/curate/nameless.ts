import { mostSignificantFiles } from './files.ts'

/** What git and GitHub write when nobody wrote a subject. */
const nameless = /^merge (?:commit from fork|pull request #\d+|branch ['"])/i

/**
 * Names a commit that nobody gave a subject by where most of it is, others by theirs. GitHub writes the same over every
 * advisory that is merged: where it was mended tells them apart, and its number if it has one.
 */
export function nameFor(
  subject: string,
  { body, paths }: { readonly body: string; readonly paths: readonly string[] },
): string {
  const [file] = mostSignificantFiles(paths)
  if (!nameless.test(subject) || file === undefined) return subject
  const main = file.split('/').slice(-2).join('/')
  const advisory = advisoryIn(body)
  return /from fork/i.test(subject)
    ? `Security fix in ${main}${advisory === '' ? '' : ` (${advisory})`}`
    : `${subject} (${main})`
}

/** The number of an advisory of GitHub's that a message names, '' where it names none. */
export const advisoryIn = (body: string): string => /\bGHSA(?:-[0-9a-z]{4}){3}\b/.exec(body)?.[0] ?? ''

import { anyOf } from '../../text/alternatives.ts'
import { mostSignificantFiles } from '../code/files.ts'

/**
 * What git and GitHub write where nobody wrote a subject, and the mere number of what it closes ("Fixes: #234", fd 7e8c2248):
 * the first headline below it says what was done, if there is one.
 */
export const isEmptySubject = (subject: string): boolean =>
  subject === '' || isNumber(subject) || branchName.test(subject) || nameless.test(subject)

const nameless = anyOf('i')`
  ^squashed commit of the following:?$
  ^merge (?:
    commit from fork|(?:pull request|pr) (?:#\d+|from GHSA)|branch ['"]|remote-tracking
    (?:branch )?\S+ (?:branch )?(?:back )?into (?:main|master|dev|develop|trunk)\b
  )
`

/**
 * What GitHub calls a pull request after its branch, with the place that `nameFor` put behind it: "Tin/override-metadata" (cattrs),
 * "Patchback/backports/3.9/ecd9c726…/pr 6559" (aiohttp 94aa627a).
 */
const branchName = /^[a-z][\w-]{1,39}(?:\/[\w.-]{1,80}){0,6}\/[a-z][\w-]{1,80}(?: \d{1,9})?(?: \([^()\s]{1,200}\))?$/i

/**
 * Whether a subject is only the number of what it closes, or that with the place that `nameFor` put behind it: "This should take
 * care of #1266", "Partially addresses Issue #1572" (requests 1d5c4f3f, 087a27ab), "Fix for https://…/issues/248" (axios a63e7cd8).
 */
export const isNumber = (subject: string): boolean => numberAlone.test(subject)

const numberAlone = anyOf('i')`
  ^(?:
    (?:
      (?:this |it )?(?:should |will )?(?:partial\w* |part\w* )?(?:
        address(?:e[sd])?|fix(?:e[sd])?|close[sd]?|resolve[sd]?|solve[sd]?|takes? care of|handle[sd]?
      )
      issue|pr
    )\b(?: for)?(?: (?:bug|issue|ticket)s?)?:? ?
  )?(?:
    \#\d{1,9}(?:(?:,| and| &) #\d{1,9}){0,9}|https?://[\w./-]{1,120}/(?:issues|pull)/\d{1,9}
  )\.?(?: \([^()\s]{1,200}\))?$
`

/**
 * Whether a subject only says that a note for the changelog was written, whatever of: "Add a change note for PR #12501", "Create
 * 6285.feature.rst", "#3260 Added changelog file", "Reword changelog" (pytest).
 */
export const isOfNote = (subject: string): boolean => ofNote.test(subject)

const ofNote = anyOf('i')`
  ^(?:#?[A-Z]?\d{1,7}:? ?)?(?:
    create \d{1,7}\.(?:
      breaking|bugfix|contrib|deprecation|doc|feature|improvement|misc|packaging|removal|trivial|vendor
    )(?:\.(?:md|rst|txt))?
    (?:add|creat|first|reword|writ)(?:e[ds]?|ed|ing|s)?(?:
      [ ](?:an?|bugfix|feature|in|missing|new|the|to)
    ){0,4} (?:change ?(?:log|notes?)|news ?fragments?)(?: (?:entry|entries|files?))?(?:
      [ ](?:for|of|to) (?:(?:issue|pr|pull request) )?#\d{1,7}
    )?
  )\.?$
`

/**
 * Whether a subject says only which change it goes on with, and nothing of what it does: "follow-up to #2371", "update after landing
 * #1028", "finish #2302" (esbuild 8b5e0487, 9d208023, eba2a6b3).
 */
export const goesOnWithAnother = (subject: string): boolean =>
  /^(?:follow[ -]?ups? (?:of|on|to)|finish|(?:fix(?:es)?|updates?|changes) after (?:landing|merging)|add release notes for) #\d{1,9}\.?$/i.test(
    subject,
  )

/**
 * Names a commit that nobody gave a subject by where most of it is, others by theirs. GitHub writes the same over every
 * advisory that is merged: where it was mended tells them apart, and its number if it has one.
 */
export function nameFor(
  subject: string,
  { body, paths }: { readonly body: string; readonly paths: readonly string[] },
): string {
  const [file] = mostSignificantFiles(paths)
  if (subject === '' || !isEmptySubject(subject) || file === undefined) return subject
  const main = file.split('/').slice(-2).join('/')
  const advisory = advisoryIn(`${subject}\n${body}`)
  return /from (?:fork|GHSA)/i.test(subject)
    ? `Security fix in ${main}${advisory === '' ? '' : ` (${advisory})`}`
    : subject.endsWith(` (${main})`)
      ? subject
      : `${subject} (${main})`
}

/** The number of an advisory of GitHub's that a message names, '' where it names none. */
export const advisoryIn = (message: string): string => /\bGHSA(?:-[0-9a-z]{4}){3}\b/.exec(message)?.[0] ?? ''

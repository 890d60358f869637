import { anyOf } from '../../text/alternatives.ts'
import { isReleaseNote } from '../code/files.ts'
import { languageOf } from '../code/language.ts'

const changelog = anyOf('i')`
  (?:^|/)(?:
    change[-_]?log|changes|(?:version[-_]?|release[-_]?)?history|releases|release[-_ ]?notes?|news
    what[-_']?s[-_]?new
  )(?:[-_.][\w.-]*)?\.(?:md|mdx|rst|txt|adoc)$
  (?:^|/)(?:CHANGELOG|CHANGES|NEWS|RELEASE-NOTES)$
`

/** Whether a file lists what every release brought. */
export const isChangelog = (path: string): boolean => changelog.test(path)

/** Also as towncrier is told by pip, where what a folder `news` holds goes by its kinds: `news/a035c999-….trivial.rst`. */
const fragment = anyOf('i')`
  (?:^|/)news/[^/]+\.(?:
    breaking|bugfix|deprecation|doc|feature|improvement|misc|process|removal|security|trivial|vendor
  )(?:\.\d+)?(?:\.(?:md|rst|txt))?$
  (?:^|/)changelog/\d+\.\w+(?:\.\w+)?$
  (?:^|/)(?:
    \.changeset|changelog_unreleased|changelog\.d|newsfragments|changes|news\.d|\.changes
  )/(?!readme|config)[^/]+(?:/[^/]+)?\.(?:md|rst|txt|\w+)$
`

/** Whether a file is one change that a release will list: one file, one lesson. */
export const isFragment = (path: string): boolean =>
  isReleaseNote(path) || (fragment.test(path) && !isChangelog(path) && languageOf(path) === 'other')

/**
 * The number that such a file is called by, and its line in the changelog will name: `newsfragments/3201.bugfix.rst`; '' where it has
 * none, or that of a release (`.changes/1.2.3.json`).
 */
export const fragmentNumber = (path: string): string => {
  const [, digits = ''] = /(?:^|\/)(\d{1,7})\.[a-z][\w-]*(?:\.\w+){0,2}$/i.exec(path) ?? []
  return digits === '' ? '' : `#${digits}`
}

/**
 * A note without what calens wants of one: the comments of its template, the addresses that it ends with, and the kind before a
 * title, which ends as a sentence: "Bugfix: Fix possible error on concurrent cache cleanup" (restic 0747cf53).
 */
export function plainNote(lines: readonly string[]): readonly string[] {
  const title = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'))
  const [kind = ''] = kindOfNote.exec(lines[title] ?? '') ?? []
  if (kind === '') return lines
  const rest = lines.slice(title + 1).filter((line) => !line.startsWith('#') && !address.test(line))
  const about = (lines[title] ?? '').slice(kind.length).trimEnd()
  return [about.endsWith('.') ? about : `${about}.`, ...rest]
}

const address = /^\s*https?:\/\/\S+\s*$/
const kindOfNote = /^(?:bug ?fix|change|enhancement|security): (?=\S)/i

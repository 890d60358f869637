import { fold } from './clean.ts'

/**
 * A title as it is held against others: a copy of a commit on another branch may have another prefix and another number. What
 * is taken back or comes again is no copy: "Reapply: Move hiding of boring lines into static content" (mdBook 84a2ab0d).
 */
export const plainTitle = (title: string): string =>
  fold(
    title
      .trim()
      .replace(prefix, '')
      .replace(/[.!]$|(?: \(#\d{1,9}\)){1,3}$/, ''),
  )

const prefix = /^(?!(?:revert|re-?apply|re-?land):)[a-z][\w./-]{0,40}(?:\([^()]{1,40}\))?!?: /i

/** The title of the commit that another says it takes back, as git or the tree words it; '' where it says no such thing. */
export const revertedTitle = (title: string): string =>
  named(title, /^revert:? "(.+)"$|^“(.+)” was tried and taken back$/i)

/** The title of the commit that another says it brings back: git's word for the revert of a revert, with its quotes or a colon. */
export const landedTitle = (title: string): string =>
  named(title, /^re-?(?:apply|land):? "(.+)"$|^re-?(?:apply|land): (.+)$/i)

function named(title: string, shape: RegExp): string {
  const [, quoted, bare = ''] = shape.exec(title.replace(/(?: \(#\d{1,9}\)){1,3}$/, '')) ?? []
  return quoted ?? bare
}

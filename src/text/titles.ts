import { fold } from './clean.ts'

/** A headline without what says what kind of change it is: a picture, the type and scope of a convention, and the number of a pull request. */
export const withoutPrefix = (headline: string): string =>
  withoutGitmoji(headline)
    .replace(ofConvention, '')
    .replace(/(?:\s{0,3}\(#\d{1,9}\)){1,9}$/, '')
    .trim()

/** The word that stands where Conventional Commits have the type of a change, in lower case; '' where none does. */
export const typeOf = (headline: string): string => ofConvention.exec(headline)?.[1]?.toLowerCase() ?? ''

const ofConvention = /^([a-z]+)(?:\([^)\n]*\))?!?(?:\([^)\n]*\))?:\s+/i

/** Takes off the pictures that gitmoji.dev puts before what was done, as signs or by their names: `🐛 bug: …` (fiber). */
export const withoutGitmoji = (headline: string): string => headline.replace(gitmoji, '')

const gitmoji =
  /^(?:(?::[a-z][a-z0-9_+-]{1,30}:|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D|[♀♂]){0,4})\s{0,3}){1,4}/u

/**
 * A title as it is held against others: a copy of a commit on another branch may have another prefix, be it a part of the project,
 * and another number. What is taken back or comes again is no copy: "Reapply: Move hiding of boring lines into static content" (mdBook 84a2ab0d).
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

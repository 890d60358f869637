import { terms } from '../text/terms.ts'
import { type FilesNamed, filesAsked } from './files-asked.ts'
import type { Deed, DeedsAsked } from './deed.ts'
import type { LessonCandidate } from './lesson-text.ts'
import { codeNamesAsked, type NamesOfCode } from './names-asked.ts'
import type { AskedWord } from './question.ts'
import { type VersionsNeeded, versionsAsked } from './versions-asked.ts'

// Some questions are answered by what a commit did, whatever it says: which one brought this file, took the last of that name out
// of the code, or wrote this version into a manifest.

/** Where deeds are looked up; each is left out where it is not known. */
export type DeedLookup = {
  /** Files and folders by their names, with the commits that brought them and took them away. */
  readonly filesNamed?: FilesNamed | undefined
  /** Names as the code spells them, with the commits that brought the first and took the last of each. */
  readonly namesOfCode?: NamesOfCode | undefined
  /** The versions of platforms that manifests need. */
  readonly versionsNeeded?: VersionsNeeded | undefined
}

type Asking = DeedLookup & Parameters<typeof codeNamesAsked>[1]

/**
 * Finds what a question asks for: a version, else a file that is spelled as it says, else a name of the code, else a file that is
 * called so in other words.
 */
export function deedsAsked(own: readonly AskedWord[], asking: Asking): DeedsAsked {
  const toVersion = versionsAsked(asking.text, asking.versionsNeeded)
  if (toVersion !== undefined) return toVersion
  const [toFiles, toNames] = [filesAsked(own, asking), codeNamesAsked(own, asking)]
  const isSpelled = toFiles.deeds.some(({ path }) => toNames.deeds.some((name) => path.includes(name.path)))
  if (toNames.deeds.length > 0 && !isSpelled) return toNames
  // Who brought the file and the first of its name brought the thing itself, under whatever title ("Alamofire 5!", 3e488dcd).
  return { ...toFiles, deeds: toFiles.deeds.map((file) => toNames.deeds.find(isOf(file.commit)) ?? file) }
}

const isOf =
  (commit: string) =>
  (deed: Deed): boolean =>
    deed.commit === commit

/** Tells candidates what their commits did, and lets them be found by it. */
export function withDeeds(candidates: readonly LessonCandidate[], deeds: readonly Deed[]): readonly LessonCandidate[] {
  const byCommit = new Map(deeds.map((deed) => [deed.commit, deed]))
  return candidates.map((one) => {
    const deed = byCommit.get(one.commit)
    // What a comment says is not what its commit did (pydantic-settings e83ac4c1).
    if (deed === undefined || one.kind !== 'lesson') return one
    return { ...one, deed, ...(one.terms === undefined ? {} : { terms: foundBy(one.terms, deed) }) }
  })
}

type StoredTerms = NonNullable<LessonCandidate['terms']>

const foundBy = ({ subject, paths, ...others }: StoredTerms, { path, name = '' }: Deed): StoredTerms => ({
  ...others,
  subject: [...terms(name), subject].join(' ').trim(),
  paths: [...terms(path.replaceAll('/', ' ')), paths].join(' '),
})

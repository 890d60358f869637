import { terms } from '../text/terms.ts'
import { type FilesNamed, filesAsked } from './files-asked.ts'
import type { LessonCandidate } from './lesson-text.ts'
import { namesAsked, type NamesOfCode } from './names-asked.ts'
import type { AskedWord } from './question.ts'
import { type VersionsNeeded, versionsAsked } from './versions-asked.ts'

// Some questions are answered by what a commit did, whatever it says: which one brought this file, took the last of that name out
// of the code, or wrote this version into a manifest.

/** What a commit did to the thing that a question names. */
export type Deed = {
  readonly commit: string
  /** `takes away 124 files of deno_dist` */
  readonly said: string
  /** A file or folder, a name of the code, or the version of a platform. */
  readonly to: 'file' | 'name' | 'version'
  /** Its path, or what stands for one: the commit is found by that, and may have too many paths for all to be kept. */
  readonly path: string
  /** What its commit is found by as if its headline said so. */
  readonly name?: string
  /** Whether it answers only where nothing says more: who took X out, of what to use instead of X. */
  readonly isAside?: boolean
}

/** The deeds that a question asks for, the likeliest first, and the words of it that only ask for them. */
export type DeedsAsked = { readonly deeds: readonly Deed[]; readonly isAsking: (said: string) => boolean }

/** Where deeds are looked up; each is left out where it is not known. */
export type DeedLookup = {
  /** Files and folders by their names, with the commits that brought them and took them away. */
  readonly filesNamed?: FilesNamed | undefined
  /** Names as the code spells them, with the commits that brought the first and took the last of each. */
  readonly namesOfCode?: NamesOfCode | undefined
  /** The versions of platforms that manifests need. */
  readonly versionsNeeded?: VersionsNeeded | undefined
}

/** What is asked, as far as it tells which deed is meant. */
export type DeedAsking = DeedLookup & {
  readonly text: string
  readonly isAboutArrival: boolean
  readonly isAboutRemoval: boolean
  /** How many commits there are, and how many of them have a term. */
  readonly size: number
  readonly counted: ReadonlyMap<string, number>
}

/**
 * Finds what a question asks for: a version, else a file that is spelled as it says, else a name of the code, else a file that is
 * called so in other words.
 */
export function deedsAsked(own: readonly AskedWord[], asking: DeedAsking): DeedsAsked {
  const toVersion = versionsAsked(asking.text, asking.versionsNeeded)
  if (toVersion !== undefined) return toVersion
  const [toFiles, toNames] = [filesAsked(own, asking), namesAsked(own, asking)]
  const isSpelled = toFiles.deeds.some(({ path }) => toNames.deeds.some((name) => path.includes(name.path)))
  return toNames.deeds.length > 0 && !isSpelled ? toNames : toFiles
}

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

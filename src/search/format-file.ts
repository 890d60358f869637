import { oneLine } from '../text/clean.ts'
import { short } from '../text/words.ts'

/** A file to open for a change, as `ctx where` finds it, and what goes with it. */
export type FileToOpen = {
  readonly path: string
  /** The commit that speaks for it most; undefined where only an entry does. */
  readonly why: { readonly headline: string; readonly commit: string; readonly date: string } | undefined
  /** Tests that changed with it, most often first. */
  readonly tests: readonly string[]
  /** Other files that changed with it. */
  readonly with: readonly string[]
  /** Who changed it most. */
  readonly knownBy: readonly string[]
}

/** Formats the files of an answer; what is named as a file to open is not named again as what changes with another. */
export function formatFiles(files: readonly FileToOpen[]): readonly (readonly string[])[] {
  const opened = new Set(files.map(({ path }) => path))
  return files.map((file) => formatFile({ ...file, with: file.with.filter((path) => !opened.has(path)) }))
}

/**
 * Formats a file with why it is the one to open and what goes with it, a line each; a file's name may hold line breaks.
 */
export function formatFile({ path, why, tests, with: together, knownBy }: FileToOpen): readonly string[] {
  const row = (about: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`  ${about} ${oneLine(names.join(', '))}`]
  return [
    oneLine(path),
    ...(why === undefined ? [] : [`  ${why.headline} (${why.date} ${short(why.commit)})`]),
    ...row('tested in', tests),
    ...row('changes with', together),
    ...row('known by', knownBy),
  ]
}

import type { Commit, Hunk } from '../../commit.ts'
import { spelledNames } from '../code/code-names.ts'
import { letters } from '../../text/words.ts'
import { type Language, languageOf } from '../code/language.ts'
import { type FileKind, fileKindOf, stemOf } from '../code/files.ts'
import { landing, undoing } from '../message/headline-kinds.ts'
import { indentOf, isLocal, isRubyModule } from './comment-owners.ts'
import { declaredIn, nameIn } from './declarations.ts'

/**
 * So much of what a commit changed in the code lies in the function, or type, that its lesson is about; of more lines, nobody
 * changes one function alone.
 */
const limits = { share: 0.7, lines: 200, name: 60 }

/**
 * Names the function or type in which a commit changed the code, for a lesson whose words name none; '' where there are several,
 * and where it is what its file is called.
 */
export function placeChanged({ changes }: Commit, words: string): string {
  const linesIn = (kind: FileKind): number =>
    sizeOf(changes.filter(({ path }) => fileKindOf(path) === kind).flatMap(({ hunks }) => hunks))
  const all = linesIn('code')
  // "Run against Go 1.17 and 1.18" is about no test helper that had to be fitted to it (zap 32a858eb).
  if (all > limits.lines || linesIn('config') > all || spelledNames(words).length > 0) return ''
  const counts = new Map<string, number>()
  for (const { path, hunks } of changes.filter((change) => fileKindOf(change.path) === 'code'))
    for (const hunk of hunks) {
      const owner = ownerOf(hunk, languageOf(path))
      const name = letters(owner) === letters(stemOf(path)) ? '' : owner
      counts.set(name, (counts.get(name) ?? 0) + sizeOf([hunk]))
    }
  const [owner = ''] = [...counts].find(([, lines]) => lines > all * limits.share) ?? []
  return owner.length > limits.name || isEverywhere.test(owner) ? '' : owner
}

/** What every program has, or one whose tests are called so (mocha). */
const isEverywhere = /^(?:default|main|map|suite)$/

/**
 * Says where something is that its words do not name: "A pointer value was being read outside of the lock" is about
 * `Memberlist.suspectNode` (memberlist eb33b033). A bare title is found by its page.
 */
export function inPlace(place: string, { about, said }: { readonly about: string; readonly said: string }): string {
  const words = `${about} ${said}`
  const isNamed = words.includes('`') || spelledNames(words).length > 0 || letters(words).includes(letters(place))
  return said === '' || isNamed || labelled.test(said) || undoing.test(about) || landing.test(about)
    ? said
    : `In \`${place}\`: ${said}`
}

/** A reason as its author gave it: the name before it is one that they did not speak of. */
export const withoutPlace = (statement: string): string => statement.replace(/^In `[^`]{1,60}`: /, '')

const labelled = /^(?:Breaking|Deprecated|Tested): /

/** The one thing that a change declares, else what git names before it; of several, what they are in. */
function ownerOf({ section, added, removed }: Hunk, language: Language): string {
  const declared = new Set((added.length > 0 ? added : removed).flatMap((line) => declares(line) || []))
  const [only = ''] = declared
  if (declared.size === 1) return only
  // Git names the function above what stands between two.
  if ([...added, ...removed].some((line) => isOutside(line, { section, language }))) return ''
  // A module of Ruby has the whole project in it.
  const isWithin = !isRubyModule(section) && (declared.size === 0 || ofType.test(section))
  return isWithin ? declares(section) || (ofValue.test(section) ? '' : nameIn(section)) : ''
}

/** The function or type that a line declares, and no value: a limit is one of many that a function reads (gitleaks `Entropy`). */
const declares = (line: string): string =>
  isLocal(line) || (ofValue.test(line) && !/=>|\bfunction\b/.test(line)) ? '' : declaredIn(line)

const ofValue = /^\s*(?:export |pub |static ){0,3}(?:const|let|var)\b/

/**
 * Whether a line is set in too little for the function above it: a comment of Python after its end, a name of its class. For a
 * preprocessor a line begins at the margin wherever it stands, and git may leave out how far a method is set in.
 */
function isOutside(line: string, { section, language }: { section: string; language: Language }): boolean {
  if (setOut.test(line)) return true
  if (line.startsWith('#')) return !/^(?:c|java)$/.test(language)
  return language === 'python' && method.test(section) && line.trim() !== '' && indentOf(line) <= deepestMember
}

const setOut = /^[^\s})\]#*]/
const method = /^\s*(?:async )?def \w{1,60}\((?:self|cls)\b/
/** Blanks before what a class has, in files that are set in by four. */
const deepestMember = 4

const ofType = /\b(?:class|impl|interface|struct|trait|type)\b/

const sizeOf = (hunks: readonly Hunk[]): number =>
  hunks.reduce((sum, { added, removed }) => sum + added.length + removed.length, 0)

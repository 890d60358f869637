import { anyOf } from './alternatives.ts'
import { withoutPrefix } from './titles.ts'

/** How projects and their robots call a commit that moves one dependency to another version; group 1 is its name. */
const shapes: readonly RegExp[] = [
  /^(?:(?:deps:|(?:bump|update|upgrade)s?(?: to)?) )?[`"']?(@?[a-z][\w./-]*)@[~^]?\d[\w.+-]*[`"']?$/i,
  /^(?:bump|update|upgrade)s? (?:the )?(?:dependency )?(?:rust crate |module )?[`"']?(?!v?\d)(@?[\w./[\]-]+)[`"']? (?:requirement )?(?:from .+ |v?\d+\.[\w.]* )?(?:to|->|→) (?:the latest|[`"'~^>=<]*v?\d)/i,
]
/** A robot moves some at once, under the name that settings give their group. */
const grouped = /^(?:bump|update)s? the [\w./-]+ group\b/i

/** The dependency that a commit moves to another version, '' where it moves none or several. */
export function dependencyIn(subject: string): string {
  for (const shape of shapes) {
    const [, name] = shape.exec(subject) ?? []
    if (name !== undefined) return name
  }
  return ''
}

/** Whether a subject says only that dependencies were moved to other versions; which, the manifest says. */
export const isBump = (subject: string): boolean => dependencyIn(subject) !== '' || grouped.test(subject)

const releases = anyOf('i')`
  ^\W{0,6}(?:\d{4}[.-]\d{2}[.-]\d{2}, )?(?:
    (?:
      (?:bump|prepare|release|tag|version)\w* (?:(?:for|to|version) ){0,2}
    )?v?\d{1,4}(?:\.\d{1,4}){1,2}\.?
    (?:run )?build(?: v?\d[\w.]*)?
  )(?: [[(][\w ]{1,20}[\])])?$
`

/**
 * Whether a subject names a release, or what was built for one: nobody changed anything with it (marked 35172b7f, "build v7.0.0 [skip
 * ci]"; libuv, "2026.03.06, Version 1.52.1 (Stable)").
 */
export const isRelease = (subject: string): boolean => releases.test(withoutPrefix(subject))

/** Whether lines differ from others in the versions that they name, and in nothing else: `VERSION = "2.7.5-beta.3"`. */
export function differInVersion(lines: readonly string[], others: readonly string[]): boolean {
  const unversioned = (all: readonly string[]): string => all.join('\n').replace(version, 'v')
  return lines.length === others.length && lines.length > 0 && unversioned(lines) === unversioned(others)
}

const version = /(?<![\w.])v?\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+.]?[a-z][\w.+-]{0,40})?/gi

import { short } from '../../text/words.ts'
import { dependencyIn } from '../../text/bumps.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf } from '../code/files.ts'
import type { Evidence } from '../evidence/types.ts'
import { isManifest } from '../evidence/manifests.ts'
import { isHigher } from '../../text/versions.ts'

/**
 * Commits about a version of a dependency that is not the version any more, with those that came after: a later one of
 * the same dependency, or nothing where no manifest names it now.
 */
export function supersededVersions(
  analyses: readonly CommitAnalysis[],
  manifests: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const last = new Map<string, CommitAnalysis>()
  for (const analysis of analyses) {
    const name = isOfManifests(analysis) ? dependencyIn(analysis.subject) : ''
    if (name === '') continue
    const before = last.get(name)
    if (before !== undefined) found.set(before.sha, [short(analysis.sha)])
    last.set(name, analysis)
  }
  if (manifests.length === 0) return found
  const isThere = (name: string): boolean => manifests.some((text) => names(text, name))
  for (const [name, { sha }] of last) if (!isPlatform.test(name) && !isThere(name)) found.set(sha, [])
  return new Map([...found, ...removedDependencies(analyses, isThere), ...endedPins(analyses, manifests)])
}

/** Commits that pinned a dependency to a version which no manifest asks for any more: "pin Rollup to 2.38" (vue 34f354b2, f2c46ed9). */
function endedPins(
  analyses: readonly CommitAnalysis[],
  manifests: readonly string[],
): readonly (readonly [string, readonly string[]])[] {
  return analyses.flatMap(({ sha, title, touched }) => {
    const [, name = '', version = ''] = pins.exec(title) ?? []
    const isOver = name !== '' && !isPlatform.test(name) && touched.some(({ path }) => isManifest(path))
    return isOver && !manifests.some((text) => asks(text, name, version)) ? [[sha, []] as const] : []
  })
}

const pins =
  /^pin(?:s|ned|ning)? (?:the )?[`"']?(@?[a-z][\w./-]{0,60})[`"']?(?: (?:to|at) (?:version )?| ?@| ?(?:[=~]=|<=?) ?)[`"'=~^<v]{0,4}(\d[\d.]{0,20})/i

/** Whether a line that has a name, or the version below the heading of a table that does, has a version or one of its releases: 2.38.5 of 2.38. */
const asks = (text: string, name: string, version: string): boolean =>
  text.split('\n').some((line, at, lines) => {
    if (!names(line.toLowerCase(), name.toLowerCase())) return false
    const below = lines.slice(at + 1, at + 3).find((other) => /^\s*version\b/.test(other)) ?? ''
    const wanted = `${version.replace(/\.$/, '')}.`
    return `${line} ${below}`.split(/[^\w.]+/).some((part) => `${part.replace(/^v/, '')}.`.startsWith(wanted))
  })

/**
 * Commits that fitted the code to a version of a dependency, with the later one that moved it on: to another major version, or to
 * another minor one where that is what breaks (Semantic Versioning 2.0.0, 4). What such a commit says of the code may hold.
 */
export function outdatedVersions(analyses: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const open = new Map<string, CommitAnalysis[]>()
  for (const analysis of analyses) {
    const name = dependencyIn(analysis.subject)
    if (name === '' || !analysis.touched.some(({ path }) => fileKindOf(path) === 'config')) continue
    const before = open.get(name) ?? []
    for (const one of before)
      if (breakingPart(one.subject) !== breakingPart(analysis.subject)) found.set(one.sha, short(analysis.sha))
    const left = before.filter(({ sha }) => !found.has(sha))
    open.set(name, isOfManifests(analysis) ? left : [...left, analysis])
  }
  return found
}

/**
 * Commits that asked for a least version of a dependency, with the one that asked for a higher one, in its subject or in a manifest:
 * "Require cryptography >= 1.0, replace deprecated function" (pyjwt aaf2ac3e, 3def8d80). What else such a commit says may hold.
 */
export function outgrownVersions(analyses: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  let open: readonly (Asked & { readonly sha: string })[] = []
  for (const { sha, subject, evidence } of analyses) {
    const [, own = '', version = ''] = asksFor.exec(subject) ?? []
    const asked = own === '' ? [] : [{ name: own.toLowerCase(), version }]
    const now = open.length === 0 ? asked : [...asked, ...evidence.flatMap(askedBy)]
    const later = (one: Asked): boolean =>
      now.some(({ name, version: other }) => name === one.name && isHigher(other, one.version))
    for (const one of open.filter(later)) found.set(one.sha, short(sha))
    open = [...open.filter((one) => !later(one)), ...asked.map((one) => ({ ...one, sha }))]
  }
  return found
}

type Asked = { readonly name: string; readonly version: string }

const asksFor = /\b(?:need|require)s? [`"']?([a-z][\w.-]{1,60})[`"']? ?(?:>=|≥) ?[`"']?v?(\d{1,5}(?:\.\d{1,5}){0,3})/i

function askedBy({ kind, about, value, isGone = false }: Evidence): readonly Asked[] {
  const [, version] = /(?:>=|\^|~=?|==)\s*v?(\d{1,5}(?:\.\d{1,5}){0,3})/.exec(value) ?? []
  return kind === 'dependency' && !isGone && version !== undefined ? [{ name: about.toLowerCase(), version }] : []
}

/** The version that a subject ends with, up to its first number that is not zero: 1 of 1.2.3, 0.21 of 0.21.4. */
const breakingPart = (subject: string): string => /^(?:0\.){0,2}\d+/.exec(versionAt(subject))?.[0] ?? ''
const versionAt = (subject: string): string => /(?:@|(?:to|->|→) )[`"'~^>=<v]*(\d[\w.]*)/i.exec(subject)?.[1] ?? ''

/** Commits that brought a dependency in, or settled how it is needed, with the one that took it out for good. */
function removedDependencies(
  analyses: readonly CommitAnalysis[],
  isThere: (name: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const out = new Map<string, string>()
  const own = ownPackages(analyses)
  for (const analysis of analyses.toReversed()) {
    const isNeeding = analysis.touched.some(({ path }) => fileKindOf(path) === 'config')
    const words = isNeeding && out.size > 0 ? analysis.subject.toLowerCase().split(/[^\w@/.-]+/) : []
    const by = words.flatMap((word) => out.get(word) ?? [])[0]
    if (by !== undefined) found.set(analysis.sha, [short(by)])
    for (const { kind, isGone = false, about } of analysis.evidence)
      if (kind === 'dependency' && isGone && !out.has(about) && !isThere(about) && !own.has(about))
        out.set(about, analysis.sha)
  }
  return found
}

/** What has, or had, a manifest of its own is a package of the project: `tower-load-shed`, until all crates became one (tower 8df2a3e4). */
const ownPackages = (analyses: readonly CommitAnalysis[]): ReadonlySet<string> =>
  new Set(
    analyses.flatMap(({ touched }) =>
      touched.flatMap(({ path }) => (isManifest(path) ? path.split('/').slice(-2, -1) : [])),
    ),
  )

/** What a project is built with has no name in a manifest by which it is called: "bump MSRV to 1.57" (http e7a73372). */
const isPlatform = /^(?:edition|go(?:lang)?|msrv|node(?:\.?js)?|python|ruby|rust)$/i

/** Whether a commit wrote no code: what it says is about a dependency, not about how the code uses it. */
const isOfManifests = ({ touched }: CommitAnalysis): boolean => touched.every(({ path }) => fileKindOf(path) !== 'code')

/** Whether a text has a name as a word of its own: `path-to-regexp` is not in `my-path-to-regexp2`. */
function names(text: string, name: string): boolean {
  const isPart = (sign: string | undefined): boolean => sign !== undefined && /[\w-]/.test(sign)
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + name.length])) return true
  return false
}

import picomatch from 'picomatch'
import { toName } from '../../tree/name.ts'
import { type FolderPath, toFolderPath } from '../../tree/path.ts'
import { fileKindOf, isEntrance, mostSignificantFiles, stemOf } from '../code/files.ts'

/** What a project calls its parts: folders that are packages of their own, and globs that its settings place. */
export type Layout = {
  readonly packages: readonly string[]
  readonly domains: Readonly<Record<string, string>>
  /** Files of code by their stem, spelled as a name: what a test is about is found there. */
  readonly files?: ReadonlyMap<string, readonly string[]>
  /** Every file that there is now; what is not among them is gone, whatever a commit says. */
  readonly there?: ReadonlySet<string>
}

/** Indexes a project's code by stem, and by its folder where the file is the way into that, so that tests find what they are about. */
export function codeByStem(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const put = (name: string, path: string): void => {
    const known = found.get(name)
    if (known === undefined) found.set(name, [path])
    else known.push(path)
  }
  const code = files.filter((path) => fileKindOf(path) === 'code')
  for (const path of code) put(toName(stemOf(path)), path)
  for (const path of code) {
    const folder = toName(path.split('/').at(-2) ?? '')
    if (isEntrance(stemOf(path)) && folder !== '') put(folder, path)
  }
  return found
}

/** Folders that hold sources and say nothing about them. */
const containers = new Set([
  'src',
  'lib',
  'source',
  'sources',
  'app',
  'pkg',
  'internal',
  'packages',
  'apps',
  'crates',
  'modules',
  'cmd',
])

/**
 * Decides where knowledge of a change belongs: a domain and topic, by settings, package and folder of most of its files,
 * and by its conventional scope. The same change always gives the same place.
 */
export function fileUnder(paths: readonly string[], scope: string, layout: Layout): FolderPath {
  const places = mostSignificantFiles(paths).map((path) => placeOfFile(path, layout))
  const [domain = 'general', topic = 'notes'] = mostCommon(places)?.split('/') ?? []
  const named = nameOfScope(scope)
  if (named === '' || isNameOf(domain, named) || named === topic || fixedDomains.has(domain))
    return toFolder(domain, topic)
  if (paths.length === 0) return toFolder(named, 'notes')
  return layout.packages.some((folder) => packageName(folder) === named)
    ? toFolder(named, topic)
    : toFolder(domain, named)
}

/** Whether a scope names a domain as a whole: who works in `tracing-subscriber` writes `subscriber: …` over all of it. */
export const isNameOf = (domain: string, scope: string): boolean => `_${domain}`.endsWith(`_${scope}`)

/** The last part of a scope names a part of the project; an issue's number or a file's ending does not. */
function nameOfScope(scope: string): string {
  const bare = (scope.split(/[/:]/).at(-1) ?? '').replace(/\.(?:d\.)?[a-z]{1,4}$/i, '')
  return /[a-z]{2}/i.test(bare) ? toName(bare) : ''
}

const fixedDomains = new Set(['docs', 'ci', 'conventions', 'dependencies'])

/** Where what lies in no folder is told. */
export const rootDomain = 'core'

/** Makes a topic's folder of two names that are spelled as names already. */
export function toFolder(domain: string, topic: string): FolderPath {
  const folder = toFolderPath(`${domain}/${topic}`)
  if (folder === undefined) throw new Error(`not a place: ${domain}/${topic}`)
  return folder
}

const packageName = (folder: string): string => toName(folder.slice(folder.lastIndexOf('/') + 1))

function placeOfFile(path: string, { packages, domains }: Layout): string {
  const set = Object.entries(domains).find(([glob]) => picomatch.isMatch(path.slice(0, 500), glob, { dot: true }))
  if (set !== undefined) return set[1]
  const home = packages.filter((folder) => path.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0]
  const inside = home === undefined ? path : path.slice(home.length + 1)
  return home === undefined
    ? `${domainOf(inside)}/${topicOf(inside, { below: 1 })}`
    : `${packageName(home)}/${topicOf(inside, { below: 0 })}`
}

function domainOf(path: string): string {
  const kind = fileKindOf(path)
  if (kind === 'docs') return 'docs'
  if (kind === 'config') return /^\.(?:github|gitlab|circleci)/.test(path) ? 'ci' : 'conventions'
  const folders = path.split('/').slice(0, -1)
  const telling = folders.find((folder) => !containers.has(folder))
  return toName(telling ?? folders[0] ?? rootDomain)
}

/** The folder `below` those that name the domain, else what the file is called; the first file of a folder is called as that is. */
function topicOf(path: string, { below }: { below: number }): string {
  const folders = path.split('/').slice(0, -1)
  const telling = folders.filter((folder) => !containers.has(folder))
  const isCode = fileKindOf(path) === 'code'
  const whole = folders.filter((folder) => !ofSources.has(folder)).at(-1) ?? wholePackage
  const own = isCode && first.test(stemOf(path)) ? (telling.at(-1) ?? whole) : stemOf(path)
  return toName((isCode ? telling[below] : undefined) ?? own)
}

/** What a language calls the first file of a folder, and nobody a part of a project. */
const first = /^(?:index|lib|main|mod|__init__)$/

/** What such a file beside the manifest, or in a folder of sources, stands for: `src/lib.rs`, `index.js`. */
const wholePackage = 'package'
const ofSources = new Set(['src', 'lib', 'source', 'sources'])

function mostCommon(places: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1)
  return [...counts].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))[0]?.[0]
}

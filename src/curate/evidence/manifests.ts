import { catch as otherwise, object, optional, record, string } from 'zod/mini'
import type { Commit, FileChange } from '../../commit.ts'
import { linesIn, type Needed, type Needs, needsChanged, wantedBlobs } from './manifest-changes.ts'
import type { Evidence, CommitReading } from './types.ts'

const readers: readonly { readonly name: RegExp; readonly read: (text: string) => Needs }[] = [
  { name: /^package\.json$/, read: npm },
  { name: /^Cargo\.toml$/, read: cargo },
  { name: /^go\.mod$/, read: goModule },
  { name: /^pyproject\.toml$/, read: python },
  { name: /^requirements.*\.txt$/, read: requirements },
  { name: /^pom\.xml$/, read: maven },
  { name: /^build\.gradle(?:\.kts)?$/, read: gradle },
  { name: /^Gemfile$/, read: gems },
  { name: /^(?:[\w.-]+\.)?Dockerfile/, read: docker },
]

const readerOf = (path: string) => {
  const file = path.slice(path.lastIndexOf('/') + 1)
  return readers.find(({ name }) => name.test(file))
}
/** Whether a file names what a project depends on. */
export const isManifest = (path: string): boolean => readerOf(path) !== undefined
const isOfManifest = ({ path }: FileChange): boolean => isManifest(path)

/** Names the blobs of every manifest a commit touched, as it was before and after. */
export const manifestBlobs = (commit: Commit): readonly string[] => wantedBlobs(commit, isOfManifest)

/**
 * Finds dependencies and engines that were added, removed or moved to another major version, by comparing both
 * manifests; `value` is the new range, '' for one that was removed. They are held against what commits say, and told nowhere.
 */
export const dependencies = (reading: CommitReading): readonly Evidence[] =>
  reading.commit.changes.filter(isOfManifest).flatMap((change) =>
    needsChanged(reading, change, readerOf(change.path)?.read ?? npm).flatMap(({ name, before, after }) => {
      if (!isTelling(before, after)) return []
      const value = after?.value ?? ''
      const at = { commit: reading.commit.sha, path: change.path }
      const piece = { kind: 'dependency', about: name, value, text: '', category: 'environment', at } as const
      return [{ ...piece, grade: 'observed', weight: 0, ...(value === '' ? { isGone: true } : {}) } as const]
    }),
  )

/** Whether a version came, went, or is another one for callers; patches are nobody's to know. */
const isTelling = (before: Needed | undefined, after: Needed | undefined): boolean =>
  before === undefined || after === undefined || exact.has(after.note) || major(before.value) !== major(after.value)

/** Where every change counts: what the code asks of those who run or build it. */
const exact = new Set(['engines', 'package', 'go.mod', 'python'])

/** The part of a version range that may break callers: the major version, or the minor below 1.0 (semver.org, 4). */
const major = (range: string): string => {
  const [, first = range, second = ''] = /(\d+)(?:\.(\d+|x|\*))?/.exec(range) ?? []
  return first === '0' ? `0.${second}` : first
}

const lists = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies', 'engines'] as const
const ranges = optional(otherwise(record(string(), string()), {}))
const manifest = object({
  dependencies: ranges,
  devDependencies: ranges,
  peerDependencies: ranges,
  optionalDependencies: ranges,
  engines: ranges,
})

function npm(text: string): Needs {
  const parsed = manifest.safeParse(parseJson(text))
  const needed = new Map<string, Needed>()
  if (!parsed.success) return needed
  for (const list of lists)
    for (const [name, value] of Object.entries(parsed.data[list] ?? {})) needed.set(name, { value, note: list })
  return needed
}

/** Reads JSON; what is no JSON says nothing. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    // A file with a syntax error was committed.
    return {}
  }
}

/** Collects what a pattern finds line by line; groups are named `name` and `value`. */
function linesOf(text: string, shape: RegExp, note: string | ((section: string) => string | undefined)): Needs {
  const needed = new Map<string, Needed>()
  let section = ''
  for (const line of linesIn(text)) {
    section = sectionIn(line) ?? section
    const { name, value = '*' } = shape.exec(line)?.groups ?? {}
    const list = typeof note === 'string' ? note : note(section)
    if (name !== undefined && list !== undefined)
      needed.set(name, { value: value.trim() === '' ? '*' : value.trim(), note: list })
  }
  return needed
}

/** The name in the header of a section of TOML or INI; undefined for any other line. */
const sectionIn = (line: string): string | undefined => /^\[{1,2}([^[\]]+)\]{1,2}$/.exec(line.trim())?.[1]?.trim()

function cargo(text: string): Needs {
  const shape = /^(?<name>[\w-]+)(?:\.workspace)?\s*=\s*(?:"(?<value>[^"]+)")?/
  const merged = text.replace(/^([\w-]+\s*=\s*)\{.*?version\s*=\s*("[^"]+").*$/gm, '$1$2')
  const all = linesOf(merged, shape, (section) => {
    if (section === 'package') return 'package'
    return /dependencies(?:\.|$)/.test(section)
      ? section.replace(/^.*\.(?=(?:dev-|build-)?dependencies)/, '')
      : undefined
  })
  return new Map(
    [...all].filter(([name, { note }]) => note !== 'package' || name === 'edition' || name === 'rust-version'),
  )
}

function goModule(text: string): Needs {
  return new Map([
    ...linesOf(text, /^(?:replace\s+|\t)(?<name>\S+(?: v\S+)? =>) (?<value>.+)$/, 'replace'),
    ...linesOf(text, /^(?<name>go|toolchain)\s+(?<value>\S+)$/, 'go.mod'),
    ...linesOf(
      text.replace(/^.*\/\/ indirect$/gm, ''),
      /^\s*(?:require\s+)?(?<name>[\w-]+\.[\w.-]+\/\S+)\s+(?<value>v\S+)/,
      'require',
    ),
  ])
}

const requirement = /^(?<name>[A-Za-z][\w.-]*)(?:\[[\w,-]+\])?\s*(?<value>[=<>!~][^"';]*)?(?:;.*)?$/

/** The lines of a list of requirements, without quotes, commas and remarks. */
const bareLines = (text: string): string =>
  linesIn(text)
    .map((line) => (line.split('#', 1)[0] ?? '').trim().replace(/,$/, '').trimEnd())
    .map((line) => line.replace(/^["']|["']$/g, ''))
    .join('\n')

function requirements(text: string): Needs {
  return linesOf(bareLines(text), requirement, 'requirements')
}

function python(text: string): Needs {
  const quoted =
    /^\s*(["'])(?<name>[A-Za-z][\w.-]*)(?:\[[\w,-]+\])?\s*(?<value>[=<>!~][^"';]*)?(?:;(?:(?!\1).){0,200})?\1,?(?=\s|$)/
  const poetry = /^(?<name>[A-Za-z][\w.-]*)\s*=\s*(?:"(?<value>[^"]+)")/
  return new Map([
    ...linesOf(text, quoted, (section) =>
      /^(?:project|build-system|dependency-groups)|optional-dependencies/.test(section) && !section.endsWith('.urls')
        ? section
        : undefined,
    ),
    ...linesOf(text, poetry, (section) => (/^tool\.poetry.*dependencies$/.test(section) ? section : undefined)),
    ...linesOf(text, /^(?<name>requires-python)\s*=\s*"(?<value>[^"]+)"/, 'python'),
  ])
}

function maven(text: string): Needs {
  const needed = new Map<string, Needed>()
  for (const piece of text.split('<dependency>').slice(1)) {
    const [block = '', end] = piece.split('</dependency>', 2)
    if (end === undefined) continue
    const part = (name: string): string => block.split(`<${name}>`, 2)[1]?.split('<', 1)[0]?.trim() ?? ''
    const name = [part('groupId'), part('artifactId')].filter((id) => id !== '').join(':')
    if (name !== '')
      needed.set(name, { value: part('version') === '' ? '*' : part('version'), note: part('scope') || 'dependencies' })
  }
  return needed
}

function gradle(text: string): Needs {
  return linesOf(
    text,
    /^\s*(?:api|implementation|compileOnly|runtimeOnly|testImplementation)\s*(?:\(\s*)?["'](?<name>[\w.-]+:[\w.-]+):(?<value>[^"']+)["']/,
    'dependencies',
  )
}

function gems(text: string): Needs {
  return new Map([
    ...linesOf(text, /^(?<name>ruby)\s+["'](?<value>[^"']+)/, 'Gemfile'),
    ...linesOf(text, /^\s*gem\s+["'](?<name>[\w-]+)["'](?:\s*,\s*["'](?<value>[^"']+)["'])?/, 'Gemfile'),
  ])
}

function docker(text: string): Needs {
  return linesOf(text, /^FROM\s+(?:--platform=\S+\s+)?(?<name>[\w./-]+)(?::(?<value>[\w.-]+))?/i, 'base images')
}

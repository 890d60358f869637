import { isHigher, isSameVersion } from '../text/versions.ts'
import type { DeedsAsked } from './deed.ts'

// Who asks which version of Go a project needs asks for the commit that wrote it into the manifest, whatever that is called:
// "Use only latest Go version (1.24 currently)" (caddy d7764dfd).

/** A version of a platform that a manifest names since a commit, and what it said before, '' where nothing. */
export type VersionNeeded = {
  readonly path: string
  readonly value: string
  readonly before: string
  readonly commit: string
}

/** Finds what manifests said of a platform, oldest first. */
export type VersionsNeeded = (platform: string) => readonly VersionNeeded[]

/** What projects run on, as manifests and as people call it. */
const platforms: readonly { readonly platform: string; readonly name: string; readonly called: string }[] = [
  { platform: 'go', name: 'Go', called: 'go(?:lang)?' },
  { platform: 'rust', name: 'Rust', called: 'rust' },
  { platform: 'python', name: 'Python', called: 'python' },
  { platform: 'node', name: 'Node.js', called: 'node(?:\\.?js)?' },
  { platform: 'ruby', name: 'Ruby', called: 'ruby' },
  { platform: 'php', name: 'PHP', called: 'php' },
  { platform: 'elixir', name: 'Elixir', called: 'elixir' },
  { platform: 'swift', name: 'Swift', called: 'swift' },
]

const least = '(?:least|lowest|minimal|minimum|oldest)'
const needed = '(?:drop(?:ped|s)?|need(?:ed|s)?|requires?|required|supports?|supported)'
const shapes = platforms.map(({ platform, name, called }) => ({
  platform,
  name,
  // "which Python versions are supported", "the least version of Go", "what Node does it need"
  ofNow: new RegExp(
    `\\b(?:${called}) versions?\\b|\\bversions? of (?:${called})\\b|\\b${least} (?:\\w+ )?(?:${called})\\b|\\b(?:what|which) (?:${called})\\b`,
    'i',
  ),
  // "which version of Python", and no more
  alone: new RegExp(`^\\W*(?:what|which) (?:(?:${called}) versions?|versions? of (?:${called}))\\W*$`, 'i'),
  numbered: new RegExp(`\\b(?:${called}) ?(?:to |version )?v?(\\d{1,4}(?:\\.\\d{1,4}){0,2})\\b`, 'i'),
}))
/** Most questions name none, and are asked in a process of their own: one expression is made ready for them, and not thirty. */
const anyPlatform = new RegExp(`\\b(?:msrv|${platforms.map(({ called }) => called).join('|')})`, 'i')

const asksForLeast = new RegExp(
  `\\b(?:${least}|${needed}|(?:build|run|use|work) (?:it )?(?:on|with)|raised?|bump(?:ed)?)\\b`,
  'i',
)

/** Whether a question is about doing with a version, or no longer, and not about asking for it. */
const ofUse = /\b(?:drop(?:ped|s)?|remov(?:al|ed|es?)|run|supports?|supported|unsupported|use|work)\b/i

/** The words that ask for a version, beside the name of the platform. */
const asksForVersion = new RegExp(
  `^(?:${least}|${needed}|build|bump(?:ed)?|compile|install|msrv|raised?|removed?|run|still|update[ds]?|use|versions?|work)$`,
  'i',
)

/**
 * Finds the commit since which a project needs the version that it needs now, or the one that a question names; or since which it
 * does not do with that any more, of a question for what went away.
 */
export function versionsAsked(question: string, versionsNeeded: VersionsNeeded | undefined): DeedsAsked | undefined {
  const asked = platformAsked(question)
  if (versionsNeeded === undefined || asked === undefined) return undefined
  const { platform, name, version } = asked
  const row = rowAsked(ofProject(versionsNeeded(platform)), { version, isUse: ofUse.test(question) })
  if (row === undefined) return undefined
  const { path, value, commit } = row
  const said = `asks for ${name} ${value} in ${path}`
  // Who requires Go 1.25 need not speak of 1.24, which that ended.
  const isAsking = (word: string): boolean => asksForVersion.test(word) || word === version
  return { deeds: [{ to: 'version', path, commit, said, name }], isAsking }
}

type PlatformAsked = { readonly platform: string; readonly name: string; readonly version: string }

function platformAsked(question: string): PlatformAsked | undefined {
  if (!anyPlatform.test(question)) return undefined
  if (/\bmsrv\b/i.test(question)) return { platform: 'rust', name: 'Rust', version: dotted.exec(question)?.[0] ?? '' }
  const isAsking = asksForLeast.test(question)
  return shapes
    .map(({ platform, name, ofNow, alone, numbered }) => {
      const [, version = ''] = numbered.exec(question) ?? []
      const isMeant = isAsking ? version !== '' || ofNow.test(question) : alone.test(question)
      return isMeant ? { platform, name, version } : undefined
    })
    .find((one) => one !== undefined)
}

const dotted = /\b\d{1,4}(?:\.\d{1,4}){1,2}\b/

/** What the outermost manifests say: one of an example or a part says nothing of the project. */
function ofProject(rows: readonly VersionNeeded[]): readonly VersionNeeded[] {
  const depthOf = ({ path }: VersionNeeded): number => path.split('/').length
  const outermost = Math.min(...rows.map(depthOf))
  return rows.filter((row) => depthOf(row) === outermost)
}

/** The least version of a range: 3.8 of `>=3.8,<4`. */
const leastOf = ({ value }: Pick<VersionNeeded, 'value'>): string => /\d{1,4}(?:\.\d{1,4}){0,2}/.exec(value)?.[0] ?? '0'

function rowAsked(
  all: readonly VersionNeeded[],
  { version, isUse }: { readonly version: string; readonly isUse: boolean },
): VersionNeeded | undefined {
  const rows = ofBranch(all.filter(({ value }) => value !== ''))
  // Who asks for 1.24 means each 1.24.1, too.
  const asAsked = (row: VersionNeeded): string => leastOf(row).split('.').slice(0, version.split('.').length).join('.')
  if (version !== '' && !isUse) return rows.find((row) => isSameVersion(asAsked(row), version))
  const dropped = version === '' ? undefined : rows.find((row) => isHigher(asAsked(row), version))
  const isSaidStill = ({ path }: VersionNeeded): boolean => all.findLast((row) => row.path === path)?.value !== ''
  return dropped ?? sinceWhen(rows, rows.findLast(isSaidStill))
}

/**
 * Leaves out what a branch for old releases asks for once it is merged: who means to ask for less takes out what is asked for now
 * (aiohttp 040dac35).
 */
function ofBranch(rows: readonly VersionNeeded[]): readonly VersionNeeded[] {
  const kept: VersionNeeded[] = []
  for (const row of rows) {
    const now = kept.at(-1)
    const isLower = now !== undefined && isHigher(leastOf(now), leastOf(row))
    if (!isLower || isSameVersion(leastOf({ value: row.before }), leastOf(now))) kept.push(row)
  }
  return kept
}

/** Since when what holds now is so: what moved from one manifest to another says the same since it stood in the first. */
function sinceWhen(rows: readonly VersionNeeded[], now: VersionNeeded | undefined): VersionNeeded | undefined {
  if (now === undefined) return undefined
  return rows[rows.findLastIndex((row) => !isSameVersion(leastOf(row), leastOf(now))) + 1]
}

import { sentences } from '../../text/sentences.ts'
import { isHigher, isSameVersion } from '../../text/versions.ts'
import { short } from '../../text/words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'

/** What projects ask of those who run them, by how subjects call it and how manifests do. */
const platforms: readonly { readonly said: string; readonly manifest: string }[] = [
  { said: 'node(?:\\.?js)?', manifest: 'node' },
  { said: 'go(?:lang)?', manifest: 'go' },
  { said: 'python', manifest: 'requires-python' },
  { said: 'rust edition|rust(?= 20\\d\\d\\b)', manifest: 'edition' },
  { said: '(?:rust(?! ?(?:edition )?20\\d\\d\\b)|msrvs?)', manifest: 'rust-version' },
  { said: 'ruby', manifest: 'ruby' },
]

const asks =
  /\b(?:requir(?:e[sd]?|ements?)|min(?:imum|umim|imal)?|msrvs?|at least|(?:or|and) (?:above|higher|later|newer|up))\b/i
const numbers = '(\\d{1,4}(?:\\.\\d{1,4}){0,2})'
const shapes = platforms.map(({ said, manifest }) => ({
  manifest,
  shape: new RegExp(
    `\\b(?:${said})\\b[^\\d\\n]{0,24}?(?:(?<=\\bfrom )\\d{1,4}(?:\\.\\d{1,4}){0,2} to )?${numbers}`,
    'i',
  ),
  tried: new RegExp(
    `^(?:build|lint|run|test)(?:ing|s)? (?:\\w+ )?(?:against|on|with) (?:${said}) ${numbers}(?:,? and ${numbers})?`,
    'i',
  ),
}))

type Minimum = { readonly name: string; readonly version: string }

/** The least version of each platform that a text speaks of. */
const versionsIn = (text: string): readonly Minimum[] =>
  shapes.flatMap(({ manifest, shape }) => {
    const [, found] = shape.exec(text) ?? []
    return found === undefined ? [] : [{ name: manifest, version: found }]
  })

/**
 * The least versions that a commit asks for: as its subject says, or its reason where the subject names a version ("drop
 * Python 3.8: … now requires Python 3.9 or later", packaging); and those that it wrote into a manifest, but
 * for that of one package where the whole project has one (regex e6999182).
 */
function minimumsIn(
  { subject, evidence }: CommitAnalysis,
  ofProject: ReadonlySet<string>,
): { said: readonly Minimum[]; all: readonly Minimum[] } {
  const reasons = evidence.flatMap(({ kind, text }) => (kind === 'lesson' ? sentences(text) : []))
  const isNamed = versionsIn(subject).length > 0
  const isAsking = asks.test(subject) || raises.test(subject)
  // "Update the minimal required version to 1.47" leaves it to its reason of what (quinn 01b95116).
  const isSaidBelow = isNamed ? isOfSupport.test(subject) : isAsking && /\d\.\d/.test(subject)
  const telling = isAsking && isNamed ? [subject] : isSaidBelow ? reasons : []
  const told = telling.filter((text) => asks.test(text) || raises.test(text)).flatMap(versionsIn)
  const said = isNamed ? told : told.filter(({ version }) => subject.includes(version))
  const written = evidence.flatMap(({ kind, about, value, at }) => {
    if (at.path.includes('/') && ofProject.has(at.path.slice(at.path.lastIndexOf('/') + 1))) return []
    const version = /\d{1,4}(?:\.\d{1,4}){0,2}/.exec(value)?.[0]
    return kind === 'dependency' && version !== undefined && platforms.some(({ manifest }) => manifest === about)
      ? [{ name: about, version }]
      : []
  })
  return { said, all: [...said, ...written] }
}

/** "bump to Rust 1.28", "migrate to Rust 2018" (memchr 7808ddcf, 952717e1) */
const raises =
  /^(?:\w+(?:\(\w+\))?: )?(?:bump|migrate|move|raise|upgrade)\w* to (?:msrv|python|ruby|rust)(?: edition)? v?\d[\d.]*$/i

const isOfSupport = /\b(?:bump|drop(?:s|ped)?|supports?)\b/i

/** The newest version that a commit has the project tested with: "Test with Go 1.19 and 1.20" (zap). */
const triedIn = ({ title }: CommitAnalysis): readonly Minimum[] =>
  shapes.flatMap(({ manifest, tried }) => {
    const [, first, second = first] = tried.exec(title) ?? []
    return second === undefined ? [] : [{ name: manifest, version: second }]
  })

/**
 * Commits by which a project asked for a version, where a later one lowers it, or asks for a higher one; and those that had
 * it tested with one, where a later one names a newer one, or asks for more.
 */
export function supersededMinimums(analyses: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const lowered = new Map<string, Later>()
  const highest = new Map<string, Later>()
  const newest = new Map<string, Later>()
  const ofProject = new Set(analyses.flatMap(({ touched }) => touched.map(({ path }) => path)))
  for (const analysis of analyses.toReversed()) {
    const { said, all } = minimumsIn(analysis, ofProject)
    const tried = triedIn(analysis)
    const passed = (of: ReadonlyMap<string, Later>, { name, version }: Minimum): Later | undefined => {
      const later = of.get(name)
      return later !== undefined && isHigher(later.version, version) ? later : undefined
    }
    const later = [
      ...said.map((minimum) => lowerThan(lowered, minimum) ?? passed(highest, minimum)),
      ...tried.map((one) => passed(newest, one) ?? passed(highest, one)),
    ].find((one) => one !== undefined)
    if (later !== undefined && !isAboutMore(analysis)) found.set(analysis.sha, short(later.sha))
    for (const { name, version } of lowers.test(analysis.subject) ? said : [])
      if (!lowered.has(name)) lowered.set(name, { version, sha: analysis.sha })
    raise(highest, all, analysis.sha)
    raise(newest, tried, analysis.sha)
  }
  return found
}

/**
 * Whether a commit is about more than the version: "Update etcetera to 0.11; no longer depend on `home`; MSRV 1.87", "Fix `more` not
 * being found on Windows", for which the version was raised (bat ce856dbb, 82664e3c).
 */
function isAboutMore({ evidence }: CommitAnalysis): boolean {
  const headline = evidence.find(({ kind }) => kind === 'lesson')?.about ?? ''
  return headline !== '' && headline.split('; ').some((part) => !/\d/.test(part))
}

const lowerThan = (lowered: ReadonlyMap<string, Later>, { name, version }: Minimum): Later | undefined => {
  const later = lowered.get(name)
  return later !== undefined && !isSameVersion(later.version, version) ? later : undefined
}

function raise(highest: Map<string, Later>, minimums: readonly Minimum[], sha: string): void {
  for (const { name, version } of minimums)
    if (isHigher(version, highest.get(name)?.version ?? '0')) highest.set(name, { version, sha })
}

/** A branch for old releases asks for less too, once it is merged; who means to says so. */
const lowers = /^(?:reduce|lower|relax|decrease|downgrade)\b/i

type Later = { readonly version: string; readonly sha: string }

import { blocks, headingOfLevel } from './markdown.ts'

/** The lists of an overview that are written without a model. */
export type OverviewSection = 'excluded' | 'usage' | 'related'

/** The heading that each list stands below, and the line that begins it; '' where it needs none. */
const places = {
  excluded: { heading: 'Scope', line: 'Excluded from this domain:' },
  usage: { heading: 'Usage', line: 'Read this before changing what others use of:' },
  related: { heading: 'Related Topics', line: '' },
} as const satisfies Record<OverviewSection, { heading: string; line: string }>

/** Lines that begin our lists, and bullets in the shape of ours: what else stands in an overview is people's. */
export const madeLines: ReadonlySet<string> = new Set(Object.values(places).map(({ line }) => line))
/** The same of bullets. */
export const madeSectionBullet = /^- (?:[\w-]+ \(see [\w-]+\)|`[^`]+`: `[^`]+`(?:, `[^`]+`){0,9})$/

/** Gives the file that a bullet of ours tells of, or ''. */
export const fileOfBullet = (line: string): string => /^- `([^`]+)`: `/.exec(line)?.[1] ?? ''

/** Leaves of several bullets of ours on one file the first: there is one list of what a file offers. */
export function oncePerFile(bullets: readonly string[]): readonly string[] {
  const told = new Set<string>()
  return bullets.filter((line) => {
    const file = madeSectionBullet.test(line) ? fileOfBullet(line) : ''
    const isTold = told.has(file)
    if (file !== '') told.add(file)
    return !isTold
  })
}

type News = {
  readonly bullets: readonly string[]
  readonly most: number
  readonly isGone: (line: string) => boolean
}

/** Adds bullets to a list while it is short, and takes out those that are gone. */
export function addBullets(text: string, section: OverviewSection, { bullets, most, isGone }: News): string {
  const listed = bulletsOf(text, section) ?? []
  const kept = listed.filter((line) => !isGone(line))
  const fresh = bullets.filter((line) => !kept.includes(line)).slice(0, Math.max(0, most - kept.length))
  return fresh.length === 0 && kept.length === listed.length ? text : withBullets(text, section, [...kept, ...fresh])
}

/** Reads the bullets of a list; undefined where the overview has none. */
export function bulletsOf(text: string, section: OverviewSection): readonly string[] | undefined {
  const lines = linesOf(text, section)
  if (lines === undefined) return undefined
  const from = startIn(lines, section)
  return from === -1 ? undefined : lines.slice(from, from + lengthFrom(lines, from))
}

/** Puts bullets in the place of a list's own; a list without any goes, and its heading where nothing else stands below. */
export function withBullets(text: string, section: OverviewSection, bullets: readonly string[]): string {
  const { heading, line } = places[section]
  const lines = linesOf(text, section)
  const from = lines === undefined ? -1 : startIn(lines, section)
  const list = [...(line === '' ? [] : [line]), ...bullets]
  if (bullets.join('\n') === (bulletsOf(text, section) ?? []).join('\n')) return text
  if (lines === undefined || from === -1) {
    if (bullets.length === 0) return text
    if (lines === undefined) return `${text.trimEnd()}\n\n## ${heading}\n${list.join('\n')}\n`
    return replaceSection(text, heading, [...lines, ...(lines.length > 1 ? [''] : []), ...list])
  }
  const above = lines.slice(0, from - (line === '' ? 0 : 1))
  const below = lines.slice(from + lengthFrom(lines, from))
  const rest = [...above, ...(bullets.length === 0 ? [] : list), ...below]
  return replaceSection(text, heading, rest.slice(1).every((one) => one.trim() === '') ? [] : rest)
}

/** The lines of a section, its heading first. */
function linesOf(text: string, section: OverviewSection): readonly string[] | undefined {
  const found = blocks(text, headingOfLevel(2)).find(({ name }) => name === places[section].heading)
  return found?.source.trimEnd().split('\n')
}

/** Where the bullets of a list begin among the lines of its section; -1 where there is no such list. */
function startIn(lines: readonly string[], section: OverviewSection): number {
  const { line } = places[section]
  if (line !== '') return lines.indexOf(line) + 1 || -1
  return lines.findIndex((one) => one.startsWith('- '))
}

function lengthFrom(lines: readonly string[], from: number): number {
  const length = lines.slice(from).findIndex((line) => !line.startsWith('- '))
  return length === -1 ? lines.length - from : length
}

function replaceSection(text: string, heading: string, lines: readonly string[]): string {
  const written = blocks(text, headingOfLevel(2)).flatMap(({ name, source }) => {
    if (name !== heading) return [source.trimEnd()]
    return lines.length === 0 ? [] : [lines.join('\n').trimEnd()]
  })
  return `${written.filter((source) => source !== '').join('\n\n')}\n`
}

import type { Entry } from './entry.ts'
import { madeLines, madeSectionBullet } from './overview-sections.ts'
import { type EntryPath, type FolderPath, depthOf, folderOf, root, upwards } from './path.ts'

type Overviews = ReadonlyMap<FolderPath, string>

/**
 * Gives the folders above a new entry their overview where they have none, and adds a new topic to its domain's scope;
 * whatever people wrote stays.
 */
export function addToOverviews(overviews: Overviews, path: EntryPath, entry: Entry): Overviews {
  const folders = upwards(folderOf(path)).filter((folder) => folder !== root)
  if (folders.every((folder) => overviews.has(folder))) return overviews
  const next = new Map(overviews)
  for (const folder of folders.filter((above) => !overviews.has(above))) {
    const topics = depthOf(folder) === 1 ? topicsOf(folder, path, overviews) : []
    next.set(folder, newOverview(folder, topics, entry))
    const domain = folderOf(folder)
    const known = overviews.get(domain)
    if (depthOf(folder) === 2 && known !== undefined) next.set(domain, includeInScope(known, nameOf(folder)))
  }
  return next
}

/** What the domains are for that are the same in every project. */
const fixedPurposes: Readonly<Record<string, string>> = {
  ci: 'How machines check, build and release this project.',
  conventions: 'Why the project is built, checked and packaged as it is.',
  dependencies: 'What this project depends on, and why in which version.',
  docs: 'What the documents of this project say, and why they changed.',
  history: 'What was so once, and what took its place.',
}

/** Whether a domain tells of the project as a whole, or of what is over, and of no part of the code. */
export const isOfProject = (domain: FolderPath): boolean => Object.hasOwn(fixedPurposes, domain)

const namesOnly = String.raw`What (?:the history of this repository teaches about|is known about) [^\n]+\.`
const fixedOnes = Object.values(fixedPurposes).map((text) => text.replace('.', String.raw`\.`))

/** The sentences that stand in an overview until somebody says more. */
const placeholder = new RegExp(`^(?:${[namesOnly, ...fixedOnes].join('|')})$`, 'm')

/** Those of them that say no more than what the folder is called, and which files it is about. */
const saysNames = new RegExp(`^${namesOnly}$`)

/** Whether nobody has said yet what a folder is about. */
export const isUndescribed = (overview: string): boolean => placeholder.test(overview)

/** Says in an overview what its folder is about, where nobody has yet. */
export const describe = (overview: string, description: string): string =>
  overview.replace(placeholder, () => description)

/** A file that a topic is about, and what it offers to others. */
export type Offering = { readonly file: string; readonly names: readonly string[] }

/** Names in the placeholder of a topic the files that it is about, where nobody has said yet what it is for. */
export function nameFiles(overview: string, folder: FolderPath, files: readonly Offering[]): string {
  const own = purposeOf(folder)
  const most = files.length === 1 ? mostNames.ofOne : mostNames.ofMany
  const listed = files.map(({ file, names }) => {
    const offered = names.slice(0, most).map((name) => `\`${name}\``)
    return `\`${file}\`${offered.length === 0 ? '' : ` (${offered.join(', ')})`}`
  })
  const named = `${own.slice(0, -1)}: ${listed.join(', ')}.`
  return files.length === 0 || !overview.split('\n').includes(own) ? overview : overview.replace(own, () => named)
}

const mostNames = { ofOne: 5, ofMany: 2 }

/** Says in the overviews of domains who knows them, where nobody has written it yet. */
export function addOwners(overviews: Overviews, owners: ReadonlyMap<FolderPath, string>): Overviews {
  const next = new Map(overviews)
  for (const [folder, lines] of owners) {
    const known = overviews.get(folder)
    if (known === undefined || /^## Ownership$/m.test(known)) continue
    const [before = known, ...after] = known.split(/^(?=## Usage$)/m)
    next.set(folder, [`${before.trimEnd()}\n\n## Ownership\n${lines}\n`, ...after].join('\n'))
  }
  return next
}

const nameOf = (folder: FolderPath): string => folder.slice(folder.lastIndexOf('/') + 1)

/** The topic of the first entry of a domain that has no overview, and those that have one already. */
function topicsOf(domain: FolderPath, path: EntryPath, overviews: Overviews): readonly string[] {
  const child = path.slice(domain.length + 1).split('/')[0] ?? ''
  const described = [...overviews.keys()].filter((folder) => depthOf(folder) === 2 && folderOf(folder) === domain)
  return [...new Set([child, ...described.map(nameOf)])]
}

/** Writes the overview of a domain, topic or subtopic; sections with nothing to say are left out. */
function newOverview(folder: FolderPath, topics: readonly string[], entry: Entry): string {
  const name = nameOf(folder)
  const concepts = entry.keywords.slice(0, 5).map((keyword) => `- ${keyword}`)
  switch (depthOf(folder)) {
    case 1:
      return page(`# Domain: ${name}`, [
        ['Purpose', purposeOf(folder)],
        ['Scope', [scopeLine, ...topics.map((topic) => `- ${topic}`)].join('\n')],
      ])
    case 2:
      return page(`# Topic: ${name}`, [
        ['Overview', purposeOf(folder)],
        ['Key Concepts', concepts.join('\n')],
      ])
    default:
      return page(`# Subtopic: ${name}`, [
        ['Focus', purposeOf(folder)],
        ['Parent Relation', partOf(folder)],
      ])
  }
}

/** The sentence for a folder of which nobody has said yet what it is for. */
const purposeOf = (folder: FolderPath): string => {
  const name = nameOf(folder)
  if (depthOf(folder) === 1) return fixedPurposes[name] ?? `What the history of this repository teaches about ${name}.`
  return `What is known about ${name} in ${depthOf(folder) === 2 ? nameOf(folderOf(folder)) : 'particular'}.`
}

const partOf = (folder: FolderPath): string =>
  `Part of ${nameOf(folderOf(folder))} — its knowledge about ${nameOf(folder)}.`

/** Gives what people wrote a folder to be for, its first paragraph; '' where only we did. */
export function purposeByPeople(overview: string): string {
  const [, text = ''] = /^## (?:Purpose|Overview|Focus)[ \t]*\n+((?:(?!#).+\n?)+)/m.exec(overview) ?? []
  return saysNames.test(text.trim()) ? '' : text.trim()
}

// What we list ourselves: topics and keywords, and who knows a domain.
const madeBullet = /^- (?:\S+|.+: \d+ commits?, last \d{4}-\d\d)$/

/** Tells whether an overview says more than would be written anew for a folder: then it is people's. */
export function isByPeople(folder: FolderPath, overview: string): boolean {
  const made = new Set(['', partOf(folder), scopeLine])
  const isMade = (line: string): boolean =>
    made.has(line) ||
    placeholder.test(line) ||
    madeLines.has(line) ||
    madeBullet.test(line) ||
    madeSectionBullet.test(line)
  return overview.split('\n').some((line) => !isMade(line) && !/^##? /.test(line))
}

const scopeLine = 'Included in this domain:'

const page = (heading: string, sections: readonly (readonly [string, string])[]): string =>
  [heading, ...sections.filter(([, text]) => text !== '').map(([name, text]) => `## ${name}\n${text}`)].join('\n\n') +
  '\n'

/** Adds a bullet to the list of what a domain includes; an overview without that list is left alone. */
function includeInScope(overview: string, topic: string): string {
  const lines = overview.split('\n')
  const start = lines.indexOf(scopeLine)
  if (start === -1) return overview
  const length = lines.slice(start + 1).findIndex((line) => !line.startsWith('- '))
  const end = length === -1 ? lines.length : start + 1 + length
  const isListed = lines.slice(start + 1, end).some((line) => line === `- ${topic}` || line.startsWith(`- ${topic} `))
  return isListed ? overview : [...lines.slice(0, end), `- ${topic}`, ...lines.slice(end)].join('\n')
}

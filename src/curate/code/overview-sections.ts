import type { Knowledge } from '../../tree/knowledge.ts'
import { isOfProject, nameFiles, type Offering } from '../../tree/overview.ts'
import {
  addBullets,
  bulletsOf,
  fileOfBullet,
  oncePerFile,
  type OverviewSection,
  withBullets,
} from '../../tree/overview-sections.ts'
import { depthOf, type EntryPath, type FolderPath, folderOf, upwards } from '../../tree/path.ts'
import { fileKindOf, isDull, isKindOfFiles } from './files.ts'
import { languageOf } from './language.ts'
import type { PublicNames } from './public-names.ts'

/** More is a list that nobody reads. */
const most = 5

/** What is known of the code beside the tree: what files offer, and which of them there are. */
export type CodeNow = { readonly names: PublicNames; readonly there?: ReadonlySet<string> | undefined }

/**
 * Says in overviews what else there is to say without a model: the topics that a topic's entries lead to, what is filed in
 * other domains under the same name, and what the code of a domain offers to others. Only what is new since `before` is
 * added, so that a line which somebody took out stays out; what is no longer there is taken out.
 */
export function completed(before: Knowledge, after: Knowledge, code: CodeNow = { names: new Map() }): Knowledge {
  const [old, now] = [shapeOf(before), shapeOf(after)]
  const overviews = new Map(
    [...after.overviews].map(([folder, text]) => {
      if (depthOf(folder) === 2) {
        const named = before.overviews.has(folder) ? text : nameFiles(text, folder, filesOf(after, folder, code.names))
        return [folder, relatedIn(named, { folder, old, now })]
      }
      if (depthOf(folder) !== 1) return [folder, text]
      const isNew = (!before.overviews.has(folder) || codeOf(before, folder).size === 0) && !isOfProject(folder)
      return [folder, usageIn(excludedIn(text, { folder, old, now }), codeOf(after, folder), { ...code, isNew })]
    }),
  )
  return { ...after, overviews }
}

/** What overviews tell of a tree: its topics, and for each how often its entries lead to others. */
type Shape = {
  readonly topics: ReadonlySet<FolderPath>
  readonly leads: ReadonlyMap<FolderPath, ReadonlyMap<FolderPath, number>>
}

const topicOf = (path: string): FolderPath | undefined =>
  upwards(folderOf(path)).find((folder) => depthOf(folder) === 2)

function shapeOf({ entries }: Knowledge): Shape {
  const topics = new Set([...entries.keys()].flatMap((path) => topicOf(path) ?? []))
  const leads = new Map<FolderPath, Map<FolderPath, number>>()
  for (const [path, { relations }] of entries) {
    const own = topicOf(path)
    const targets = new Set(
      relations.flatMap((to) => topicOf(to.path.endsWith('.md') ? to.path : `${to.path}/x.md`) ?? []),
    )
    if (own === undefined) continue
    for (const target of targets) {
      if (target === own || !topics.has(target)) continue
      const counts = leads.get(own) ?? new Map<FolderPath, number>()
      leads.set(own, counts.set(target, (counts.get(target) ?? 0) + 1))
    }
  }
  return { topics, leads }
}

type Telling = { readonly folder: FolderPath; readonly old: Shape; readonly now: Shape }

const byCount = (counts: ReadonlyMap<FolderPath, number> | undefined): readonly FolderPath[] =>
  [...(counts ?? [])].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([topic]) => topic)

function relatedIn(text: string, { folder, old, now }: Telling): string {
  const known = old.leads.get(folder)
  const news = byCount(now.leads.get(folder)).filter((topic) => known?.has(topic) !== true)
  return addBullets(text, 'related', {
    bullets: news.map((topic) => `- ${topic}`),
    most,
    isGone: (line) => [...old.topics].some((topic) => line === `- ${topic}` && !now.topics.has(topic)),
  })
}

/** A name that every part of a project may have. One's settings are its own, and yet each may have some. */
const isEverywhere = (name: string): boolean => isDull(name) || isKindOfFiles(name) || name === 'config'

const nameOf = (folder: FolderPath): string => folder.slice(folder.lastIndexOf('/') + 1)

/**
 * Topics of other domains that are called as a domain or one of its topics is: who looks for them here is sent on. To share a name
 * that every part of a project may have means nothing.
 */
function elsewhere(domain: FolderPath, { topics }: Shape): readonly string[] {
  const own = [...topics].filter((topic) => folderOf(topic) === domain).map(nameOf)
  const names = new Set([domain, ...own].filter((name) => !isEverywhere(name)))
  const others = [...topics].filter((topic) => folderOf(topic) !== domain && names.has(nameOf(topic)))
  return others.sort().map((topic) => `- ${nameOf(topic)} (see ${folderOf(topic)})`)
}

function excludedIn(text: string, { folder, old, now }: Telling): string {
  const [before, after] = [elsewhere(folder, old), elsewhere(folder, now)]
  return addBullets(text, 'excluded', {
    bullets: after.filter((line) => !before.includes(line)),
    most,
    isGone: (line) => before.includes(line) && !after.includes(line),
  })
}

/** The files of code that entries of a domain are about before all others, and how many of them. */
function codeOf({ entries }: Knowledge, domain: FolderPath): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [path, { raw }] of entries) {
    if (!isIn(path, domain)) continue
    const file = raw.files.find(isSource)
    if (file !== undefined) counts.set(file, (counts.get(file) ?? 0) + 1)
  }
  return counts
}

/** Data and settings are taken for code where it is counted; here, only what is written in a language is. */
const isSource = (path: string): boolean => fileKindOf(path) === 'code' && !/^(?:other|shell)$/.test(languageOf(path))

/** The files that a topic is about before all others, the most told of first, and what they offer. */
const filesOf = (knowledge: Knowledge, topic: FolderPath, names: PublicNames): readonly Offering[] =>
  [...codeOf(knowledge, topic)]
    .filter(([file]) => !/[`\n]/.test(file))
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 3)
    .map(([file]) => ({ file, names: names.get(file) ?? [] }))

const isIn = (path: EntryPath, domain: FolderPath): boolean => path.startsWith(`${domain}/`)

const usage: OverviewSection = 'usage'

function usageIn(
  text: string,
  files: ReadonlyMap<string, number>,
  { names, there, isNew }: CodeNow & { readonly isNew: boolean },
): string {
  const listed = bulletsOf(text, usage)
  if (listed === undefined && !isNew) return text
  const isThere = (file: string): boolean => there?.has(file) ?? true
  const lineOf = (file: string): readonly string[] => {
    const offered = (names.get(file) ?? []).slice(0, most)
    return offered.length === 0 || /[`\n]/.test(file)
      ? []
      : [`- \`${file}\`: ${offered.map((one) => `\`${one}\``).join(', ')}`]
  }
  const kept = oncePerFile(listed ?? []).flatMap((line) => {
    const file = fileOfBullet(line)
    if (file === '') return [line]
    return isThere(file) ? (names.has(file) ? lineOf(file) : [line]) : []
  })
  const known = new Set(kept.map(fileOfBullet))
  const fresh = [...files]
    .filter(([file]) => !known.has(file) && isThere(file))
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .flatMap(([file]) => lineOf(file))
  return withBullets(text, usage, [...kept, ...fresh.slice(0, Math.max(0, most - kept.length))])
}

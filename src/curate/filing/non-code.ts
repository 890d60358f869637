import type { Tree } from '../../tree/knowledge.ts'
import type { FolderPath } from '../../tree/path.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf, type FileKind, isExample, isPackageManifest } from '../code/files.ts'
import { toFolder } from './filing.ts'
import type { Home } from './home.ts'
import { topicAbove } from './subtopics.ts'

/** A subject: where it is told, and its commits. */
type Subject = Home & { readonly analyses: readonly CommitAnalysis[] }

/** What the entry of a domain is called that tells of its tests, its pages, its examples, or how it is built. */
const names = { test: 'tests', docs: 'pages', example: 'examples', config: 'build' } as const

const nonCodeNames: ReadonlySet<string> = new Set(Object.values(names))

const kindOf = (file: string): FileKind | 'example' =>
  fileKindOf(file) === 'code' && isExample(file) ? 'example' : fileKindOf(file)

/** Whether a subject is all tests, all pages, all examples or all settings of a domain. */
export const isNonCodeEntry = ({ name, file }: Pick<Home, 'name' | 'file'>): boolean =>
  file === '' && nonCodeNames.has(name)

/** So many lessons make a test or a settings file a subject of its own. */
const leastOwn = 8

/** What a manifest holds is asked for by nobody who does not ask how the whole is built. */
const isOwn = ({ file, analyses }: Subject): boolean => analyses.length >= leastOwn && !isPackageManifest(file)

/** A decision record, a document that gives reasons, or one that was given to be read, which nobody authored as a commit, is about one thing. */
const isDocument = ({ authored, evidence }: CommitAnalysis): boolean =>
  authored === '' || evidence.some(({ kind, at }) => kind === 'decision' || (kind === 'lesson' && at.path !== ''))

/** Where the project tells of its tests, pages, examples and settings that are too few for an entry of their domain. */
const shared: ReadonlyMap<string, FolderPath> = new Map([
  [names.test, toFolder('tests', names.test)],
  [names.docs, toFolder('docs', names.docs)],
  [names.example, toFolder('examples', names.example)],
  [names.config, toFolder('conventions', names.config)],
])

/** So many lessons one reads through; commit by commit, no domain ever has many at a time, and all would come together. */
const mostShared = 40

/**
 * Tells of tests, pages, examples and settings together, one entry of each for a domain that has many lessons of them, or has that
 * entry already, and one for the rest of the project, until that is full: single lessons of theirs are looked for by those
 * who work on them, and between the subjects of the code they are in everybody's way.
 */
export function gatherNonCode(homes: readonly Subject[], tree: Tree): readonly Subject[] {
  const told = new Set([...tree.keys()].map(topicAbove))
  const together = new Map<FolderPath, Subject>()
  const own: Subject[] = []
  for (const home of homes) {
    const kind = kindOf(home.file)
    if (home.file === '' || kind === 'code' || isOwn(home) || home.analyses.some(isDocument)) {
      own.push(home)
      continue
    }
    const [domain = ''] = home.folder.split('/')
    put(together, { folder: toFolder(domain, names[kind]), name: names[kind], file: '', analyses: home.analyses })
  }
  for (const [folder, home] of together) {
    const common = shared.get(home.name)
    if (home.analyses.length >= leastOwn || told.has(folder) || common === undefined || folder === common) continue
    if (lessonsIn(tree, common) >= mostShared) continue
    together.delete(folder)
    put(together, { ...home, folder: common })
  }
  const inOrder = [...together.values()].map((home) => ({
    ...home,
    analyses: home.analyses.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  }))
  return [...own, ...inOrder]
}

const lessonsIn = (tree: Tree, topic: FolderPath): number =>
  [...tree].reduce((sum, [path, { facts }]) => sum + (topicAbove(path) === topic ? facts.length : 0), 0)

function put(homes: Map<FolderPath, Subject>, home: Subject): void {
  const known = homes.get(home.folder)
  homes.set(home.folder, { ...home, analyses: [...(known?.analyses ?? []), ...home.analyses] })
}

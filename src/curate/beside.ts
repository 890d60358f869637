import type { Tree } from '../tree/knowledge.ts'
import type { FolderPath } from '../tree/path.ts'
import type { CommitAnalysis } from './commit-analysis.ts'
import { fileKindOf, type FileKind } from './files.ts'
import { toFolder } from './filing.ts'
import { topicAbove } from './subtopics.ts'

/** A subject: the folder that it is filed under, what it is called, the file that it is about, and its commits. */
type Home = {
  readonly folder: FolderPath
  readonly name: string
  readonly file: string
  readonly studies: readonly CommitAnalysis[]
}

/** What the entry of a domain is called that tells of its tests, its pages, or how it is built. */
const names: Readonly<Record<Exclude<FileKind, 'code'>, string>> = { test: 'tests', docs: 'pages', config: 'build' }

const besideNames: ReadonlySet<string> = new Set(Object.values(names))

/** Whether a subject is what lies beside the code of a domain, as a whole. */
export const isBeside = ({ name, file }: Pick<Home, 'name' | 'file'>): boolean => file === '' && besideNames.has(name)

/** So many lessons make a test or a settings file a subject of its own. */
const leastOwn = 8

/** A decision record, a document that gives reasons, or one that was given to be read, which nobody authored as a commit, is about one thing. */
const isDocument = ({ authored, evidence }: CommitAnalysis): boolean =>
  authored === '' || evidence.some(({ kind, at }) => kind === 'decision' || (kind === 'lesson' && at.path !== ''))

/** Where the project tells of its tests, pages and settings that are too few for an entry of their domain. */
const shared: ReadonlyMap<string, FolderPath> = new Map([
  [names.test, toFolder('tests', names.test)],
  [names.docs, toFolder('docs', names.docs)],
  [names.config, toFolder('conventions', names.config)],
])

/**
 * Tells of tests, pages and settings together, one entry of each for a domain that has many lessons of them, or has that
 * entry already, and one for the rest of the project: single lessons of theirs are looked for by those who work on them,
 * and between the subjects of the code they are in everybody's way.
 */
export function besideTogether(homes: readonly Home[], tree: Tree): readonly Home[] {
  const told = new Set([...tree.keys()].map(topicAbove))
  const together = new Map<FolderPath, Home>()
  const own: Home[] = []
  for (const home of homes) {
    const kind = fileKindOf(home.file)
    if (home.file === '' || kind === 'code' || home.studies.length >= leastOwn || home.studies.some(isDocument)) {
      own.push(home)
      continue
    }
    const [domain = ''] = home.folder.split('/')
    put(together, { folder: toFolder(domain, names[kind]), name: names[kind], file: '', studies: home.studies })
  }
  for (const [folder, home] of together) {
    if (home.studies.length >= leastOwn || told.has(folder) || folder === shared.get(home.name)) continue
    together.delete(folder)
    put(together, { ...home, folder: shared.get(home.name) ?? folder })
  }
  const inOrder = [...together.values()].map((home) => ({
    ...home,
    studies: home.studies.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  }))
  return [...own, ...inOrder]
}

function put(homes: Map<FolderPath, Home>, home: Home): void {
  const known = homes.get(home.folder)
  homes.set(home.folder, { ...home, studies: [...(known?.studies ?? []), ...home.studies] })
}

import type { FolderPath } from '../tree/path.ts'
import type { CommitAnalysis } from './commit-analysis.ts'
import { fileKindOf, type FileKind } from './files.ts'
import { toFolder } from './filing.ts'

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

/**
 * Tells of tests, pages and settings together, one entry of each for a domain: single lessons of theirs are looked for by
 * those who work on them, and between the subjects of the code they are in everybody's way.
 */
export function besideTogether(homes: readonly Home[]): readonly Home[] {
  const together = new Map<string, Home>()
  const own: Home[] = []
  for (const home of homes) {
    const kind = fileKindOf(home.file)
    if (home.file === '' || kind === 'code' || home.studies.length >= leastOwn || home.studies.some(isDocument)) {
      own.push(home)
      continue
    }
    const [domain = ''] = home.folder.split('/')
    const folder = toFolder(domain, names[kind])
    const known = together.get(folder)
    const studies = [...(known?.studies ?? []), ...home.studies]
    together.set(folder, { folder, name: names[kind], file: '', studies })
  }
  const inOrder = [...together.values()].map((home) => ({
    ...home,
    studies: home.studies.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  }))
  return [...own, ...inOrder]
}

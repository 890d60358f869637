import type { Operation } from '../tree/operations.ts'
import { isTaken, type Knowledge } from '../tree/knowledge.ts'
import { type EntryPath, folderOf } from '../tree/path.ts'
import { freePath } from '../tree/name.ts'
import type { Evidence, Reading } from './evidence.ts'
import { entryOf, reasonOf, short } from './lesson.ts'
import { toFolder } from './place.ts'

type About = { readonly title: string; readonly knowledge: Knowledge }

/** Keeps in one entry for each manifest what it depends on; a removed dependency is retired. */
export function dependencyOperations(
  reading: Reading,
  evidence: readonly Evidence[],
  { title, knowledge }: About,
): readonly Operation[] {
  const found = evidence.filter(({ kind }) => kind === 'dependency')
  const operations: Operation[] = []
  for (const manifest of new Set(found.map(({ at }) => at.path))) {
    const about = {
      title,
      knowledge,
      manifest,
      given: operations.map((operation) => ('path' in operation ? operation.path : '')),
    }
    operations.push(
      operationFor(
        reading,
        found.filter(({ at }) => at.path === manifest),
        about,
      ),
    )
  }
  return operations
}

/** `given` are the paths that other manifests of the same commit were given. */
type Manifest = About & { readonly manifest: string; readonly given: readonly string[] }

function operationFor(
  reading: Reading,
  pieces: readonly Evidence[],
  { manifest, title, knowledge, given }: Manifest,
): Operation {
  const home = folderOf(manifest)
  const about = home === '' ? 'npm dependencies' : `npm dependencies of ${home}`
  const folder = toFolder('dependencies', 'npm')
  const kept = pieces.filter(({ value }) => value !== '')
  const entry = entryOf({ reading, title: about, files: [manifest], evidence: kept, folder }, { isNew: true })
  const named = pieces.slice(0, 8).map(({ about: name, value }) => `${name} ${value === '' ? 'removed' : value}`)
  return {
    type: 'UPSERT',
    path:
      entryAbout(manifest, knowledge) ??
      freePath(folder, about, (path) => isTaken(knowledge, path) || given.includes(path)),
    entry: {
      ...entry,
      raw: { ...entry.raw, changes: [`${title}: ${named.join(', ')} (${short(reading.commit.sha)})`] },
    },
    reason: reasonOf(reading),
    retires: pieces.filter(({ value }) => value === '').map(({ about: subject }) => ({ kind: 'subject', subject })),
  }
}

/** The entry of a manifest names it as its only file; two manifests may well spell the same title. */
const entryAbout = (manifest: string, { entries }: Knowledge): EntryPath | undefined =>
  [...entries].find(
    ([path, { raw }]) => path.startsWith('dependencies/npm/') && raw.files.length === 1 && raw.files[0] === manifest,
  )?.[0]

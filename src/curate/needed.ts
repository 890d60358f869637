import type { Operation } from '../tree/operations.ts'
import { folderOf, freePath } from '../tree/path.ts'
import type { Evidence, Reading } from './evidence.ts'
import { entryOf, reasonOf } from './lesson.ts'
import { toFolder } from './place.ts'

/** Keeps in one entry for each manifest what it depends on; a removed dependency is retired. */
export function dependencyOperations(
  reading: Reading,
  title: string,
  evidence: readonly Evidence[],
): readonly Operation[] {
  const found = evidence.filter(({ kind }) => kind === 'dependency')
  const manifests = [...new Set(found.map(({ at }) => at.path))]
  return manifests.map((manifest) =>
    operationFor(
      reading,
      title,
      manifest,
      found.filter(({ at }) => at.path === manifest),
    ),
  )
}

function operationFor(reading: Reading, title: string, manifest: string, pieces: readonly Evidence[]): Operation {
  const home = folderOf(manifest)
  const about = home === '' ? 'npm dependencies' : `npm dependencies of ${home}`
  const folder = toFolder('dependencies', 'npm')
  const kept = pieces.filter(({ value }) => value !== '')
  const entry = entryOf({ reading, title: about, files: [manifest], evidence: kept, folder }, { isNew: true })
  const named = pieces.slice(0, 8).map(({ about: name, value }) => `${name} ${value === '' ? 'removed' : value}`)
  return {
    type: 'UPSERT',
    // Always the same path: whatever is known of a manifest is one subject.
    path: freePath(folder, about, () => false),
    entry: { ...entry, raw: { ...entry.raw, changes: [`${title}: ${named.join(', ')}`] } },
    reason: reasonOf(reading),
    retires: pieces.filter(({ value }) => value === '').map(({ about: subject }) => ({ kind: 'subject', subject })),
  }
}

import { askGit } from './git.ts'
import type { RepoPaths } from './repo-paths.ts'

/** The commit that took a file away, its day, and the path that the file has since; '' where it is nowhere. */
export type GoneFile = { readonly commit: string; readonly date: string; readonly now: string }

/**
 * Finds which commit of the branch deleted or renamed a file; undefined where none did, or where it is a folder.
 * `signal` ends the search.
 */
export async function whereFileWent(
  place: RepoPaths,
  file: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<GoneFile | undefined> {
  const how = ['--max-count=1', '--diff-filter=D', '--no-renames', '--name-only', '-z', '--format=%H %cs']
  const asked = { env: { GIT_LITERAL_PATHSPECS: '1' }, isBounded: true, signal }
  const { code, out } = await askGit(place, ['log', ...how, 'HEAD', '--', file], asked)
  const [head = '', ...names] = out.split('\0').map((field) => field.replace(/^\n/, ''))
  const [commit = '', date = ''] = head.split(' ')
  if (code !== 0 || commit === '' || !names.includes(file)) return undefined
  return { commit, date, now: await renamedBy(place, { commit, file, signal }) }
}

type Rename = { readonly commit: string; readonly file: string; readonly signal: AbortSignal }

async function renamedBy(place: RepoPaths, { commit, file, signal }: Rename): Promise<string> {
  const how = ['-r', '-M', '--diff-filter=R', '--name-status', '--no-commit-id', '-z']
  const { code, out } = await askGit(place, ['diff-tree', ...how, '--end-of-options', commit], {
    isBounded: true,
    signal,
  })
  const fields = code === 0 ? out.split('\0') : []
  // Each rename is three fields: its likeness, the old path and the new one.
  const at = fields.findIndex((field, index) => index % 3 === 1 && field === file)
  return at === -1 ? '' : (fields[at + 1] ?? '')
}

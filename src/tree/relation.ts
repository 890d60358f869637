import type { UnknownText } from './list.ts'
import { closeFence, lines, trimBlankLines } from './markdown.ts'
import { type FolderPath, toFolderPath } from './path.ts'

/**
 * A stated link to another entry, or to all entries of a topic (`auth/tokens`) or subtopic (`auth/tokens/refresh/`);
 * `reason` is the author's, '' when none was given.
 */
export type Relation = { readonly path: string; readonly reason: string }

const line = /^(?:[-*+] )?@([^\s@]\S*?)(?:\s+(?:—|–|--?|:)\s+(\S.*))?$/

/** Reads a relation's target with or without `@` and `.md`; of two names, it is a topic. */
export function toRelation(target: string, reason = ''): Relation {
  const bare = target.replace(/^@+/, '').replace(/^(?:\.\/)+/, '')
  const named = bare.replace(/(?<!\/)\/+$/, '')
  if (named.split('/').length <= 2 && !bare.endsWith('.md')) return { path: named, reason }
  return { path: bare.endsWith('.md') || bare.endsWith('/') ? bare : `${bare}.md`, reason }
}

/** What `@/` and `@//` lead to. */
const nowhere: Relation = { path: '', reason: '' }

/** The folder that a relation means where no entry has its path: of three names, nobody can tell by the spelling. */
export const folderMeant = (path: string): FolderPath | undefined => toFolderPath(path.replace(/(?:\.md|\/)$/, ''))

/** All spellings by which a relation may mean a folder. */
export const spellingsOf = (folder: FolderPath): readonly string[] => [folder, `${folder}/`, `${folder}.md`]

/** Reads `@path — reason` lines; other text is kept as loose. */
export function readRelations(text: string): { relations: readonly Relation[]; loose: readonly UnknownText[] } {
  const relations: Relation[] = []
  const prose: string[] = []
  for (const { text: written, fenced } of lines(text)) {
    const [, target, reason = ''] = fenced ? [] : (line.exec(written.trimEnd()) ?? [])
    const relation = target === undefined ? nowhere : toRelation(target, reason)
    if (relation.path === '') prose.push(written)
    else relations.push(relation)
  }
  const kept = closeFence(trimBlankLines(prose.join('\n')))
  return { relations, loose: kept === '' ? [] : [{ after: 'Relations', line: relations.length, text: kept }] }
}

/** Spells a relation as `relations` in front matter does. */
export const writeRelation = ({ path, reason }: Relation): string =>
  reason === '' ? `@${path}` : `@${path} — ${reason}`

/** Joins two lists of relations, one for each target; the first stated reason stays. */
export function mergeRelations(first: readonly Relation[], second: readonly Relation[]): readonly Relation[] {
  const merged = new Map<string, Relation>()
  for (const relation of [...first, ...second]) {
    const known = merged.get(relation.path)
    if (known === undefined || known.reason === '') merged.set(relation.path, relation)
  }
  return [...merged.values()]
}

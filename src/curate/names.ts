import { publicNames } from './evidence/surface.ts'
import { kindOf } from './files.ts'
import { languageOf } from './language.ts'

/** What tells one file of code from the others. */
export type Names = ReadonlyMap<string, Named>

/** What a file makes public, by signature, as a parser found it; and the names that tell it from others. */
export type Named = { readonly signatures: readonly string[]; readonly names: readonly string[] }

const most = 16
const identifier = /[A-Za-z_$][\w$]{3,40}/g

/** Tells files whose names are worth reading: code in a language that we know. */
export const hasNames = (path: string): boolean => kindOf(path) === 'code' && languageOf(path) !== 'other'

/** Picks the telling names of each file of a project (tf · idf over the files given); what it makes public counts twice. */
export function telling(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const code = [...texts].filter(([path]) => hasNames(path))
  const files = new Map<string, number>()
  for (const [, text] of code)
    for (const name of new Set(text.match(identifier))) files.set(name, (files.get(name) ?? 0) + 1)
  const rarity = (name: string): number => Math.log(code.length / (files.get(name) ?? 1))
  return new Map(
    code.flatMap(([path, text]) => {
      const names = namesOf(path, text, rarity)
      return names.length === 0 ? [] : [[path, names] as const]
    }),
  )
}

/** Counted anew for each file: the names of all files together are more than memory should hold. */
function namesOf(path: string, text: string, rarity: (name: string) => number): readonly string[] {
  const counts = new Map<string, number>()
  for (const name of text.match(identifier) ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
  const exported = new Set(publicNames(path, text))
  const shapeOf = (name: string): number => (exported.has(name) ? 2 : /[a-z][A-Z]|_/.test(name) ? 1 : 0.4)
  return [...counts]
    .map(([name, count]) => [name, Math.log(1 + count) * rarity(name) * shapeOf(name)] as const)
    .filter(([, worth]) => worth > 0.5)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([name]) => name)
}

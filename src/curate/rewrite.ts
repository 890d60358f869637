import { retire, type Retired } from '../tree/retire.ts'
import type { Entry } from '../tree/entry.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import type { Operation } from '../tree/operations.ts'
import { type EntryPath, folderOf } from '../tree/path.ts'

/** Resolves chains of rewritten commits: the last image of each, a commit that became itself left out. */
export function resolveRewrites(rewrites: readonly { from: string; to: string }[]): ReadonlyMap<string, string> {
  const direct = new Map(rewrites.filter(({ from, to }) => from !== to).map(({ from, to }) => [from, to]))
  const last = (commit: string): string => {
    const seen = new Set<string>()
    let image = commit
    while (!seen.has(image) && direct.has(image)) {
      seen.add(image)
      image = direct.get(image) ?? image
    }
    return image
  }
  return new Map(
    [...direct.keys()].map((from): [string, string] => [from, last(from)]).filter(([from, to]) => from !== to),
  )
}

/**
 * Lets every source in a tree follow commits that were rewritten. What only the old form of an amended commit said is
 * for the caller to retire; sources that are not in the map stay as they are.
 */
export function followRewrites(knowledge: Knowledge, rewrites: ReadonlyMap<string, string>): Knowledge {
  const entries = new Map(knowledge.entries)
  for (const [path, entry] of knowledge.entries) {
    const followed = followIn(entry, rewrites)
    if (followed !== undefined) entries.set(path, followed)
  }
  return { ...knowledge, entries }
}

function followIn(entry: Entry, rewrites: ReadonlyMap<string, string>): Entry | undefined {
  const concerned = entry.raw.sources.filter(({ commit }) => rewrites.has(commit))
  if (concerned.length === 0) return undefined
  const follow = (hash: string): string => {
    const from = concerned.find(({ commit }) => commit.startsWith(hash))?.commit
    const to = from === undefined ? undefined : rewrites.get(from)
    return to === undefined ? hash : to.slice(0, hash.length)
  }
  const followLine = (line: string): string => line.replace(/(?<= \()[0-9a-f]{7,64}(?=\)$)/, follow)
  const sources = entry.raw.sources.map(({ commit, subject }) => ({ commit: rewrites.get(commit) ?? commit, subject }))
  return {
    ...entry,
    raw: {
      ...entry.raw,
      changes: entry.raw.changes.map(followLine),
      // Of a commit that was amended and then squashed, the last subject is the one that it had.
      sources: sources.filter(({ commit }, at) => sources.findLastIndex((source) => source.commit === commit) === at),
    },
    reason: entry.reason.replace(/(?<=^Learned from )[0-9a-f]{7,64}(?=: )/, follow),
    narrative: { ...entry.narrative, rules: entry.narrative.rules.map(followLine) },
    facts: entry.facts.map((fact) => ({ ...fact, sources: [...new Set(fact.sources.map(follow))] })),
  }
}

/**
 * The tree as if nothing had been learned from some commits: what is planned on it does not take their old form for
 * something else. Gives with it the entries that were about nothing but them.
 */
export function withoutSources(
  knowledge: Knowledge,
  commits: readonly string[],
): { readonly knowledge: Knowledge; readonly spent: readonly EntryPath[] } {
  const retires = commits.map((commit) => ({ kind: 'source' as const, commit }))
  const entries = new Map(knowledge.entries)
  const spent: EntryPath[] = []
  for (const [path, entry] of knowledge.entries) {
    if (!entry.raw.sources.some(({ commit }) => commits.includes(commit))) continue
    const sources = entry.raw.sources.filter(({ commit }) => !commits.includes(commit))
    if (sources.length === 0) spent.push(path)
    if (sources.length === 0) entries.delete(path)
    else entries.set(path, { ...retire(entry, retires).entry, raw: { ...entry.raw, sources } })
  }
  return { knowledge: { ...knowledge, entries }, spent }
}

/** Lets what a rewritten commit says go where its old form was told, instead of to a new entry beside it. */
export function inOldPlace(operations: readonly Operation[], spent: readonly EntryPath[]): readonly Operation[] {
  const taken = new Set(operations.flatMap((operation) => ('path' in operation ? [operation.path] : [])))
  const free = spent.filter((path) => !taken.has(path))
  return operations.map((operation) => {
    if (!('entry' in operation) || operation.entry.title === '' || spent.includes(operation.path)) return operation
    const folder = folderOf(operation.path)
    const old = free.find((path) => folderOf(path) === folder) ?? free[0]
    if (old === undefined) return operation
    free.splice(free.indexOf(old), 1)
    return { ...operation, type: 'UPSERT', path: old }
  })
}

/** Whether a person decided about an entry: that it is so, or no longer. */
export const isDecided = ({ approvedAt, status }: Entry): boolean => approvedAt !== '' || status !== ''

/** Tells whether nothing is left of an entry once what is retired is gone: neither sources nor anything a person added. */
export function isSpent(entry: Entry, retires: readonly Retired[]): boolean {
  const { facts, narrative, relations, loose, raw } = retire(entry, retires).entry
  const { rules, ...prose } = narrative
  const isSilent = Object.values(prose).every((text) => text === '') && loose.length === 0 && relations.length === 0
  const gone = retires.flatMap((item) => (item.kind === 'source' ? [item.commit] : []))
  return (
    isSilent && facts.length === 0 && rules.length === 0 && raw.sources.every(({ commit }) => gone.includes(commit))
  )
}

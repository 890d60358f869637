import { countTokens } from '../text/tokens.ts'
import { readStub } from './archive.ts'
import { readableEntry } from './entry.ts'
import type { Files } from './knowledge.ts'
import { depthOf, folderOf, isSummaryPath, toEntryPath, fullPath, isStubPath, originalOf } from './path.ts'

type Summary = { readonly path: string; readonly tokens: number; readonly order: number }
type Context = { readonly path: string; readonly tokens: number; readonly importance: number }
type Stub = { readonly path: string; readonly tokens: number; readonly points_to: string }
type Lanes = {
  readonly summaries: readonly Summary[]
  readonly contexts: readonly Context[]
  readonly stubs: readonly Stub[]
}

/** The registry of a tree's files with what fits each lane's budget, as FORMATS section 2 "Manifest" spells it. */
export type Manifest = {
  readonly version: 1
  readonly generated_at: string
  readonly source_fingerprint: string
  readonly total_tokens: number
  readonly lane_tokens: { readonly summaries: number; readonly contexts: number; readonly stubs: number }
  readonly lanes: Lanes
  readonly active: Lanes
}

const budgets = { summaries: 2000, contexts: 4000, stubs: 500 }

/** Names the knowledge a manifest was made of: the tree's git id and the time of its commit. */
export type Fingerprint = { readonly tree: string; readonly at: string }

/** The manifest before a change, and the paths that the change touched. */
type Before = { readonly known: Manifest | undefined; readonly without: ReadonlySet<string> }

/** Registers files in their lanes, every stub among them; else, what `known` registered and the change did not touch stays, unread. */
export function manifest(files: Files, { tree, at }: Fingerprint, { known, without }: Before): Manifest {
  const kept = <Item extends { path: string }>(lane: readonly Item[] = []): readonly Item[] =>
    lane.filter(({ path }) => !without.has(path))
  const isSummary = ([path]: readonly [string, string]): boolean => isSummaryPath(path)
  const isStub = ([path]: readonly [string, string]): boolean => isStubPath(path)
  const summaries = [
    ...kept(known?.lanes.summaries),
    ...[...files].filter(isSummary).map(([path, text]) => summaryOf(path, text)),
  ]
  const contexts = [
    ...kept(known?.lanes.contexts),
    ...[...files].filter((file) => !isSummary(file) && !isStub(file)).map(([path, text]) => contextOf(path, text)),
  ]
  const lanes: Lanes = {
    summaries: summaries.sort((a, b) => b.order - a.order || byPath(a, b)),
    contexts: contexts.sort((a, b) => b.importance - a.importance || byPath(a, b)),
    stubs: [...files]
      .filter(isStub)
      .sort(byTimeArchived)
      .map(([path, text]) => stubOf(path, text)),
  }
  const laneTokens = { summaries: total(lanes.summaries), contexts: total(lanes.contexts), stubs: total(lanes.stubs) }
  return {
    version: 1,
    generated_at: at,
    source_fingerprint: tree,
    total_tokens: laneTokens.summaries + laneTokens.contexts + laneTokens.stubs,
    lane_tokens: laneTokens,
    lanes,
    active: {
      summaries: fitting(lanes.summaries, budgets.summaries),
      contexts: fitting(lanes.contexts, budgets.contexts),
      stubs: fitting(lanes.stubs, budgets.stubs),
    },
  }
}

/** Reads a manifest that we wrote; undefined for anything else, because making it again is cheap. */
export function readManifest(text: string): Manifest | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return isManifest(parsed) && writeManifest(parsed) === text ? parsed : undefined
  } catch {
    return undefined
  }
}

const isManifest = (parsed: unknown): parsed is Manifest =>
  typeof parsed === 'object' && parsed !== null && 'version' in parsed && parsed.version === 1 && 'lanes' in parsed

/** Writes a manifest as it lies in the tree: the same bytes from the same tree. */
export const writeManifest = (made: Manifest): string => `${JSON.stringify(made, undefined, 1)}\n`

const summaryOf = (path: string, text: string): Summary => ({
  path,
  tokens: countTokens(text),
  order: 3 - depthOf(folderOf(path)),
})

function contextOf(path: string, text: string): Context {
  const entry = toEntryPath(path) === undefined ? undefined : readableEntry(text)
  return { path, tokens: countTokens(text), importance: entry?.importance ?? 50 }
}

/** Stubs stand in the order they were archived. */
const byTimeArchived = (
  [path, text]: readonly [string, string],
  [other, otherText]: readonly [string, string],
): number => {
  const [at, otherAt] = [readStub(text)?.evictedAt ?? '', readStub(otherText)?.evictedAt ?? '']
  return at === otherAt ? byPath({ path }, { path: other }) : at < otherAt ? -1 : 1
}

function stubOf(path: string, text: string): Stub {
  const original = originalOf(path)
  return { path, tokens: countTokens(text), points_to: original === undefined ? '' : fullPath(original) }
}

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1)

const total = (lane: readonly { tokens: number }[]): number => lane.reduce((sum, { tokens }) => sum + tokens, 0)

/** Takes greedily what fits, in order, skipping what does not. */
function fitting<Item extends { tokens: number }>(lane: readonly Item[], budget: number): readonly Item[] {
  let left = budget
  return lane.filter(({ tokens }) => {
    if (tokens > left) return false
    left -= tokens
    return true
  })
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { lessonsOf } from '../knowledge/answers/lesson-hits.ts'
import { aboutFile } from '../learning/about-file.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { askWhetherMeant } from '../repo/git/near-file.ts'
import { nameInRepo } from '../repo/git/repo-paths.ts'
import { openCommitIndex } from '../repo/index/commit-index.ts'
import { readTreeFiles } from '../repo/state/checkout.ts'
import { type Candidate, type Card, type Index, link } from '../search/entry-index.ts'
import { type HowMany, fitKnown, type HeldRule, type ShownKnown } from '../search/fit-known.ts'
import type { LessonHit } from '../search/lesson-hit.ts'
import type { RelatedHit } from '../search/tiers.ts'
import { shorten } from '../text/clean.ts'
import { neighboursOf } from '../search/answer.ts'
import { sourcesOf, targetsOf } from '../search/relations.ts'
import { bareOf, toEntryPath } from '../tree/path.ts'

/**
 * How another entry is connected: it is named, names this one, is about the same files, or was taught by the same
 * commits.
 */
export type Link = 'names' | 'named by' | 'same file' | 'same commit'

/** An entry that is connected to what was asked about, and in which ways. */
export type Related = { readonly path: string; readonly title: string; readonly links: readonly Link[] }

/** Entries that are looked up by their links, at most. */
const mostEntries = 300

/**
 * Finds what is connected to an entry, the most connected first; or the entries about a file of the code.
 * @throws {Problem} when nothing is known by this path.
 */
export async function related(
  ctx: Ctx,
  path: string,
  { from = ctx.place.root }: { from?: string } = {},
): Promise<readonly Related[]> {
  const found = await askCurrentIndex(ctx, ({ index }) => relatedIn(index, path, nameInRepo(ctx.place, path, from)))
  if (found === undefined) throw await nothingRelated(ctx, path, from)
  return found
}

/** Undefined where nothing is known by a path, neither as that of an entry nor as that of a file. */
function relatedIn(index: Index, path: string, file: string): readonly Related[] | undefined {
  const bare = bareOf(path)
  const entry = toEntryPath(bare) ?? toEntryPath(`${bare}.md`)
  const card = entry === undefined ? undefined : index.cards([entry]).get(entry)
  if (card !== undefined) return connected(index, entry ?? bare, card)
  const about = aboutFiles(index, [file])
  return about.length === 0 ? undefined : about
}

async function nothingRelated(ctx: Ctx, path: string, from: string): Promise<Problem> {
  const file = nameInRepo(ctx.place, path, from)
  const meant = existsSync(join(ctx.place.root, file)) ? '' : await askWhetherMeant(ctx.place, file)
  return new Problem('nothing-related', `There is no entry ${bareOf(path)}, and none is about a file ${path}.`, {
    hint: `${meant}\`ctx tree\` lists the entries.`,
  })
}

/**
 * What is connected to an entry; for a file also the rules and lessons about it that hold, and the tests that change
 * with it.
 */
export type Connections = {
  /** The file, as the repository names it; '' where nothing is known of it as a file. */
  readonly file: string
  readonly related: readonly Related[]
  readonly rules: readonly HeldRule[]
  readonly lessons: readonly LessonHit[]
  readonly tests: readonly string[]
  /** How many there are of each, those beyond the limit too. */
  readonly counts: HowMany
}

/**
 * Finds what is connected to an entry, or what holds about a file, the most telling first: at most `limit` of each.
 * @throws {Problem} when nothing is known by this path.
 */
export async function connectedTo(
  ctx: Ctx,
  path: string,
  { from = ctx.place.root, limit }: { readonly from?: string; readonly limit: number },
): Promise<Connections> {
  const file = nameInRepo(ctx.place, path, from)
  return await askCurrentIndex(ctx, async (open) => {
    const { held, tests } = await aboutFile(ctx, open, { path: file })
    const rules = held.flatMap(({ kind, why, date, commit, isByAgent = false }) =>
      kind === 'rule' ? [{ text: why, date, commit, isByAgent }] : [],
    )
    const taught = held.flatMap(({ kind, commit }) => (kind === 'lesson' && commit !== '' ? [commit] : []))
    const all = [...new Set(taught)]
    const commits = all.slice(0, limit)
    const { store } = open
    // The log was brought in step for what holds about the file.
    const lessons =
      store === undefined || commits.length === 0
        ? []
        : lessonsOf({ place: ctx.place, store, commitIndex: openCommitIndex(store.database), file }, commits)
    const found = relatedIn(open.index, path, file)
    if (found === undefined && rules.length + lessons.length === 0) throw await nothingRelated(ctx, path, from)
    const isFile = rules.length + lessons.length + tests.length > 0
    const few = { related: (found ?? []).slice(0, limit), rules: rules.slice(0, limit) }
    const later = all.length - commits.length
    const counts = { rules: rules.length, lessons: lessons.length + later, entries: found?.length ?? 0 }
    return { file: isFile ? file : '', ...few, lessons, tests, counts }
  })
}

/** Keeps of what is connected as much as fits an answer. */
export const shownConnections = (
  { file, related: entries, rules, lessons, tests, counts }: Connections,
  how: { readonly more: boolean },
): ShownKnown<Related> => fitKnown({ file, isWholeFile: true, rules, lessons, beside: tests, entries, counts }, how)

/** An entry one relation away from another, with its text where that was asked for. */
export type Neighbour = RelatedHit & { readonly text: string }

/** Characters of a neighbour's text, at most. */
const mostOfText = 2_000

/** Finds the entries one relation away from these, in either direction; with `withText`, what they say. */
export async function neighbours(
  ctx: Ctx,
  paths: readonly string[],
  { withText = false }: { readonly withText?: boolean } = {},
): Promise<readonly Neighbour[]> {
  const own = [...new Set(paths.filter((path) => toEntryPath(path) !== undefined))]
  if (own.length === 0) return []
  const found = await askCurrentIndex(ctx, ({ index }) => neighboursOf(index, own))
  const texts = withText
    ? readTreeFiles(
        ctx.place,
        found.map(({ path }) => path),
      )
    : new Map<string, string>()
  return found.map((one) => ({ ...one, text: shorten(bodyOf(texts.get(one.path) ?? ''), mostOfText) }))
}

/** The text of an entry without its front matter and relations, which are shown apart. */
const bodyOf = (text: string): string =>
  text
    .replace(/^---\n[^]*?\n---\n+/, '')
    .replace(/^## Relations\n[^]*?(?=^#{1,2} |(?![^]))/m, '')
    .trim()

const weight: Readonly<Record<Link, number>> = { names: 4, 'named by': 4, 'same commit': 2, 'same file': 1 }

function connected(index: Index, path: string, card: Card): readonly Related[] {
  const found: readonly (readonly [Link, readonly string[]])[] = [
    ['names', targetsOf(index, card.related)],
    ['named by', sourcesOf(index, [path], mostEntries).map((other) => other.path)],
    [
      'same commit',
      pathsOf(
        index,
        card.sources.map((commit) => link('commit', commit)),
        (other) => other.sources.some((commit) => card.sources.includes(commit)),
      ),
    ],
    ['same file', aboutFiles(index, card.files).map((other) => other.path)],
  ]
  const links = new Map<string, Link[]>()
  for (const [kind, paths] of found) {
    for (const other of paths) if (other !== path) links.set(other, [...(links.get(other) ?? []), kind])
  }
  const cards = index.cards([...links.keys()])
  const strength = (kinds: readonly Link[]): number => kinds.reduce((sum, kind) => sum + weight[kind], 0)
  return [...links]
    .filter(([other]) => cards.has(other))
    .sort(([a, left], [b, right]) => strength(right) - strength(left) || (a < b ? -1 : 1))
    .map(([other, kinds]) => ({ path: other, title: cards.get(other)?.title ?? '', links: kinds }))
}

/** Finds the entries about any of these files, those first that name one first: an entry begins with what it is most about. */
export function aboutFiles(index: Index, files: readonly string[]): readonly Related[] {
  const links = files.map((file) => link('file', file))
  const found = linkedBy(index, links, (card) => card.files.some((file) => files.includes(file)))
  const placeIn = (card: Card): number => card.files.findIndex((file) => files.includes(file))
  return [...found]
    .toSorted(([, a], [, b]) => placeIn(a) - placeIn(b))
    .map(([path, { title }]) => ({ path, title, links: ['same file'] }))
}

const pathsOf = (index: Index, links: readonly string[], isMeant: (card: Card) => boolean): readonly string[] => [
  ...linkedBy(index, links, isMeant).keys(),
]

/** The index ignores case in links, so the cards decide. */
function linkedBy(index: Index, links: readonly string[], isMeant: (card: Card) => boolean): ReadonlyMap<string, Card> {
  const found: readonly Candidate[] = links.length === 0 ? [] : index.find(links, mostEntries)
  return new Map([...index.cards(found.map(({ path }) => path))].filter(([, card]) => isMeant(card)))
}

import { short } from '../../text/words.ts'
import { isNonCodeEntry, mostShared } from './non-code.ts'
import { byTime, type CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import { fileKindOf } from '../code/files.ts'
import { isWholeDomain, leadingFile } from './home.ts'
import { toFolder } from './filing.ts'
import type { Group } from './group.ts'

/** What the entry of a domain is called that tells what was. */
export const historyName = 'history'

/** What that entry says in its title; trees that were written before say one of the others. */
export const historyTitle = 'what no longer holds as it was told'
const titles: readonly string[] = [
  historyTitle,
  'what no longer holds, or was reworked',
  'what no longer holds, or only partly',
  'what is no longer in the code',
]

/** Whether an entry is called as what a domain, or the tree, tells of as over. */
export const isHistoryTitle = (title: string): boolean =>
  title === historyName || titles.includes(title.replace(/^.*: /, '').toLowerCase())

/** Whether a subject is what a domain, or the tree, tells of as over. */
export const isHistory = ({ name, file }: Pick<Group, 'name' | 'file'>): boolean => name === historyName && file === ''

/** A page of what holds, and what is over that is told at its end. */
type Page = { readonly of: Group; readonly alive: Group; readonly coming: CommitAnalysis[] }

/**
 * Tells what is over at the end of a page on which it is looked for: that of what took its place, for who reads of the one
 * wants to know of the other; else that of its own file, topic or domain, a fourth of that at most. What finds no room is told
 * together, apart: of fourteen such pages readers found all disappointing, and of 41 pages of code of which a fourth or less is
 * over, four (of 127 that tell of nothing over, seven). What had its lines rewritten stays with its file: of 19 lessons told as over
 * readers found ten that hold (flask, cli). Where that file is gone, it may hold in another: it is told with its domain as a
 * whole (alertmanager bb47752e).
 */
export function withHistory(
  groups: readonly Group[],
  evidence: ReadonlyMap<string, readonly Evidence[]>,
  there?: ReadonlySet<string>,
): readonly Group[] {
  const piecesOf: PiecesOf = ({ analyses }) => analyses.flatMap(({ sha }) => evidence.get(sha) ?? [])
  const isThere = (one: Group): boolean => !isNonCode(one) && (there?.has(leadingFile(one)) ?? true)
  const past = groups.filter((one) => isNowhere(one, there) || isOverAll(piecesOf(one), { isThere: isThere(one) }))
  const parts = groups.filter((one) => !past.includes(one)).map((one) => ({ of: one, ...parted(one, piecesOf) }))
  const pages = parts.map(({ of, alive }): Page => ({ of, alive, coming: [] }))
  const dead = [
    ...past.flatMap((of) => of.analyses.map((analysis) => ({ of, analysis }))),
    ...parts.flatMap(({ of, dead: { analyses } }) => analyses.map((analysis) => ({ of, analysis }))),
  ]
  const left = toldBeside(dead, pages, piecesOf)
  return [
    ...pages.map(({ alive, coming }) =>
      coming.length === 0 ? alive : { ...alive, analyses: byTime([...alive.analyses, ...coming]) },
    ),
    ...together(left, new Set(pages.map(({ alive }) => domainOf(alive)))),
  ]
}

/** A commit that is over, and the subject that it is about. */
type Dead = { readonly of: Group; readonly analysis: CommitAnalysis }

/** Tells what is over on pages, the newest first, and returns what has none. */
function toldBeside(dead: readonly Dead[], pages: readonly Page[], piecesOf: PiecesOf): readonly Dead[] {
  const homes = new Map(pages.flatMap((page) => page.alive.analyses.map(({ sha }) => [short(sha), page] as const)))
  const inDomain = new Map<string, Page[]>()
  for (const page of pages) {
    const domain = shelfOf(page.of)
    inDomain.set(domain, [...(inDomain.get(domain) ?? []), page])
  }
  const successorOf = ({ of, analysis }: Dead): Page | undefined =>
    isNonCode(of)
      ? undefined
      : piecesOf({ analyses: [analysis] })
          .flatMap(({ note }) => note?.supersededBy ?? [])
          .flatMap((remover) => homes.get(remover) ?? [])
          .find(({ coming }) => coming.length < mostJoined)
  const nearest = ({ of, analysis }: Dead): Page | undefined => {
    const near = inDomain.get(shelfOf(of)) ?? []
    const whole = near.find(({ alive }) => isWholeDomain(alive))
    const pieces = piecesOf({ analyses: [analysis] })
    // Of what trailers say, nothing but the place says that it is over.
    if (pieces.some(({ kind }) => kind === 'decision' || kind === 'rejected')) return undefined
    if (whole !== undefined && !isNonCode(of) && pieces.length > 0 && pieces.every(mayHold)) return whole
    const open = near.filter(({ alive, coming }) => (coming.length + 1) * leastHolding <= alive.analyses.length)
    return (
      open.find((page) => page.of === of) ??
      open.find(({ alive }) => alive.folder === of.folder) ??
      open.find((page) => page === whole) ??
      open[0]
    )
  }
  const newest = dead.toSorted((a, b) => b.analysis.at.getTime() - a.analysis.at.getTime())
  return withoutPages(withoutPages(newest, successorOf), nearest)
}

/** Puts what is over on the page that it has, and returns what has none. */
function withoutPages(dead: readonly Dead[], pageOf: (one: Dead) => Page | undefined): readonly Dead[] {
  const left: Dead[] = []
  for (const one of dead) {
    const page = pageOf(one)
    if (page === undefined) left.push(one)
    else page.coming.push(one.analysis)
  }
  return left
}

/**
 * Whether nothing is there of all that a subject's commits left behind: an entry is about what one can point at (memchr
 * bench/runs, hcl fmtcmd).
 */
const isNowhere = ({ analyses }: Group, there: ReadonlySet<string> | undefined): boolean =>
  there !== undefined &&
  analyses.every(({ touched, deleted, authored, standsIn = '' }) => {
    const left = touched.filter(({ path }) => !deleted.includes(path))
    // What was given to be read need not be in the repository.
    return authored !== '' && standsIn === '' && left.length > 0 && left.every(({ path }) => !there.has(path))
  })

type PiecesOf = (one: Pick<Group, 'analyses'>) => readonly Evidence[]

/** Whether next to nothing of a subject holds; of a file that is there, what only had its lines rewritten may. */
function isOverAll(pieces: readonly Evidence[], { isThere }: { readonly isThere: boolean }): boolean {
  const holding = pieces.filter((piece) => !isOver(piece) || (isThere && isRewritten(piece))).length
  return pieces.some(({ kind }) => kind === 'lesson') && holding <= pieces.length * mostHolding
}

/**
 * Parts what is over from what is there: what was once done about a build server is in the way of whoever reads how it is
 * done now (ten of 25 lessons of urllib3's build). With code stays what the page also tells the successor of: what was
 * tried there, and why it is otherwise now, is one story.
 */
function parted(one: Group, piecesOf: PiecesOf): { readonly alive: Group; readonly dead: Group } {
  const told = new Set(one.analyses.map(({ sha }) => short(sha)))
  const isStory = ({ note }: Evidence): boolean => note?.supersededBy.some((sha) => told.has(sha)) ?? false
  const isDead = (analysis: CommitAnalysis): boolean => {
    const pieces = piecesOf({ analyses: [analysis] })
    return (
      pieces.some(({ kind }) => kind === 'lesson') &&
      pieces.every((piece) => (piece.kind === 'lesson' ? !mayHold(piece) : isOver(piece))) &&
      !isRenamed(analysis, pieces) &&
      (isNonCode(one) || !pieces.some(isStory))
    )
  }
  // What goes takes along what it took the place of, until nothing follows any more.
  const replacedBy = new Map<string, CommitAnalysis[]>()
  for (const analysis of one.analyses)
    for (const sha of piecesOf({ analyses: [analysis] }).flatMap(({ note }) => note?.supersededBy ?? []))
      replacedBy.set(sha, [...(replacedBy.get(sha) ?? []), analysis])
  const dead = new Set(one.analyses.filter(isDead))
  for (const { sha } of dead) {
    told.delete(short(sha))
    for (const before of replacedBy.get(short(sha)) ?? []) if (isDead(before)) dead.add(before)
  }
  return {
    alive: { ...one, analyses: one.analyses.filter((analysis) => !dead.has(analysis)) },
    dead: { ...one, analyses: byTime([...dead]) },
  }
}

const isRewritten = ({ kind, note }: Evidence): boolean => kind === 'lesson' && note?.status === 'reworked'

/** Whether nothing says that a lesson does not hold as it was told: of 128 marked as past or partly so, readers liked one. */
const mayHold = ({ note }: Evidence): boolean => note?.status !== 'past' && note?.status !== 'partly'

/**
 * Whether a lesson's lines stand in a file, under other names, and nobody took their place: it is looked for with that file. "Mark
 * Do()/With() transaction as managed" is so of Update() and View() (bbolt 76f6ead6).
 */
const isRenamed = ({ standsIn = '' }: CommitAnalysis, pieces: readonly Evidence[]): boolean =>
  standsIn !== '' &&
  pieces.some(({ kind, note }) => kind === 'lesson' && note?.status === 'partly' && note.supersededBy.length === 0)

/** Tells what was in one entry, and where that is too much to read through, in one more for each domain that has much of it. */
function together(left: readonly Dead[], there: ReadonlySet<string>): readonly Group[] {
  const byDomain = new Map<string, CommitAnalysis[]>()
  const put = (domain: string, analyses: readonly CommitAnalysis[]): void => {
    const known = byDomain.get(domain)
    if (known === undefined) byDomain.set(domain, [...analyses])
    else known.push(...analyses)
  }
  for (const { of, analysis } of left) put(isNonCode(of) ? historyName : domainOf(of), [analysis])
  const isReadThrough = left.length <= mostShared
  for (const [domain, analyses] of byDomain)
    if (domain !== historyName && (isReadThrough || analyses.length < leastOwn || !there.has(domain))) {
      byDomain.delete(domain)
      put(historyName, analyses)
    }
  return [...byDomain].map(([domain, analyses]) => ({
    folder: toFolder(domain, historyName),
    name: historyName,
    file: '',
    analyses: byTime(analyses),
  }))
}

const isNonCode = (one: Group): boolean => isNonCodeEntry(one) || fileKindOf(one.file) !== 'code'

/** What began a program again took the place of all of it, which is no story any more. */
const mostJoined = 4

/** For each lesson that is over, so many on its page hold: what is told last is less than is told first. */
const leastHolding = 3

/** Of a file that was once the whole program, a line or two may hold for all that anybody can tell. */
const mostHolding = 0.1

/** What is looked for together: the code of a domain, and all that is no code. */
const shelfOf = (one: Group): string => (isNonCode(one) ? '' : domainOf(one))

const domainOf = ({ folder }: Group): string => folder.split('/')[0] ?? ''

/** Of more than one reads through, so many of a domain make an entry; fewer, and tests, pages and settings, are told in one place. */
const leastOwn = 12

/** Comments and rules that were not taken out still hold; of the rest, what is over in whole or in part is told by its lesson. */
const isOver = ({ kind, at, note }: Evidence): boolean =>
  kind === 'lesson'
    ? (note?.status ?? 'current') !== 'current'
    : kind === 'revert' || kind === 'document' || (kind !== 'rule' && at.path === '')

import { anyOf } from '../../text/alternatives.ts'
import { extname } from 'node:path'
import { toName } from '../../tree/name.ts'
import type { FolderPath } from '../../tree/path.ts'
import { isChangelog, isFragment } from '../message/changelog-files.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf, isDull, isSample, mostSignificantFiles, stemOf } from '../code/files.ts'
import { fileUnder, type Layout, rootDomain, toFolder } from './filing.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'

/** Where a commit is told. */
export type Home = {
  readonly folder: FolderPath
  /** What the subject is called in the code: a file's stem, or the folder of one whose stem says nothing. */
  readonly name: string
  /** The file that it is about, '' where it is about none. */
  readonly file: string
  /** Of subjects that are told together, the file of each. */
  readonly files?: readonly string[]
}

/** The file that a subject is told by: its own, or the first of those that are told together. */
export const leadingFile = ({ file, files = [] }: Pick<Home, 'file' | 'files'>): string => file || (files[0] ?? '')

/** Whether a subject is its domain as a whole: `notify/notify`, `tracing_core/package`. */
export function isWholeDomain(home: Home): boolean {
  const [domain = '', topic = ''] = home.folder.split('/')
  return (topic === domain || topic === 'package') && fileKindOf(leadingFile(home)) === 'code'
}

/** Where most of a change is: its folder in the tree, and the file that names it. */
export function homeOf(analysis: CommitAnalysis, layout: Layout): Home {
  const { file: own, paths } = mainFileOf(analysis, layout)
  const file = own === '' ? '' : movedTo(analysis, own)
  const folder = fileUnder(file === '' ? paths : [file], scopeOf(analysis, layout), layout)
  const gone = folderGone(analysis, { domain: folder.split('/')[0] ?? '', file, layout })
  if (gone !== '') return { folder: toFolder(rootDomain, toName(stemOf(gone))), name: nameOf(gone), file: gone }
  return { folder, name: nameOf(file) || (folder.split('/').at(-1) ?? ''), file }
}

/**
 * The folder that a commit removed and would name a domain of its own, though nothing is there that goes by it: "Remove the c package"
 * (bbolt 376ce685) is about what the project was made of. '' of all others.
 */
function folderGone(
  { touched, deleted }: CommitAnalysis,
  { domain, file, layout: { there } }: { readonly domain: string; readonly file: string; readonly layout: Layout },
): string {
  const folders = file.split('/').slice(0, -1)
  const at = folders.map(toName).indexOf(domain)
  const isRemoval = touched.length > 0 && touched.every(({ path }) => deleted.includes(path))
  const isGone = at !== -1 && there !== undefined && !partsIn(there).has(domain)
  return isRemoval && isGone ? folders.slice(0, at + 1).join('/') : ''
}

/** The file that most of a change is in as it was made, '' where it is in none, and the files that tell what it is about. */
function mainFileOf(
  analysis: CommitAnalysis,
  layout: Layout,
): { readonly file: string; readonly paths: readonly string[] } {
  const told = analysis.touched.filter(({ path }) => !isSample(path) && !isFragment(path) && !isChangelog(path))
  // "Fixing flapper" moved the version in server/const.go, too (nats-server ac52ecd9); settings may be about nothing but one.
  const own = told.filter(
    ({ path, isBumped }) => !isListOfWords.test(path) && (isBumped !== true || fileKindOf(path) !== 'code'),
  )
  const touched = [own, told].find((some) => some.length > 0) ?? analysis.touched
  const paths = touched.map(({ path }) => path)
  const telling = new Set(tellingOf(analysis, paths))
  const [lesson] = analysis.evidence.filter(({ kind }) => kind === 'lesson')
  const words = new Set(distinctiveTerms(lesson?.about ?? analysis.title))
  const weight = ({ path, lines }: CommitAnalysis['touched'][number]): number =>
    Math.min(lines, 60) * (distinctiveTerms(stemOf(path)).some((term) => words.has(term)) ? 3 : 1)
  const named = inScope(
    touched.filter(({ path }) => telling.has(path)),
    analysis,
    layout,
  )
  const alive = named.filter(({ path }) => layout.there?.has(path) ?? true)
  const [main] = (alive.length === 0 ? named : alive).toSorted(
    (a, b) => weight(b) - weight(a) || depth(b.path) - depth(a.path) || (a.path < b.path ? -1 : 1),
  )
  return { file: main === undefined ? '' : codeOf(main.path, layout), paths }
}

/** Words for a spelling checker, and who took part, change with what they are about (aiohttp docs/spelling_wordlist.txt). */
const isListOfWords = anyOf('i')`
  (?:^|/)(?:
    (?:AUTHORS|CONTRIBUTORS|THANKS)(?:\.(?:md|rst|txt))?
    \.?(?:[\w-]{1,40}[-_])?(?:
      codespell|c?spell(?:ing)?|dictionary|word-?list
    )(?:[-_.][\w-]{1,40})?\.(?:dic|json|txt|ya?ml)
  )$
`

/**
 * Of what a change touched, what is in the package that its author names: "refactor(reactivity): adjust APIs" had most lines in a file
 * of vnodes (vue 09b4202a).
 */
function inScope(
  touched: CommitAnalysis['touched'],
  { type, scope }: CommitAnalysis,
  { packages }: Layout,
): CommitAnalysis['touched'] {
  const named = type === '' || scope === '' ? '' : toName(scope.split(/[/:]/).at(-1) ?? '')
  const folders = packages.filter((folder) => named !== '' && toName(folder.split('/').at(-1) ?? '') === named)
  const found = touched.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)))
  return found.length === 0 ? touched : found
}

/** How many commits, and what share of those that tell, must stand in another file for that to take what is told of the first. */
const heir = { least: 2, share: 2 / 3 }

/**
 * Says where commits of which too few lines are left to tell stand now: where most others of their file do (commander:
 * index.js became lib/command.js, and hands that on).
 */
export function withHeirs(analyses: readonly CommitAnalysis[], layout: Layout): readonly CommitAnalysis[] {
  const homes = analyses.map((analysis) => ({ analysis, file: mainFileOf(analysis, layout).file }))
  const votes = new Map<string, Map<string, number>>()
  for (const { analysis, file } of homes) {
    const { standsIn = '' } = analysis
    if (file === '' || standsIn === '') continue
    const own = votes.get(file) ?? new Map<string, number>()
    votes.set(file, own.set(standsIn, (own.get(standsIn) ?? 0) + 1))
  }
  const heirs = new Map([...votes].map(([file, own]) => [file, heirAmong(own)]))
  return homes.map(({ analysis, file }) => {
    const standsIn = analysis.standsIn || heirs.get(file) || namesakeOf(file, layout)
    return { ...analysis, standsIn }
  })
}

/**
 * The only file there that lies as one that is gone, but in a folder above: what began again in another place is told with
 * what it became (vite: src/node/build.ts, packages/vite/src/node/build.ts). '' where there is none.
 */
function namesakeOf(file: string, { there, files = new Map() }: Layout): string {
  if (file === '' || there === undefined || there.has(file) || isDull(stemOf(file))) return ''
  const [found, ...others] = (files.get(toName(stemOf(file))) ?? []).filter((path) => path.endsWith(`/${file}`))
  return others.length === 0 ? (found ?? '') : ''
}

/** The file in which most commits stand, '' where they are scattered. */
function heirAmong(votes: ReadonlyMap<string, number>): string {
  const all = [...votes.values()].reduce((sum, count) => sum + count, 0)
  const [file = '', count = 0] = [...votes].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] ?? []
  return count >= heir.least && count > all * heir.share ? file : ''
}

/**
 * Where most lines of a change stand now, when somebody cut them out of the file that it touched (black: of one file of 6,000
 * lines came twenty), or it touched many.
 */
function movedTo({ touched, standsIn = '' }: CommitAnalysis, file: string): string {
  const isKnown = standsIn !== '' && fileKindOf(file) === 'code'
  return isKnown && (touched.length > wide || !touched.some(({ path }) => path === standsIn)) ? standsIn : file
}

/** A change of more files than this is about many things. */
export const wide = 12

/** What its author calls a change of the settings is one, though a line of the code changed with it (tracing 837cc7e0). */
function tellingOf({ type }: CommitAnalysis, paths: readonly string[]): readonly string[] {
  const settings = /^(?:ci|build)$/.test(type) ? paths.filter((path) => fileKindOf(path) === 'config') : []
  return settings.length === 0 ? mostSignificantFiles(paths) : settings
}

/**
 * A word before a colon is a part of the project where the project has one of that name (`streaming: …`), and else how its
 * author begins a sentence (`Added: …`). What stands in brackets behind a type is meant as a part.
 */
function scopeOf({ type, scope }: CommitAnalysis, { there }: Layout): string {
  if (type !== '' || scope === '' || there === undefined) return scope
  return partsIn(there).has(toName(scope.split(/[/:]/).at(-1) ?? '')) ? scope : ''
}

const known = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

/** What folders and files of a project are called. */
function partsIn(there: ReadonlySet<string>): ReadonlySet<string> {
  const found =
    known.get(there) ??
    new Set([...there].flatMap((path) => [...path.split('/').slice(0, -1), stemOf(path)]).map(toName))
  known.set(there, found)
  return found
}

const depth = (path: string): number => path.split('/').length

/** A test belongs to what it tests: the code of the same name and language that lies nearest, and of these highest. */
function codeOf(path: string, { files = new Map() }: Layout): string {
  if (fileKindOf(path) !== 'test' || isDull(stemOf(path))) return path
  const found = files.get(toName(stemOf(path))) ?? []
  const shared = (other: string): number => other.split('/').filter((part) => path.split('/').includes(part)).length
  const isSame = (other: string): boolean => extname(other) === extname(path)
  const ranked = [...found].sort(
    (a, b) => Number(isSame(b)) - Number(isSame(a)) || shared(b) - shared(a) || depth(a) - depth(b) || (a < b ? -1 : 1),
  )
  return ranked[0] ?? path
}

/** Names a file by its stem, or by its folder where the stem says nothing: `cmd/main.go` is called cmd, which isKindOfFiles would pass over. */
export function nameOf(file: string): string {
  const stem = stemOf(file)
  const parts = file.split('/').slice(0, -1)
  const folder = parts.findLast((part) => !/^(?:src|lib|source|pkg|internal|test|tests)$/.test(part))
  return isDull(stem) && folder !== undefined ? folder : stem
}

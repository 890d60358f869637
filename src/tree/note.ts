/** What a commit was, as far as a reader wants to know it before its reason; '' for a change like any other. */
export const lessonKinds = [
  'breaking',
  'security',
  'decision',
  'deprecation',
  'fix',
  'performance',
  'attempt taken back',
] as const
/** What kind of change a lesson is about, as it is spelled in an entry. */
export type LessonKind = (typeof lessonKinds)[number]

/**
 * What became of a lesson, the strongest last. `reworked`: later commits took most of its lines, and nothing says that it
 * is over; `partly`: some of what it names is gone, too. What nobody has looked at yet is `current`.
 */
export const lessonStatuses = ['current', 'reworked', 'partly', 'past'] as const
/** What became of a lesson, as far as its lines and names tell. */
export type LessonStatus = (typeof lessonStatuses)[number]

/** The status as entries, the index, the page and `--json` spell it: what is current is not said. */
export type WrittenStatus = '' | Exclude<LessonStatus, 'current'>

/**
 * What is said about a lesson beside its words. Written between braces before the category, its parts separated by ` · `:
 * `{fix · 2024-05-01 · #1808 · since 0.20.0 · pinned by 8 tests in test_auth.py · past · superseded by 238f1108}`. Who only
 * reworked its code is not said to have superseded it: `{2024-05-01 · may not hold, rewritten by 238f1108}`. Of 121 such lessons
 * that readers held against the code 50 hold. "Reworked" they took for what is over, and "lines rewritten" for what holds.
 * A reader that does not know it reads it as the end of the statement.
 */
export type LessonNote = {
  readonly kind: LessonKind | ''
  /** The day of the commit, `2024-05-01`. */
  readonly date: string
  /** The number of the pull request, with its `#`. */
  readonly number: string
  /** The release that brought it. */
  readonly since: string
  /** The tests that hold it, such as `8 tests in test_auth.py`. */
  readonly pinnedBy: string
  readonly status: LessonStatus
  /** Commits that took its lines out, and commits whose lines it took out; eight characters each. */
  readonly supersededBy: readonly string[]
  readonly replaces: readonly string[]
  /** Commits that name it in their message, or are about the same, and took lines of it, though it may hold as a whole. */
  readonly amendedBy: readonly string[]
}

/** A note that says nothing of a lesson. */
export const noNote: LessonNote = {
  kind: '',
  date: '',
  number: '',
  since: '',
  pinnedBy: '',
  status: 'current',
  supersededBy: [],
  replaces: [],
  amendedBy: [],
}

const hashes = '[0-9a-f]{7,64}(?:, [0-9a-f]{7,64})*'
const parts: readonly { readonly key: keyof LessonNote; readonly shape: RegExp }[] = [
  { key: 'kind', shape: new RegExp(`^(${lessonKinds.join('|')})$`) },
  { key: 'date', shape: /^(\d{4}-\d\d-\d\d)$/ },
  { key: 'number', shape: /^(#\d{1,9})$/ },
  { key: 'since', shape: /^since (\S{1,40})$/ },
  { key: 'pinnedBy', shape: /^pinned by (\d{1,6} tests? in [^·{}]{1,200})$/ },
  { key: 'status', shape: /^(reworked|partly|past)$/ },
  { key: 'supersededBy', shape: new RegExp(`^superseded by (${hashes})$`) },
  { key: 'replaces', shape: new RegExp(`^replaces (${hashes})$`) },
  { key: 'amendedBy', shape: new RegExp(`^amended by (${hashes})$`) },
]

const separator = ' · '
/** What is said of a lesson whose lines others took; with who took them in one part. */
const mayNotHold = 'may not hold'
const rewrittenBy = `${mayNotHold}, rewritten by `
const newerBy = new RegExp(`(^| · )${rewrittenBy}(?=[0-9a-f])`)
const newerAlone = new RegExp(`(^| · )${mayNotHold}(?= · |$)`)
/** How an older `ctx` said so. */
const olderBy = /(^| · )(?:lines rewritten|reworked) by (?=[0-9a-f])/
const olderAlone = /(^| · )(?:lines rewritten|reworked)(?= · |$)/

/** Reads what stands between the braces; undefined when any part of it is not a note, and so belongs to the statement. */
export function readNote(text: string): LessonNote | undefined {
  const said = new Map<keyof LessonNote, string>()
  const spelled = text.replace(olderBy, `$1${rewrittenBy}`).replace(olderAlone, `$1${mayNotHold}`)
  const parted = spelled.replace(newerBy, '$1reworked · superseded by ').replace(newerAlone, '$1reworked')
  for (const part of parted.split(separator)) {
    const found = parts.map(({ key, shape }) => ({ key, value: shape.exec(part)?.[1] })).find(({ value }) => value)
    if (found?.value === undefined || said.has(found.key)) return undefined
    said.set(found.key, found.value)
  }
  const textOf = (key: keyof LessonNote): string => said.get(key) ?? ''
  const listOf = (key: keyof LessonNote): readonly string[] => (said.has(key) ? textOf(key).split(', ') : [])
  const note: LessonNote = {
    kind: lessonKinds.find((kind) => kind === textOf('kind')) ?? '',
    date: textOf('date'),
    number: textOf('number'),
    since: textOf('since'),
    pinnedBy: textOf('pinnedBy'),
    status: lessonStatuses.find((status) => status === textOf('status')) ?? 'current',
    supersededBy: listOf('supersededBy'),
    replaces: listOf('replaces'),
    amendedBy: listOf('amendedBy'),
  }
  return writeNote(note) === spelled ? note : undefined
}

/** Writes what stands between the braces, '' for a note that says nothing. */
export function writeNote(note: LessonNote): string {
  const { kind, date, number, since, pinnedBy, status, supersededBy, replaces, amendedBy } = note
  const isReworked = status === 'reworked' && supersededBy.length > 0
  return [
    kind,
    date,
    number,
    since === '' ? '' : `since ${since}`,
    pinnedBy === '' ? '' : `pinned by ${pinnedBy}`,
    isReworked ? '' : status === 'reworked' ? mayNotHold : writtenStatus(status),
    supersededBy.length === 0 ? '' : `${isReworked ? rewrittenBy : 'superseded by '}${supersededBy.join(', ')}`,
    replaces.length === 0 ? '' : `replaces ${replaces.join(', ')}`,
    amendedBy.length === 0 ? '' : `amended by ${amendedBy.join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join(separator)
}

/** A status as answers say it. */
export const statusInWords: Readonly<Record<LessonStatus, string>> = {
  current: '',
  reworked: 'may not hold, its lines were rewritten since',
  partly: 'holds only partly',
  past: 'no longer so',
}

/** Spells a status as it is written. */
export const writtenStatus = (status: LessonStatus): WrittenStatus => (status === 'current' ? '' : status)

/** A note as `--json` and programs get it, whose `holds` is the status as it is written. */
export type PrintedNote = Omit<LessonNote, 'status'> & { readonly holds: WrittenStatus }

/** Makes a note what `--json` prints, its fields in the order that they always had. */
export const printedNote = ({ status, supersededBy, replaces, amendedBy, ...note }: LessonNote): PrintedNote => ({
  ...note,
  holds: writtenStatus(status),
  supersededBy,
  replaces,
  amendedBy,
})

/** The status that says more against a lesson. */
const strongerOf = (one: LessonStatus, other: LessonStatus): LessonStatus =>
  lessonStatuses.indexOf(one) < lessonStatuses.indexOf(other) ? other : one

/** Who reworked a lesson's code is not named for what ended it. */
function removersOf(known: LessonNote, said: LessonNote): readonly string[] {
  if (known.status === 'reworked' && !holdsStill(said)) return said.supersededBy
  if (said.status === 'reworked' && !holdsStill(known)) return known.supersededBy
  return [...new Set([...known.supersededBy, ...said.supersededBy])]
}

/** Whether a lesson holds as far as is known: its code may have been reworked since. */
export const holdsStill = (note: LessonNote | undefined): boolean =>
  note === undefined || note.status === 'current' || note.status === 'reworked'

/** The commits that changed a lesson later: those that ended it or took its lines first, then those that amended it. */
export const changersOf = ({ supersededBy, amendedBy }: LessonNote): readonly string[] => [
  ...new Set([...supersededBy, ...amendedBy]),
]

/**
 * A note without some of the commits that changed its lesson, nobody having kept those. Where each that ended it or took its
 * lines is among them, it holds again; that it lost names says the code, and nobody takes that back.
 */
export function withoutChangers(note: LessonNote, isGone: (hash: string) => boolean): LessonNote {
  if (!changersOf(note).some(isGone)) return note
  const left = (named: readonly string[]): readonly string[] => named.filter((hash) => !isGone(hash))
  const supersededBy = left(note.supersededBy)
  const holdsAgain = note.supersededBy.length > 0 && supersededBy.length === 0 && note.status !== 'partly'
  return { ...note, status: holdsAgain ? 'current' : note.status, supersededBy, amendedBy: left(note.amendedBy) }
}

/** Brings what is newly known about a lesson into what was known: what is not said anew stays. */
export const combineNotes = (known: LessonNote, said: LessonNote): LessonNote => ({
  kind: said.kind === '' ? known.kind : said.kind,
  date: said.date === '' ? known.date : said.date,
  number: said.number === '' ? known.number : said.number,
  since: said.since === '' ? known.since : said.since,
  pinnedBy: said.pinnedBy === '' ? known.pinnedBy : said.pinnedBy,
  status: strongerOf(known.status, said.status),
  supersededBy: removersOf(known, said),
  replaces: [...new Set([...known.replaces, ...said.replaces])],
  amendedBy: amendersOf(known, said),
})

/** What is over was ended, whoever amended it before; who ended a part is not named twice. In any order they are written the same. */
function amendersOf(known: LessonNote, said: LessonNote): readonly string[] {
  if (strongerOf(known.status, said.status) === 'past') return []
  const ended = new Set([...known.supersededBy, ...said.supersededBy])
  return [...new Set([...known.amendedBy, ...said.amendedBy])].filter((sha) => !ended.has(sha)).toSorted()
}

/** What an entry is, for those who read it: decided from its evidence, unless its front matter says so. */
export const entryKinds = [
  'decision',
  'convention',
  'architecture',
  'implementation',
  'bug fix',
  'todo',
  'code map',
] as const
/** What an entry mostly holds, as `kind` spells it. */
export type EntryKind = (typeof entryKinds)[number]

/** Whether an entry still holds. What is deprecated or superseded stays in the tree, and no agent is given it unasked. */
export const statuses = ['active', 'deprecated', 'superseded'] as const
/** One of the statuses. */
export type EntryStatus = (typeof statuses)[number]

/** What the front matter says of an entry's standing; '' where it says nothing. */
export type Standing = {
  readonly kind: EntryKind | ''
  readonly status: EntryStatus | ''
  /** The path of the entry that took its place. */
  readonly supersededBy: string
  /** When a person said that it is so. */
  readonly approvedAt: string
}

/** A standing of which the front matter says nothing: such an entry holds. */
export const noStanding: Standing = { kind: '', status: '', supersededBy: '', approvedAt: '' }

/** Reads a kind however it is spelled: `bug fix`, `bug-fix`, `BugFix`; also as the tools that people come from say it. */
export function readKind(text: string): EntryKind | undefined {
  const bare = lettersOf(text)
  return entryKinds.find((kind) => lettersOf(kind) === (elsewhere.get(bare) ?? bare))
}

/** Reads a status however it is spelled, in capitals or with blanks; undefined for what is none. */
export const readStatus = (text: string): EntryStatus | undefined =>
  statuses.find((status) => status === lettersOf(text))

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')

const elsewhere = new Map(Object.entries({ implementationfact: 'implementation', codemapnode: 'codemap' }))

/** Says that an entry no longer holds, and what took its place; '' when it holds. */
export function standingOf(entry: Standing): string {
  const status = statusOf(entry)
  if (status === 'active') return ''
  return entry.supersededBy === '' ? status : `${status} by ${entry.supersededBy}`
}

/** Tells how an entry stands: one that names its successor is superseded, unless it says that it still holds. */
export function statusOf({ status, supersededBy }: Standing): EntryStatus {
  if (status !== '') return status
  return supersededBy === '' ? 'active' : 'superseded'
}

import { commitKey } from '../commit.ts'
import { shorten } from '../text/clean.ts'
import type { Fact } from '../tree/facts.ts'
import { changersOf, type LessonNote, type WrittenStatus, writtenStatus } from '../tree/note.ts'
import type { NamedCommit, TreeLook } from './look.ts'

/** A lesson as a page shows it; '' and [] stand for what is not known. */
export type PageLesson = {
  readonly headline: string
  readonly why: string
  readonly kind: LessonNote['kind']
  readonly date: string
  readonly commit: string
  readonly number: string
  readonly author: string
  readonly holds: WrittenStatus
  readonly since: string
  readonly pinnedBy: string
  /** The commits that took its lines out, or amended it. */
  readonly later: readonly NamedCommit[]
  readonly replaces: readonly NamedCommit[]
}

/** A lesson with the entry that tells it. */
export type TimelineItem = Omit<PageLesson, 'replaces' | 'pinnedBy' | 'since'> & {
  readonly entry: string
  readonly title: string
}

const longestWhy = 260

/** Lists the lessons of a tree, newest first. */
export function timelineOf(look: TreeLook): readonly TimelineItem[] {
  const items = look.items.flatMap(({ path, title, entry }) =>
    entry.facts.flatMap((fact): readonly TimelineItem[] => {
      const lesson = lessonOf(fact, look.commits)
      if (lesson === undefined || lesson.date === '') return []
      const { headline, why, kind, date, commit, number, author, holds, later } = lesson
      const told = { headline, why: shorten(why, longestWhy), kind, date, commit, number, author, holds, later }
      return [{ ...told, entry: path, title }]
    }),
  )
  return items.toSorted((a, b) => (a.date > b.date ? -1 : a.date < b.date ? 1 : a.headline < b.headline ? -1 : 1))
}

/** Reads a fact as a lesson; undefined for what is none. */
export function lessonOf(fact: Fact, commits: TreeLook['commits']): PageLesson | undefined {
  const { note, subject, value, statement, sources } = fact
  if (note === undefined) return undefined
  const [source = ''] = sources
  const known = commits.get(commitKey(source))
  return {
    headline: `${subject}${value === '' ? '' : ` = ${value}`}`,
    why: statement,
    kind: note.kind,
    date: note.date === '' ? (known?.date ?? '') : note.date,
    commit: known?.commit ?? source,
    number: note.number,
    author: known?.author ?? '',
    holds: writtenStatus(note.status),
    since: note.since,
    pinnedBy: note.pinnedBy,
    later: changersOf(note).map((hash) => named(hash, commits)),
    replaces: note.replaces.map((hash) => named(hash, commits)),
  }
}

const named = (hash: string, commits: TreeLook['commits']): NamedCommit =>
  commits.get(commitKey(hash)) ?? { commit: hash, author: '', date: '', subject: '' }

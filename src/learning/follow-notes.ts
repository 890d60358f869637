import type { Fact } from '../tree/facts.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import type { LessonNote } from '../tree/note.ts'

/**
 * Lets notes follow commits that were rewritten: a lesson that one of them changed, or whose place it took, names a commit
 * that nobody has any more. It is the lesson of another commit, so its sources say nothing of that. Gives what it was
 * given where no note names one.
 */
export function followInNotes(knowledge: Knowledge, rewrites: ReadonlyMap<string, string>): Knowledge {
  const follow = (hash: string): string => {
    const from = [...rewrites.keys()].find((commit) => commit.startsWith(hash))
    return from === undefined ? hash : (rewrites.get(from) ?? hash).slice(0, hash.length)
  }
  const entries = new Map(knowledge.entries)
  for (const [path, entry] of knowledge.entries) {
    const facts = entry.facts.map((fact) => followInFact(fact, follow))
    if (facts.some((fact, at) => fact !== entry.facts[at])) entries.set(path, { ...entry, facts })
  }
  const isSame = [...entries].every(([path, entry]) => entry === knowledge.entries.get(path))
  return isSame ? knowledge : { ...knowledge, entries }
}

type Follow = (hash: string) => string

function followInFact(fact: Fact, follow: Follow): Fact {
  const note = fact.note === undefined ? undefined : followInNote(fact.note, follow)
  return note === undefined || note === fact.note ? fact : { ...fact, note }
}

function followInNote(note: LessonNote, follow: Follow): LessonNote {
  const named = [...note.supersededBy, ...note.replaces, ...note.amendedBy]
  if (named.every((hash) => follow(hash) === hash)) return note
  const each = (hashes: readonly string[]): readonly string[] => [...new Set(hashes.map(follow))]
  const { supersededBy, replaces, amendedBy } = note
  return { ...note, supersededBy: each(supersededBy), replaces: each(replaces), amendedBy: each(amendedBy) }
}

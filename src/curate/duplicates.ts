import { fold } from '../text/clean.ts'
import type { Entry } from '../tree/entry.ts'
import type { Tree } from '../tree/knowledge.ts'
import type { Operation } from '../tree/operations.ts'
import type { EntryPath } from '../tree/path.ts'
import { readRule } from '../tree/rule.ts'

/** So much of what an entry says must stand in another, for the two to be one. */
const sameShare = 0.5

/**
 * Finds entries that say what another one says already, as two ways of learning one change leave them: a branch and its
 * squash. Gives the operations that make them one; `added` go into those that were there.
 */
export function joinDuplicates(tree: Tree, added: ReadonlySet<EntryPath>): readonly Operation[] {
  const known = [...tree].filter(([path]) => !added.has(path))
  return [...tree].flatMap(([path, entry]): readonly Operation[] => {
    if (!added.has(path)) return []
    const said = claims(entry)
    const into = known.find(([, other]) => sharesFile(entry, other) && shareOf(said, claims(other)) >= sameShare)
    return into === undefined
      ? []
      : [{ type: 'MERGE', from: path, into: into[0], reason: `It says what ${into[0]} says` }]
  })
}

const sharesFile = (one: Entry, other: Entry): boolean => one.raw.files.some((file) => other.raw.files.includes(file))

/** What an entry states, whoever said it: subjects, values, statements and rules; of a lesson, its reason. */
const claims = ({ facts, narrative }: Entry): ReadonlySet<string> =>
  new Set([
    ...facts.map(({ subject, value, statement, note }) =>
      fold(note === undefined || statement === '' ? `${subject} ${value} ${statement}` : statement),
    ),
    ...narrative.rules.map((rule) => fold(readRule(rule).text)),
  ])

const shareOf = (said: ReadonlySet<string>, there: ReadonlySet<string>): number =>
  said.size === 0 ? 0 : [...said].filter((claim) => there.has(claim)).length / said.size

import { oneLine, shorten } from '../../text/clean.ts'
import { emptyEntry, type Entry } from '../../tree/entry.ts'
import type { Fact } from '../../tree/facts.ts'
import { freePath } from '../../tree/name.ts'
import type { Operation } from '../../tree/operations.ts'
import { toFolderPath } from '../../tree/path.ts'
import { readRule } from '../../tree/rule.ts'

/** What one entry about an attempt holds at most: enough to know what was tried, not all of it. */
const most = { facts: 40, files: 20, sources: 40 }

/**
 * Tells in one entry what a branch learned that was dropped: as what was attempted, so that nobody takes it for what is
 * so. `learned` are the entries that the branch had and its parent had not.
 */
export function attempt(branch: string, learned: readonly Entry[]): Operation | undefined {
  const folder = toFolderPath('decisions/attempts')
  if (folder === undefined || learned.length === 0) return undefined
  const title = shorten(oneLine(`Attempted, not merged: ${branch}`), 100)
  const entry: Entry = {
    ...emptyEntry,
    title,
    tags: ['attempt'],
    raw: {
      ...emptyEntry.raw,
      changes: learned.map((one) => one.title),
      files: [...new Set(learned.flatMap(({ raw }) => raw.files))].slice(0, most.files),
      timestamp:
        learned
          .map(({ raw }) => raw.timestamp)
          .sort()
          .at(-1) ?? '',
      author: learned.at(-1)?.raw.author ?? '',
      sources: learned.flatMap(({ raw }) => raw.sources).slice(0, most.sources),
    },
    facts: learned.flatMap(claims).slice(0, most.facts),
  }
  return {
    type: 'UPSERT',
    path: freePath(folder, branch, () => false),
    entry,
    reason: `The branch ${branch} was dropped; what it learned is kept as an attempt`,
  }
}

/** All that an entry states, as what was attempted. */
function claims({ narrative, facts }: Entry): readonly Fact[] {
  const tried = (statement: string, sources: readonly string[]): Fact => ({
    subject: 'attempted',
    value: '',
    statement,
    category: 'project',
    sources,
  })
  const rules = narrative.rules.map(readRule)
  return [
    ...rules.map(({ text, commit }) => tried(text, commit === '' ? [] : [commit])),
    ...facts.map((fact) => {
      const subject = `${fact.subject}${fact.value === '' ? '' : ` = ${fact.value}`}`
      return tried([subject, fact.statement].filter((part) => part !== '').join(': '), fact.sources)
    }),
  ]
}

import { type Entry, writeEntry } from './entry.ts'
import type { Files, Knowledge } from './knowledge.ts'
import { folderOf, join, overviewFile } from './path.ts'
import { readRule } from './rule.ts'
import { byAgentIn, markedByAgent } from './unreviewed.ts'

/** The page that lists a published copy. */
export const indexPage = 'README.md'

/** By this line a folder is known for a copy of ours: only then is anything in it taken away. */
export const copyMark = '<!-- Written by ctx publish. Edit .ctx/tree instead, then publish again. -->'

const scores = /^(?:importance|recency|maturity|accessCount|updateCount|updatedAt): .*\n/gm

/**
 * Makes the files of a plain copy of the tree, for people and agents without ctx: entries without their scores, which
 * reading alone would change, overviews, `context.md`, and one page that lists them all.
 */
export function copyOf({ entries, overviews }: Knowledge): Files {
  const copied = [...entries].map(([path, entry]): [string, string] => [path, withoutScores(entry)])
  const described = [...overviews].map(([folder, text]): [string, string] => [join(folder, overviewFile), text])
  const sorted = [...copied, ...described].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return new Map([[indexPage, indexOf(entries)], ...sorted])
}

function withoutScores(entry: Entry): string {
  const text = writeEntry(entry)
  const end = text.indexOf('\n---\n')
  return end === -1 ? text : `${text.slice(0, end + 1).replace(scores, '')}${text.slice(end + 1)}`
}

function indexOf(entries: Knowledge['entries']): string {
  const lines = [copyMark, '', '# What this project knows of itself', '']
  let folder = ''
  for (const [path, entry] of [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (folderOf(path) !== folder) {
      if (folder !== '') lines.push('')
      folder = folderOf(path)
      lines.push(`## ${folder.replaceAll('/', ' / ')}`, '')
    }
    const said = leadOf(entry)
    lines.push(
      markedByAgent(`- [${bracketed(entry.title)}](${path})${said === '' ? '' : `: ${said}`}`, byAgentIn(entry)),
    )
  }
  return `${lines.join('\n')}\n`
}

/** What an entry says first: a rule, or else a fact that says something by itself. */
function leadOf({ narrative, facts }: Entry): string {
  const [rule] = narrative.rules
  const fact = facts.find(({ statement, subject }) => statement !== '' && subject === '')
  return plain(rule === undefined ? (fact?.statement ?? '') : readRule(rule).text)
}

const bracketed = (text: string): string => plain(text).replace(/[[\]]/g, '\\$&')
const plain = (text: string): string => text.replaceAll('<', '&lt;').replace(/!\[/g, '!\\[')

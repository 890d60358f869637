import { oneLine } from '../text/clean.ts'
import { termText } from '../text/terms.ts'
import { blocks, headingOfLevel } from '../tree/markdown.ts'
import { purposeByPeople } from '../tree/overview.ts'
import { madeLines, madeSectionBullet } from '../tree/overview-sections.ts'
import type { FolderPath } from '../tree/path.ts'
import type { SearchDocument } from './entry-index.ts'
import type { Statement } from './entry-statements.ts'

/** Lists of names that stand in what lies below, which answers by itself. */
const listed = /^(?:Key Concepts|Related Topics|Parent Relation)$/
const included = /^Included in this domain:\n(?:- .*(?:\n|$))*/m

/** What we list of the code is known from the entries, and would only stand beside them in an answer. */
const isTelling = (line: string): boolean => line === '' || !(madeLines.has(line) || madeSectionBullet.test(line))

/**
 * Makes the document of an overview: what it is for, who knows it, what it leaves out, how it is used, and what else
 * people wrote; undefined for one in which people have written nothing yet. It is indexed in a folder of its own, so
 * that it has no neighbours.
 */
export function overviewDocument(path: string, folder: FolderPath, text: string): SearchDocument | undefined {
  const sections = blocks(text, headingOfLevel(2)).flatMap(({ name, text: said }) => {
    const isPurpose = /^(?:Purpose|Overview|Focus)$/.test(name)
    if (name === '' ? !/\n/.test(said.trim()) : listed.test(name)) return []
    if (isPurpose && purposeByPeople(`## ${name}\n${said}\n`) === '') return []
    const without = said.replace(included, '').replace(/^# .*\n/, '')
    const body = without.split('\n').filter(isTelling).join('\n').trim()
    return body === '' ? [] : [{ name, body }]
  })
  if (sections.length === 0) return undefined
  const context = termText(folder.replaceAll(/[/_]/g, ' '))
  const lines = sections.flatMap(({ body }) => body.split('\n')).filter((line) => line.trim() !== '')
  const none = { title: '', keywords: '', facts: '', dates: '', links: '' }
  return {
    path,
    order: '',
    terms: {
      ...none,
      place: context,
      headings: termText(sections.map(({ name }) => name).join('\n')),
      content: termText(lines.join('\n')),
    },
    card: { ...blankCard, title: `Overview of ${folder}`, lines: lines.map((line) => [line.replace(/^- /, ''), 1]) },
    statements: sections.map(({ name, body }) => toStatement(`${folder}: ${name || 'overview'}`, body, context)),
    whole: undefined,
  }
}

const blankCard = {
  sources: [],
  files: [],
  related: [],
  importance: 50,
  maturity: 'draft',
  updatedAt: '',
  author: '',
  saidAt: '',
  told: '',
  archived: '',
  standing: '',
  approvedBefore: '',
  isByAgent: false,
} as const

const toStatement = (headline: string, body: string, context: string): Statement => ({
  kind: 'prose',
  headline,
  why: oneLine(body.replaceAll(/^- /gm, '')),
  note: '',
  commits: [],
  terms: { headline: termText(headline), why: termText(body), context },
})

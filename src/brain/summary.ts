import type { Tree } from '../tree/knowledge.ts'
import { newestDay } from './day.ts'
import { fencedDocument } from './document.ts'
import { cut, sizeOf } from './fill.ts'
import { itemsOf } from './item.ts'
import { decisionLines, lessonLines, newestLines, noticeLines, openLines, ruleLines } from './notices.ts'
import { underName, projectLines } from './project-lines.ts'
import { noProject, type Project } from './project.ts'

const more =
  'More of this repository’s history: `ctx query <question>`, `ctx brain`, or the tools ctx_query and ctx_brain.'

/** How many of each are told at most. */
const most = { rules: 8, notices: 6, decisions: 5, open: 4 }

type SummaryOptions = {
  readonly tokenBudget?: number
  readonly project?: Project
}

/**
 * Writes what agents' own files hold, and what they are given when they begin: what the project is, what it is made with
 * and how, the rules that hold, what broke, what was decided, or learned where little was, what is open. Nothing that no longer holds, and as of the
 * newest entry and not of today, so that its bytes stay the same while nothing changes; '' when nothing is known.
 */
export function agentSummary(
  tree: Tree,
  now: Date,
  { tokenBudget = 800, project = noProject }: SummaryOptions = {},
): string {
  const day = newestDay(tree, now)
  const items = itemsOf(tree, day).filter(({ status }) => status === 'active')
  if (items.length === 0) return ''
  const room = tokenBudget * 4 - sizeOf([...fencedDocument([]), more])
  const decisions = decisionLines(items, most.decisions)
  const known = [
    ...underName('Rules', ruleLines(items, most.rules)),
    ...underName('Breaking, and security', noticeLines(items, day, most.notices)),
    ...underName('Newest decisions', decisions),
    ...underName('Newest lessons', lessonLines(items, most.decisions - decisions.length)),
    ...underName('Open', openLines(items, most.open)),
  ]
  const newest = known.length > 0 ? [] : underName('Newest', newestLines(items, most.decisions))
  const lines = cut([...projectLines(project), ...known, ...newest], room)
  const told = lines.slice(0, lines.findLastIndex((line) => line !== '' && !line.endsWith(':**')) + 1)
  if (told.length === 0) return ''
  return [...fencedDocument(told), more]
    .map((line) => `${line}\n`)
    .join('')
    .trimStart()
}

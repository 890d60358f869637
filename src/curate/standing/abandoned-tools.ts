import { short } from '../../text/words.ts'
import { fileKindOf } from '../code/files.ts'
import { toolsIn } from '../code/tools.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { removes } from '../message/headline-kinds.ts'

/**
 * Commits about tools that no settings name any more, with the later one that says it took another: "Upgrade black version and usage"
 * until somebody took ruff (pyjwt a086e61a). What took a tool away holds; of several, one that is there keeps all.
 */
export function abandonedTools(
  analyses: readonly CommitAnalysis[],
  hasTool: HasTool,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const leftBy = new Map<string, string>()
  for (const { sha, title, touched, deleted } of analyses.toReversed()) {
    const named = toolsIn(title.replace(/\b(?:from|instead of|over|without) \S+/g, ''))
    const isOfSettings = touched.some(({ path }) => fileKindOf(path) === 'config')
    if (isOfSettings && named.length > 0 && !leaves.test(title) && named.every((name) => hasTool(name) === false))
      found.set(sha, [...new Set(named.flatMap((name) => leftBy.get(name) ?? []))])
    for (const name of toolsIn([leaves.test(title) ? title : '', ...deleted].join('\n')))
      if (!leftBy.has(name)) leftBy.set(name, short(sha))
  }
  return found
}

const leaves = new RegExp(String.raw`${removes.source}|\b(?:instead of|migrate\w*|replac\w+|switch\w*)\b`, 'i')

/** Whether the settings of a project name a tool; undefined where not all were read. */
export type HasTool = (tool: string) => boolean | undefined

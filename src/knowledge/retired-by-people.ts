import type { Ctx } from '../repo/context.ts'
import { git } from '../repo/git/git.ts'
import { fold } from '../text/clean.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { readRule } from '../tree/rule.ts'

// What `ctx mark --past` took out of entries, as its knowledge commits say it.

/** Says of an entry, in the message of a knowledge commit, what is no longer so. */
export const retiredLine = (path: string, statement: string): string => `UPDATE ${path}: no longer so: ${statement}`

const line = /^UPDATE (\S+): no longer so: (.+)$/gm

/** Takes rules out of a tree that was learned anew which people had taken out of what was there before. */
export async function withoutRetired(ctx: Ctx, knowledge: Knowledge, start: string | undefined): Promise<Knowledge> {
  if (start === undefined) return knowledge
  const said = await git(ctx.place, ['log', '--grep=^Retire: ', '--format=%B', '--end-of-options', start])
  const retired = new Set([...said.matchAll(line)].map(([, path = '', statement = '']) => `${path} ${fold(statement)}`))
  if (retired.size === 0) return knowledge
  const entries = new Map(
    [...knowledge.entries].map(([path, entry]) => {
      const rules = entry.narrative.rules.filter((rule) => !retired.has(`${path} ${fold(readRule(rule).text)}`))
      return [
        path,
        rules.length === entry.narrative.rules.length ? entry : { ...entry, narrative: { ...entry.narrative, rules } },
      ] as const
    }),
  )
  return { ...knowledge, entries }
}

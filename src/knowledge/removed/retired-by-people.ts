import type { Ctx } from '../../repo/context.ts'
import { git } from '../../repo/git/git.ts'
import { fieldsOfEach } from '../../repo/git/objects.ts'
import { strangersIn } from '../../repo/git/strangers.ts'
import { fold } from '../../text/clean.ts'
import type { Knowledge } from '../../tree/knowledge.ts'
import { readRule } from '../../tree/rule.ts'

// What `ctx mark --past` took out of entries, as its knowledge commits say it.

/** Says of an entry, in the message of a knowledge commit, what is no longer so. */
export const retiredLine = (path: string, statement: string): string => `UPDATE ${path}: no longer so: ${statement}`

const line = /^UPDATE (\S+): no longer so: (.+)$/gm

/**
 * Takes rules out of a tree that was learned anew which people of this repository had taken out of what was there before; what a
 * stranger's commits say of themselves is only text.
 */
export async function withoutRetired(ctx: Ctx, knowledge: Knowledge, start: string | undefined): Promise<Knowledge> {
  if (start === undefined) return knowledge
  const args = ['log', '-z', '--grep=^Retire: ', '--format=%H%x00%B', '--end-of-options', start]
  const [out, strangers] = await Promise.all([git(ctx.place, args), strangersIn(ctx.place, start)])
  const said = [...fieldsOfEach(out, 2)].flatMap(([commit = '', message = '']) =>
    strangers.has(commit) ? [] : [message],
  )
  const retired = new Set(
    said.flatMap((message) => [...message.matchAll(line)].map(([, path = '', one = '']) => `${path} ${fold(one)}`)),
  )
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

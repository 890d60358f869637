import { operationFromText } from '../curate/from-text.ts'
import { settleEdits } from '../knowledge/edits.ts'
import { record } from '../knowledge/record.ts'
import { refreshAgentFiles } from '../knowledge/refresh-agent-files.ts'
import { refreshHeld } from '../knowledge/refresh.ts'
import { tipToLearnOn } from '../knowledge/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { askGit } from '../repo/git/git.ts'
import { lock } from '../repo/state/lock.ts'
import { apply, type Applied } from '../tree/operations.ts'
import { toFolderPath } from '../tree/path.ts'

/** One entry holds no more: it could not be read again. */
const mostSaid = 1_000

/** Learns what a person says, under `topic` (`domain/topic`); tells where it was filed. */
export async function curateText(
  ctx: Ctx,
  text: string,
  { topic = 'notes/told', dryRun = false }: { topic?: string; dryRun?: boolean } = {},
): Promise<Applied> {
  const folder = toFolderPath(topic)
  if (folder === undefined || topic.split('/').length < 2) {
    throw new Problem('bad-topic', `"${topic}" is not a topic.`, {
      hint: 'Name a domain and a topic in lower case, such as --topic authentication/jwt.',
    })
  }
  if (text.trim() === '')
    throw new Problem('nothing-said', 'There is nothing to learn in an empty text.', {
      hint: 'Say it: ctx curate --text "…"',
    })
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  await settleEdits(ctx)
  const tip = await tipToLearnOn(ctx)
  const { out: author } = await askGit(ctx.place, ['config', '--get', 'user.name'])
  const operation = operationFromText(text, folder, tip.knowledge, author)
  const said = 'entry' in operation ? operation.entry.facts.length + operation.entry.narrative.rules.length : 0
  if (said > mostSaid)
    throw new Problem('too-much-said', `That is ${said} sentences, more than the ${mostSaid} of one entry.`, {
      hint: 'Tell it in parts, each with a --topic of its own.',
    })
  if (dryRun) {
    const { applied, summary } = apply(tip.knowledge, [operation], ctx.now())
    return { applied, summary }
  }
  const title = operation.type === 'UPSERT' ? operation.reason.replace(/^Told by [^:]*: /, '') : ''
  const told = await record(ctx, tip, { operations: [operation], title })
  await refreshHeld(ctx)
  await refreshAgentFiles(ctx)
  return told
}

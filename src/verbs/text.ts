import { operationFromText as tellOperation } from '../curate/from-text.ts'
import { change } from '../knowledge/change.ts'
import { record } from '../knowledge/record.ts'
import { type Tip, tipToLearnOn } from '../knowledge/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { askGit } from '../repo/git/git.ts'
import { apply, type Applied, type Operation } from '../tree/operations.ts'
import { toFolderPath } from '../tree/path.ts'

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
  const { out: author } = await askGit(ctx.place, ['config', '--get', 'user.name'])
  const operationFor = ({ knowledge }: Tip): Operation => tellOperation(text, folder, knowledge, author)
  if (dryRun) {
    const tip = await tipToLearnOn(ctx)
    const { applied, summary } = apply(tip.knowledge, [operationFor(tip)], ctx.now())
    return { applied, summary }
  }
  return await change(ctx, async (tip) => {
    const operation = operationFor(tip)
    const title = operation.type === 'UPSERT' ? operation.reason.replace(/^Told by [^:]*: /, '') : ''
    return await record(ctx, tip, { operations: [operation], title })
  })
}

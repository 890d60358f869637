import type { Ctx } from '../repo/context.ts'
import { lookUpOwn, readOwn } from '../repo/settings/own.ts'

/** Whether a model answers where nothing is sure (`ctx.query.model auto`). */
export const answersWhenUnsure = (ctx: Ctx): boolean => lookUpOwn('ctx.query.model', ctx) === 'auto'

/** Whether a model works in the background, on new commits or on summaries (`ctx.curate.model auto`, `ctx.summaries.model auto`). */
export const worksByItself = async ({ place, env }: Ctx, what: 'curate' | 'summaries'): Promise<boolean> =>
  (await readOwn(place, env))[`ctx.${what}.model`] === 'auto'

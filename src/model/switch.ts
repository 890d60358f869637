import type { Ctx } from '../repo/context.ts'
import { lookUpOwn, readOwn } from '../repo/settings/own.ts'

/** Whether a model answers where nothing is sure (`ctx.query.model auto`). */
export const answersWhenUnsure = (ctx: Ctx): boolean => lookUpOwn('ctx.query.model', ctx) === 'auto'

/** Whether a model makes vectors (`ctx.model.embeddings`). */
export const makesVectors = (ctx: Ctx): boolean => (lookUpOwn('ctx.model.embeddings', ctx) ?? '') !== ''

/** Who asks by meaning: somebody who waits for vectors that are missing, or a program that takes what is there. */
export type Meaning = 'waits' | 'takes'

/** Whether vectors take part in a question: when somebody says so, or for programs where a model makes them. */
export const asksMeaning = (ctx: Ctx, meaning: Meaning | undefined): meaning is Meaning =>
  meaning === 'waits' || (meaning === 'takes' && makesVectors(ctx))

/** Whether a model works in the background, on new commits or on summaries (`ctx.curate.model auto`, `ctx.summaries.model auto`). */
export const worksByItself = async ({ place, env }: Ctx, what: 'curate' | 'summaries'): Promise<boolean> =>
  (await readOwn(place, env))[`ctx.${what}.model`] === 'auto'

import { jsonIn } from '../curate/authored/authored.ts'
import { room, type SourceText } from '../curate/authored/brief.ts'
import { compact, type Compacted } from '../curate/authored/compact.ts'
import { ask, type Count, converseWithTools } from '../model/converse.ts'
import { readPrompt, versionOf } from '../model/prompts.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { readModelling } from '../repo/settings/modelling.ts'
import { fence, quoteText, randomWord } from '../text/quote.ts'
import type { Operation } from '../tree/operations.ts'
import { type Material, curationTools } from './toolbox.ts'

/** What a model made of something; `by` is how the knowledge commit says who curated it. */
export type Modelled = {
  /** Undefined where it failed or proved nothing: then what was found without it stands. */
  readonly operations: readonly Operation[] | undefined
  readonly by: string
  readonly tokens: number
}

const limits = { mostTokens: 1_500, temperature: 0.2 }
/** How long a model may go on. */
const bounds = { rounds: 5, calls: 50 }

/**
 * Lets a model write what a commit or a document teaches. It is given what was found without it, works through tools or
 * answers with JSON, and what it says without proof is left out. Whatever fails is said in `by`; nothing is thrown.
 */
export async function curateWithModel(ctx: Ctx, material: Material): Promise<Modelled> {
  const name = (await readModelling(ctx.place, ctx.env)).model?.name ?? 'no model'
  const system = readPrompt('curate')
  let tokens = 0
  const count = (took: number): void => void (tokens += took)
  try {
    const { operations, isAnswered } = await converseAbout(ctx, material, { system, count })
    if (!isAnswered) return { operations: undefined, by: `offline: ${name} answered with something else`, tokens }
    if (operations.length === 0) return { operations: undefined, by: `offline: ${name} proved nothing`, tokens }
    return { operations, by: `${name}, prompt ${versionOf(system)}`, tokens }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { operations: undefined, by: `offline: ${name} did not answer`, tokens }
  }
}

type Conversing = { readonly system: string; readonly count: Count }
type Conversed = { readonly operations: readonly Operation[]; readonly isAnswered: boolean }

async function converseAbout(ctx: Ctx, material: Material, { system, count }: Conversing): Promise<Conversed> {
  const toolbox = curationTools(ctx, { ...material, given: await fitting(ctx, material.told, count) })
  try {
    const first = await converseWithTools(
      ctx,
      { system, user: toolbox.user, ...limits },
      { tools: toolbox.tools, bounds, count },
    )
    // Work through tools that ended by itself needs no words; words are the operations of a model without tools.
    const wrong = first === '' ? '' : await toolbox.curate(jsonIn(first))
    if (wrong === '' || toolbox.written().length > 0) return { operations: toolbox.written(), isAnswered: true }
    const again = `${toolbox.user}\n\nYour last answer was:\n${fence('answer', first.slice(0, 1_000), { word: randomWord() })}\n\nWhat was wrong with it: ${wrong}\nAnswer with the JSON object alone.`
    const second = jsonIn(await ask(ctx, { system, user: again, ...limits }, { count }))
    await toolbox.curate(second)
    return { operations: toolbox.written(), isAnswered: second !== undefined }
  } catch (error) {
    // What it wrote and proved before it lost its way, or its server failed, is as good as it was.
    if (!(error instanceof Problem) || toolbox.written().length === 0) throw error
    return { operations: toolbox.written(), isAnswered: true }
  }
}

/** Makes what is told fit: through the model where that pays, else cut. Quotes are still held against the whole. */
async function fitting(ctx: Ctx, told: SourceText, count: Count): Promise<SourceText> {
  if (told.kind === 'commit')
    return { ...told, diff: saying(await compacted(ctx, told.diff, { budget: room.commit, count })) }
  return { ...told, text: saying(await compacted(ctx, told.text, { budget: room.document, count })) }
}

/** Of one text, nobody reads more, not even to shorten it; in characters. */
const mostRead = 40_000

/** Room for the line that says how a text was shortened. */
const spare = 20

const saying = ({ text, level }: Compacted): string =>
  level === 'whole' ? text : `${text}\n[${level === 'L3' ? 'the rest was cut' : 'this is a summary'}]`

type Budget = { readonly budget: number; readonly count: Count }

async function compacted(ctx: Ctx, text: string, { budget, count }: Budget): Promise<Compacted> {
  const system = readPrompt('compact')
  return await compact(text.slice(0, mostRead), {
    budget: budget - spare,
    summarise: async (whole, tokens, level) =>
      await ask(
        ctx,
        {
          system: `${system}\n- At most ${tokens * 3} characters${level === 'L2' ? ': keep only what nobody could guess' : ''}.`,
          user: fence('text', quoteText(whole), { word: randomWord() }),
          mostTokens: tokens,
          temperature: limits.temperature,
        },
        { count },
      ),
  })
}

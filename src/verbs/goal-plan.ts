import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { array, maxLength, object, string } from 'zod/mini'
import { constraintsOf } from '../brain/goals/constraints.ts'
import { plan, type Planner } from '../brain/goals/library/plan.ts'
import { TreeOfAnyTime, type TreeStats } from '../brain/goals/library/tree.ts'
import { jsonIn } from '../curate/authored/authored.ts'
import { goalHere, spoken } from '../knowledge/goals/goals.ts'
import { shownKnowledge } from '../knowledge/branch/tip.ts'
import { ask } from '../model/converse.ts'
import { Problem } from '../problem.ts'
import { type Ctx, packageRoot } from '../repo/context.ts'
import { fence, quoteText, randomWord } from '../text/quote.ts'
import { goalLimits } from '../tree/goal.ts'
import { leastTokens } from './goal-start.ts'

/** One goal of a plan, after those above it and before those below. */
export type PlannedGoal = {
  readonly id: string
  readonly depth: number
  readonly intent: string
  readonly digest: string
  readonly tokensUsed: number
}

/** A plan that a model worked out, with what it took. */
export type GoalPlanned = {
  readonly intent: string
  readonly goals: readonly PlannedGoal[]
  readonly stats: TreeStats
}

/** What is planned, and the bounds of the plan. */
export type GoalPlanOptions = {
  /** Without it, the goal of this branch is planned. */
  readonly intent?: string
  /** How deep goals are taken apart (2), and how many there may be (30): each is asked about twice. */
  readonly depth?: number
  readonly goals?: number
  /** Tokens that each goal gets, at most (8192). */
  readonly limit?: number
}

/**
 * Lets the model that is set up plan a goal: it takes it apart, and its parts again, each told only what that goal must
 * know; what is done comes up as a digest. Nothing is written.
 * @throws {Problem} when no model is set up, it answers with something else twice, or the plan grows beyond its bounds.
 */
export async function goalPlan(ctx: Ctx, options: GoalPlanOptions = {}): Promise<GoalPlanned> {
  const { depth = 2, goals = 30, limit = 8192 } = options
  if (limit < leastTokens) throw new Problem('bad-number', `A goal needs at least ${leastTokens} tokens, not ${limit}.`)
  const intent = await intentOf(ctx, options.intent)
  const tree = new TreeOfAnyTime({
    now: ctx.now,
    defaultTokenLimit: limit,
    globalContext: await projectFor(ctx, intent, limit),
  })
  await plan(tree, { id: 'goal', intent }, { ...plannerFor(ctx), mostDepth: depth, mostGoals: goals })
  return { intent, goals: [...inOrder(tree, 'goal', 0)], stats: tree.getTreeStats() }
}

async function intentOf(ctx: Ctx, given: string | undefined): Promise<string> {
  if (given !== undefined) return spoken(given, 'The intent', goalLimits.intent)
  const { goal, branch } = await goalHere(ctx)
  if (goal !== undefined && goal.finishedAt === '') return goal.intent
  throw new Problem('no-goal', `${branch} has no goal that is worked on.`, {
    hint: 'Say what to plan: ctx goal plan "<intent>", or begin a goal: ctx goal start "<intent>"',
  })
}

/** The constraints of the project that bear on the intent, in a third of the tokens that a goal gets. */
async function projectFor(ctx: Ctx, intent: string, limit: number): Promise<{ readonly constraints?: string[] }> {
  const { commit } = await goalHere(ctx)
  if (commit === undefined) return {}
  const { entries } = await shownKnowledge(ctx, commit)
  const weighing = { about: intent, now: ctx.now(), boost: ctx.settings.search.boost }
  let room = Math.floor(limit / 3) * 4
  const constraints = constraintsOf(entries, weighing)
    .map(({ text }) => text)
    .filter((text) => (room -= text.length) > 0)
  return constraints.length === 0 ? {} : { constraints }
}

const takenApart = object({ goals: array(string().check(maxLength(goalLimits.intent))) })
const finished = object({ digest: string().check(maxLength(goalLimits.digest)) })

function plannerFor(ctx: Ctx): Planner {
  const system = readFileSync(join(packageRoot(), 'templates', 'prompts', 'plan.md'), 'utf8')
  const answerTo = async (what: string, prompt: string): Promise<{ json: unknown; tokens: number }> => {
    const user = `Asked to "${what}".\n\n${fence('goal', quoteText(prompt), { word: randomWord() })}`
    let tokens = 0
    const text = await ask(
      ctx,
      { system, user, mostTokens: 800, temperature: 0.2 },
      { count: (took) => (tokens += took) },
    )
    return { json: jsonIn(text), tokens }
  }
  return {
    takeApart: async (prompt) => {
      const { json, tokens } = await answerTo('take apart', prompt)
      const read = takenApart.safeParse(json)
      const parts = read.success ? read.data.goals.map((one) => one.trim()).filter((one) => one !== '') : []
      // A goal whose parts cannot be read is done as a whole.
      return { goals: parts.slice(0, mostParts), tokens }
    },
    finish: async (prompt, id) => {
      const first = await answerTo('finish', prompt)
      const read = finished.safeParse(first.json)
      if (read.success && read.data.digest.trim() !== '') return { digest: read.data.digest, tokens: first.tokens }
      const second = await answerTo('finish', `${prompt}\n\nAnswer with the JSON object alone.`)
      const again = finished.safeParse(second.json)
      if (again.success && again.data.digest.trim() !== '')
        return { digest: again.data.digest, tokens: first.tokens + second.tokens }
      throw new Problem('no-plan', `The model gave no digest for ${id}.`, {
        hint: 'Try again, or set up another model.',
      })
    },
  }
}

const mostParts = 7

function* inOrder(tree: TreeOfAnyTime, id: string, depth: number): Generator<PlannedGoal> {
  const node = tree.getContext(id)
  if (node === undefined) return
  yield { id, depth, intent: node.intent, digest: node.digest ?? '', tokensUsed: node.tokensUsed }
  for (const child of tree.childrenOf(id)) yield* inOrder(tree, child, depth + 1)
}

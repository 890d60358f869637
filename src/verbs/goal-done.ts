import {
  type DigestParts,
  digestText,
  fitDigest,
  foldDigests,
  missingIn,
  type Quality,
  retained,
} from '../brain/goals/digest.ts'
import { goalAboveWithDigest, finishedGoal, learnedByBranch } from '../knowledge/goals/goal-digest.ts'
import { changeGoals, goalEverywhere, momentOf, requireActive, spoken } from '../knowledge/goals/goals.ts'
import { parentBranches } from '../knowledge/branch/parent-branches.ts'
import { findKnowledge } from '../knowledge/branch/range.ts'
import { shownKnowledge } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { oneLine, shorten } from '../text/clean.ts'
import { sentences } from '../text/sentences.ts'
import { countTokens } from '../text/tokens.ts'
import { opposedRules, sayOpposed } from '../tree/contradictions.ts'
import { type Goal, goalLimits } from '../tree/goal.ts'

/** What is handed up when a goal is done. */
export type GoalDoneOptions = {
  /** In words; made of what the branch learned where none is given. */
  readonly digest?: string | undefined
  readonly decisions?: readonly string[]
  readonly artifacts?: readonly string[]
  readonly constraints?: readonly string[]
}

/** A finished goal, and how much of what was worked with its digest still names. */
export type GoalDone = {
  readonly goal: string
  readonly branch: string
  readonly parent: string
  readonly digest: string
  readonly digestTokens: number
  /**
   * The share of the names in notes, local values and what the branch learned that the digest keeps; and some it lost.
   */
  readonly retained: number
  readonly lost: readonly string[]
  /** What was given and contradicts a rule that holds. */
  readonly contradictions: readonly string[]
}

/**
 * Finishes the goal of this branch: its digest goes to the goal above, and what was found out on the way is archived. A
 * digest that is not given is made of what the branch learned and its parent does not know.
 * @throws {Problem} when the digest is vague, naming what it lacks.
 */
export async function goalDone(ctx: Ctx, said: GoalDoneOptions = {}): Promise<GoalDone> {
  const given = partsOf(said)
  return await changeGoals(ctx, async (here) => {
    const goal = requireActive(here)
    const learned = await learnedByBranch(ctx, goal, { own: here.commit, parent: await knowledgeAbove(ctx, goal) })
    const below = goal.digests.map(({ digest: handed }) => handed)
    const own = given === undefined ? fitDigest(learned) : summedUp(given, goal)
    requireTelling(digestText(own), { isGiven: given !== undefined, below: below.length })
    const digest = digestText(foldDigests(own, below))
    const { share, lost } = retained([traceOf(goal, learned), ...below].join('\n'), digest)
    const done = finishedGoal(goal, digest, momentOf(ctx))
    const above = await goalAboveWithDigest(ctx, done, here.commit)
    const { id, branch, parent } = done
    return {
      goals: [done, ...above],
      message: `finish ${branch}: ${goal.intent}`,
      result: {
        goal: id,
        branch,
        parent,
        digest,
        digestTokens: countTokens(digest),
        retained: Math.round(share * 100) / 100,
        lost: lost.slice(0, 20),
        contradictions: await contradictionsOf(ctx, given, here.commit),
      },
    }
  })
}

function partsOf({
  digest,
  decisions = [],
  artifacts = [],
  constraints = [],
}: GoalDoneOptions): DigestParts | undefined {
  const isSaid = digest !== undefined || decisions.length + artifacts.length + constraints.length > 0
  if (!isSaid) return undefined
  const all = (texts: readonly string[], what: string): readonly string[] =>
    texts.map((text) => oneLine(spoken(text, what, goalLimits.digest)))
  const parts = {
    summary: digest === undefined ? '' : spoken(digest, 'The digest', goalLimits.digest),
    decisions: all(decisions, 'A decision'),
    artifacts: all(artifacts, 'An artifact'),
    constraints: all(constraints, 'A constraint'),
  }
  spoken(digestText(parts), 'The digest', goalLimits.digest)
  return parts
}

/** The summary that was given; without one, as much of the intent as there is room for. */
function summedUp(said: DigestParts, { intent }: Goal): DigestParts {
  if (said.summary !== '') return said
  const room = goalLimits.digest + 1 - digestText({ ...said, summary: '…' }).length
  return room < 1 ? said : { ...said, summary: shorten(intent, room) }
}

/** Both the rule and its opposite would go to every goal from now on, so the contradiction is reported now. */
async function contradictionsOf(
  ctx: Ctx,
  given: DigestParts | undefined,
  commit: string | undefined,
): Promise<readonly string[]> {
  const said = [...(given?.constraints ?? []), ...(given?.decisions ?? []), ...sentences(given?.summary ?? '')]
  if (said.length === 0 || commit === undefined) return []
  const { entries } = await shownKnowledge(ctx, commit)
  return opposedRules(said, entries).slice(0, 10).map(sayOpposed)
}

const asked: Record<Quality, string> = {
  decisions: 'decisions: what was chosen, and why (--decision "JWT instead of sessions, because …")',
  names: 'names: what it was done with (Auth0, RS256, refresh_token)',
  interfaces: 'interfaces: files, endpoints, signatures or commands that others meet (--artifact "POST /auth/login")',
}

function requireTelling(
  digest: string,
  { isGiven, below }: { readonly isGiven: boolean; readonly below: number },
): void {
  const missing = missingIn(digest)
  // What its children handed up says for a goal that only held them together what was done.
  if (missing.length === 0 || (!isGiven && below > 0)) return
  const what = isGiven ? 'The digest is too vague' : 'What this branch learned does not make a digest'
  throw new Problem('vague-digest', `${what}: it lacks ${missing.join(', ')}.`, {
    hint: `Say it with \`ctx goal done --digest "…"\`, with\n${missing.map((quality) => `- ${asked[quality]}`).join('\n')}`,
  })
}

const traceOf = ({ local, notes }: Goal, learned: DigestParts): string =>
  [
    ...Object.entries(local).map(([key, value]) => `${key}: ${value}`),
    ...notes.map(({ text }) => text),
    digestText({ ...learned, summary: '' }),
  ].join('\n')

/** The knowledge of the branch that the goal above is for, or else of the one that this branch came from. */
async function knowledgeAbove(ctx: Ctx, { parent, branch }: Goal): Promise<string | undefined> {
  const [above] = await goalEverywhere(ctx, parent)
  const names = [...(above === undefined ? [] : [above.branch]), ...(await parentBranches(ctx, branch))]
  for (const name of names) {
    const found = name === branch ? undefined : await findKnowledge(ctx, name)
    if (found !== undefined) return found.commit
  }
  return undefined
}

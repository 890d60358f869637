import { plural } from '../../text/words.ts'
import type { GoalDone } from '../../verbs/goal-done.ts'
import type { GoalHydrated } from '../../verbs/goal-hydrate.ts'
import type { GoalPlanned } from '../../verbs/goal-plan.ts'
import type { GoalStats } from '../../verbs/goal-stats.ts'
import type { GoalForest, GoalInTree } from '../../verbs/goal-tree.ts'
import type { GoalUsage } from '../../verbs/goal-usage.ts'
import { print, say, style } from './print.ts'

/** Says what a goal took of its tokens. */
export const usageLine = ({ branch, tokensUsed, tokenLimit, remaining }: GoalUsage): string =>
  `${branch}: ${tokensUsed} of ${plural(tokenLimit, 'token')} used, ${remaining} left.`

/** Prints what a goal must know, and what had no room. */
export function printBrief({ text, leftOut, tokenLimit }: GoalHydrated): void {
  print(text)
  const left = Object.entries(leftOut).filter(([, amount]) => amount > 0)
  if (left.length > 0)
    say(
      `Without room in ${plural(tokenLimit, 'token')}: ${left.map(([what, amount]) => `${amount} ${what}`).join(', ')}.`,
    )
}

/** Prints what goes up, what it lost, and what it contradicts. */
export function printDone({ branch, digest, digestTokens, retained, lost, contradictions }: GoalDone): void {
  print(`Finished the goal of ${branch}, with a digest of ${plural(digestTokens, 'token')}:\n${digest}`)
  if (retained < 0.95)
    say(`It keeps ${Math.round(retained * 100)} % of the names that were worked with. Not in it: ${lost.join(', ')}.`)
  for (const one of contradictions) say(one)
}

/** Prints all goals, each below the one that it is part of. */
export function printForest({ goals: found, findings }: GoalForest): void {
  if (found.length === 0) say('No branch has a goal yet. Begin one: ctx goal start "<intent>"')
  for (const goal of found) print(lineOf(goal))
  for (const { at, detail } of findings) say(`${at}: ${detail}`)
}

function lineOf({ depth, branch, intent, state, tokensUsed, tokenLimit, over }: GoalInTree): string {
  const tokens = style(over > 0 ? 'red' : 'dim', `${tokensUsed} of ${plural(tokenLimit, 'token')}`)
  return `${'  '.repeat(depth)}${state === 'finished' ? '✓' : '·'} ${style('cyan', branch)}  ${intent.split('\n')[0] ?? ''}  ${tokens}`
}

/** Prints what goals took. */
export function printStats(stats: GoalStats): void {
  print(`${plural(stats.totalNodes, 'goal')}: ${stats.active} active, ${stats.finished} finished`)
  print(
    `${plural(stats.totalTokens, 'token')} used, ${Math.round(stats.avgTokensPerNode)} on average, ${stats.maxTokens} at most; ${stats.digestTokens} in digests`,
  )
  print(`${plural(stats.nodesOverLimit, 'goal')} over the limit`)
  for (const { branch, over } of stats.over) print(`  ${branch}: ${plural(over, 'token')} over`)
}

/** Prints a plan: each goal with what it comes to, and what planning took. */
export function printPlan({ goals, stats }: GoalPlanned): void {
  for (const { depth, intent, digest } of goals) {
    const indent = '  '.repeat(depth)
    print(`${indent}· ${style('cyan', intent)}`)
    print(`${indent}  ${digest.replaceAll('\n', ' ')}`)
  }
  say(
    `${plural(stats.totalNodes, 'goal')} planned with ${plural(stats.totalTokens, 'token')}, ${stats.maxTokens} at most for one. Nothing was written: begin those you want with \`ctx goal start\`, each on a branch of its own.`,
  )
}

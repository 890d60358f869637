import type { SetupStep } from '../../repo/setup-step.ts'
import { print, style } from './print.ts'

/** The marks that stand before what was done, what was so already, and what a person has to do. */
export const marks = { done: '✓', kept: '·', todo: '!' } as const

const colours = { done: 'green', kept: 'dim', todo: 'yellow' } as const

/** Prints what a command that sets something up did, step by step. */
export const printSteps = (steps: readonly SetupStep[]): void => {
  for (const { what, state } of steps) print(`${style(colours[state], marks[state])} ${what.replaceAll('\n', '\n  ')}`)
}

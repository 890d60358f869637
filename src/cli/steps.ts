import type { Step } from '../repo/setup-step.ts'
import { print, style } from './print.ts'

export const marks = { done: '✓', kept: '·', todo: '!' } as const

const colours = { done: 'green', kept: 'dim', todo: 'yellow' } as const

export const printSteps = (steps: readonly Step[]): void => {
  for (const { what, state } of steps) print(`${style(colours[state], marks[state])} ${what.replaceAll('\n', '\n  ')}`)
}

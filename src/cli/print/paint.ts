import type { LineChange } from '../../review/line-change.ts'
import { style } from './print.ts'

const colours = { gained: 'green', lost: 'red', changed: 'yellow', head: 'bold' } as const

/** Colours the lines of a review by what became of them. */
export const paint = (kind: LineChange['how'] | 'head', text: string): string => style(colours[kind], text)

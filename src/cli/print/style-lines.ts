import type { AnswerLine } from '../../search/format-answer.ts'
import { style } from './print.ts'

/** Makes one text of the lines of a lesson, each as a terminal shows it. */
export const styleLines = (lines: readonly AnswerLine[]): string =>
  lines.map(({ text, as }) => (as === undefined ? text : style(as, text))).join('\n')

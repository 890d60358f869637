import { nameLesson } from '../../search/format-answer.ts'
import type { LessonHit } from '../../search/lesson-hit.ts'
import type { QueryResult } from '../../verbs/query.ts'
import { head } from './entry-line.ts'
import { print, style } from './print.ts'

// How scores came about, as `--explain` prints it.

const points = (value: number): string => value.toFixed(2)

const inWords = (byTerm: Readonly<Record<string, number>>): string =>
  Object.entries(byTerm)
    .sort(([, a], [, b]) => b - a)
    .map(([term, worth]) => `${term} ${points(worth)}`)
    .join(', ')

/** Prints of each lesson what its score is the product of. */
export const printExplainedLessons = (hits: readonly LessonHit[]): void => print(hits.map(explainLesson).join('\n\n'))

function explainLesson(hit: LessonHit): string {
  const { score, covers, parts } = hit
  const name = `${score.toFixed(3)}  ${style('bold', nameLesson(hit))}`
  if (parts === undefined) return name
  return [
    name,
    `  words       ${points(parts.words)}  ${inWords(parts.byTerm)}`,
    `  coverage    × ${points(parts.coverage)}  it holds ${Math.round(covers * 100)} % of the question`,
    `  headline    × ${points(parts.headline)}  the question holds ${Math.round((parts.headline - 1) * 100)} % of it`,
    ...Object.entries(parts.factors).map(([factor, worth]) => `  ${factor.padEnd(10)}  × ${points(worth)}`),
  ].join('\n')
}

/** Prints of each entry what its score is made of. */
export function printExplained({ tier, confidence, isSure, hits }: QueryResult): void {
  print(style('dim', `tier ${tier}, confidence ${points(confidence)}${isSure ? ', sure' : ''}`))
  for (const hit of hits) {
    const { words, byTerm, topic, beside, text, importance, recency, boost } = hit.parts
    print(`
${hit.score.toFixed(3)}  ${head(hit)}
  words       ${points(words)}  ${inWords(byTerm)}
  topic       ${points(topic)}  beside ${points(beside)}
  text        ${points(text)}  of the best; importance ${points(importance)}, recency ${points(recency)}
  ${hit.maturity.padEnd(10)}  × ${points(boost)}`)
  }
}

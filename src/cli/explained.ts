import type { LessonHit } from '../search/in-words.ts'
import type { QueryResult } from '../verbs/query.ts'
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
export function printExplainedLessons(hits: readonly LessonHit[]): void {
  for (const { headline, why, commit, entry, score, covers, parts } of hits) {
    if (parts === undefined) continue
    const named = headline === '' ? why.slice(0, 80) : headline
    const where = commit === '' ? entry : commit.slice(0, 8)
    const lines = [
      `${score.toFixed(3)}  ${style('bold', named)}  ${style('cyan', where)}`,
      `  words       ${points(parts.words)}  ${inWords(parts.byTerm)}`,
      `  coverage    × ${points(parts.coverage)}  it holds ${Math.round(covers * 100)} % of the question`,
      ...Object.entries(parts.factors).map(([name, factor]) => `  ${name.padEnd(10)}  × ${points(factor)}`),
    ]
    print(`${lines.join('\n')}\n`)
  }
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

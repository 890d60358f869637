import { formatLessons, mostNear } from '../../search/format-answer.ts'
import { formatGuessed } from '../../search/unknown-words.ts'
import type { LessonAnswer } from '../../verbs/answer-question.ts'
import type { Neighbour } from '../../verbs/related.ts'
import { openHere } from '../context.ts'
import { printExplainedLessons } from './print-explained.ts'
import { print, printJson, style } from './print.ts'
import type { Printing } from '../read-question.ts'
import { styleLines } from './style-lines.ts'
import { sayIfCut, sayUnfinished, sayUnread, unstatedIn } from './say-unanswered.ts'

/** Prints the lessons that answer; where none does for certain, what is nearest. */
export async function printLessons(answer: LessonAnswer, how: Printing): Promise<void> {
  const { hits, isKnown, isNear, guessed, isWhole, isKept, isByMeaning, unread } = answer
  if (isKnown) {
    const before = formatGuessed(guessed)
    if (before !== '') print(`${before}\n`)
    printHits(hits, how, before)
    if (how.isRelatedShown) await printNeighbours(hits.map(({ entry }) => entry))
  } else {
    // This is the answer: who reads standard output alone would take what is nearest for one.
    const before = unstatedIn(answer)
    print(before)
    const nearest = isByMeaning || how.more ? hits : hits.slice(0, mostNear)
    if ((isByMeaning || isNear) && hits.length > 0) printHits(nearest, how, before)
  }
  if (!isWhole) sayUnfinished({ isKept })
  if (!isKnown) sayIfCut()
  sayUnread(unread)
}

/** Prints the same as JSON. */
export async function printLessonsAsJson(answer: LessonAnswer, { query, isRelatedShown }: Printing): Promise<void> {
  const { hits, isKnown, isNear, unknown, guessed, inDiffs, isWhole, isByMeaning, unread } = answer
  const how = {
    ...(isByMeaning ? { isByMeaning } : {}),
    ...(inDiffs.length > 0 ? { inDiffs } : {}),
    ...(guessed.length > 0 ? { guessed } : {}),
  }
  const related = isRelatedShown ? { related: await neighboursOf(isKnown ? hits.map(({ entry }) => entry) : []) } : {}
  printJson({ query, outOfDomain: !isKnown, isNear, unknown, isWhole, hits, unread, ...how, ...related })
}

function printHits(hits: LessonAnswer['hits'], { more, explains }: Printing, before = ''): void {
  if (explains) return printExplainedLessons(hits)
  print(formatLessons(hits, { more, before }).map(styleLines).join('\n\n'))
}

async function neighboursOf(paths: readonly string[]): Promise<readonly Neighbour[]> {
  const { neighbours } = await import('../../verbs/related.ts')
  return await neighbours(await openHere(), paths, { withText: true })
}

/** Prints the entries that these name, or that name these. */
export async function printNeighbours(paths: readonly string[]): Promise<void> {
  for (const { path, title, to, text } of await neighboursOf(paths))
    print(`\n${style('bold', title)}  ${style('cyan', path)}  ${style('dim', `related to ${to}`)}\n${text}`)
}

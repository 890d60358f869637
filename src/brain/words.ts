import { inertLine } from '../text/quote.ts'
import { firstFew } from '../text/words.ts'

/** Says a part of a whole with two places, such as 0.80. */
export const share = (value: number): string => value.toFixed(2)

/** Says how long ago a number of days is. */
export const ago = (days: number): string => (days === 0 ? 'today' : days === 1 ? '1 day old' : `${days} days old`)

/** Names the first few of many, as lines that nothing is hidden in, and how many more there are. */
export const someOf = (names: readonly string[], most: number): string =>
  firstFew(
    names.map((name) => inertLine(name, 80)),
    most,
  )

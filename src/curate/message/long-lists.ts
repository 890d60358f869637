/** The sentences that go on with an item of a list, of which the first says what it is: "• It then waits a fixed 10s. When it isn't, …". */
export function detailsOfItems(said: readonly string[]): readonly string[] {
  const first = said.findIndex((sentence) => startsItem.test(sentence))
  const items = said.filter((sentence) => startsItem.test(sentence)).length
  if (items < leastItems) return []
  return said.slice(first).filter((sentence) => !startsItem.test(sentence))
}

const startsItem = /^• |: • /
const leastItems = 2

/** What is told at length without what goes on with the items of its lists: "Two changes: …" is to have both (go-redis 97568827). */
export const withoutDetails = (said: readonly string[], details: ReadonlySet<string>): readonly string[] =>
  said.filter((sentence) => !details.has(sentence))

/**
 * Puts as much back behind the items that are told as there is room for: what stands right behind each of them, then what comes
 * next, so that none is told at length where another is not explained.
 */
export function withDetails(
  told: readonly string[],
  { said, details, longest }: { said: readonly string[]; details: ReadonlySet<string>; longest: number },
): readonly string[] {
  const kept = [...told]
  let room = longest - told.join(' ').length
  const depthOf = (at: number): number => at - said.findLastIndex((one, before) => before < at && !details.has(one))
  const left = said.flatMap((sentence, at) => (details.has(sentence) ? [{ sentence, at, depth: depthOf(at) }] : []))
  for (const { sentence, at } of left.toSorted((a, b) => a.depth - b.depth)) {
    const place = kept.indexOf(said[at - 1] ?? '')
    if (place === -1 || sentence.length >= room) continue
    kept.splice(place + 1, 0, sentence)
    room -= sentence.length + 1
  }
  return kept
}

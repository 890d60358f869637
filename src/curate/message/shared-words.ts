/** Whether most words of one text stand in another. */
export function isCovered(text: string, other: string, share = 0.75): boolean {
  const words = wordsOf(text)
  const there = new Set(wordsOf(other))
  return words.length > 0 && words.filter((word) => there.has(word)).length >= words.length * share
}

/** Counts the words of one text that are not in another. */
export function newWords(text: string, other: string): number {
  const there = new Set(wordsOf(other))
  return new Set(wordsOf(text).filter((word) => !there.has(word))).size
}

/** Whether two texts have a word in common that says something. */
export function sharesWord(text: string, other: string): boolean {
  const there = new Set(wordsOf(other.slice(0, longestOther)))
  return wordsOf(text).some((word) => word.length > 3 && !common.test(word) && there.has(word))
}

const longestOther = 40_000
const common =
  /^(?:added|adding|support|change|fixed|allow|when|with|that|this|from|into|have|will|would|more|make|made|used|using|also|them|than|they|then|only|some|such|which|where|while|there|their|these|should|could|other|default|now|not|all|remove|removed|improved|update|updated|version)$/

/** Words without what only tells one from many. */
const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-z0-9_]{3,}/g) ?? []).map((word) => word.replace(/(?<=\w{3})s$/, ''))

// @ts-check
// What answers are compared with: BM25 over the messages of a history as they are, the subject counted twice.

const stopWords = new Set(
  `the a an of to in on for is are was were be and or not it this that with as by from at why does do did how what when
  which has have had can should so but if into out no than then ever there its their your i my may must they them get gets
  use used using`.split(/\s+/),
)
const [k1, b] = [1.2, 0.6]

/** @param {string} text */
const termsIn = (text) =>
  (
    text
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
    .filter((word) => word.length > 1 && !stopWords.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(?:ations?|ings?|ers?|ies|ed|es|s)$/, '') : word))

/**
 * @param {string} log hash, subject and body of each commit, between NUL, ended by SOH
 * @returns {(question: string, most: number) => readonly string[]} hashes, best first
 */
export function messageSearch(log) {
  const documents = log.split('\x01').flatMap((record) => {
    const [sha = '', subject = '', body = ''] = record.trimStart().split('\0')
    return sha === '' ? [] : [{ sha, terms: termsIn(`${subject}\n${subject}\n${body}`) }]
  })
  const mean = documents.reduce((sum, { terms }) => sum + terms.length, 0) / documents.length
  /** @type {Map<string, Map<number, number>>} */
  const postings = new Map()
  documents.forEach(({ terms }, at) => {
    for (const term of terms) {
      const counts = postings.get(term) ?? new Map()
      postings.set(term, counts.set(at, (counts.get(at) ?? 0) + 1))
    }
  })
  return (question, most) => {
    /** @type {Map<number, number>} */
    const scores = new Map()
    for (const term of new Set(termsIn(question))) {
      const counts = postings.get(term) ?? new Map()
      const rarity = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5))
      for (const [at, count] of counts) {
        const length = 1 - b + (b * (documents[at]?.terms.length ?? 0)) / mean
        scores.set(at, (scores.get(at) ?? 0) + (rarity * count * (k1 + 1)) / (count + k1 * length))
      }
    }
    return [...scores]
      .sort(([, x], [, y]) => y - x)
      .slice(0, most)
      .map(([at]) => documents[at]?.sha ?? '')
  }
}

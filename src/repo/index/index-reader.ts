import { type Candidate, type Card, type Field, fields, type Index, type Terms } from '../../search/entry-index.ts'
import type { Memory, Remembered } from '../../search/remembered-answers.ts'
import type { Answer } from '../../search/tiers.ts'
import { maturities } from '../../tree/maturity.ts'
import { folderOf } from '../../tree/path.ts'
import { isRefused } from './database.ts'
import { keep, readAnswer, readLabels } from './recall.ts'
import type { StoredCandidate, Store } from './store.ts'

/** Speaks to the index on disk as to any other. */
export function indexReader(store: Store): Index {
  const { size, length } = store.state()
  return {
    size,
    meanLength: size === 0 ? 0 : length / size,
    frequencies: store.frequencies,
    startingWith: store.startingWith,
    find: (terms, most, within) => store.find(terms, most, within).map(toCandidate),
    neighbours: (candidates) => {
      const places = candidates.flatMap(({ folder, position }) =>
        [position - 1, position + 1].map((next) => [`${folder}\n${next}`, [folder, next]] as const),
      )
      return store.at([...new Map(places).values()]).map(toCandidate)
    },
    termsAt: (path) => {
      const terms = store.termsAt(path)
      return terms === undefined ? undefined : toTerms(terms)
    },
    cards: (paths) => new Map(store.cards(paths).map(([path, card]) => [path, toCard(card)])),
    close: store.close,
  }
}

/** Remembers answers beside the index; a full disk or a busy one is no reason not to answer. */
export function recallReader({ database }: Pick<Store, 'database'>, most: number): Memory | undefined {
  if (most === 0) return undefined
  const read = (by: 'key' | 'way', value: string): readonly Remembered[] =>
    readLabels(database, by, value).map((label) => ({
      terms: label.terms,
      first: label.first,
      answer: () => {
        const json = readAnswer(database, label)
        return json === undefined ? undefined : toAnswer(json)
      },
    }))
  return {
    same: (key) => read('key', key)[0],
    all: (way) => read('way', way),
    keep: (key, { way, terms, answer }) => {
      const paths = answer.hits.map(({ path }) => path)
      try {
        keep(database, { key, way, terms, paths, answer: JSON.stringify(answer) }, most)
      } catch (error) {
        if (!isRefused(error)) throw error
      }
    },
  }
}

const toCandidate = ({ terms, maturity, ...found }: StoredCandidate): Candidate => ({
  ...found,
  folder: folderOf(found.path),
  maturity: maturities.find((known) => known === maturity) ?? 'draft',
  terms: toTerms(terms),
})

function toTerms(texts: readonly string[]): Terms {
  const terms: Partial<Record<Field, string>> = {}
  for (const [at, field] of fields.entries()) terms[field] = texts[at] ?? ''
  // As many as there are fields: `openStore` was given the same.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return terms as Terms
}

// Local state that we wrote: nothing pulled can reach it.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const toCard = (json: string): Card => JSON.parse(json) as Card
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const toAnswer = (json: string): Answer => JSON.parse(json) as Answer

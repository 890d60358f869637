import { fence } from '../text/quote.ts'
import { sentences } from '../text/sentences.ts'

/**
 * What a model may read of one entry, of how many, of each of their neighbours and of the tree's outline; in
 * characters.
 */
export const groundingLimits = { entries: 5, characters: 5_000, neighbour: 1_500, structure: 2_000 }

/** A note for a model: an entry by its path. */
export type GroundingNote = { readonly path: string; readonly text: string }

/**
 * Writes the part of a prompt that is data. The fence holds a word that no note can know, so that no note can end it.
 */
export function fenced(question: string, { notes, structure, word }: Grounding): string {
  return [
    ...(structure === '' ? [] : [fence('structure', structure.slice(0, groundingLimits.structure), { word })]),
    ...notes.map(({ path, text }) =>
      fence('note', text.slice(0, groundingLimits.characters), { word, more: ` path="${path}"` }),
    ),
    fence('question', question, { word }),
  ].join('\n\n')
}

/** What a model is given beside the question: notes, and the outline of the tree that they are from. */
export type Grounding = { readonly notes: readonly GroundingNote[]; readonly structure: string; readonly word: string }

const citation = /\[([^\][\s]+\.md)\]/g

/** A commit by its hash; a number alone or a word alone is none. */
const hash = /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/gi

/**
 * Keeps of a reply the sentences that name a note they were given, and no other, and no commit that none of these names;
 * '' when none is left, which is no answer.
 */
export function grounded(reply: string, notes: readonly GroundingNote[]): string {
  const known = new Map(notes.map(({ path, text }) => [path, text.toLowerCase()]))
  return sentencesOf(reply)
    .filter((sentence) => {
      const cited = [...sentence.matchAll(citation)].map(([, path = '']) => path)
      const said = sentence
        .replace(citation, '')
        .replace(/[\s.]+/g, ' ')
        .trim()
      const isSaid = (commit: string): boolean => cited.some((path) => known.get(path)?.includes(commit.toLowerCase()))
      const commits: readonly string[] = said.match(hash) ?? []
      return cited.length > 0 && said.length > 2 && cited.every((path) => known.has(path)) && commits.every(isSaid)
    })
    .join('\n')
}

/**
 * Keeps of a reply that is still being written the sentences that more words cannot change: all but the last, and but
 * the one before it where the last may be its citation.
 */
export function settledSentences(reply: string, notes: readonly GroundingNote[]): string {
  const said = sentencesOf(reply)
  return grounded(said.slice(0, said.at(-1)?.startsWith('[') ? -2 : -1).join('\n'), notes)
}

/** Splits a reply into sentences; a citation behind the full stop belongs to the sentence before it. */
function sentencesOf(reply: string): readonly string[] {
  const behind = /([.!?])\s*((?:\[[^\][\s]+\.md\]\s*)+)/g
  const joined = reply
    .replace(behind, (_, stop: string, cited: string) => ` ${cited.trim()}${stop} `)
    .replace(/[ \t]+/g, ' ')
  return sentences(joined).map((sentence) => sentence.trim())
}

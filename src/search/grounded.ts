import { sentences } from '../text/sentences.ts'

/** What a model may read of one entry, and of how many. */
export const given = { entries: 5, characters: 5_000 }

/** A note for a model: an entry by its path. */
export type Note = { readonly path: string; readonly text: string }

/**
 * Writes the part of a prompt that is data. The fence holds a word that no note can know, so that no note can end it.
 */
export function fenced(question: string, notes: readonly Note[], secret: string): string {
  const blocks = notes.map(
    ({ path, text }) => `<note ${secret} path="${path}">\n${text.slice(0, given.characters)}\n</note ${secret}>`,
  )
  return `${blocks.join('\n\n')}\n\n<question ${secret}>\n${question}\n</question ${secret}>`
}

const citation = /\[([^\][\s]+\.md)\]/g

/**
 * Keeps of a reply the sentences that name a note they were given, and no other; '' when none is left, which is no answer.
 */
export function grounded(reply: string, notes: readonly Note[]): string {
  const known = new Set(notes.map(({ path }) => path))
  return sentencesOf(reply)
    .filter((sentence) => {
      const cited = [...sentence.matchAll(citation)].map(([, path = '']) => path)
      const said = sentence
        .replace(citation, '')
        .replace(/[\s.]+/g, ' ')
        .trim()
      return cited.length > 0 && said.length > 2 && cited.every((path) => known.has(path))
    })
    .join('\n')
}

/** Splits a reply into sentences; a citation behind the full stop belongs to the sentence before it. */
function sentencesOf(reply: string): readonly string[] {
  const behind = /([.!?])\s*((?:\[[^\][\s]+\.md\]\s*)+)/g
  const joined = reply
    .replace(behind, (_, stop: string, cited: string) => ` ${cited.trim()}${stop} `)
    .replace(/[ \t]+/g, ' ')
  return sentences(joined).map((sentence) => sentence.trim())
}

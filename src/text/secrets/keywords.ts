/** Tells of every word that stands in a text, by its number and where it ends, in one pass (Aho and Corasick, 1975). */
export type Keywords = (text: string, tell: (word: number, end: number) => void) => void

/** Builds what looks for words of lower-case ASCII, whatever their case; a word's number is its place in the list. */
export function keywords(words: readonly string[]): Keywords {
  const { letters, width } = alphabetOf(words)
  const machine = goTo(words, letters, width)
  fail(machine, width)
  const { next, ends } = machine
  const isEnd = Uint8Array.from(ends, (said) => (said === undefined ? 0 : 1))
  return (text, tell) => {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      state = next[state * width + (code < 128 ? (letters[code] ?? 0) : 0)] ?? 0
      if (isEnd[state] === 1) for (const word of ends[state] ?? []) tell(word, at + 1)
    }
  }
}

/** Gives every character that a word has a number, capitals the same as small letters, and all others 0. */
function alphabetOf(words: readonly string[]): { letters: Uint8Array; width: number } {
  const letters = new Uint8Array(128)
  let width = 1
  for (const letter of new Set(words.join(''))) {
    const code = letter.charCodeAt(0)
    letters[code] = width
    letters[letter.toUpperCase().charCodeAt(0)] = width++
  }
  return { letters, width }
}

/**
 * For each state a row of states in `next`, by letter, the words that end there in `ends`, and in `further` the states
 * that are one letter longer.
 */
type Machine = {
  readonly next: Uint16Array
  readonly ends: (number[] | undefined)[]
  readonly further: { readonly letter: number; readonly to: number }[][]
}

function goTo(words: readonly string[], letters: Uint8Array, width: number): Machine {
  const next = new Uint16Array((1 + words.join('').length) * width)
  const ends: Machine['ends'] = [undefined]
  const further: Machine['further'] = [[]]
  for (const [number, word] of words.entries()) {
    let state = 0
    for (let at = 0; at < word.length; at++) {
      const letter = letters[word.charCodeAt(at)] ?? 0
      const known = next[state * width + letter] ?? 0
      const to = known === 0 ? ends.push(undefined) - 1 : known
      if (known === 0) further[to] = []
      if (known === 0) further[state]?.push({ letter, to })
      next[state * width + letter] = to
      state = to
    }
    ends[state] = [...(ends[state] ?? []), number]
  }
  return { next, ends, further }
}

/** Leads every state on by the longest end of what was read that begins a word, so that no character is read twice. */
function fail({ next, ends, further }: Machine, width: number): void {
  const links = new Uint16Array(ends.length)
  const queue = [0]
  for (const state of queue) {
    const row = state * width
    const link = (links[state] ?? 0) * width
    if (state !== 0) next.copyWithin(row, link, link + width)
    for (const { letter, to } of further[state] ?? []) {
      const back = state === 0 ? 0 : (next[row + letter] ?? 0)
      next[row + letter] = to
      links[to] = back
      const inherited = ends[back]
      if (inherited !== undefined) ends[to] = [...(ends[to] ?? []), ...inherited]
      queue.push(to)
    }
  }
}

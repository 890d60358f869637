/** Tells of every word that stands in a text, by its number and where it ends, in one pass (Aho and Corasick, 1975). */
export type Keywords = (text: string, tell: (word: number, end: number) => void) => void

/** Builds what looks for words of lower-case ASCII, whatever their case; a word's number is its place in the list. */
export function keywords(words: readonly string[]): Keywords {
  const { letters, width } = alphabetOf(words)
  const { next, ends } = goTo(words, letters, width)
  const spoken = fail({ next, ends }, width)
  const states = Uint16Array.from(next.flat())
  return (text, tell) => {
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      state = states[state * width + (code < 128 ? (letters[code] ?? 0) : 0)] ?? 0
      const said = spoken[state]
      if (said !== undefined) for (const word of said) tell(word, at + 1)
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

type Machine = { readonly next: number[][]; readonly ends: (number[] | undefined)[] }

function goTo(words: readonly string[], letters: Uint8Array, width: number): Machine {
  const empty = (): number[] => Array.from({ length: width }, () => 0)
  const next = [empty()]
  const ends: (number[] | undefined)[] = [undefined]
  for (const [number, word] of words.entries()) {
    let state = 0
    for (let at = 0; at < word.length; at++) {
      const row = next[state] ?? []
      const letter = letters[word.charCodeAt(at)] ?? 0
      if (row[letter] === 0) {
        row[letter] = next.length
        next.push(empty())
        ends.push(undefined)
      }
      state = row[letter] ?? 0
    }
    ends[state] = [...(ends[state] ?? []), number]
  }
  return { next, ends }
}

/** Leads every state on by the longest end of what was read that begins a word, so that no character is read twice. */
function fail({ next, ends }: Machine, width: number): Machine['ends'] {
  const links = next.map(() => 0)
  const queue = [0]
  for (const state of queue) {
    const row = next[state] ?? []
    const link = next[links[state] ?? 0] ?? []
    for (let letter = 0; letter < width; letter++) {
      const to = row[letter] ?? 0
      const back = state === 0 ? 0 : (link[letter] ?? 0)
      if (to === 0) row[letter] = back
      else {
        links[to] = back
        const inherited = ends[back]
        if (inherited !== undefined) ends[to] = [...(ends[to] ?? []), ...inherited]
        queue.push(to)
      }
    }
  }
  return ends
}

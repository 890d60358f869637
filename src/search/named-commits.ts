/** The commits that a question names: by their hashes, seven digits or more of them, and by the numbers that they came with. */
export function namedIn(question: string): { readonly hashes: readonly string[]; readonly numbers: readonly string[] } {
  return {
    hashes: [...question.matchAll(hash)].map(([said]) => said),
    numbers: [...question.matchAll(number)].map(([, digits = '']) => `#${digits}`),
  }
}

// A word has no digit ("defaced"), and a number no letter.
const hash = /(?<![\w/-])(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[0-9a-f]{7,40}(?![\w-])/g
const number = /(?<!\w)(?:#|(?:PR|pull request) #?)(\d{1,7})(?!\w)/gi

/**
 * The commits that a question names: by their hashes, seven digits or more of them, and by the numbers of their pull requests, where it
 * calls them so or says nothing else. "The #1 reason for retries" is no pull request.
 */
export function namedIn(question: string): { readonly hashes: readonly string[]; readonly numbers: readonly string[] } {
  const bare = asks.test(question.replace(number, ' ')) ? number : ofPullRequest
  return {
    hashes: [...question.matchAll(hash)].map(([said]) => said),
    numbers: [...question.matchAll(bare)].map(([, digits = '']) => `#${digits}`),
  }
}

// A word has no digit ("defaced"), and a number no letter.
const hash = /(?<![\w/.-])(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[0-9a-f]{7,40}(?![\w-])/g
const number = /(?<!\w)(?:#|(?:PR|pull requests?) #?)(\d{1,7})(?!\w)/gi
const ofPullRequest = /(?<!\w)(?:PRs?|pull requests?) #?(\d{1,7})(?!\w)/gi

/** Nothing but words to ask about a commit with. */
const asks =
  /^(?:\s|[?!.,]|\b(?:a|about|and|by|change[ds]?|commit|describe|did|do|does|do(?:ing|ne)|explain|for|in|is|it|made|merged|tell me|the|this|to|was|what|when|who|why)\b)*$/i

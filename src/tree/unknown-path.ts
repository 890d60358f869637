import { Problem } from '../problem.ts'

/** Says that there is no such entry, and which one comes nearest; of a commit, what tells of it. */
export const unknownPath = (path: string, known: readonly string[]): Problem =>
  new Problem('no-such-entry', `There is no entry ${path}.`, {
    hint: commitHash.test(path) ? `\`ctx why ${path}\` tells of a commit.` : nearest(path, known),
  })

/** Letters alone are a word: `defaced`. */
const commitHash = /^(?=.*\d)[0-9a-f]{7,64}$/

function nearest(path: string, known: readonly string[]): string {
  // A letter or two stand in nearly every path.
  const words = path
    .replace(/\.md$/, '')
    .split(/[/_]/)
    .filter((word) => word.length > 2)
  const near = known
    .map((candidate) => ({ candidate, shared: words.filter((word) => candidate.includes(word)).length }))
    .sort((a, b) => b.shared - a.shared)[0]
  return near === undefined || near.shared === 0
    ? 'See `ctx tree` for what there is.'
    : `Did you mean ${near.candidate}? \`ctx tree\` lists everything.`
}

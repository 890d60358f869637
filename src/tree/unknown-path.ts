import { Problem } from '../problem.ts'

/** Says that there is no such entry, and which one comes nearest. */
export function unknownPath(path: string, known: readonly string[]): Problem {
  // A letter or two stand in nearly every path.
  const words = path
    .replace(/\.md$/, '')
    .split(/[/_]/)
    .filter((word) => word.length > 2)
  const near = known
    .map((candidate) => ({ candidate, shared: words.filter((word) => candidate.includes(word)).length }))
    .sort((a, b) => b.shared - a.shared)[0]
  const hint =
    near === undefined || near.shared === 0
      ? 'See `ctx tree` for what there is.'
      : `Did you mean ${near.candidate}? \`ctx tree\` lists everything.`
  return new Problem('no-such-entry', `There is no entry ${path}.`, { hint })
}

import { terms } from '../text/terms.ts'
import { pathInWords } from '../text/words.ts'
import { bm25 } from '../search/bm25.ts'
import { inOrder, voted } from '../search/files.ts'

/** A commit as the plainest search sees it, and a file of the code. */
export type PlainCommit = { readonly message: string; readonly paths: readonly string[] }
type CodeFile = { readonly path: string; readonly text: string }

/** Ranks files for a question, the best first. */
export type Ranker = (question: string) => readonly string[]

/** Files that are ranked, at most. */
const mostFiles = 50

/** The nearest messages, and how much more one counts that is nearer: the best of the plain ways that were tried. */
const nearest = { most: 60, power: 1.5 }

/** Ranks by BM25 over commit messages: the nearest commits give their files what they are worth. */
export function byMessages(commits: readonly PlainCommit[]): Ranker {
  const index = bm25(commits.map(({ message }) => terms(message)))
  return (question) =>
    inOrder(
      voted(
        index
          .rank(terms(question))
          .slice(0, nearest.most)
          .map(({ document, score }) => ({ score, files: commits[document]?.paths ?? [] })),
        nearest.power,
      ),
    )
}

const identifier = /[A-Za-z_$][\w$]{2,}/g

/** Ranks by BM25 over the path and the identifiers of each file, as the code stands. */
export function byPaths(files: readonly CodeFile[]): Ranker {
  const spelled = ({ path, text }: CodeFile): string =>
    `${pathInWords(path)} ${(text.match(identifier) ?? []).join(' ')}`
  const index = bm25(files.map((file) => terms(spelled(file))))
  return (question) =>
    index
      .rank(terms(question))
      .slice(0, mostFiles)
      .flatMap(({ document }) => files[document]?.path ?? [])
}

/** Names the files that changed most often, whatever is asked. */
export function byChanges(commits: readonly PlainCommit[]): Ranker {
  const counts = new Map<string, number>()
  for (const { paths } of commits) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1)
  const ranked = [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, mostFiles)
    .map(([path]) => path)
  return () => ranked
}

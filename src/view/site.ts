import { type SearchPiece, type SearchableRow, piecesOf } from '../search/pieces.ts'
import { statementsIn } from '../search/entry-statements.ts'
import { quoteText } from '../text/quote.ts'
import { termText } from '../text/terms.ts'
import { pathInWords } from '../text/words.ts'
import { readableEntry, writeEntry } from '../tree/entry.ts'
import type { Tree } from '../tree/knowledge.ts'
import type { CommitRow } from '../search/candidates.ts'
import { attentionOf } from './attention.ts'
import { catalogueOf } from './catalogue.ts'
import { graphOf } from './connections.ts'
import { entryPage, entryPagesOf } from './entry-page.ts'
import type { TreeLook } from './look.ts'
import { timelineOf } from './timeline.ts'

/** What a page without a server has to load before it can search. */
export type SearchManifest = { readonly pieces: readonly string[] }

/** A commit of the code as a page without a server searches it. */
export type SiteCommit = Omit<CommitRow, 'diff' | 'note'> & {
  /** The terms of its diff. */
  readonly diff: string
}

/** Makes the data of a page without a server, by the path of its file; what is private to a machine is not in it. */
export function siteData(look: TreeLook, commits: readonly SiteCommit[]): ReadonlyMap<string, unknown> {
  const pages = entryPagesOf(look)
  const pieces = [
    ...piecesOf('tree', statementRows(look.knowledge.entries)),
    ...piecesOf('log', commits.map(commitRow)),
  ]
  const named = pieces.map((piece, at): [string, SearchPiece] => [`data/search-${at + 1}.json`, piece])
  const manifest: SearchManifest = { pieces: named.map(([path]) => path) }
  return new Map<string, unknown>([
    ['data/catalogue.json', catalogueOf(look)],
    ['data/timeline.json', timelineOf(look)],
    ['data/graph.json', graphOf(look)],
    ['data/attention.json', { ...attentionOf(look), gaps: [] }],
    ['data/search.json', manifest],
    ...named,
    ...look.items.map(({ path }): [string, unknown] => [dataOfEntry(path), entryPage(path, look, pages)]),
  ])
}

/** Where the data of an entry lies. */
const dataOfEntry = (path: string): string => `data/entries/${path.replace(/\.md$/, '.json')}`

/** Cleans entries before anything is made of them: terms of an index must hold no more than the texts beside it. */
export const cleanedTree = (entries: Tree): Tree =>
  new Map(
    [...entries].map(([path, entry]) => {
      const text = writeEntry(entry)
      const clean = quoteText(text)
      return [path, clean === text ? entry : (readableEntry(clean) ?? entry)]
    }),
  )

const statementRows = (entries: Tree): readonly SearchableRow[] =>
  [...entries]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, entry]) =>
      statementsIn(path, entry).map(({ kind, headline, why, note, commits, terms: found }) => ({
        row: { path, kind, headline, why, note, commits },
        terms: { headline: found.headline, why: found.why, beside: found.context, diff: '' },
      })),
    )

function commitRow({ sha, subject, body, date, author, number, paths, diff }: SiteCommit): SearchableRow {
  const [said, why] = [quoteText(subject), quoteText(body)]
  const beside = termText(paths.map(pathInWords).join('\n'))
  return {
    row: { sha, subject: said, body: why, date, author, number, paths: paths.slice(0, 12), note: undefined },
    terms: { headline: termText(said), why: termText(why), beside, diff },
  }
}

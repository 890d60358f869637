import { rankAnswer } from '../search/lesson-answer.ts'
import { bearingOn, lengthsOfReasons, reasonLengths } from '../search/bearing.ts'
import { type RankedLesson } from '../search/rank-lessons.ts'
import { openPieces, type PieceLookup, type SearchPiece } from '../search/pieces.ts'
import type { Later, LessonHit } from '../search/lesson-hit.ts'
import { changersOf, noNote, printedNote, writtenStatus } from '../tree/note.ts'
import type { Catalogue } from '../view/catalogue.ts'
import { type PageAnswer, PageFault, type PageSource } from './source.ts'

/** Reads the files that lie beside the page; nothing can be written, and nothing changes. */
export const siteSource: PageSource = {
  ask: async (text) => siteAnswer(text, await searched(), await standings()),
  catalogue: async () => await file<Catalogue>('data/catalogue.json'),
  timeline: async () => await file('data/timeline.json'),
  graph: async () => await file('data/graph.json'),
  attention: async () => await file('data/attention.json'),
  brain: async () => await file('data/brain.json'),
  // As `dataOfEntry` in view/site.ts has it, which knows more than a browser can.
  entry: async (path) => await file(`data/entries/${path.replace(/\.md$/, '.json')}`),
  live: undefined,
}

const read = new Map<string, Promise<unknown>>()

/** Reads a file once. */
async function file<Data>(path: string): Promise<Data> {
  const reading = read.get(path) ?? load(path)
  read.set(path, reading)
  reading.catch(() => read.delete(path))
  // Our own file, written together with this page.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await reading) as Data
}

async function load(path: string): Promise<unknown> {
  const response = await fetch(path.split('/').map(encodeURIComponent).join('/')).catch(() => undefined)
  if (response?.ok === true) return await response.json()
  if (response?.status === 404 && path.startsWith('data/entries/'))
    throw new PageFault('no-such-entry', 'There is no such entry on this page.', 'It may have been archived since.')
  const hint =
    location.protocol === 'file:' ? 'A browser reads no data from disk: serve the folder, as with `npx serve`.' : ''
  throw new PageFault('unread', `${path} cannot be read.`, hint)
}

let lookup: Promise<PieceLookup> | undefined

/** The index, piece by piece, opened once all are there. */
async function searched(): Promise<PieceLookup> {
  lookup ??= file<{ pieces: readonly string[] }>('data/search.json')
    .then(async ({ pieces }) => await Promise.all(pieces.map(async (path) => await file<SearchPiece>(path))))
    .then(openPieces)
  try {
    return await lookup
  } catch (error) {
    lookup = undefined
    throw error
  }
}

async function standings(): Promise<ReadonlyMap<string, string>> {
  const { entries } = await file<Catalogue>('data/catalogue.json')
  return new Map(entries.flatMap(({ path, status }) => (status === 'active' ? [] : [[path, status] as const])))
}

const most = 12

/** Answers as `ctx query` does, from the same ranking. */
export function siteAnswer(text: string, found: PieceLookup, standing: ReadonlyMap<string, string>): PageAnswer {
  const ranked = rankAnswer(text, most, found)
  const { shown, isKnown, unknown, searchTerms, rarity } = ranked
  const lengths = lengthsOfReasons(shown, ranked)
  const told = (one: RankedLesson, at: number): LessonHit => {
    const note = one.note ?? noNote
    return {
      ...one,
      why: bearingOn(one.why, searchTerms, { most: lengths[at] ?? reasonLengths.others, rarity }),
      files: one.files.slice(0, 4),
      standing: standing.get(one.entry) ?? '',
      archived: '',
      holds: writtenStatus(note.status),
      isInCode: false,
      linesGone: 0,
      isBare: false,
      inDiff: '',
      note: printedNote(note),
      score: one.rank,
      supersededBy: found.commits(changersOf(note).slice(0, 2)).map(({ sha, date, subject, body }): Later => ({
        commit: sha,
        date,
        headline: subject,
        why: bearingOn(body, searchTerms, { most: reasonLengths.later, rarity }),
      })),
      followUps: [],
      replaced: [],
    }
  }
  return { hits: shown.map(told), isKnown, unknown, isWhole: true }
}

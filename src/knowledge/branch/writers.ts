import type { Guard, Writers } from '../../curate/authored/writers.ts'
import type { Ctx } from '../../repo/context.ts'
import { git } from '../../repo/git/git.ts'
import { readKnowledgeFiles } from '../../repo/git/knowledge-branch.ts'
import { strangersIn } from '../../repo/git/strangers.ts'
import { randomWord } from '../../text/quote.ts'
import { type Entry, readableEntry } from '../../tree/entry.ts'
import { type EntryPath, toEntryPath } from '../../tree/path.ts'
import { saidIn } from '../../tree/said.ts'
import type { Tip } from './tip.ts'

/**
 * Finds out from the knowledge branch's history who wrote its entries: agents name themselves in a trailer, what was
 * learned names its commits, and people did all else. In the entries that are to change, it finds the words that people
 * wrote, each by the commit that brought it.
 */
export async function writersOf(
  ctx: Ctx,
  { knowledge, commit, parent }: Tip,
  among: ReadonlySet<string>,
): Promise<Guard> {
  const start = commit ?? parent
  if (start === undefined) return new Map()
  const steps = await stepsOf(ctx, start)
  const guard = new Map<EntryPath, Writers>()
  for (const path of knowledge.entries.keys()) {
    const own = steps.filter(({ paths }) => paths.has(path))
    const people = among.has(path) ? await wordsOfPeople(ctx, path, own) : new Set<string>()
    guard.set(path, { people, isOnlyAgents: isOnlyAgents(own) })
  }
  return guard
}

const isOnlyAgents = (steps: readonly Step[]): boolean =>
  steps.some(({ by }) => by === 'agent') && steps.every(({ by }) => by === 'agent' || by === 'ours')

type Step = {
  readonly commit: string
  readonly parent: string
  readonly by: 'agent' | 'commits' | 'person' | 'ours'
  readonly paths: ReadonlySet<string>
}

async function stepsOf(ctx: Ctx, start: string): Promise<readonly Step[]> {
  const by = '%(trailers:key=Curated-By,valueonly,separator=%x2C)'
  const learned =
    '%(trailers:key=Source-Commit,valueonly,separator=%x2C)%(trailers:key=Source-Rewritten,valueonly,separator=%x2C)'
  // What stands between the fields may be a part of one, and a path may look like the beginning of the next.
  const word = randomWord()
  const format = `--format=${word}%H%x00%P%x00%s%x00${by}%x00${learned}%x00`
  const args = ['log', '-z', '--no-merges', '--name-only', '--no-renames', format, '--end-of-options', start]
  const [out, strangers] = await Promise.all([git(ctx.place, args, { isBounded: true }), strangersIn(ctx.place, start)])
  const steps: (Omit<Step, 'paths'> & { readonly paths: Set<string> })[] = []
  const fields = out.split('\0').map((field) => field.replace(/^\n+/, ''))
  for (let at = 0; at < fields.length; at++) {
    if (!fields[at]?.startsWith(word)) steps.at(-1)?.paths.add(fields[at] ?? '')
    else {
      const [commit = '', parent = '', subject = '', curator = '', sources = ''] = fields.slice(at, at + 5)
      const sha = commit.slice(word.length)
      const said = writerOf({ subject, curator, sources })
      steps.push({ commit: sha, parent, by: strangers.has(sha) ? asStrangers(said) : said, paths: new Set() })
      at += 4
    }
  }
  return steps
}

/**
 * A stranger's commits were merged by a person here: that an agent wrote them, or that they only keep order, is not
 * believed.
 */
const asStrangers = (said: Step['by']): Step['by'] => (said === 'agent' ? 'commits' : said === 'ours' ? 'person' : said)

/**
 * Whether the subject of a knowledge commit says that it only keeps the tree in order: it changes nothing that anybody
 * said.
 */
export const keepsOrder = (subject: string): boolean =>
  /^(?:Begin context tree|Merge knowledge|Archive|Tend|Goal|Curate: (?:settle accesses|(?:one entry was|\d+ entries were) learned twice))\b/.test(
    subject,
  )

function writerOf({ subject, curator, sources }: Record<'subject' | 'curator' | 'sources', string>): Step['by'] {
  if (/\(agent [^()]*\)\s*$/.test(curator)) return 'agent'
  if (sources.trim() !== '') return 'commits'
  return keepsOrder(subject) ? 'ours' : 'person'
}

async function wordsOfPeople(ctx: Ctx, path: EntryPath, steps: readonly Step[]): Promise<ReadonlySet<string>> {
  const words = new Set<string>()
  for (const { commit, parent, by } of steps) {
    if (by !== 'person') continue
    const [now, before] = await Promise.all([entryIn(ctx, commit, path), entryIn(ctx, parent, path)])
    const known = saidIn(before)
    for (const key of saidIn(now).keys()) if (!known.has(key)) words.add(key)
  }
  return words
}

async function entryIn(ctx: Ctx, commit: string, path: EntryPath): Promise<Entry | undefined> {
  if (commit === '' || toEntryPath(path) === undefined) return undefined
  const { files } = await readKnowledgeFiles(ctx.place, commit, new Set([path]))
  return readableEntry(files.get(path))
}

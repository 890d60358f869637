import { basename, join, resolve } from 'node:path'
import { type Adopted, adopt } from '../brain/imports/adopt.ts'
import { type Arrivals, readArrivals } from '../brain/imports/arrivals.ts'
import { readByteRover } from '../brain/imports/byterover.ts'
import type { Broken } from '../brain/skill/inspect.ts'
import { explain } from '../curate/entries/knowledge-message.ts'
import { change } from '../knowledge/change.ts'
import { requireNoSecrets } from '../knowledge/branch/secrets.ts'
import { commitStep, type Tip, tipToLearnOn, tooManyRaces } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { openSkill, readTexts } from '../repo/skill-folder.ts'
import { undecided } from '../tree/entry.ts'
import { toTime } from '../tree/meta.ts'
import { version } from '../version.ts'

/**
 * What an import did: files that are new, entries that were known, overviews that stayed, and what could not be read.
 */
export type Imported = Omit<Adopted, 'knowledge'> & {
  readonly refused: readonly Broken[]
  /** Files that are made from others, or archived: not taken. */
  readonly ignored: readonly string[]
}

type Importing = { readonly dryRun?: boolean }

/**
 * Takes in a skill's folder: one of ours comes back as the entries that it was made from, byte for byte but for how
 * they stand; what another tool wrote becomes drafts under `imported/`.
 */
export const importSkill = async (ctx: Ctx, folder: string, options: Importing = {}): Promise<Imported> =>
  await take(ctx, folder, { ...readArrivals(openSkill(resolve(folder))), ...options, ignored: [] })

/** Where ByteRover keeps the tree of a project. */
export const byteRoverTree = join('.brv', 'context-tree')

/** Takes in a ByteRover tree: its entries and overviews, where they were. */
export async function importByteRover(ctx: Ctx, folder: string, options: Importing = {}): Promise<Imported> {
  const { files, refused } = readTexts(resolve(folder))
  const arrivals = readByteRover(files)
  return await take(ctx, folder, { ...arrivals, ...options, refused: [...refused, ...arrivals.refused] })
}

type Taking = Arrivals & Importing & { readonly ignored: readonly string[] }

/** Commits what arrived as one step on the knowledge branch. */
async function take(ctx: Ctx, folder: string, { ignored, dryRun = false, ...arrivals }: Taking): Promise<Imported> {
  if (arrivals.entries.length + arrivals.overviews.size + arrivals.refused.length === 0)
    throw new Problem('nothing-to-import', `${folder} holds nothing that could be imported.`)
  const taken = async (tip: Tip): Promise<Imported> => await takeOn(ctx, tip, { folder, ignored, dryRun, arrivals })
  return dryRun ? await taken(await tipToLearnOn(ctx)) : await change(ctx, taken)
}

type TakingOn = Pick<Taking, 'ignored' | 'dryRun'> & { readonly folder: string; readonly arrivals: Arrivals }

async function takeOn(ctx: Ctx, tip: Tip, { folder, ignored, dryRun, arrivals }: TakingOn): Promise<Imported> {
  // Decisions of another repository do not count here, whatever an entry says of itself.
  const entries = arrivals.entries.map((one) => ({ ...one, entry: { ...one.entry, ...undecided(one.entry) } }))
  const { knowledge, added, known, kept } = adopt(tip.knowledge, { ...arrivals, entries }, toTime(ctx.now()))
  const done = { added, known, kept, refused: arrivals.refused, ignored }
  if (dryRun || added.length === 0) return done
  requireNoSecrets(knowledge, 'imported', 'Take it out of what you import, or out of .ctx/tree.')
  const message = messageFor(basename(resolve(folder)), done)
  if ((await commitStep(ctx, tip, { knowledge, message })) === undefined) throw tooManyRaces(tip.ref)
  return done
}

function messageFor(from: string, { added }: Pick<Imported, 'added'>): string {
  const [first] = added
  return explain({
    title: `Import: ${added.length === 1 ? (first?.path ?? '') : `${added.length} files`} from ${from}`,
    applied: added.map(({ path }) => ({ type: 'ADD', path, status: 'success' })),
    reasons: added.map((one) => `Imported from ${one.from}`),
    commits: [],
    by: `ctx ${version} (offline)`,
  })
}

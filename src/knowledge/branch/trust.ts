import { hasMarkers, repair } from '../../merge/repair.ts'
import type { Ctx } from '../../repo/context.ts'
import { shortRef } from '../../repo/git/branches.ts'
import { readPersonal } from '../../repo/settings/settings.ts'
import { type Entry, readableEntry, undecided, writeEntry } from '../../tree/entry.ts'
import type { Files } from '../../tree/knowledge.ts'
import { toTime } from '../../tree/meta.ts'
import { toEntryPath } from '../../tree/path.ts'
import { homeRemote, isOurs } from './home.ts'

/** Knowledge that is to be merged, with the ref that it was found at. */
export type KnowledgeSource = { readonly ref: string; readonly commit: string }

/**
 * Whether a ref may decide the state of entries: a branch that was made in this clone, one of the remote that it is a
 * clone of, or of a remote that a person named with `git config ctx.trust`.
 */
export async function isTrusted(ctx: Ctx, { ref }: KnowledgeSource): Promise<boolean> {
  const { trust } = await readPersonal(ctx.place, ctx.env)
  if (trust.includes('anyone')) return true
  if (ref.startsWith('refs/heads/')) return await isOurs(ctx, ref)
  return [await homeRemote(ctx), ...trust].some((remote) => ref.startsWith(`refs/remotes/${remote}/`))
}

/** The three sides of a merge, by the files that differ between any two. */
type Sides = { readonly base: Files; readonly ours: Files; readonly theirs: Files }

/**
 * Takes the side of a stranger into a merge. What is approved here is neither changed nor deleted; of everything else,
 * what only people of this repository decide is as it is here, on the base too, so that no merge counts a difference.
 */
export function asStranger(ctx: Ctx, { base, ours, theirs }: Sides, ref: string): Sides {
  const before = new Map(base)
  const taken = new Map<string, string>()
  const asBefore = (path: string): void => {
    const text = base.get(path)
    if (text === undefined) taken.delete(path)
    else taken.set(path, text)
  }
  const told = { approved: 0, unread: 0, standing: 0 }
  for (const [path, written] of theirs) {
    const text = hasMarkers(written) ? repair(path, written) : written
    const isKept = text !== undefined && (toEntryPath(path) === undefined || entryIn(path, text) !== undefined)
    if (isKept) taken.set(path, text)
    else asBefore(path)
    if (!isKept && written !== base.get(path)) told.unread++
  }
  for (const path of new Set([...base.keys(), ...taken.keys()])) {
    const our = entryIn(path, ours.get(path))
    const their = entryIn(path, taken.get(path))
    if (our !== undefined && our.approvedAt !== '') {
      if (taken.get(path) !== base.get(path) && !saysSame(our, their)) told.approved++
      asBefore(path)
    } else if (their !== undefined) {
      const known = entryIn(path, base.get(path))
      const isByAgent = [known, our].some((one) => one?.tags.includes('agent') === true)
      const modest = withAgent(withStanding(ctx, their, our), isByAgent)
      if (known !== undefined) before.set(path, writeEntry(withAgent(withStanding(ctx, known, our), isByAgent)))
      if (!isStandingAs(their, known ?? modest)) told.standing++
      taken.set(path, writeEntry(modest))
    }
  }
  tell(ctx, told, shortRef(ref))
  return { base: before, ours, theirs: taken }
}

/** Keeps of our entry what people decided and what time and reading did; a new entry counts as undecided. */
function withStanding(ctx: Ctx, entry: Entry, our: Entry | undefined): Entry {
  const { recency, accessCount, updateCount, updatedAt } = our ?? {
    ...entry,
    recency: 1,
    accessCount: 0,
    updateCount: 0,
  }
  const now = toTime(ctx.now())
  // What was updated in times to come would never age.
  const at = updatedAt < now ? updatedAt : now
  return { ...entry, ...undecided(entry, our), recency, accessCount, updateCount, updatedAt: at }
}

/** That an agent wrote into an entry, no stranger takes back: it would be told as reviewed. */
const withAgent = (entry: Entry, isByAgent: boolean): Entry =>
  isByAgent && !entry.tags.includes('agent') ? { ...entry, tags: [...entry.tags, 'agent'] } : entry

const isStandingAs = (one: Entry, other: Entry): boolean =>
  (['importance', 'maturity', 'approvedAt', 'status', 'supersededBy'] as const).every((key) => one[key] === other[key])

/** Whether an entry says what ours says, however it stands. */
const saysSame = (our: Entry, their: Entry | undefined): boolean =>
  their !== undefined && writeEntry({ ...their, ...scoresOf(our) }) === writeEntry(our)

const scoresOf = (entry: Entry): Partial<Entry> => {
  const { recency, accessCount, updateCount, createdAt, updatedAt } = entry
  return { ...undecided(entry, entry), recency, accessCount, updateCount, createdAt, updatedAt }
}

function tell({ say }: Ctx, told: Readonly<Record<'approved' | 'unread' | 'standing', number>>, name: string): void {
  const counted = (count: number): string => (count === 1 ? 'an entry' : `${count} entries`)
  const toBelieve = 'To believe it: git config ctx.trust <remote>'
  if (told.unread > 0) say(`${name}: ${counted(told.unread)} cannot be read, and was not taken.`)
  if (told.approved > 0)
    say(
      `${name} is no branch of this repository: it changes or deletes ${counted(told.approved)} that people here approved, which stays as it is. ${toBelieve}`,
    )
  if (told.standing > 0)
    say(
      `${name} is no branch of this repository: how important, mature or approved ${told.standing === 1 ? 'an entry of it is' : `${counted(told.standing)} of it are`}, people here decide. ${toBelieve}`,
    )
}

const entryIn = (path: string, text: string | undefined): Entry | undefined =>
  toEntryPath(path) === undefined ? undefined : readableEntry(text)

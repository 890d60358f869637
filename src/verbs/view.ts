import { basename } from 'node:path'
import { type CommitKey, commitKey } from '../commit.ts'
import { assemble, type Brain } from '../brain/assemble.ts'
import { dayOf } from '../brain/day.ts'
import { stampOf } from '../brain/hash.ts'
import { itemsOf } from '../brain/item.ts'
import { refreshIfStale } from '../knowledge/shown/refresh-if-stale.ts'
import { branchesOf, knowledgeAt, shownKnowledge } from '../knowledge/branch/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { readArchive, readArchivedTexts } from '../repo/git/archive.ts'
import { shortRef } from '../repo/git/branches.ts'
import { askGit } from '../repo/git/git.ts'
import { listCode } from '../repo/git/packages.ts'
import { listFiles, stampsOf } from '../repo/state/checkout.ts'
import { isLargeTree, readShownCommit } from '../repo/state/state.ts'
import { readableEntry } from '../tree/entry.ts'
import { type Knowledge, noKnowledge, type Tree } from '../tree/knowledge.ts'
import { changersOf } from '../tree/note.ts'
import type { NamedCommit, PutAway, TreeLook } from '../view/look.ts'

/** Looks at the knowledge that is checked out as a page shows it, edits not committed yet included. */
export async function lookAtTree(ctx: Ctx): Promise<TreeLook> {
  await refreshIfStale(ctx)
  const { shown, commit, head } = await branchesOf(ctx)
  const knowledge = commit === undefined ? noKnowledge : await shownKnowledge(ctx, commit)
  return await lookFrom(ctx, { shown, commit, head: head.commit, knowledge, day: dayOf(ctx.now()) })
}

/**
 * The same as it was committed, told as of the day of that commit and not of today: the same bytes whenever it is
 * asked. `head` is the code that it is told beside. Undefined where there is no knowledge yet.
 */
export async function lookAtCommitted(
  ctx: Ctx,
): Promise<{ look: TreeLook; ref: string; head: string | undefined } | undefined> {
  const { shown, commit, head } = await branchesOf(ctx)
  if (shown === undefined || commit === undefined) return undefined
  const { out } = await askGit(ctx.place, ['show', '--no-patch', '--format=%cI', '--end-of-options', commit])
  const knowledge = await knowledgeAt(ctx, commit)
  const look = await lookFrom(ctx, { shown, commit, head: head.commit, knowledge, day: dayOf(out) })
  return { look, ref: shown, head: head.commit }
}

type Found = {
  readonly shown: string | undefined
  readonly commit: string | undefined
  readonly head: string | undefined
  readonly knowledge: Knowledge
  readonly day: Date
}

async function lookFrom(ctx: Ctx, { shown, commit, head, knowledge, day }: Found): Promise<TreeLook> {
  const code = head === undefined ? undefined : new Set(await listCode(ctx.place, head))
  return {
    name: await nameOf(ctx),
    branch: shown === undefined ? '' : shortRef(shown),
    commit: commit ?? '',
    day,
    knowledge,
    items: itemsOf(knowledge.entries, day),
    archive: commit === undefined ? [] : await archiveAt(ctx, commit, knowledge.entries),
    commits: await namedCommits(ctx, knowledge.entries),
    code: code === undefined || code.size === 0 ? undefined : code,
  }
}

/** The name of the project: that of its remote, so that every clone has the same, else that of its folder. */
async function nameOf({ place }: Ctx): Promise<string> {
  const { out } = await askGit(place, ['config', '--get', 'remote.origin.url'])
  const [, name = ''] = /(?<![\w.-])([\w.-]+?)(?:\.git)?\/?$/.exec(out) ?? []
  return name === '' ? basename(place.root) : name
}

/** Assembles the brain of a look, for pages without a server. */
export const brainOf = ({ knowledge, day, archive }: TreeLook): Brain =>
  assemble(knowledge.entries, { day, stubs: archive.length, stamp: '' })

/** Archived entries are read for their titles, the newest ones. */
const mostArchived = 300

async function archiveAt(ctx: Ctx, commit: string, entries: Tree): Promise<readonly PutAway[]> {
  const { archived } = await readArchive(ctx.place, commit)
  const gone = [...archived.values()]
    .filter(({ path }) => !entries.has(path))
    .toSorted((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : a.path < b.path ? -1 : 1))
    .slice(0, mostArchived)
  const texts = await readArchivedTexts(ctx.place, gone)
  return gone.map(({ path, at, importance, byItself }) => {
    const title = readableEntry(texts.get(path))?.title ?? ''
    return { path, title: title === '' ? path : title, at, importance, byItself }
  })
}

/** Author, day and subject of the commits that entries name; those that this clone does not have are left out. */
async function namedCommits(ctx: Ctx, entries: Tree): Promise<ReadonlyMap<CommitKey, NamedCommit>> {
  const hashes = new Set<string>()
  for (const { facts, raw } of entries.values()) {
    for (const { commit } of raw.sources) hashes.add(commit)
    for (const { sources, note } of facts)
      for (const hash of [...sources, ...(note === undefined ? [] : [...changersOf(note), ...note.replaces])])
        hashes.add(hash)
  }
  const asked = [...hashes].filter((hash) => /^[0-9a-f]{7,64}$/.test(hash))
  if (asked.length === 0) return new Map()
  const format = '--format=%H%x00%an%x00%cs%x00%s'
  const { out } = await askGit(ctx.place, ['log', '--no-walk=unsorted', '--ignore-missing', '--stdin', format], {
    input: asked.map((hash) => `${hash}\n`).join(''),
  })
  return new Map(
    out.split('\n').flatMap((line) => {
      const [commit = '', author = '', date = '', subject = ''] = line.split('\0')
      return commit === '' ? [] : [[commitKey(commit), { commit, author, date, subject }] as const]
    }),
  )
}

/**
 * Names the state of what is checked out in one short text: another one means that there is something new to show. In a
 * large tree edits by hand are noticed once they are committed.
 */
export async function stampOfTree(ctx: Ctx): Promise<string> {
  await refreshIfStale(ctx)
  const { shown, commit } = await branchesOf(ctx)
  const stamps = isLargeTree(ctx.place) ? [] : [...stampsOf(ctx.place, listFiles(ctx.place))]
  return stampOf(new Map(stamps), [shown ?? '', commit ?? '', readShownCommit(ctx.place)])
}

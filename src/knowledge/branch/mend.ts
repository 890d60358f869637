import { mergeGoalTexts } from '../../merge/goals.ts'
import { type Ctx, program } from '../../repo/context.ts'
import { codeRefOf, shortRef, trackingRef } from '../../repo/git/branches.ts'
import { commitNamed } from '../../repo/git/history.ts'
import { beginCommit, moveBranch, readKnowledgeFiles, writeCommit } from '../../repo/git/knowledge-branch.ts'
import { movesOf } from '../../repo/git/reflog.ts'
import { readRef } from '../../repo/git/refs.ts'
import { isWhole } from '../../repo/git/is-whole.ts'
import { startInBackground } from '../../repo/state/background.ts'
import { isKnowledgePath, listFiles, readTreeFiles } from '../../repo/state/checkout.ts'
import { queueCommits } from '../../repo/state/queue.ts'
import { readShownCommit } from '../../repo/state/state.ts'
import { readGoal } from '../../tree/goal.ts'
import type { Change } from '../../tree/knowledge.ts'
import { copiedGoals } from './copy-goals.ts'
import { short } from '../../text/words.ts'

/**
 * Sets a branch whose objects are gone back to its last whole commit. What the checkout shows is committed on top of
 * it, and the commits of the code that were read after that are queued to be read again, as the reflog names them. The
 * tree lock must be held.
 */
export async function mend(ctx: Ctx, ref: string, broken: string): Promise<void> {
  const { place } = ctx
  const moves = movesOf(place, ref)
  const good = await lastWhole(ctx, ref, moves)
  const at = moves.findIndex(({ to }) => to === good)
  const lost = at === -1 ? moves : moves.slice(0, at)
  const shown = lost.findIndex(({ to }) => to === readShownCommit(place))
  const onDisk = shown === -1 ? [] : await differencesOnDisk(ctx, good)
  const kept = shown === -1 ? [] : lost.slice(shown)
  const goals = await differingGoals(ctx, ref, { good, isOfRef: at !== -1 })
  const changes = [...onDisk, ...goals]
  const sources = onDisk.length === 0 ? [] : sourcesOf(kept)
  const restored = changes.length === 0 ? good : await restore(ctx, { good, changes, sources })
  if (!(await moveBranch(place, ref, { from: broken, to: restored }))) return
  const own =
    goals.length === 0 ? '' : `, ${goals.length === 1 ? 'the goal' : `${goals.length} goals`} as last written here`
  ctx.say(
    `${shortRef(ref)} led to objects that are gone, as after \`git gc --prune=now\`. It was rebuilt from ${short(good)}, .ctx/tree${own} and the commits learned since.`,
  )
  await learnAgain(ctx, ref, sourcesOf(onDisk.length === 0 ? lost : lost.slice(0, shown)))
}

type Moves = ReturnType<typeof movesOf>

async function lastWhole(ctx: Ctx, ref: string, moves: Moves): Promise<string> {
  const shared = await readRef(ctx.place, trackingRef('origin', ref))
  const known = [
    ...moves.map(({ to }) => to),
    ...moves.map(({ from }) => from),
    ...(shared === undefined ? [] : [shared]),
  ]
  for (const commit of new Set(known)) if (!/^0+$/.test(commit) && (await isWhole(ctx, commit))) return commit
  return await beginCommit(ctx.place)
}

const sourcesOf = (moves: Moves): readonly string[] =>
  [...new Set(moves.flatMap(({ sources }) => sources))].toReversed()

async function differencesOnDisk(ctx: Ctx, good: string): Promise<readonly Change[]> {
  const there = readTreeFiles(ctx.place, listFiles(ctx.place).filter(isKnowledgePath))
  if (there.size === 0) return []
  const { files } = await readKnowledgeFiles(ctx.place, good)
  const paths = [...new Set([...there.keys(), ...files.keys()])].filter(isKnowledgePath)
  return paths.filter((path) => there.get(path) !== files.get(path)).map((path) => ({ path, text: there.get(path) }))
}

/**
 * The goals as they were last written here, where the whole commit has them otherwise; one of the branch itself is
 * older.
 */
async function differingGoals(
  { place }: Ctx,
  ref: string,
  { good, isOfRef }: { good: string; isOfRef: boolean },
): Promise<readonly Change[]> {
  const copies = copiedGoals(place, ref)
  const { files } = await readKnowledgeFiles(place, good, new Set(copies.keys()))
  return [...copies].flatMap(([path, copy]): readonly Change[] => {
    const ours = files.get(path)
    const text =
      ours === undefined ? copy : mergeGoalTexts(path, { base: isOfRef ? ours : undefined, ours, theirs: copy })
    return text === ours || 'finding' in readGoal(path, text) ? [] : [{ path, text }]
  })
}

type Restoring = {
  readonly good: string
  readonly changes: readonly Change[]
  readonly sources: readonly string[]
}

const restore = async ({ place }: Ctx, { good, changes, sources }: Restoring): Promise<string> =>
  await writeCommit(place, {
    parents: [good],
    changes,
    message: `Restore: what .ctx/tree showed, and goals\n\nCommits of this branch were gone.\n\n${sources.map((sha) => `Source-Commit: ${sha}\n`).join('')}`,
  })

/** The worker learns them as if they had just been made: nothing here has to wait for it. */
async function learnAgain({ place, settings }: Ctx, ref: string, sources: readonly string[]): Promise<void> {
  const there = await Promise.all(sources.map((sha) => commitNamed(place, sha)))
  const commits = there.filter((sha) => sha !== undefined)
  if (commits.length === 0) return
  queueCommits(place, { branch: codeRefOf(settings.branchPrefix, ref), commits })
  const { node, main } = program()
  startInBackground(node, [main, 'curate', '--queued'], { cwd: place.root })
}

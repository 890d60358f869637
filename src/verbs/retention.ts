import { commitKey } from '../commit.ts'
import { type Message, readMessage } from '../curate/message/commit-message.ts'
import { outcomeByTitle } from '../curate/standing/outcome-of.ts'
import { shortestPicked } from '../curate/message/picked.ts'
import { explanationOf, keptOf, saidBy } from '../curate/message/retention.ts'
import { isWorthReading } from '../curate/skip-filter.ts'
import { startSurvival } from '../curate/lines/survival.ts'
import { branchesOf, shownKnowledge } from '../knowledge/branch/tip.ts'
import { compareWithCode } from '../learning/read-code.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { readCommits } from '../repo/git/commits.ts'
import { commitsSince, resolveCommits } from '../repo/git/history.ts'
import type { LessonNote } from '../tree/note.ts'

/** How much of what a history explains its tree still says. */
export type ExplanationRetention = {
  readonly commits: number
  /** Commits whose message explains itself in at least two sentences of prose. */
  readonly explained: number
  /** Those of them whose explanation the tree has, in at least six of ten of its words. */
  readonly kept: number
  /** Hashes of the others. */
  readonly lost: readonly string[]
  readonly lessons: number
  /** Lessons that the tree calls current although nothing that their commit wrote is left. */
  readonly stale: readonly string[]
}

const leastKept = 0.6

/**
 * Compares the tree that is shown with the history of what is checked out, commit by commit.
 * @throws {Problem} where nothing was learned yet.
 */
export async function retention(ctx: Ctx): Promise<ExplanationRetention> {
  const { commit } = await branchesOf(ctx)
  if (commit === undefined) throw nothingLearned()
  const knowledge = await shownKnowledge(ctx, commit)
  const said = saidBy(knowledge)
  const [head = ''] = await resolveCommits(ctx.place, ['HEAD'])
  const shas = await commitsSince(ctx.place, head, [])
  const isCopy = copiesOf(shas)
  const survival = startSurvival()
  const byWords = new Map<string, Explained>()
  const titles = new Map<string, string>()
  let read = 0
  for await (const one of readCommits(ctx.place, shas, ctx.signal)) {
    ctx.progress(++read, shas.length, 'commits compared')
    const message = readMessage(one.message)
    survival.follow(one, { isTracked: true })
    titles.set(one.sha, message.subject)
    const explanation = isCopy(message) ? [] : explanationOf(message.body)
    if (explanation.length === 0 || isWorthReading(one, message, ctx.settings.ignore).kind === 'skip') continue
    const [words, share] = [explanation.join(' '), keptOf(explanation, said.get(commitKey(one.sha)) ?? [])]
    byWords.set(words, bestOf({ commit: one.sha, share }, byWords.get(words)))
  }
  await compareWithCode(ctx, survival, head)
  const notes = lessonsOf(knowledge)
  const isPast = (sha: string): boolean => {
    const lines = survival.lineHistoryOf(sha)
    return lines !== undefined && outcomeByTitle(titles.get(sha) ?? '', lines).status === 'past'
  }
  const explained = [...byWords.values()]
  const lost = explained.filter(({ share }) => share < leastKept).map(({ commit: sha }) => sha)
  return {
    commits: shas.length,
    explained: explained.length,
    kept: explained.length - lost.length,
    lost,
    lessons: notes.size,
    stale: shas.filter((sha) => notes.get(commitKey(sha))?.status === 'current' && isPast(sha)),
  }
}

/** Tells whether a commit is a copy of one of these, with which it is told, once. */
function copiesOf(shas: readonly string[]): (message: Message) => boolean {
  const beginnings = new Set(shas.map((sha) => sha.slice(0, shortestPicked)))
  return ({ pickedFrom }) => pickedFrom.some((name) => beginnings.has(name.slice(0, shortestPicked)))
}

const nothingLearned = (): Problem =>
  new Problem('no-knowledge', 'Nothing was learned here yet, so nothing can have been kept.', {
    hint: 'Run `ctx init --history`.',
  })

type Explained = { readonly commit: string; readonly share: number }

/** A commit that was picked onto another branch, or landed again, is explained once, by one of the copies. */
const bestOf = (one: Explained, before: Explained = one): Explained => (before.share > one.share ? before : one)

const lessonsOf = ({ entries }: Awaited<ReturnType<typeof shownKnowledge>>): ReadonlyMap<string, LessonNote> =>
  new Map(
    [...entries.values()].flatMap(({ facts }) =>
      facts.flatMap(({ note, sources }) =>
        note === undefined ? [] : sources.map((source) => [commitKey(source), note] as const),
      ),
    ),
  )

import type { Ctx } from '../../repo/context.ts'
import { firstReleases } from '../../repo/git/first-release.ts'
import type { LessonHit } from '../../search/lesson-hit.ts'

/** Says of each lesson which release first had it, where no changelog does. */
export async function withReleases(ctx: Ctx, hits: readonly LessonHit[]): Promise<readonly LessonHit[]> {
  const isUndated = ({ commit, source, note }: LessonHit): boolean =>
    commit !== '' && source === '' && note.since === ''
  const commits = hits.filter(isUndated).map(({ commit }) => commit)
  if (commits.length === 0) return hits
  const releases = await firstReleases(ctx.place, commits)
  return hits.map((hit) => {
    const release = isUndated(hit) ? releases.get(hit.commit) : undefined
    return release === undefined ? hit : { ...hit, release }
  })
}

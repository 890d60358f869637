import { join } from 'node:path'
import { git } from './git.ts'
import { listRefs } from './objects.ts'
import { readRef } from './refs.ts'
import { type RepoPaths, readIfThere } from './repo-paths.ts'

const hash = /^[0-9a-f]{40,64}$/
const gone = /^0+$/

/**
 * Finds what became of commits when all history was rewritten: git filter-repo keeps a list, git filter-branch keeps the
 * old branches, and of each the same commits stand in the same order. What nobody wrote down is not guessed.
 */
export async function findRewritten(place: RepoPaths): Promise<ReadonlyMap<string, string>> {
  const listed = (readIfThere(join(place.commonDir, 'filter-repo', 'commit-map')) ?? '').split('\n').flatMap((line) => {
    const [from = '', to = ''] = line.trim().split(/\s+/)
    return hash.test(from) && hash.test(to) && !gone.test(to) ? [[from, to] as const] : []
  })
  const paired = await Promise.all(
    (await listRefs(place, 'refs/original/refs/heads/')).map(async ({ ref, commit }) => {
      const now = await readRef(place, ref.replace('refs/original/', ''))
      return now === undefined ? [] : await pair(place, commit, now)
    }),
  )
  return new Map([...listed, ...paired.flat()].filter(([from, to]) => from !== to))
}

async function pair(place: RepoPaths, old: string, now: string): Promise<readonly (readonly [string, string])[]> {
  const [before, after] = await Promise.all([old, now].map(async (tip) => await listTold(place, tip)))
  if (before === undefined || after === undefined || before.length !== after.length) return []
  const pairs = before.map((one, at) => ({ one, other: after[at] }))
  if (pairs.some(({ one, other }) => one.told !== other?.told)) return []
  return pairs.map(({ one, other }) => [one.commit, other?.commit ?? ''] as const)
}

async function listTold(place: RepoPaths, tip: string): Promise<readonly { commit: string; told: string }[]> {
  const out = await git(place, ['log', '--topo-order', '--format=%H %at %s', '--end-of-options', tip])
  return out.split('\n').map((line) => ({ commit: line.split(' ')[0] ?? '', told: line.replace(/^\S+ /, '') }))
}

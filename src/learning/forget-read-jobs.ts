import type { Ctx } from '../repo/context.ts'
import { knowledgeRefOf } from '../repo/git/branches.ts'
import { readCurated } from '../repo/git/descent.ts'
import { readRef } from '../repo/git/refs.ts'
import { finishDamaged, readDamaged } from '../repo/state/queue.ts'

/** Forgets the jobs that failed and whose commits were read since, or before they failed; nothing is left to do for them. */
export async function forgetReadJobs({ place, settings }: Ctx): Promise<void> {
  const failed = readDamaged(place).filter(({ kind, branch }) => kind === 'commit' && branch !== '')
  for (const branch of new Set(failed.map((job) => job.branch))) {
    const tip = await readRef(place, knowledgeRefOf(settings.branchPrefix, branch))
    const known = tip === undefined ? new Set<string>() : await readCurated(place, tip)
    for (const job of failed)
      if (job.branch === branch && job.kind === 'commit' && known.has(job.commit)) finishDamaged(place, job)
  }
}

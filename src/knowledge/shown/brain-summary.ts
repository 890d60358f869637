import { projectFiles, projectSigns, type Project, readProject } from '../../brain/project.ts'
import { agentSummary } from '../../brain/summary.ts'
import type { Ctx } from '../../repo/context.ts'
import { readTopFiles } from '../../repo/project-files.ts'
import { withCurrentEntries } from './current-entries.ts'

/**
 * Writes the short account that agents' own files hold: the same bytes while nothing changes; '' when nothing is known.
 */
export const brainSummary = (ctx: Ctx, { tokenBudget = 800 }: { tokenBudget?: number } = {}): Promise<string> =>
  withCurrentEntries(ctx, ({ entries }) => agentSummary(entries(), ctx.now(), { tokenBudget, project: projectOf(ctx) }))

/** Reads what the project says of itself, in the work tree as it is. */
export const projectOf = ({ place }: Ctx): Project => readProject(readTopFiles(place, projectFiles, projectSigns))

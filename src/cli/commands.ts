import type { Command, CommandGroup } from './command.ts'
import { agentsCommand } from './commands/agents.ts'
import { archiveCommand } from './commands/archive.ts'
import { brainCommand } from './commands/brain.ts'
import { curateCommand } from './commands/curate.ts'
import { doctorCommand } from './commands/doctor.ts'
import { evalCommand } from './commands/eval.ts'
import { exportCommand } from './commands/export.ts'
import { gapsCommand } from './commands/gaps.ts'
import { goalCommand } from './commands/goal.ts'
import { hookCommand } from './commands/hook.ts'
import { importCommand } from './commands/import.ts'
import { initCommand } from './commands/init.ts'
import { logCommand } from './commands/log.ts'
import { lookCommand } from './commands/look.ts'
import { markCommand } from './commands/mark.ts'
import { mcpCommand } from './commands/mcp.ts'
import { mergeCommand } from './commands/merge.ts'
import { modelCommand } from './commands/model.ts'
import { prequeryCommand } from './commands/prequery.ts'
import { pruneCommand } from './commands/prune.ts'
import { publishCommand } from './commands/publish.ts'
import { pullCommand } from './commands/pull.ts'
import { pushCommand } from './commands/push.ts'
import { queryCommand } from './commands/query.ts'
import { refreshCommand } from './commands/refresh.ts'
import { relatedCommand } from './commands/related.ts'
import { restoreCommand } from './commands/restore.ts'
import { reviewCommand } from './commands/review.ts'
import { searchCommand } from './commands/search.ts'
import { selectCommand } from './commands/select.ts'
import { serveCommand } from './commands/serve.ts'
import { showCommand } from './commands/show.ts'
import { sourceCommand } from './commands/source.ts'
import { statusCommand } from './commands/status.ts'
import { summariseCommand } from './commands/summarise.ts'
import { tendCommand } from './commands/tend.ts'
import { treeCommand } from './commands/tree.ts'
import { uninstallCommand } from './commands/uninstall.ts'
import { webCommand } from './commands/web.ts'
import { whereCommand } from './commands/where.ts'
import { whyCommand } from './commands/why.ts'

export { interrupt } from './context.ts'

/** What people come for, each with the commands that one needs first, and those that come up later. */
export const groups: readonly CommandGroup[] = [
  {
    title: 'Ask',
    first: [queryCommand, whyCommand, whereCommand, relatedCommand, searchCommand, webCommand],
    later: [showCommand, treeCommand, logCommand, prequeryCommand, gapsCommand, sourceCommand],
  },
  {
    title: 'Learn and keep',
    first: [initCommand, curateCommand, markCommand, tendCommand],
    later: [archiveCommand, restoreCommand, summariseCommand, modelCommand, evalCommand],
  },
  {
    title: 'Share and review',
    first: [pushCommand, pullCommand, reviewCommand],
    later: [mergeCommand, pruneCommand, publishCommand, exportCommand, importCommand],
  },
  {
    title: 'Work with agents',
    first: [agentsCommand, mcpCommand, brainCommand],
    later: [goalCommand, selectCommand, serveCommand],
  },
  {
    title: 'Look after it',
    first: [statusCommand, doctorCommand],
    later: [refreshCommand, lookCommand, hookCommand, uninstallCommand],
  },
]

/** Every command, in the order that help lists them. */
export const commands: readonly Command[] = groups.flatMap(({ first, later }) => [...first, ...later])

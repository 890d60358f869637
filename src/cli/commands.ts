import type { Command, CommandGroup } from './command.ts'

/** Each command is loaded alone: all of them together take longer than a question. */
const loaders = {
  agents: async () => (await import('./commands/agents.ts')).agentsCommand,
  archive: async () => (await import('./commands/archive.ts')).archiveCommand,
  brain: async () => (await import('./commands/brain.ts')).brainCommand,
  curate: async () => (await import('./commands/curate.ts')).curateCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  eval: async () => (await import('./commands/eval.ts')).evalCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  gaps: async () => (await import('./commands/gaps.ts')).gapsCommand,
  goal: async () => (await import('./commands/goal.ts')).goalCommand,
  hook: async () => (await import('./commands/hook.ts')).hookCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  init: async () => (await import('./commands/init.ts')).initCommand,
  log: async () => (await import('./commands/log.ts')).logCommand,
  look: async () => (await import('./commands/look.ts')).lookCommand,
  mark: async () => (await import('./commands/mark.ts')).markCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  model: async () => (await import('./commands/model.ts')).modelCommand,
  prequery: async () => (await import('./commands/prequery.ts')).prequeryCommand,
  prune: async () => (await import('./commands/prune.ts')).pruneCommand,
  publish: async () => (await import('./commands/publish.ts')).publishCommand,
  pull: async () => (await import('./commands/pull.ts')).pullCommand,
  push: async () => (await import('./commands/push.ts')).pushCommand,
  query: async () => (await import('./commands/query.ts')).queryCommand,
  refresh: async () => (await import('./commands/refresh.ts')).refreshCommand,
  related: async () => (await import('./commands/related.ts')).relatedCommand,
  restore: async () => (await import('./commands/restore.ts')).restoreCommand,
  review: async () => (await import('./commands/review.ts')).reviewCommand,
  search: async () => (await import('./commands/search.ts')).searchCommand,
  select: async () => (await import('./commands/select.ts')).selectCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  show: async () => (await import('./commands/show.ts')).showCommand,
  source: async () => (await import('./commands/source.ts')).sourceCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  summarise: async () => (await import('./commands/summarise.ts')).summariseCommand,
  tend: async () => (await import('./commands/tend.ts')).tendCommand,
  tree: async () => (await import('./commands/tree.ts')).treeCommand,
  uninstall: async () => (await import('./commands/uninstall.ts')).uninstallCommand,
  web: async () => (await import('./commands/web.ts')).webCommand,
  where: async () => (await import('./commands/where.ts')).whereCommand,
  why: async () => (await import('./commands/why.ts')).whyCommand,
} satisfies Record<string, () => Promise<Command>>

type Name = keyof typeof loaders

/** What people come for, each with the commands that one needs first, and those that come up later. */
const groups: readonly { title: string; first: readonly Name[]; later: readonly Name[] }[] = [
  {
    title: 'Ask',
    first: ['query', 'why', 'where', 'related', 'search', 'web'],
    later: ['show', 'tree', 'log', 'prequery', 'gaps', 'source'],
  },
  {
    title: 'Learn and keep',
    first: ['init', 'curate', 'mark', 'tend'],
    later: ['archive', 'restore', 'summarise', 'model', 'eval'],
  },
  {
    title: 'Share and review',
    first: ['push', 'pull', 'review'],
    later: ['merge', 'prune', 'publish', 'export', 'import'],
  },
  {
    title: 'Work with agents',
    first: ['agents', 'mcp', 'brain'],
    later: ['goal', 'select', 'serve'],
  },
  {
    title: 'Look after it',
    first: ['status', 'doctor'],
    later: ['refresh', 'look', 'hook', 'uninstall'],
  },
]

/** The command of that name, if there is one; by an alias it is not found. */
export const loadCommand = async (name: string): Promise<Command | undefined> =>
  isName(name) ? await loaders[name]() : undefined

const isName = (name: string): name is Name => Object.hasOwn(loaders, name)

/** Every command, in the order that help lists them. */
export const loadGroups = async (): Promise<readonly CommandGroup[]> =>
  await Promise.all(
    groups.map(async ({ title, first, later }) => ({
      title,
      first: await loadAll(first),
      later: await loadAll(later),
    })),
  )

const loadAll = async (names: readonly Name[]): Promise<readonly Command[]> =>
  await Promise.all(names.map(async (name) => await loaders[name]()))

/** How an agent's settings name a server that it starts: an entry in JSON under some keys, or a part of a TOML file. */
export type Registration =
  | { readonly file: string; readonly keys: readonly string[]; readonly entry: object }
  | { readonly file: string; readonly toml: string }
  /** Settings that lie in a person's home, which is not ours to write; `where` says what a person can do. */
  | { readonly where: string }

/** An agent, the files of a project that it reads, and how to tell that it is used here. */
export type Agent = {
  readonly name: string
  readonly title: string
  /** Files and folders that only this agent leaves in a project. */
  readonly signs: readonly string[]
  readonly server: Registration
  /** Where its instructions stand: the first that is there, else the last. A folder's name ends with `/`. */
  readonly instructions: readonly string[]
  /** What must stand at the top of a file of instructions that is ours. */
  readonly head?: string
}

const [command, args] = ['ctx', ['mcp']]
const underServers = (file: string, entry: object = { command, args }): Registration => ({
  file,
  keys: ['mcpServers', 'ctx'],
  entry,
})

/** The agents that are known, as their documentation of 2026 describes their files. */
export const agents: readonly Agent[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    signs: ['CLAUDE.md', '.claude', '.mcp.json'],
    server: underServers('.mcp.json'),
    instructions: ['CLAUDE.md'],
  },
  {
    name: 'cursor',
    title: 'Cursor',
    signs: ['.cursor', '.cursorrules'],
    server: underServers('.cursor/mcp.json'),
    instructions: ['.cursor/rules/ctx.mdc'],
    head: '---\ndescription: How to use the memory of this repository\nalwaysApply: true\n---\n',
  },
  {
    name: 'codex',
    title: 'Codex',
    signs: ['.codex', 'AGENTS.md'],
    server: { file: '.codex/config.toml', toml: '[mcp_servers.ctx]\ncommand = "ctx"\nargs = ["mcp"]' },
    instructions: ['AGENTS.md'],
  },
  {
    name: 'copilot',
    title: 'GitHub Copilot',
    signs: ['.github/copilot-instructions.md', '.vscode/mcp.json'],
    server: { file: '.vscode/mcp.json', keys: ['servers', 'ctx'], entry: { type: 'stdio', command, args } },
    instructions: ['.github/copilot-instructions.md'],
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    signs: ['GEMINI.md', '.gemini'],
    server: underServers('.gemini/settings.json'),
    instructions: ['GEMINI.md'],
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    signs: ['.windsurf', '.windsurfrules'],
    server: { where: '~/.codeium/windsurf/mcp_config.json' },
    instructions: ['.windsurfrules', '.windsurf/rules/ctx.md'],
  },
  {
    name: 'cline',
    title: 'Cline',
    signs: ['.clinerules'],
    server: { where: 'cline_mcp_settings.json (MCP Servers → Configure)' },
    instructions: ['.clinerules/ctx.md'],
  },
  {
    name: 'roo',
    title: 'Roo Code',
    signs: ['.roo', '.roorules'],
    server: underServers('.roo/mcp.json'),
    instructions: ['.roorules', '.roo/rules/ctx.md'],
  },
  {
    name: 'opencode',
    title: 'opencode',
    signs: ['opencode.json', '.opencode'],
    server: {
      file: 'opencode.json',
      keys: ['mcp', 'ctx'],
      entry: { type: 'local', command: [command, ...args], enabled: true },
    },
    instructions: ['AGENTS.md'],
  },
]

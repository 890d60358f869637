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
  /** Each of them, where an agent's editor and its command line read different files. */
  readonly servers: readonly Registration[]
  /** Where its instructions stand: the first that is there, else the last. A folder's name ends with `/`. */
  readonly instructions: readonly string[]
  /** What must stand at the top of a file of instructions that is ours. */
  readonly head?: string
  /** How its own command line lists the servers that it would start, and what it must be told first. */
  readonly check?: { readonly program: string; readonly args: readonly string[]; readonly trust: string }
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
    servers: [underServers('.mcp.json')],
    instructions: ['CLAUDE.md'],
    check: { program: 'claude', args: ['mcp', 'list'], trust: 'start `claude` here, trust the folder and approve ctx' },
  },
  {
    name: 'cursor',
    title: 'Cursor',
    signs: ['.cursor', '.cursorrules'],
    servers: [underServers('.cursor/mcp.json')],
    instructions: ['.cursor/rules/ctx.mdc'],
    head: '---\ndescription: How to use the memory of this repository\nalwaysApply: true\n---\n',
  },
  {
    name: 'codex',
    title: 'Codex',
    signs: ['.codex', 'AGENTS.md'],
    servers: [{ file: '.codex/config.toml', toml: '[mcp_servers.ctx]\ncommand = "ctx"\nargs = ["mcp"]' }],
    instructions: ['AGENTS.md'],
    check: {
      program: 'codex',
      args: ['mcp', 'list'],
      trust: 'start `codex` here and trust the folder (trust_level = "trusted" in ~/.codex/config.toml)',
    },
  },
  {
    name: 'copilot',
    title: 'GitHub Copilot',
    signs: ['.github/copilot-instructions.md', '.vscode/mcp.json', '.github/mcp.json'],
    // The editor reads the first, Copilot CLI the second.
    servers: [
      { file: '.vscode/mcp.json', keys: ['servers', 'ctx'], entry: { type: 'stdio', command, args } },
      underServers('.github/mcp.json', { type: 'local', command, args, tools: ['*'] }),
    ],
    instructions: ['.github/copilot-instructions.md'],
    check: { program: 'copilot', args: ['mcp', 'list'], trust: 'start `copilot` here and trust the folder' },
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    signs: ['GEMINI.md', '.gemini'],
    servers: [underServers('.gemini/settings.json')],
    instructions: ['GEMINI.md'],
    check: {
      program: 'gemini',
      args: ['mcp', 'list'],
      trust: 'start `gemini` here and trust the folder, or use /permissions',
    },
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    signs: ['.windsurf', '.windsurfrules'],
    servers: [{ where: '~/.codeium/windsurf/mcp_config.json' }],
    instructions: ['.windsurfrules', '.windsurf/rules/ctx.md'],
    head: '---\ntrigger: always_on\n---\n',
  },
  {
    name: 'cline',
    title: 'Cline',
    signs: ['.clinerules'],
    servers: [{ where: '~/.cline/data/settings/cline_mcp_settings.json (in VS Code: Cline, MCP Servers, Configure)' }],
    // It reads AGENTS.md too: where that has the block, another would be the same again.
    instructions: ['AGENTS.md', '.clinerules/ctx.md'],
  },
  {
    name: 'roo',
    title: 'Roo Code',
    signs: ['.roo', '.roorules'],
    servers: [underServers('.roo/mcp.json')],
    instructions: ['.roorules', '.roo/rules/ctx.md'],
  },
  {
    name: 'opencode',
    title: 'opencode',
    signs: ['opencode.json', '.opencode'],
    servers: [
      {
        file: 'opencode.json',
        keys: ['mcp', 'ctx'],
        entry: { type: 'local', command: [command, ...args], enabled: true },
      },
    ],
    instructions: ['AGENTS.md'],
    check: { program: 'opencode', args: ['mcp', 'list'], trust: 'look at what `opencode mcp list` says' },
  },
]

/**
 * When a hook is called: a conversation begins; somebody asks; a file is about to be edited, or just was where an agent
 * lets nothing be said before; a commit was made; the agent stops.
 */
export const hookMoments = ['start', 'prompt', 'edit', 'edited', 'commit', 'stop'] as const
/** A moment of a conversation at which an agent may call us; docs/agents.md says what it is told then. */
export type HookMoment = (typeof hookMoments)[number]

/** An event of an agent, and what stands in its list. */
type Listed = { readonly event: string; readonly entry: object }

/** How an agent's settings name the hooks that it calls: entries in lists of a JSON file, or files of their own. */
export type HookPlan =
  | { readonly file: string; readonly begin: string; readonly listed: readonly Listed[] }
  | { readonly files: readonly HookProgram[] }

/** A file that is ours alone; its text, or the template that it is. */
type HookProgram = { readonly path: string; readonly isProgram: boolean } & (
  | { readonly text: string }
  | { readonly template: string }
)

/** An agent that calls hooks, and the release whose documentation and program this was read from. */
export type HookedAgent = { readonly name: string; readonly release: string; readonly plan: HookPlan }

/** Whoever works here without ctx must not see an error, and no agent must be stopped by one. */
const call = (agent: string, moment: HookMoment): string => `ctx hook agent ${agent} ${moment} || true`

/** What every command of ours begins with, whatever release of ctx wrote it. */
export const ourHook = 'ctx hook agent '

/** Claude Code, Codex and Gemini CLI: groups with a matcher, each with commands. */
const grouped =
  (agent: string, timeout: number) =>
  (event: string, moment: HookMoment, { matcher, ...more }: { matcher?: string; if?: string } = {}): Listed => ({
    event,
    entry: {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [{ type: 'command', ...more, command: call(agent, moment), timeout }],
    },
  })

const claude = grouped('claude', 5)
const codex = grouped('codex', 5)
const gemini = grouped('gemini', 5_000)
const cursor = (event: string, moment: HookMoment, more: object = {}): Listed => ({
  event,
  entry: { command: call('cursor', moment), timeout: 5, ...more },
})
const copilot = (event: string, moment: HookMoment, more: object = {}): Listed => ({
  event,
  entry: {
    type: 'command',
    bash: call('copilot', moment),
    powershell: call('copilot', moment).replace(' || true', ''),
    timeoutSec: 5,
    ...more,
  },
})
const cline = (event: string, moment: HookMoment) => ({
  path: `.clinerules/hooks/${event}`,
  text: `#!/bin/sh\n# Written by ctx agents --hooks; \`ctx agents --hooks --remove\` takes it out again.\n${call('cline', moment)}\n`,
  isProgram: true,
})

/** The agents that call hooks. What each lets a hook say, docs/agents.md tells. */
export const hookedAgents: readonly HookedAgent[] = [
  {
    name: 'claude',
    release: '2.1',
    plan: {
      file: '.claude/settings.json',
      begin: '',
      listed: [
        claude('SessionStart', 'start'),
        claude('UserPromptSubmit', 'prompt'),
        claude('PreToolUse', 'edit', { matcher: 'Edit|MultiEdit|Write|NotebookEdit' }),
        claude('PostToolUse', 'commit', { matcher: 'Bash', if: 'Bash(git commit *)' }),
        claude('Stop', 'stop'),
      ],
    },
  },
  {
    name: 'codex',
    release: '0.169',
    plan: {
      file: '.codex/hooks.json',
      begin: '',
      listed: [
        codex('SessionStart', 'start'),
        codex('UserPromptSubmit', 'prompt'),
        codex('PreToolUse', 'edit', { matcher: 'apply_patch' }),
        codex('Stop', 'stop'),
      ],
    },
  },
  {
    name: 'gemini',
    release: '0.61',
    plan: {
      file: '.gemini/settings.json',
      begin: '',
      listed: [
        gemini('SessionStart', 'start'),
        gemini('BeforeAgent', 'prompt'),
        // Before a tool, it takes no context.
        gemini('AfterTool', 'edited', { matcher: 'write_file|replace' }),
        gemini('AfterAgent', 'stop'),
      ],
    },
  },
  {
    name: 'cursor',
    release: '3.7',
    plan: {
      file: '.cursor/hooks.json',
      begin: '{\n  "version": 1\n}\n',
      listed: [
        cursor('sessionStart', 'start'),
        cursor('postToolUse', 'edited', { matcher: 'Write' }),
        cursor('stop', 'stop', { loop_limit: 1 }),
      ],
    },
  },
  {
    name: 'copilot',
    release: '1.0',
    plan: {
      file: '.github/hooks/ctx.json',
      begin: '{\n  "version": 1\n}\n',
      listed: [
        copilot('sessionStart', 'start'),
        // A command before a tool that fails would deny the tool.
        copilot('postToolUse', 'edited', { matcher: 'edit|create|str_replace_editor|apply_patch' }),
        copilot('agentStop', 'stop'),
      ],
    },
  },
  {
    name: 'cline',
    release: '3.0',
    plan: { files: [cline('TaskStart', 'start'), cline('UserPromptSubmit', 'prompt'), cline('PreToolUse', 'edit')] },
  },
  {
    name: 'opencode',
    release: '1.18',
    plan: { files: [{ path: '.opencode/plugins/ctx.js', template: 'agents/opencode.js', isProgram: false }] },
  },
]

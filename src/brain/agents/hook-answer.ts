import type { HookMoment } from './hooks.ts'

/** What each agent calls the moments at which it wants their name back. */
const eventNames: Readonly<Record<string, Readonly<Partial<Record<HookMoment, string>>>>> = {
  claude: { start: 'SessionStart', prompt: 'UserPromptSubmit', edit: 'PreToolUse', commit: 'PostToolUse' },
  codex: { start: 'SessionStart', prompt: 'UserPromptSubmit', edit: 'PreToolUse' },
  gemini: { start: 'SessionStart', prompt: 'BeforeAgent', edited: 'AfterTool' },
}

type Spelling = {
  readonly context: (text: string, moment: HookMoment) => object
  readonly goOn: (text: string) => object
}

const withEvent =
  (agent: string) =>
  (additionalContext: string, moment: HookMoment): object => ({
    hookSpecificOutput: { hookEventName: eventNames[agent]?.[moment] ?? '', additionalContext },
  })
const blocking = (reason: string): object => ({ decision: 'block', reason })

/** How each agent wants to be told something, and how it is asked to go on when it stops. */
const spellings: Readonly<Record<string, Spelling>> = {
  claude: { context: withEvent('claude'), goOn: blocking },
  codex: { context: withEvent('codex'), goOn: blocking },
  gemini: { context: withEvent('gemini'), goOn: (reason) => ({ decision: 'deny', reason }) },
  cursor: { context: (text) => ({ additional_context: text }), goOn: (text) => ({ followup_message: text }) },
  copilot: { context: (text) => ({ additionalContext: text }), goOn: blocking },
  cline: {
    context: (text) => ({ cancel: false, contextModification: text }),
    goOn: (text) => ({ cancel: false, contextModification: text }),
  },
  opencode: { context: (text) => ({ context: text }), goOn: (text) => ({ context: text }) },
}

/** Spells what an agent is told as it reads it; undefined where there is nothing to tell. */
export function spellForAgent(agent: string, moment: HookMoment, text: string): object | undefined {
  const spelling = spellings[agent]
  if (spelling === undefined) return undefined
  // Cline wants to be told in any case that it may go on.
  if (text === '') return agent === 'cline' ? { cancel: false } : undefined
  return moment === 'stop' ? spelling.goOn(text) : spelling.context(text, moment)
}

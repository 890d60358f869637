import type { HookMoment } from './hooks.ts'

/** What an agent tells a hook of, as far as we ask: '' and [] where it says nothing. */
export type HookSaid = {
  /** Names the conversation; what was told in one is not told in it again. */
  readonly conversation: string
  /** How it began: `startup`, `resume`, `clear` or `compact`. */
  readonly source: string
  readonly prompt: string
  /** Files that a tool is about to change or has changed, as the agent names them. */
  readonly files: readonly string[]
  /** The command line that a tool ran. */
  readonly command: string
  /** Whether the agent goes on only because a hook asked it to. */
  readonly isAgain: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** Reads what an agent writes to a hook. Each has names of its own for the same, and those are all that is looked at. */
export function readHookSaid(value: unknown, moment: HookMoment): HookSaid {
  const said = fieldsOf(value)
  // Cline puts what an event is about below the event's name.
  const event = fieldsOf(
    said['preToolUse'] ?? said['tool_call'] ?? said['userPromptSubmit'] ?? said['prompt_submit'] ?? said['taskStart'],
  )
  const tool = fieldsOf(
    said['tool_input'] ?? said['toolArgs'] ?? said['args'] ?? event['parameters'] ?? event['input'] ?? {},
  )
  const isAboutFiles = moment === 'edit' || moment === 'edited'
  return {
    conversation: textIn(said, ['session_id', 'conversation_id', 'sessionId', 'sessionID', 'taskId']),
    source: textIn(said, ['source']),
    prompt: withoutHooks(textIn(said, ['prompt']) || textIn(event, ['prompt', 'task'])),
    files: isAboutFiles && isEdit(said, event) ? filesIn(tool) : [],
    command: textIn(tool, ['command']),
    isAgain: said['stop_hook_active'] === true || Number(said['loop_count'] ?? 0) > 0,
  }
}

/** Gemini CLI puts what a hook said at the start before the first prompt, and shows other hooks both. */
function withoutHooks(prompt: string): string {
  const [begin, end] = ['<hook_context>', '</hook_context>']
  const [first = '', ...parts] = prompt.split(begin)
  const kept = parts.map((part) => (part.includes(end) ? part.slice(part.indexOf(end) + end.length) : begin + part))
  return first + kept.join('')
}

function fieldsOf(value: unknown): Fields {
  if (typeof value === 'string') return fieldsIn(value)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Copilot may give a tool's arguments as JSON in a text, Codex a patch as it is. */
function fieldsIn(text: string): Fields {
  if (!text.startsWith('{')) return { command: text }
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {}
  }
}

const textIn = (fields: Fields, names: readonly string[]): string =>
  names.map((name) => fields[name]).find((value): value is string => typeof value === 'string') ?? ''

/** Where an agent cannot be told which tools to tell us of, the tool's name decides. */
function isEdit(said: Fields, event: Fields): boolean {
  const name = textIn(said, ['tool_name', 'toolName', 'tool']) || textIn(event, ['tool', 'toolName', 'name'])
  return name === '' || /edit|write|replace|create|patch|delete|diff|insert/i.test(name)
}

const filesIn = (tool: Fields): readonly string[] => {
  const named = textIn(tool, ['file_path', 'filePath', 'path', 'notebook_path', 'absolute_path', 'absolutePath'])
  const patch = textIn(tool, ['command', 'patch', 'patchText', 'input', 'diff'])
  const patched = [...patch.matchAll(/^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm)].map(([, path = '']) => path.trim())
  return [...new Set([...(named === '' ? [] : [named]), ...patched])].slice(0, mostFiles)
}

const mostFiles = 3

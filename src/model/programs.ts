import type { Ctx } from '../repo/context.ts'
import { findProgram } from '../repo/find-program.ts'

/** A program that people have and that answers as a model does. */
type KnownProgram = {
  readonly name: string
  /** What is written into the settings. */
  readonly command: string
  /** Options that make it answer from its input alone, with what they take; each is added unless a person named it. */
  readonly adds: readonly { readonly option: string; readonly short?: string; readonly value?: string }[]
  /** Whether a `-p` at the end would wait for a prompt that is not on standard input. */
  readonly dropsBareP?: true
  /** How the variables begin that it signs in with and finds its settings by. */
  readonly signsInWith: readonly string[]
}

/**
 * Looked up in, and as far as that goes without an account tried with, Claude Code 2.1, Codex 0.169, Gemini CLI 0.61 and
 * Copilot CLI 1.0; `llm` and `ollama` by their documentation.
 */
const known: readonly KnownProgram[] = [
  {
    name: 'claude',
    command: 'claude -p',
    adds: [{ option: '--tools', value: '' }, { option: '--strict-mcp-config' }, { option: '--no-session-persistence' }],
    signsInWith: ['ANTHROPIC_', 'CLAUDE_', 'AWS_', 'GOOGLE_CLOUD_', 'CLOUD_ML_'],
  },
  {
    name: 'codex',
    command: 'codex exec',
    adds: [
      { option: '--skip-git-repo-check' },
      { option: '--sandbox', short: '-s', value: 'read-only' },
      { option: '--disable', value: 'shell_tool' },
      { option: '--ephemeral' },
    ],
    signsInWith: ['OPENAI_', 'CODEX_'],
  },
  {
    name: 'gemini',
    command: 'gemini -p',
    adds: [
      { option: '--skip-trust' },
      { option: '--approval-mode', value: 'plan' },
      { option: '--extensions', short: '-e', value: 'none' },
    ],
    dropsBareP: true,
    signsInWith: ['GEMINI_', 'GOOGLE_'],
  },
  {
    name: 'copilot',
    command: 'copilot -p',
    adds: [
      { option: '--silent', short: '-s' },
      { option: '--no-ask-user' },
      { option: '--no-custom-instructions' },
      { option: '--disable-builtin-mcps' },
    ],
    dropsBareP: true,
    signsInWith: ['COPILOT_', 'GH_', 'GITHUB_TOKEN'],
  },
  { name: 'llm', command: 'llm', adds: [{ option: '--no-log', short: '-n' }], signsInWith: ['LLM_', 'OPENAI_'] },
  { name: 'ollama', command: 'ollama run <name>', adds: [{ option: '--hidethinking' }], signsInWith: ['OLLAMA_'] },
]

/** A program of this machine that could be the model, and what to set. */
export type OfferedProgram = { readonly name: string; readonly command: string; readonly path: string }

/** Finds the known programs in PATH. Which of them is asked, if any, is for a person to say. */
export const programsHere = ({ env, place }: Pick<Ctx, 'env' | 'place'>): readonly OfferedProgram[] =>
  known.flatMap(({ name, command }) => {
    const path = findProgram(name, env, { outside: place.root })
    return path === undefined ? [] : [{ name, command, path }]
  })

const knownOf = (words: readonly string[]): KnownProgram | undefined =>
  known.find(({ name }) => name === (words[0] ?? '').replace(/^.*[/\\]/, '').replace(/\.(?:exe|cmd|bat)$/i, ''))

/** Completes a command line of a known program: no tools, nothing kept, the prompt from standard input. */
export function argumentsOf(words: readonly string[]): readonly string[] {
  const program = knownOf(words)
  const given = words.slice(1)
  if (program === undefined) return given
  const isBare = program.dropsBareP === true && /^(?:-p|--prompt)$/.test(given.at(-1) ?? '')
  const kept = isBare ? given.slice(0, -1) : given
  const isNamed = (option: string): boolean => kept.some((word) => word === option || word.startsWith(`${option}=`))
  const added = program.adds.flatMap(({ option, short = option, value }) =>
    isNamed(option) || isNamed(short) ? [] : [option, ...(value === undefined ? [] : [value])],
  )
  return [...kept, ...added]
}

/** What any program needs to find itself, its settings and the network; names are compared without case, as Windows does. */
const usual = new Set(
  `PATH HOME USER LOGNAME SHELL LANG LC_ALL LC_CTYPE TZ TMPDIR TEMP TMP XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME
  XDG_STATE_HOME XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE
  SSL_CERT_DIR NODE_EXTRA_CA_CERTS SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE USERNAME APPDATA
  LOCALAPPDATA PROGRAMDATA PROGRAMFILES`.split(/\s+/),
)

/** The environment of a program: the usual, what it signs in with, and what a person named; nothing of git's or ours. */
export function environmentFor(
  { words, passes }: { readonly words: readonly string[]; readonly passes: readonly string[] },
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const own = knownOf(words)?.signsInWith ?? []
  const isGiven = (name: string): boolean =>
    usual.has(name.toUpperCase()) || passes.includes(name) || own.some((prefix) => name.startsWith(prefix))
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isGiven(name) ? [[name, value]] : [])),
  )
}

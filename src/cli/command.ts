import { parseArgs } from 'node:util'
import { Problem } from '../problem.ts'
import { nearestName } from '../text/nearest-name.ts'

/** An option of a command; `value` names what it takes, '' for a switch. */
export type Option = {
  readonly name: string
  readonly short?: string
  readonly value: string
  readonly about: string
  readonly hidden?: boolean
  readonly optional?: boolean
  /** May be given again and again; `texts` reads it. */
  readonly many?: boolean
}

/** What a command is given: its words as they were typed, never turned into numbers, because `1e10` may be a commit. */
export type Given = {
  readonly words: readonly string[]
  readonly text: (name: string) => string | undefined
  readonly texts: (name: string) => readonly string[]
  readonly has: (name: string) => boolean
}

/** One row of the table from which parsing and help are made. `run` gives the exit code. */
export type Command = {
  readonly name: string
  readonly words: string
  readonly about: string
  readonly more: string
  readonly options: readonly Option[]
  readonly hidden?: boolean
  /** Another name that it is run by, as people know it from git. */
  readonly alias?: string
  readonly run: (given: Given) => Promise<number>
  /** Ends it where its arguments cannot be read, with the exit code; undefined where that is an error like any other. */
  readonly misread?: (argv: readonly string[], why: string) => number | undefined
}

/** Reads a command's arguments strictly: an unknown option is an error, not a word. */
export function readArguments(command: Command, argv: readonly string[]): Given {
  const options = Object.fromEntries(
    [...command.options, help].map(({ name, short, value, many = false }) => [
      name,
      {
        type: value === '' ? ('boolean' as const) : ('string' as const),
        multiple: many,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({
      args: withSentences(command, withDefaults(command, argv)),
      options,
      allowPositionals: true,
      strict: true,
    })
    refuseExtraWords(command, positionals)
    const given: Record<string, string | boolean | (string | boolean)[] | undefined> = values
    return {
      words: positionals,
      has: (name) => given[name] !== undefined,
      text: (name) => (typeof given[name] === 'string' ? given[name] : undefined),
      texts: (name) => [given[name] ?? []].flat().filter((value) => typeof value === 'string'),
    }
  } catch (cause) {
    throw cause instanceof Problem ? cause : badOption(command, cause)
  }
}

/** What Node says of arguments, in our words where its own help nobody. */
function badOption({ name }: Command, cause: unknown): Problem {
  const [reason = ''] = cause instanceof Error ? cause.message.split(/\.? To specify|\n/) : []
  const [, unjoined] = /^Option '(--?[\w-]+)' argument is ambiguous/.exec(reason) ?? []
  const see = `See \`ctx ${name} --help\`.`
  if (unjoined === undefined)
    return new Problem('bad-option', `${reason.replace(/\.$/, '')}.`, {
      hint: `${see} A word that begins with - goes after --.`,
      cause,
    })
  const joined = `${unjoined}${unjoined.startsWith('--') ? '=' : ''}<value>`
  return new Problem('bad-option', `What stands behind ${unjoined} begins with -, as an option does.`, {
    hint: `If it is meant as a value, join them: ${joined}. ${see}`,
    cause,
  })
}

/** Rejects words that the command does not take; `--history 500` is meant as `--history=500`. */
function refuseExtraWords({ name, words, options }: Command, given: readonly string[]): void {
  const most = words.includes('…') ? Number.POSITIVE_INFINITY : words.split(' ').filter((word) => word !== '').length
  const extra = given[most]
  if (extra === undefined) return
  const valued = options.find(({ optional }) => optional)
  throw new Problem('unexpected-word', `\`ctx ${name}\` does not know what to do with "${extra}".`, {
    hint:
      valued === undefined
        ? `See \`ctx ${name} --help\`.`
        : `If it belongs to an option, join them: --${valued.name}=${extra}`,
  })
}

const help: Option = { name: 'help', short: 'h', value: '', about: 'show this help' }

/** Lets `--history` stand alone where its value is optional. */
function withDefaults(command: Command, argv: readonly string[]): string[] {
  const bare = new Set(command.options.filter(({ optional }) => optional).map(({ name }) => `--${name}`))
  const end = argv.indexOf('--')
  return argv.map((word, at) => (bare.has(word) && (end === -1 || at < end) ? `${word}=` : word))
}

/**
 * Puts the words behind `--`, in their order, where one of them looks like an option and is none: no option has a blank in its
 * name, so "--py36 was removed, why?" is a question. What stands behind an option that takes a value is its value.
 */
function withSentences(command: Command, argv: readonly string[]): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const given = argv.slice(0, end)
  const isSentence = (word: string): boolean => sentence.test(word) || isQuestion(command, word)
  if (!given.some(isSentence)) return [...argv]
  const valued = new Set(
    command.options
      .filter(({ value, optional }) => value !== '' && optional !== true)
      .flatMap(({ name, short = '' }) => [`--${name}`, `-${short}`]),
  )
  const isWord = (word: string, at: number): boolean =>
    (isSentence(word) || !word.startsWith('-')) && !valued.has(given[at - 1] ?? '')
  return [...given.filter((word, at) => !isWord(word, at)), '--', ...given.filter(isWord), ...argv.slice(end + 1)]
}

const sentence = /^--[\w-]+ /

/**
 * Whether a command that takes words of prose is given some that begin as an option of another program does: "-u was a no-op", or
 * "--theme=ansi prints a warning". What may be an option of ours with its value, mistyped perhaps, is none: `--topcs=two words`.
 */
function isQuestion({ words, options }: Command, word: string): boolean {
  if (!/^<[^<>]*…>$/.test(words)) return false
  const [, flag] = /^-(\w)\w* /.exec(word) ?? []
  const [, name] = /^--([\w-]+)=\S+ /.exec(word) ?? []
  const known = [...options, help]
  const isOurs = (given: string): boolean => nearestName(given, namesOf(known)) !== undefined
  return name === undefined ? flag !== undefined && !known.some(({ short }) => short === flag) : !isOurs(name)
}

const namesOf = (options: readonly Option[]): readonly string[] => options.map(({ name }) => name)

/** Makes the help of one command. */
export function helpFor(command: Command): string {
  const rows = [...command.options.filter(({ hidden }) => !hidden), help].map(
    ({ name, short, value, about, optional }) => {
      const flag = `${short === undefined ? '' : `-${short}, `}--${name}`
      return [`${flag}${value === '' ? '' : optional ? `[=${value}]` : ` ${value}`}`, about] as const
    },
  )
  const width = Math.max(...rows.map(([flag]) => flag.length))
  const listed = rows.map(([flag, about]) => `  ${flag.padEnd(width)}  ${about}`).join('\n')
  return `Usage: ctx ${command.name}${command.words === '' ? '' : ` ${command.words}`}${rows.length > 1 ? ' [options]' : ''}\n\n${command.about}\n${command.more === '' ? '' : `\n${command.more}\n`}\nOptions:\n${listed}`
}

/** Commands that are for the same: those that one needs first, and those that come up later. */
export type CommandGroup = {
  readonly title: string
  readonly first: readonly Command[]
  readonly later: readonly Command[]
}

/**
 * Makes the overview: a line for each command that one needs first, and of the others only the names, unless all are
 * asked for.
 */
export function helpForAll(
  groups: readonly CommandGroup[],
  { version, all }: { readonly version: string; readonly all: boolean },
): string {
  const listed = groups.map(({ title, first, later }) => {
    const others = later.filter(({ hidden }) => hidden !== true)
    const lines = (all ? [...first, ...others] : first).map(lineOf)
    const names = all ? [] : [`  also ${others.map(({ name }) => name).join(', ')}`]
    return [title, ...lines, ...names].join('\n')
  })
  return [
    `ctx ${version} — a repository's own memory: what its commits teach, kept in git.`,
    'Usage: ctx <command> [options]',
    ...listed,
    `ctx <command> --help tells more${all ? '' : '; ctx help --all lists every command'}. Exit codes: 0 answered or done, 1 nothing known, 2 something you can fix, 70 a bug of ours.`,
  ].join('\n\n')
}

/** A long usage has what it is about on a line of its own. */
function lineOf({ name, words, about }: Command): string {
  const usage = `${name} ${words}`
  return `  ${usage.length > usageWidth ? `${usage}\n  ${' '.repeat(usageWidth)}` : usage.padEnd(usageWidth)}  ${about}`
}

const usageWidth = 26

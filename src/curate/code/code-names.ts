import { anyOf } from '../../text/alternatives.ts'
import { madeLately } from '../../text/made-once.ts'

/** Names as code spells them: `app.del()`, guess_json_utf, followRedirect, Router::nest. */
const spelled = anyOf('g')`
  \`([\w$.:#]{3,60}(?:\(\))?)\`
  \b(
    [A-Za-z_$][\w$]{0,60}(?:(?:\.|::)[A-Za-z_$][\w$]{0,60}){1,5}|[a-z][a-z0-9]{0,60}[A-Z]\w{0,60}
    (?!__\w{1,60}__\b)_{0,2}[A-Za-z0-9]{1,60}_\w{1,60}|\w{3,60}(?=\(\))
  )
`

/** Files are called in the same way, and what they are called says nothing of what is in them. */
const file = /\.(?:[jt]sx?|[cm]js|py|rb|rs|go|md|rst|txt|json|ya?ml|toml|cfg|ini|html?|css|sh|[ch]|lock|mod)$/i

/** Finds the names that a headline or a sentence spells as code does, each by its last part. */
export const codeNames = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(spelled)].flatMap(([, quoted, plain]) => {
      const name = quoted ?? plain ?? ''
      const last = name.match(identifier)?.at(-1) ?? ''
      return last.length < 3 || file.test(name) || isSystem.test(last) ? [] : [last]
    }),
  ),
]

/**
 * Spelled as code is, and everybody's: no lesson is over because no line says macOS any more (requests 2255c34a), nor GitHub
 * (clap 37f8ae20), nor because `warnings.warn` gives a UserWarning without its name (click 38000838), nor snake_case that only a
 * docstring spelled (flask-sqlalchemy aa96bb4e).
 */
const isSystem = anyOf()`
  ^(?:
    e?BPF|gRPC|iOS|iPad(?:OS)?|iPhone|jQuery|mTLS|macOS|tvOS|watchOS|GitHub|GitLab|JavaScript|TypeScript
    (?:Deprecation|Future|Resource|Runtime|User)Warning
    (?:[Cc]amel|[Kk]ebab|[Pp]ascal|[Ss]nake|[Tt]itle)_?[Cc]ase
  )$
`

const identifier = /[A-Za-z_$][\w$]*/g

/** Every name in a line of code. */
export const namesIn = (line: string): readonly string[] => line.match(identifier) ?? []

/** Names of types too: TryRead, ASGIDispatch. So are projects and languages spelled, whom only the code tells apart. */
export const spelledNames: (text: string) => readonly string[] = madeLately((text) => [
  ...new Set([...codeNames(text), ...(text.match(type) ?? []).filter((name) => !isSystem.test(name))]),
])

const type = /\b(?:[A-Z][a-z0-9]{1,60}[A-Z]\w{0,60}|[A-Z]{2,20}[a-z]\w{0,60})\b/g

/** The long options that a text names, `--max-columns`, as users type them; those that every program has tell nothing. */
export const optionNames = (text: string): readonly string[] => [
  ...new Set(
    text.match(
      /(?<![\w-])--(?!(?:all|color|debug|force|help|quiet|verbose|version)\b(?!-))[a-z][a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){0,6}(?![\w-])/g,
    ) ?? [],
  ),
]

/** Whether the code has a name, or had it once and has it no more; unknown where it never had it, or nobody looked. */
export type NameNow = (name: string) => 'there' | 'lost' | 'unknown'

import { anyOf } from '../../text/alternatives.ts'
import { oneLine } from '../../text/clean.ts'
import { fileKindOf, isSample } from '../code/files.ts'
import { type Language, languageOf } from '../code/language.ts'
import type { Evidence, CommitReading } from './types.ts'

/** How a name is given a value, by language, in a line whose white space is single blanks; group 1 is the name. */
const heads: Partial<Record<Language, RegExp>> = {
  js: /^(?:export )?(?:(?:const|let|var|static|readonly|private|public) )?(?:readonly )?([A-Za-z_$][\w$.]{2,}) ?(?:: ?[\w<>|[\]]+)? ?[=:] ?(?=\S)/,
  python: /^([A-Za-z_]\w{2,}) ?(?:: ?[\w[\]., ]+)?= ?/,
  go: /^(?:(?:const|var) )?([A-Za-z_]\w{2,})(?: [\w.]+)? ?(?::?=|:) ?/,
  rust: /^(?:pub(?:\([a-z]+\))? )?(?:const|static) ([A-Z_]\w{2,}) ?:[^=]+= ?(?:Duration::\w+\()?/,
  java: /^(?:(?:public|private|protected|static|final|val|var|const) )+(?:[\w<>[\]]+ )?([A-Za-z_]\w{2,}) ?= ?(?:[\w.]*Duration\.\w+\()?/,
  c: /^# ?define ([A-Z_]\w{2,}) \(?/,
  ruby: /^([A-Z][A-Z0-9_]{2,}) ?= ?/,
}

/** A number, which may be a product or have a unit, a switch or a short text. */
const scalar =
  /^(?:-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?(?: ?\* ?\d[\d_]*)*[a-zA-Z]{0,3}(?: ?\* ?time\.\w+)?|true|false|"[^"]{1,60}"|'[^']{1,60}')/

/** What may stand behind a value: what closes it, and a comment. */
const tail = /^\)? ?(?:\.freeze)? ?[;,]? ?(?:(?:\/\/|\/\*|#).*)?$/

const notAConstant = anyOf('i')`
  version|checksum|secret|clientid|filenames
  ^(?:
    default|mark|stop|icon|tag|push|short|long|use|example|class|className|placeholder|i|j|k|id|name
    expected|actual|date|year|time|description|title|label|url|sha|hash|checksum|copyright|message|msg
    text|type|path|key
  )$
`

/** Finds named values that a commit changed; the text is the old one. */
export const constants = ({ commit }: CommitReading): readonly Evidence[] =>
  commit.changes.flatMap(({ path, hunks }) => {
    const shape = heads[languageOf(path)]
    if (shape === undefined || isSample(path)) return []
    if (fileKindOf(path) !== 'code' && !/\.config\.\w+$/.test(path)) return []
    return hunks.flatMap(({ added, removed, start }) => {
      if (removed.length === 0 || added.length === 0 || removed.length > 200) return []
      const before = onceIn(removed, shape)
      if (before.size === 0) return []
      const after = onceIn(added, shape)
      return added.flatMap((line, at): readonly Evidence[] => {
        const [name, value] = valueIn(line, shape)?.[0] ?? []
        const old = name === undefined ? undefined : before.get(name)
        if (name === undefined || value === undefined || old === undefined || amountOf(old) === amountOf(value))
          return []
        // A name that stands twice is two branches of one switch, and another kind of value another thing.
        if (!after.has(name) || kindOfValue(old) !== kindOfValue(value)) return []
        if (isSecret(name, value) || (kindOfValue(value) !== 'number' && !lasting.test(name))) return []
        return [
          {
            kind: 'constant',
            about: name,
            value,
            text: old,
            category: 'project',
            at: { commit: commit.sha, path, line: start + at },
            grade: 'observed',
            // It proves what its commit says, and is no lesson itself.
            weight: 0,
          },
        ]
      })
    })
  })

/** A product however it is written: `64 * 1024 * 1024`, `65536 * 1024` (nats.go b9917b8e). */
function amountOf(value: string): string {
  if (kindOfValue(value) !== 'number') return value
  const parts = value.replace(/[\s_]/g, '').split('*')
  const product = parts.reduce((all, part) => (decimal.test(part) ? all * BigInt(part) : all), 1n)
  return [product, ...parts.filter((part) => !decimal.test(part))].join('*')
}

/** What begins with 0 may be octal. */
const decimal = /^[1-9]\d{0,30}$/

/** What has such a name is nobody's to know, nor what it was before, even where it looks like a word. */
const secretName =
  /passw|passphrase|pwd|_pass$|secret|credential|token|api_?key|(?:access|auth|private|signing|encryption)_?key|_key$|salt|pepper|(?:^|_)pin$|login/i
/** How long a token lives is no token. */
const countsTokens = /token.{0,30}(?:age|count|delay|expir|interval|length|life|limit|max|min|size|timeout|ttl)/i

const isSecret = (name: string, value: string): boolean =>
  secretName.test(name) && !(kindOfValue(value) === 'number' && countsTokens.test(name))

/** The values of the names that some lines give one to exactly once. */
function onceIn(lines: readonly string[], shape: RegExp): ReadonlyMap<string, string> {
  const found = new Map<string, string | undefined>()
  for (const line of lines)
    for (const [name, value] of valueIn(line, shape) ?? []) found.set(name, found.has(name) ? undefined : value)
  return new Map([...found].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])))
}

/** A text or a switch is a setting where its name says so; elsewhere it is a step of some function. */
const lasting = /^[A-Z][A-Z0-9_]+$|default|max|min|limit|timeout|enabled?|target|mode|level/i

const kindOfValue = (value: string): string =>
  /^["']/.test(value) ? 'text' : /^[tf]/.test(value) ? 'switch' : 'number'

function valueIn(line: string, shape: RegExp): readonly (readonly [string, string])[] | undefined {
  if (line.length > 200) return undefined
  const said = oneLine(line)
  const [head = '', name] = shape.exec(said) ?? []
  if (name === undefined || notAConstant.test(name)) return undefined
  const [value] = scalar.exec(said.slice(head.length)) ?? []
  if (value === undefined) return undefined
  if (!tail.test(said.slice(head.length + value.length))) return undefined
  if (/^["'].* /.test(value)) return undefined
  return /^["']?v?\d+\.\d+\.\d+/.test(value) || /["']?\d{4}-\d\d-\d\d/.test(value) ? undefined : [[name, value]]
}

/** So many values say enough of a change; of more, it is about none. */
const mostSaid = 3

/**
 * Says which values were changed, in words that stay true whatever becomes of them: "Changed `MAX_PARTS` from `1_000` to `10_000`.";
 * '' where there are none, too many, or an enumeration that was renumbered: "`GET_MASK` from `4` to `3`, `GET_DATA` from `5` to `4`"
 * (ws 6695bd44).
 */
export function changeSaid(values: readonly Evidence[]): string {
  // What is in a file and in its copy was changed once.
  const said = [...new Set(values.map(({ about, value, text }) => `\`${about}\` from \`${text}\` to \`${value}\``))]
  return said.length === 0 || said.length > mostSaid || isRenumbered(values) ? '' : `Changed ${said.join(', ')}.`
}

function isRenumbered(values: readonly Evidence[]): boolean {
  const moved = values.map(({ text, value }) => ({ from: Number(text), by: Number(value) - Number(text) }))
  const [first] = moved
  if (first === undefined || moved.length < 2 || values.some(({ about }) => limits.test(about))) return false
  return moved.every(
    ({ from, by }) =>
      Math.abs(by) <= mostMoved && by * first.by > 0 && Math.abs(from - first.from) <= values.length && from < 100,
  )
}

/** By so much a member of an enumeration moves where one or two go or come before it. */
const mostMoved = 2
/** What has such a name is set, and counts nothing. */
const limits = /count|default|limit|max|min|retr(?:y|ies)|size|timeout|version/i

/** A statement without what `changeSaid` put behind it: whether it holds does not hang on the names of values. */
export function withoutChange(statement: string): string {
  const at = statement.lastIndexOf('Changed `')
  return at === -1 || !statement.endsWith('`.') ? statement : statement.slice(0, at).trimEnd()
}

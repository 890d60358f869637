import matter from 'gray-matter'
import { isMap, isNode, isScalar, parseDocument } from 'yaml'
import { clean } from '../text/clean.ts'
import { whenAsked } from '../text/made-once.ts'

/**
 * The keys of a front matter in order, each with its value as text or list of texts, its bytes as written, and the
 * comments that stand with it.
 */
export type FrontMatter = ReadonlyMap<
  string,
  { readonly value: FrontMatterValue; readonly source: string; readonly comments: string }
>
/** A value of front matter: a text, a list of texts, or what is neither and is kept as it stands. */
export type FrontMatterValue = string | readonly string[] | { readonly other: unknown }

/** Why a text cannot be read as knowledge, as a code and in words. */
export type Fault = { readonly code: string; readonly detail: string }
type Split = { front: FrontMatter; body: string } | { fault: Fault }

/** A longer front matter was made to keep a YAML reader busy: it needs 20 µs for a character where nothing fits. */
const most = { characters: 16_000, lines: 500 }

const noFront: FrontMatter = new Map()

/**
 * Parts a file into front matter and body. Our own spelling is read line by line, 20 times faster than YAML; whatever
 * differs from it goes through gray-matter with YAML as its only engine. Every scalar stays the text it was written as.
 */
export function splitFrontMatter(text: string): Split {
  const opening = text.slice(0, Math.max(0, text.indexOf('\n'))).trimEnd()
  if (opening.startsWith('---') && opening !== '---' && !opening.startsWith('----')) {
    return {
      fault: {
        code: 'front-matter-language',
        detail: `Front matter opens with "${opening}"; only YAML between lines of --- is read.`,
      },
    }
  }
  if (opening !== '---') return { front: noFront, body: text }
  const end = text.indexOf('\n---\n', 3)
  if (end === -1 && !text.endsWith('\n---')) {
    return { fault: { code: 'front-matter-open', detail: 'Front matter is not closed by a line of ---.' } }
  }
  const source = text.slice(4, end === -1 ? -3 : end + 1)
  const body = end === -1 ? '' : text.slice(end + 5)
  if (source.length > most.characters || source.split('\n').length > most.lines)
    return {
      fault: {
        code: 'front-matter-endless',
        detail: `Front matter has more than ${most.lines} lines, or ${most.characters} characters.`,
      },
    }
  const front = readCanonical(source)
  return front === undefined ? readYaml(text, source, body) : { front, body }
}

const keyLine = /^([A-Za-z][\w-]*):(?: (.*))?$/
// What stands plain in our spelling means the same to a full YAML reader.
const plainShape = String.raw`[\p{L}\p{N}_./$][^\x00-\x1f\x7f-\x9f:#"'\[\]{},&*!|>%@\x60]*`
const quotedShape = String.raw`"(?:[^"\\\x00-\x1f\x7f-\x9f]|\\["\\nt])*"`
const scalar = whenAsked(() => new RegExp(`^(?:${plainShape}|${quotedShape})$`, 'u'))
const list = whenAsked(
  () => new RegExp(String.raw`^\[(?:(?:${plainShape}|${quotedShape})(?:, (?:${plainShape}|${quotedShape}))*)?\]$`, 'u'),
)
const listItem = whenAsked(() => new RegExp(String.raw`(?:\[|, )(${quotedShape}|${plainShape})`, 'gyu'))

/** Reads the spelling that `writeValue` gives, one key a line; undefined as soon as a line is anything else. */
function readCanonical(source: string): FrontMatter | undefined {
  const front = new Map<string, { value: FrontMatterValue; source: string; comments: string }>()
  for (const line of source.split('\n').slice(0, -1)) {
    const [, name, written = ''] = keyLine.exec(line) ?? []
    const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(written)
    if (name === undefined || front.has(name) || !(isTime || scalar().test(written) || list().test(written)))
      return undefined
    front.set(name, {
      value: written.startsWith('[')
        ? [...written.matchAll(listItem())].map(([, item = '']) => unquote(item))
        : unquote(written),
      source: line,
      comments: '',
    })
  }
  return front
}

const unquote = (written: string): string => (written.startsWith('"') ? String(JSON.parse(written)) : written.trim())

/** gray-matter would run `---js` front matter; every engine but ours refuses. */
const refuse = (): never => {
  throw new Error('only YAML front matter is read')
}
const engines = {
  javascript: refuse,
  js: refuse,
  json: refuse,
  coffee: refuse,
  toml: refuse,
  yaml: { parse: readMapping },
}

function readYaml(text: string, source: string, body: string): Split {
  try {
    const { data } = matter(text, { language: 'yaml', engines })
    const chunks = chunksOf(source)
    const entries = Object.entries(data).map(
      ([name, value]) => [name, { value: toValue(value), ...chunks.get(name) }] as const,
    )
    return {
      front: new Map(
        entries.map(([name, { value, source: chunk = '', comments = '' }]) => [
          name,
          { value, source: chunk, comments },
        ]),
      ),
      body,
    }
  } catch (cause) {
    // A snippet stands behind the colon; the message counts lines from the one behind ---.
    const [why = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n')
    const detail = `What stands between its lines of --- is no YAML: ${why.replace(/:$/, '')}.`
    return { fault: { code: 'front-matter-broken', detail } }
  }
}

// The failsafe schema resolves nothing: `12e5678` stays a commit hash and `no` stays a word.
// Keys that are no text are kept as they stand, which is nothing to warn of.
const failsafe = { schema: 'failsafe', uniqueKeys: true, prettyErrors: true, logLevel: 'error' } as const

function readMapping(yaml: string): object {
  const document = parseDocument(yaml, failsafe)
  const [error] = document.errors
  if (error !== undefined) throw error
  const data: unknown = document.toJS({ maxAliasCount: 0 })
  if (data === null || data === '') return {}
  if (typeof data !== 'object' || Array.isArray(data)) throw new Error('it has no keys with values')
  return data
}

const toValue = (value: unknown): FrontMatterValue => {
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : { other: value }
}

type Chunk = { readonly source: string; readonly comments: string }

/** Cuts YAML where its keys begin, so that what is not ours keeps its bytes; comments stay with the key before them. */
function chunksOf(source: string): ReadonlyMap<string, Chunk> {
  const { contents } = parseDocument(source, failsafe)
  if (!isMap(contents)) return new Map()
  const pairs = contents.items.filter((pair) => isScalar(pair.key) && pair.key.range)
  const starts = pairs.map(({ key }) => (isScalar(key) ? (key.range?.[0] ?? 0) : 0))
  return new Map(
    pairs.map(({ key, value }, at) => {
      const name = isScalar(key) ? String(key.value) : ''
      const written = source.slice(at === 0 && !contents.flow ? 0 : starts[at], starts[at + 1]).trimEnd()
      const inFlow = isNode(value) ? `${name}: ${source.slice(value.range?.[0], value.range?.[1])}` : `${name}:`
      const chunk = contents.flow ? inFlow : written
      return [name, { source: chunk, comments: commentsIn(chunk) }]
    }),
  )
}

// A quotation mark inside a word opens nothing.
const quotedText = /(?<![^\s,:[{])(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*')/g

const commentsIn = (chunk: string): string =>
  chunk
    .replace(quotedText, '')
    .split('\n')
    .flatMap((line) => /(?:^|\s)(#.*)/.exec(line)?.[1] ?? [])
    .join('\n')

// These words and shapes are null, booleans or numbers to a full YAML reader; quoted they stay text everywhere.
const readsAsOther = /^(?:true|false|null|yes|no|on|off|~|[-+.]?[0-9][0-9_.,eExXoObBa-fA-F+:-]*|\.(?:inf|nan))$/i

/** Writes a scalar or list in the one spelling that `readCanonical` reads. */
export function writeValue(value: string | readonly string[]): string {
  return typeof value === 'string' ? writeScalar(value) : `[${value.map(writeScalar).join(', ')}]`
}

function writeScalar(text: string): string {
  const safe = clean(text)
  const isPlain = scalar().test(safe) && safe === safe.trim() && !safe.startsWith('"') && !readsAsOther.test(safe)
  if (isPlain) return safe
  return `"${safe
    .replace(/["\\]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`)}"`
}

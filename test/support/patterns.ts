import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, visitorKeys } from 'oxc-parser'
import { anyOf } from '../../src/text/alternatives.ts'

/** A regular expression of the sources and where it stands. */
export type Pattern = { readonly at: string; readonly regex: RegExp }

/** The regular expressions that stand as literals or whole templates below a folder, and where one is composed while the program runs. */
export function patternsBelow(folder: string): { literal: readonly Pattern[]; made: readonly string[] } {
  const [literal, made]: [Pattern[], string[]] = [[], []]
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    const text = readFileSync(join(folder, file), 'utf8')
    const placeOf = (offset: number): string => `${file}:${text.slice(0, offset).split('\n').length}`
    walk(parseSync(file, text).program, (node) => {
      if (node.type === 'Literal' && node.regex !== undefined)
        literal.push({ at: placeOf(node.start), regex: new RegExp(node.regex.pattern, node.regex.flags) })
      if (/^(?:New|Call)Expression$/.test(node.type) && node.callee?.name === 'RegExp' && file !== templates)
        made.push(placeOf(node.start))
      if (node.type !== 'TaggedTemplateExpression' || node.tag?.callee?.name !== 'anyOf') return
      const [only, ...others] = node.quasi?.quasis ?? []
      if (only === undefined || others.length > 0) made.push(placeOf(node.start))
      else
        literal.push({ at: placeOf(node.start), regex: fromTemplate(node.tag.arguments?.[0]?.value, only.value.raw) })
    })
  }
  return { literal, made }
}

/** Where templates become expressions. */
const templates = join('text', 'alternatives.ts')

const fromTemplate = (flags: string | undefined, raw: string): RegExp =>
  anyOf(flags)(Object.assign([raw], { raw: [raw] }))

type Node = {
  readonly type: string
  readonly start: number
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly callee?: { readonly name?: string }
  readonly tag?: {
    readonly callee?: { readonly name?: string }
    readonly arguments?: readonly { readonly value?: string }[]
  }
  readonly quasi?: { readonly quasis?: readonly { readonly value: { readonly raw: string } }[] }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function walk(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, see)
  if (!isNode(value)) return
  see(value)
  const children = new Map(Object.entries(value))
  for (const key of visitorKeys[value.type] ?? []) walk(children.get(key), see)
}

const program = join(import.meta.dirname, '../../src')

/** Notes every expression that modules make while `load` imports them. */
export async function patternsMadeBy(load: () => Promise<unknown>): Promise<readonly Pattern[]> {
  const made: Pattern[] = []
  const real = globalThis.RegExp
  globalThis.RegExp = new Proxy(real, {
    construct(target, [source, flags]: [string | RegExp, string?]) {
      const regex = new target(source, flags)
      // The project may itself lie in a folder that is called src.
      const [, ...calls] = (new Error('where').stack ?? '').split(`${program}/`)
      const [at = 'somewhere'] = /^[^\s:]+:\d+/.exec(calls.find((call) => !call.startsWith(templates)) ?? '') ?? []
      made.push({ at, regex })
      return regex
    },
  })
  try {
    await load()
  } finally {
    globalThis.RegExp = real
  }
  return made
}

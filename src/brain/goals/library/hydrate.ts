import { countTokens } from '../../../text/tokens.ts'
import type { NodeOfAnyTime } from './node.ts'
import { valueToJson, type Value, type Values } from './values.ts'

/** What a finished goal hands to the one above it. */
export type ChildDigest = { readonly goalId: string; readonly digest: string; readonly tokens: number }

/** All that a goal is told. `parentIntent` is absent where there is none. */
export type Hydrated = {
  readonly global: Values
  readonly parentIntent?: string
  readonly local: Values
  /** Of finished goals right below, in the order in which they were finished. */
  readonly digests: readonly ChildDigest[]
  /** Whether there are digests that the token limit had no room for. */
  readonly isCut: boolean
  /** How many tokens all of this takes. */
  readonly tokens: number
}

/** So many digests in a row may have no room before nobody looks on: what a step costs stays bounded. */
const mostMisses = 64

/** Puts together what a goal is told; of `newestFirst`, what its token limit has room for. */
export function hydrate(node: NodeOfAnyTime, newestFirst: Iterable<ChildDigest>): Hydrated {
  const { globalContext: global, localContext: local, parentIntent } = node
  const own = [global, local].reduce((sum, values) => sum + tokensOf(values), countTokens(parentIntent ?? ''))
  const { kept, isCut } = newestThatFit(newestFirst, node.tokenLimit - own)
  return {
    global,
    ...(parentIntent === undefined ? {} : { parentIntent }),
    local,
    digests: kept.toReversed(),
    isCut,
    tokens: own + kept.reduce((sum, { digest }) => sum + countTokens(digest), 0),
  }
}

/** The size is counted anew: what somebody said of it would decide how much is told. */
function newestThatFit(digests: Iterable<ChildDigest>, room: number): { kept: ChildDigest[]; isCut: boolean } {
  const kept: ChildDigest[] = []
  let [left, misses] = [room, 0]
  for (const digest of digests) {
    const tokens = countTokens(digest.digest)
    if (tokens > left) misses++
    else {
      kept.push(digest)
      left -= tokens
    }
    if (misses > mostMisses) break
  }
  return { kept, isCut: misses > 0 }
}

const tokensOf = (values: Values): number =>
  Object.keys(values).length === 0 ? 0 : countTokens(JSON.stringify(valueToJson(values)))

/** Writes what a goal is told as the beginning of a prompt; local context too, or a model would not know of it. */
export function contextPrompt(goal: string, { global, parentIntent, local, digests }: Hydrated): string {
  const parts = [
    `Goal: ${goal}`,
    parentIntent === undefined ? '' : `Parent Goal: ${parentIntent}`,
    section('Project Context', linesOf(global)),
    section('Local Context', linesOf(local)),
    section(
      'Done Below',
      digests.map(({ goalId, digest }) => `${goalId}: ${digest}`),
    ),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

const section = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${name}:\n${lines.join('\n')}`

const linesOf = (values: Values): readonly string[] =>
  Object.entries(values).map(([key, value]) => `${key}: ${textOf(value)}`)

const textOf = (value: Value): string => {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(valueToJson(value))
}

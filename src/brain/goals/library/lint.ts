import { terms } from '../../../text/terms.ts'
import type { Finding } from '../../../tree/knowledge.ts'
import { missingIn } from '../digest.ts'
import type { NodeOfAnyTime } from './node.ts'
import { type Values, valueToJson } from './values.ts'

/** Finds what is wrong with one goal; `global` are the keys that are set for all goals. */
export function* findingsOf(node: NodeOfAnyTime, global: ReadonlySet<string>): Generator<Finding> {
  const at = node.goalId
  if (node.isOverLimit())
    yield {
      code: 'over-limit',
      at,
      detail: `It is ${node.tokensOverLimit()} tokens over its limit.`,
      weight: 'warning',
    }
  const missing = node.digest === undefined ? [] : missingIn(node.digest)
  if (missing.length > 0)
    yield { code: 'vague-digest', at, detail: `Its digest lacks ${missing.join(', ')}.`, weight: 'warning' }
  for (const key of Object.keys(node.localContext))
    if (global.has(key))
      yield {
        code: 'local-is-global',
        at,
        detail: `"${key}" is set for all goals too: keep it with one.`,
        weight: 'note',
      }
}

/** Names that work in progress has, and a project's settings have not. */
const ofWork =
  /(?:^|_)(?:current|task|todo|step|next|wip|tmp|temp|progress|ticket|issue|branch|line|cursor|attempt)(?:_|$)/
/** A place in a file, words of the moment, and marks of what is left to do; an app for todos, or TODO in a rule, is none. */
const saysWork =
  /\b(?:in progress|currently|right now|next step)\b|\.\w{1,5}:\d+\b|(?:"|\\n)\s{0,9}(?:todo|fixme|wip)(?:\([^)"]{0,80}\))?:/i

/** A value that shares so much of its words with one goal, and with no other, is a detail of that. */
const leastOwn = { share: 0.6, terms: 3 }

/**
 * Finds what is set for all goals and is a detail of one: by a name or words of work in progress, or because the words of
 * only one goal are in it.
 */
export function* globalFindings(global: Values, nodes: readonly NodeOfAnyTime[]): Generator<Finding> {
  const said = nodes.map((node) => ({
    id: node.goalId,
    terms: new Set(terms([node.intent, ...node.notes, JSON.stringify(valueToJson(node.localContext))].join('\n'))),
  }))
  for (const [key, value] of Object.entries(global)) {
    const text = JSON.stringify(valueToJson(value))
    const name = key.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
    const own = new Set(terms(`${key} ${text}`))
    const about = said.filter(({ terms: theirs }) => isMostly(own, theirs))
    const [goal] = about.length === 1 && nodes.length > 1 ? about : []
    const why = ofWork.test(name) || saysWork.test(text) ? 'a detail of work' : goal && `a detail of "${goal.id}"`
    if (why)
      yield {
        code: 'task-in-global',
        at: key,
        detail: `"${key}" is set for all goals, and reads like ${why}: keep it with that goal.`,
        weight: 'note',
      }
  }
}

const isMostly = (own: ReadonlySet<string>, theirs: ReadonlySet<string>): boolean =>
  own.size >= leastOwn.terms && [...own].filter((term) => theirs.has(term)).length >= own.size * leastOwn.share

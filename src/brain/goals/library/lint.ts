import type { Finding } from '../../../tree/knowledge.ts'
import { missingIn } from '../digest.ts'
import type { NodeOfAnyTime } from './node.ts'

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

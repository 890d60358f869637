import data from './gitleaks.json' with { type: 'json' }
import { entropyOf, type SecretRule } from './rule.ts'

/** What a rule lets pass, by what it looks at: the secret alone, all that was matched, or the line around it. */
type Allowed = { readonly on: string; readonly shapes: readonly RegExp[]; readonly words: readonly string[] }

/** Makes gitleaks' rules rules of ours; an expression is compiled when its rule is first tried. */
export const gitleaks = (): readonly SecretRule[] => data.rules.map(ruleOf)

const never = data.never.map((shape) => new RegExp(shape))

type Given = (typeof data.rules)[number]

function ruleOf({ kind, keywords, shape, entropy, group, allow }: Given): SecretRule {
  let compiled: RegExp | undefined
  let allowed: readonly Allowed[] | undefined
  return {
    kind,
    keywords,
    // Without a group that is named, the first that matched is the secret.
    groups: group === 0 ? [1, 2, 3, 4, 5, 6] : [group],
    get shape() {
      return (compiled ??= new RegExp(shape, 'dg'))
    },
    isSecret: (secret, whole) => {
      if (entropyOf(secret) < entropy || never.some((one) => one.test(secret.slice(0, 1_000)))) return false
      allowed ??= allow.map(({ on, shapes, words }) => ({ on, shapes: shapes.map((one) => new RegExp(one)), words }))
      return !allowed.some((list) => lets(list, secret, whole))
    },
  }
}

function lets({ on, shapes, words }: Allowed, secret: string, whole: RegExpExecArray): boolean {
  const text = on === 'line' ? lineOf(whole) : on === 'match' ? whole[0] : secret
  const said = secret.toLowerCase()
  return shapes.some((shape) => shape.test(text)) || words.some((word) => said.includes(word))
}

function lineOf({ input, index, 0: { length } }: RegExpExecArray): string {
  const end = input.indexOf('\n', index + length)
  return input.slice(input.lastIndexOf('\n', index) + 1, end === -1 ? undefined : end).slice(0, 1_000)
}

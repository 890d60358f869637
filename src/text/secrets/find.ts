import { assignments } from './assignments.ts'
import { gitleaks } from './gitleaks.ts'
import { headers } from './headers.ts'
import { type Keywords, keywords } from './keywords.ts'
import type { SecretRule } from './rule.ts'
import { services } from './services.ts'

/** Where a secret stands in a text, and what kind it is. */
export type Secret = { readonly kind: string; readonly start: number; readonly end: number }

type Rules = { readonly lookFor: Keywords; readonly byWord: readonly (readonly SecretRule[])[] }

let rules: Rules | undefined

/** Where a rule is worth trying: around keywords of it that stand close together. */
type Region = { start: number; end: number }

const close = 300

/** Finds the secrets in a text, by place; where two overlap they are told as one. Nearly all text has no rule's keyword. */
export function findSecrets(text: string): readonly Secret[] {
  const { lookFor, byWord } = (rules ??= readRules())
  let regions: Map<SecretRule, Region[]> | undefined
  lookFor(text, (word, end) => {
    regions ??= new Map()
    for (const rule of byWord[word] ?? []) {
      const all = regions.get(rule)
      const last = all?.at(-1)
      if (all === undefined) regions.set(rule, [{ start: end, end }])
      else if (last !== undefined && end - last.end < close) last.end = end
      else all.push({ start: end, end })
    }
  })
  if (regions === undefined) return []
  const found = [...regions].flatMap(([rule, all]) => all.flatMap((region) => matches(rule, text, region)))
  return found.length < 2 ? found : joined(found.toSorted((a, b) => a.start - b.start || b.end - a.end))
}

function readRules(): Rules {
  const all = [...services, ...headers, ...assignments, ...gitleaks()]
  const byWord = new Map<string, SecretRule[]>()
  for (const rule of all)
    for (const word of rule.keywords) {
      const others = byWord.get(word)
      if (others === undefined) byWord.set(word, [rule])
      else others.push(rule)
    }
  return { lookFor: keywords([...byWord.keys()]), byWord: [...byWord.values()] }
}

/** What a lock file says of a package is known to all. */
const checksum = /(?:\bh1:|\bsha(?:1|256|384|512)[-:])$/

function matches(
  { kind, shape, groups, isSecret, isLong }: SecretRule,
  text: string,
  region: Region,
): readonly Secret[] {
  const from = lineBefore(text, region.start)
  const piece = text.slice(from, isLong === true ? undefined : linesAfter(text, region.end))
  const found: Secret[] = []
  shape.lastIndex = 0
  for (let match = shape.exec(piece); match !== null; match = shape.exec(piece)) {
    const group = groups.find((number) => match?.[number] !== undefined) ?? 0
    const [start, end] = match.indices?.[group] ?? [match.index, match.index]
    const isOne =
      end > start &&
      !checksum.test(piece.slice(Math.max(0, start - 8), start)) &&
      isSecret(piece.slice(start, end), match)
    if (isOne) found.push({ kind, start: from + start, end: from + end })
    // What was no secret may stand before one: `password: token = "…"`.
    else shape.lastIndex = Math.max(match.index + 1, start)
  }
  return found
}

const lineBefore = (text: string, at: number): number => text.lastIndexOf('\n', Math.max(0, at - 100)) + 1

/** A value may stand two lines below its name: in XML, and in a list of environment variables. */
function linesAfter(text: string, at: number): number {
  let end = at
  for (let lines = 0; lines < 3 && end !== -1; lines++) end = text.indexOf('\n', end + 1)
  return end === -1 ? text.length : end
}

function joined(found: readonly Secret[]): readonly Secret[] {
  const all: Secret[] = []
  for (const next of found) {
    const last = all.at(-1)
    if (last === undefined || next.start >= last.end) all.push(next)
    else all[all.length - 1] = { ...last, end: Math.max(last.end, next.end) }
  }
  return all
}

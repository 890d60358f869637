import { array, enum as oneOf, object, optional, string } from 'zod/mini'
import { oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { emptyEntry, type Entry } from '../tree/entry.ts'
import type { Fact } from '../tree/facts.ts'
import type { Tree } from '../tree/knowledge.ts'
import type { Operation } from '../tree/operations.ts'
import { toEntryPath } from '../tree/path.ts'
import type { Told } from './brief.ts'

const claim = object({ statement: string(), quote: string(), subject: optional(string()), value: optional(string()) })
const shape = object({
  operations: array(
    object({
      type: oneOf(['ADD', 'UPDATE', 'UPSERT']),
      path: string(),
      title: string(),
      facts: optional(array(claim)),
      rules: optional(array(object({ text: string(), quote: string() }))),
      reason: string(),
    }),
  ),
})

/** What a reply may hold at most; a model that writes more has lost its way. */
const most = { operations: 3, facts: 12, rules: 8, words: 400 }

/** What was made of a reply: operations whose every claim is proved, and how many claims were not. */
export type Read = { readonly operations: readonly Operation[]; readonly unproved: number }

/**
 * Reads the operations that a model answered with. A claim counts only with a quote that stands in the commit's message
 * or diff, and an operation only with a claim: examples from a prompt, orders from a message and inventions end here.
 * Nothing is deleted and no path leaves the tree. Undefined when the reply is not what was asked for.
 */
export function readReply(reply: string, told: Told, base: Entry, tree: Tree): Read | undefined {
  const parsed = shape.safeParse(jsonIn(reply))
  if (!parsed.success) return undefined
  const proof = letters(`${told.message}\n${told.diff.replace(/^[-+ ]/gm, '')}`)
  const isProved = ({ quote }: { quote: string }): boolean =>
    letters(quote).length >= leastQuote && proof.includes(letters(quote))
  const commit = base.raw.sources.at(-1)?.commit.slice(0, 8) ?? ''
  let unproved = 0
  const operations = parsed.data.operations.slice(0, most.operations).flatMap((asked): readonly Operation[] => {
    const [facts, rules] = [asked.facts ?? [], asked.rules ?? []]
    const [proved, ruled] = [facts.filter(isProved), rules.filter(isProved)]
    unproved += facts.length - proved.length + rules.length - ruled.length
    const path = toEntryPath(asked.path)
    const isPossible = path !== undefined && (asked.type !== 'UPDATE' || tree.has(path))
    if (!isPossible || proved.length + ruled.length === 0 || safe(asked.title) === '') return []
    const entry: Entry = {
      ...emptyEntry,
      title: tree.has(path) ? '' : shorten(safe(asked.title), 100),
      tags: base.tags,
      keywords: base.keywords,
      raw: base.raw,
      narrative: {
        ...emptyEntry.narrative,
        rules: ruled.slice(0, most.rules).map(({ text }) => `${safe(text)} (${commit})`),
      },
      facts: proved.slice(0, most.facts).map((one) => factOf(one, commit)),
    }
    return [{ type: 'UPSERT', path, entry, reason: shorten(safe(asked.reason), 200) }]
  })
  return { operations, unproved }
}

/** Shorter quotes stand anywhere. */
const leastQuote = 10

function factOf(
  said: { statement: string; subject?: string | undefined; value?: string | undefined },
  commit: string,
): Fact {
  return {
    subject: safe(said.subject ?? '').replaceAll('*', ''),
    value: safe(said.value ?? ''),
    statement: shorten(safe(said.statement), most.words),
    category: 'project',
    sources: [commit],
  }
}

const safe = (text: string): string => redact(oneLine(text))
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Finds the JSON in a reply, also between words and fences that nobody asked for. */
function jsonIn(reply: string): unknown {
  const [from, to] = [reply.indexOf('{'), reply.lastIndexOf('}')]
  try {
    return JSON.parse(reply.slice(from, to + 1))
  } catch {
    // Half a JSON, or none.
    return undefined
  }
}

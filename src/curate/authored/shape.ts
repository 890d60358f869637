import {
  array,
  boolean,
  discriminatedUnion,
  enum as oneOf,
  literal,
  maxLength,
  optional,
  strictObject,
  string,
  toJSONSchema,
  type infer as Infer,
} from 'zod/mini'
import { categories } from '../../tree/facts.ts'
import { lessonKinds } from '../../tree/note.ts'
import { entryKinds, statuses } from '../../tree/standing.ts'

/** What an author may write; more is refused by name, and nothing of it is kept. */
export const most = {
  operations: 20,
  items: 50,
  prose: 10_000,
  line: 2_000,
  name: 400,
  title: 200,
  reason: 1_000,
  tag: 40,
  keyword: 80,
}

/** A text that somebody else writes; what is longer is refused before anything reads it. */
const textUpTo = (longest: number) => string().check(maxLength(longest))

const name = textUpTo(most.name)
const tag = textUpTo(most.tag)
const keyword = textUpTo(most.keyword)
const line = textUpTo(most.line)
const prose = optional(textUpTo(most.prose))
const quote = optional(textUpTo(10_000))
const listOf = <Item extends Parameters<typeof array>[0]>(item: Item) =>
  optional(array(item).check(maxLength(most.items)))

/** Claims as a model or an agent writes them; `quote` is what proves them, word for word. */
const fact = strictObject({
  statement: line,
  subject: optional(textUpTo(most.title)),
  value: optional(line),
  category: optional(oneOf(categories)),
  quote,
})
const rule = strictObject({ text: line, quote })
const lesson = strictObject({
  headline: textUpTo(most.title),
  why: line,
  kind: optional(oneOf(lessonKinds)),
  quote,
})
const replacement = strictObject({
  old: line,
  text: line,
  subject: optional(textUpTo(most.title)),
  value: optional(line),
  quote,
})

/** A fact as an agent or a model sends it, with the quote that proves it. */
export type ClaimedFact = Infer<typeof fact>
/** A rule as it is sent, with the quote that proves it. */
export type ClaimedRule = Infer<typeof rule>
/** A lesson as it is sent: what was done, why, and the quote that proves it. */
export type ClaimedLesson = Infer<typeof lesson>

/** Parts of an entry that are prose, each by the name it has there. */
const proseParts = [
  'task',
  'flow',
  'structure',
  'dependencies',
  'highlights',
  'examples',
  'diagrams',
  'snippets',
] as const

const quotable = {
  type: oneOf(['ADD', 'UPDATE', 'UPSERT']),
  path: name,
  title: optional(textUpTo(most.title)),
  facts: listOf(fact),
  rules: listOf(rule),
  files: listOf(name),
  tags: listOf(tag),
  keywords: listOf(keyword),
  related: listOf(strictObject({ path: name, reason: optional(line) })),
  reason: textUpTo(most.reason),
}

const write = strictObject({
  ...quotable,
  lessons: listOf(lesson),
  task: prose,
  changes: listOf(line),
  flow: prose,
  patterns: listOf(line),
  structure: prose,
  dependencies: prose,
  highlights: prose,
  examples: prose,
  diagrams: prose,
  snippets: prose,
  kind: optional(oneOf(entryKinds)),
  status: optional(oneOf(statuses)),
  supersededBy: optional(name),
  retire: listOf(line),
  replace: listOf(replacement),
  drop: optional(
    strictObject({
      tags: listOf(tag),
      keywords: listOf(keyword),
      files: listOf(name),
      related: listOf(name),
      parts: listOf(oneOf(proseParts)),
    }),
  ),
})
const merge = strictObject({ type: literal('MERGE'), from: name, into: name, reason: textUpTo(most.reason) })
const remove = strictObject({
  type: literal('DELETE'),
  path: name,
  quote,
  confirm: optional(boolean()),
  reason: textUpTo(most.reason),
})

/** An ADD, UPDATE or UPSERT as it is sent. */
export type Write = Infer<typeof write>
/** A MERGE as it is sent: one entry goes into another. */
export type Merge = Infer<typeof merge>
/** A DELETE as it is sent, of an entry or a folder. */
export type Remove = Infer<typeof remove>

/** One operation as an agent or a person writes it: all that an entry can hold. */
const operation = discriminatedUnion('type', [write, merge, remove])
/** As a model writes it: only what a quote can prove, and names. */
const quotedOperation = discriminatedUnion('type', [strictObject(quotable), merge, remove])

const schemaOf = (
  one: typeof operation | typeof quotedOperation,
): Readonly<Record<string, unknown>> & { properties: object } => ({
  type: 'object',
  properties: {},
  ...toJSONSchema(strictObject({ operations: array(one).check(maxLength(most.operations)) })),
})

/** The operations that an agent writes, as JSON Schema, and those that a model does. */
export const operationsSchema = schemaOf(operation)
/** The JSON schema of operations for a model: every claim must bring a quote. */
export const quotedSchema = schemaOf(quotedOperation)

/** Reads one operation, or says by name what of it is over a limit or not known. */
export function readOperation(
  asked: unknown,
  { isQuoted }: { readonly isQuoted: boolean },
): { readonly operation: Write | Merge | Remove } | { readonly failed: string } {
  const parsed = (isQuoted ? quotedOperation : operation).safeParse(asked)
  if (parsed.success) return { operation: parsed.data }
  const issues = parsed.error.issues.slice(0, mostIssues).map(sayIssue)
  const more = parsed.error.issues.length - issues.length
  return { failed: `It is not an operation: ${issues.join('; ')}${more > 0 ? `; and ${more} more` : ''}.` }
}

const mostIssues = 8

type Issue = { readonly path: readonly PropertyKey[]; readonly code?: string; readonly message: string } & Partial<
  Record<'keys' | 'values', readonly unknown[]> & { maximum: unknown; expected: string; origin: string; input: unknown }
>

/** Says what is wrong in words that an author can act on: the place, and what may stand there. */
function sayIssue(issue: Issue): string {
  const at = issue.path.map(String).join('.')
  const where = at === '' ? '' : `${at} `
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${where}has ${(issue.keys ?? []).map((key) => `“${String(key).slice(0, 60)}”`).join(', ')}, which nothing here is called`
    case 'too_big':
      return `${where}has more than ${String(issue.maximum)} ${issue.origin === 'array' ? 'items' : 'characters'}`
    case 'invalid_value':
      return `${where}is none of ${(issue.values ?? []).join(', ')}`
    case 'invalid_type':
      return `${where}is missing, or no ${issue.expected ?? 'value'}`
    case 'invalid_union':
      return `${where === '' ? 'type ' : where}is none of ADD, UPDATE, UPSERT, MERGE, DELETE`
    default:
      return `${where}${issue.message}`
  }
}

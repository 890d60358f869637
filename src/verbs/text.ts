import { boolean, maxLength, optional, strictObject, string } from 'zod/mini'
import { operationFromText } from '../curate/authored/from-text.ts'
import { change } from '../knowledge/change.ts'
import { record } from '../knowledge/branch/record.ts'
import { type Tip, tipToLearnOn } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { askGit } from '../repo/git/git.ts'
import { fold, oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { opposedRules, sayOpposed } from '../tree/contradictions.ts'
import type { Entry } from '../tree/entry.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { apply, type Applied, noCounts, type Operation } from '../tree/operations.ts'
import { numberSaid } from '../tree/number-said.ts'
import { folderOf, toFolderPath } from '../tree/path.ts'
import { readRule } from '../tree/rule.ts'

/** One entry holds no more: it could not be read again. */
const mostSaid = 1_000

/** How to learn a text; without a topic it is filed under `notes/told`. */
export type TextOptions = {
  readonly topic?: string
  readonly dryRun?: boolean
  /** The agent that says it, as it calls itself; '' for a person. */
  readonly agent?: string
}

/**
 * Learns what somebody says, under `topic` (`domain/topic`); tells where it was filed, and which rule that holds it
 * contradicts. What an entry of the topic says already changes nothing: its message says so, and nothing is counted.
 * @throws {Problem} when nothing is said, the topic is none, or nothing can learn here.
 */
export async function curateText(
  ctx: Ctx,
  text: string,
  { topic = 'notes/told', dryRun = false, agent = '' }: TextOptions = {},
): Promise<Applied> {
  const folder = toFolderPath(topic)
  if (folder === undefined || topic.split('/').length < 2) {
    throw new Problem('bad-topic', `"${oneLine(topic)}" is not a topic.`, {
      hint: 'Name a domain and a topic, each of a–z, 0–9, _ and -, such as authentication/jwt.',
    })
  }
  const said = text.replace(/^\s*remember(?:\s+that\b|\s*:)\s*/i, '')
  if (said.trim() === '')
    throw new Problem('nothing-said', 'There is nothing to learn in an empty text.', {
      hint: 'Say it: ctx curate --text "…"',
    })
  const person = agent === '' ? (await askGit(ctx.place, ['config', '--get', 'user.name'])).out : ''
  const operationFor = ({ knowledge }: Tip): ReturnType<typeof operationFromText> => {
    const operation = operationFromText(said, folder, knowledge, { author: agent === '' ? person : agent, agent })
    requireOneEntry(operation)
    return operation
  }
  if (dryRun) {
    const tip = await tipToLearnOn(ctx)
    const operation = operationFor(tip)
    const known = knownAlready(operation, tip.knowledge)
    if (known !== undefined) return known
    return withNotes(apply(tip.knowledge, [operation], ctx.now()), opposedBy(operation, tip.knowledge))
  }
  return await change(ctx, async (tip) => {
    const operation = operationFor(tip)
    const known = knownAlready(operation, tip.knowledge)
    if (known !== undefined) return known
    const title = operation.reason.replace(/^Told by [^:]*: /, '')
    const by = agent === '' ? {} : { by: `agent ${agent}` }
    const told = await record(ctx, tip, { operations: [operation], title, ...by })
    return withNotes(told, opposedBy(operation, tip.knowledge))
  })
}

function requireOneEntry(operation: Operation): void {
  const said = 'entry' in operation ? operation.entry.facts.length + operation.entry.narrative.rules.length : 0
  if (said > mostSaid)
    throw new Problem('too-much-said', `That is ${said} sentences, more than the ${mostSaid} of one entry.`, {
      hint: 'Tell it in parts, each with a --topic of its own.',
    })
}

const shape = strictObject({
  text: string().check(maxLength(20_000)),
  topic: optional(string().check(maxLength(400))),
  dryRun: optional(boolean()),
})

/**
 * Learns what an agent says in words, as it was sent.
 * @throws {Problem} when something else stands beside the text.
 */
export async function curateSaid(ctx: Ctx, asked: unknown, { by }: { readonly by: string }): Promise<Applied> {
  const read = shape.safeParse(asked)
  if (!read.success)
    throw new Problem('bad-text', 'A text goes with a topic and dryRun alone, and has at most 20,000 characters.', {
      hint: 'Nothing was stored. Send operations to say more, or a shorter text.',
      cause: read.error,
    })
  const { text, topic = '', dryRun = false } = read.data
  const agent = shorten(redact(oneLine(by)).replaceAll(/[()]/g, ''), 60) || 'unknown'
  return await curateText(ctx, text, { agent, dryRun, ...(topic === '' ? {} : { topic }) })
}

/**
 * A text of which a current entry states every sentence adds nothing, but that a person confirms what an agent wrote.
 */
function knownAlready(operation: Operation, { entries }: Knowledge): Applied | undefined {
  if (!('entry' in operation)) return undefined
  const said = statementsOf(operation.entry)
  const isAgent = operation.entry.tags.includes('agent')
  const mayHold = ({ status, tags }: Entry): boolean =>
    (status === '' || status === 'active') && (isAgent || !tags.includes('agent'))
  const [path] =
    [...entries].find(([at, entry]) => {
      const stated = statementsOf(entry)
      return folderOf(at) === folderOf(operation.path) && mayHold(entry) && said.every((one) => stated.includes(one))
    }) ?? []
  if (path === undefined) return undefined
  const { type } = operation
  return {
    applied: [{ type, path, status: 'success', message: 'It says this already: nothing was changed.' }],
    summary: noCounts(),
  }
}

const statementsOf = ({ facts, narrative }: Entry): readonly string[] =>
  [...facts.map(({ statement }) => statement), ...narrative.rules.map((rule) => readRule(rule).text)].map(fold)

function opposedBy(operation: Operation, { entries }: Knowledge): readonly string[] {
  if (!('entry' in operation)) return []
  const { facts, narrative } = operation.entry
  const said = [...narrative.rules, ...facts.map(({ statement }) => statement)]
  const numbers = said.flatMap((text) => otherNumbers(text, entries.get(operation.path)))
  return [...opposedRules(said, entries).slice(0, 5).map(sayOpposed), ...numbers.slice(0, 5)]
}

/** What an entry says with another number of what a statement gives one for: both stay, and somebody has to take one out. */
function otherNumbers(text: string, entry: Entry | undefined): readonly string[] {
  const said = numberSaid(readRule(text).text)
  if (entry === undefined || said === undefined) return []
  const known = [
    ...entry.narrative.rules.map((rule) => readRule(rule).text),
    ...entry.facts.map(({ statement }) => statement),
  ]
  return known.flatMap((one) => {
    const other = numberSaid(one)
    const isOther = other !== undefined && other.clause === said.clause && other.number !== said.number
    return isOther ? [`It says “${one}”, too: take out what no longer holds.`] : []
  })
}

const withNotes = ({ applied, summary }: Applied, notes: readonly string[]): Applied => ({
  applied: applied.map((one) =>
    notes.length === 0
      ? one
      : { ...one, message: [one.message ?? '', ...notes].filter((part) => part !== '').join(' ') },
  ),
  summary,
})

import { oneLine } from '../text/clean.ts'
import { emptyEntry, type Entry } from '../tree/entry.ts'
import { toName } from '../tree/name.ts'
import { type EntryPath, toEntryPath } from '../tree/path.ts'

/** One turn of a conversation. */
export type ConversationTurn = { readonly speaker: string; readonly text: string }

type Session = { readonly at: Date | undefined; readonly turns: readonly ConversationTurn[] }

/**
 * Characters of an entry, at most, as a model is given no more (see `grounded.ts`); a longer session becomes several
 * entries.
 */
const mostCharacters = 4_500

/**
 * Makes entries of a conversation, session by session: each an entry that keeps who said what word for word, in a topic of
 * its own; a long one becomes several entries.
 */
export function conversationEntries(name: string, sessions: readonly Session[]): ReadonlyMap<EntryPath, Entry> {
  const entries = new Map<EntryPath, Entry>()
  for (const [at, session] of sessions.entries()) {
    const parts = partsOf(session.turns)
    for (const [part, turns] of parts.entries()) {
      const path = toEntryPath(`${toName(name)}/session_${at + 1}/part_${part + 1}.md`)
      if (path !== undefined) entries.set(path, toEntry(session.at, { count: at + 1, turns }))
    }
  }
  return entries
}

/** Cuts between what two people said, and what is longer than all of an entry between words. */
function partsOf(turns: readonly ConversationTurn[]): readonly (readonly ConversationTurn[])[] {
  const parts: ConversationTurn[][] = []
  let used = 0
  for (const turn of turns.flatMap(shortTurns)) {
    const length = turn.speaker.length + turn.text.length
    const open = used + length > mostCharacters ? undefined : parts.at(-1)
    if (open === undefined) parts.push([turn])
    else open.push(turn)
    used = open === undefined ? length : used + length
  }
  return parts
}

function shortTurns({ speaker, text }: ConversationTurn): readonly ConversationTurn[] {
  const turns: ConversationTurn[] = []
  for (let rest = oneLine(text); rest !== '';) {
    const space = rest.length > mostCharacters ? rest.lastIndexOf(' ', mostCharacters) : rest.length
    const end = space > 0 ? space : mostCharacters
    turns.push({ speaker, text: rest.slice(0, end) })
    rest = rest.slice(end).trimStart()
  }
  return turns
}

function toEntry(at: Date | undefined, { count, turns }: { count: number; turns: readonly ConversationTurn[] }): Entry {
  const time = at?.toISOString().replace('.000Z', 'Z') ?? ''
  const facts = turns.map(({ speaker, text }) => ({ ...noFact, subject: oneLine(speaker), statement: text }))
  const title = `Session ${count}${time === '' ? '' : ` on ${time.slice(0, 10)}`}`
  return { ...emptyEntry, title, createdAt: time, updatedAt: time, facts }
}

const noFact = { value: '', category: '', sources: [] } as const

import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { msPerDay } from '../../tree/lifecycle.ts'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { removeFile, writeWhole } from './disk.ts'
import { shownDir } from './state.ts'

/** What was told in one conversation with an agent, so that nothing is told in it twice. It stays on this machine. */
export type ConversationRecord = {
  /** When it was first heard of, and the commit that was checked out then. */
  readonly begun: string
  readonly head: string
  readonly isBriefed: boolean
  readonly lessons: readonly string[]
  readonly files: readonly string[]
  /** Commits whose reasons were asked for. */
  readonly asked: readonly string[]
}

const folder = (place: RepoPaths): string => join(shownDir(place), 'conversations')

/** Agents name conversations as they like: what is written to disk is a hash. */
const fileOf = (place: RepoPaths, name: string): string =>
  join(folder(place), `${createHash('sha256').update(name).digest('hex').slice(0, 24)}.json`)

/** Reads what was told in a conversation; undefined for one that is new, or whose record cannot be read. */
export function readConversation(place: RepoPaths, name: string): ConversationRecord | undefined {
  try {
    const text = readIfThere(fileOf(place, name))
    // Local state that we wrote: nothing pulled can reach it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return text === undefined ? undefined : (JSON.parse(text) as ConversationRecord)
  } catch {
    return undefined
  }
}

/** Keeps what an agent was told in a conversation; the whole record is replaced. */
export const writeConversation = (place: RepoPaths, name: string, conversation: ConversationRecord): void =>
  writeWhole(fileOf(place, name), JSON.stringify(conversation), { below: place.gitDir })

/** Nobody goes on with a conversation after so many days without a word. */
const keptDays = 14

/** Forgets conversations that nobody goes on with. */
export function forgetConversations(place: RepoPaths, now: Date): void {
  const before = now.getTime() - keptDays * msPerDay
  let names: readonly string[] = []
  try {
    names = readdirSync(folder(place))
  } catch {
    // There was none yet.
  }
  for (const name of names) {
    const path = join(folder(place), name)
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before)
      removeFile(path, { below: place.gitDir })
  }
}

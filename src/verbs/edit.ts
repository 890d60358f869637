import { createHash } from 'node:crypto'
import { settleEdits } from '../knowledge/edits/edits.ts'
import { refreshHeld } from '../knowledge/shown/refresh.ts'
import { requireNoSecrets } from '../knowledge/branch/secrets.ts'
import { ownOf, branchesOf } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { readTreeFiles, writeKnowledge } from '../repo/state/checkout.ts'
import { lock } from '../repo/state/lock.ts'
import { clean } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { readEntry } from '../tree/entry.ts'
import { noKnowledge } from '../tree/knowledge.ts'
import { bareOf, type EntryPath, toEntryPath } from '../tree/path.ts'

/** The text of an entry to be edited, and the name of that state of it. */
export type EntrySource = { readonly path: EntryPath; readonly text: string; readonly version: string }

/**
 * What became of an edit: it is committed, or somebody else changed the entry since it was read, and nothing happened.
 */
export type Edited =
  | { readonly how: 'saved'; readonly path: EntryPath; readonly version: string }
  | { readonly how: 'conflict'; readonly path: EntryPath; readonly text: string; readonly version: string }

/**
 * Reads an entry as it is written, to be edited away from its file.
 * @throws {Problem} when there is no such entry, or it holds what cannot be shown without losing it.
 */
export function readSource(ctx: Ctx, path: string): EntrySource {
  const known = pathOf(path)
  const text = textOf(ctx, known)
  if (text === undefined) throw noEntry(path)
  if (redact(clean(text)) !== text)
    throw new Problem('not-showable', `${known} holds characters, addresses or secrets that are not shown here.`, {
      hint: `Edit the file .ctx/tree/${known} with an editor; it is committed by itself.`,
    })
  return { path: known, text, version: versionOf(text) }
}

/**
 * Writes an edited entry into the tree and commits it as an edit by hand. Where somebody changed the entry since
 * `version` was read, nothing is written, and what stands there now is given back.
 * @throws {Problem} when the text is no entry, or holds a secret.
 */
export async function edit(ctx: Ctx, path: string, { text, version }: Omit<EntrySource, 'path'>): Promise<Edited> {
  const known = pathOf(path)
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  await settleEdits(ctx)
  await refreshHeld(ctx)
  ownOf(await branchesOf(ctx))
  const there = textOf(ctx, known)
  if (there === undefined) throw noEntry(path)
  if (versionOf(there) !== version) return conflictAt(known, there)
  const wanted = `${text.replaceAll('\r\n', '\n').trimEnd()}\n`
  requireEntry(known, wanted)
  if (wanted !== there) {
    // Somebody's editor may have saved it since it was looked at.
    const isSame = (_path: string, bytes: Buffer): boolean => bytes.toString('utf8') === there
    const { kept } = writeKnowledge(ctx.place, [{ path: known, text: wanted }], isSame)
    if (kept.length > 0) return conflictAt(known, textOf(ctx, known) ?? '')
    await settleEdits(ctx)
    await refreshHeld(ctx)
  }
  return { how: 'saved', path: known, version: versionOf(textOf(ctx, known) ?? wanted) }
}

const conflictAt = (path: EntryPath, text: string): Edited => ({
  how: 'conflict',
  path,
  text,
  version: versionOf(text),
})

const versionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

const textOf = (ctx: Ctx, path: EntryPath): string | undefined => readTreeFiles(ctx.place, [path]).get(path)

function requireEntry(path: EntryPath, text: string): void {
  const reading = readEntry(text)
  if ('fault' in reading)
    throw new Problem('not-an-entry', `This cannot be saved: ${reading.fault.detail}`, {
      hint: 'Mend the text and save it again; nothing was written.',
    })
  const knowledge = { ...noKnowledge, entries: new Map([[path, reading.entry]]) }
  requireNoSecrets(knowledge, 'written down', 'Take it out and save it again; nothing was written.')
}

function pathOf(path: string): EntryPath {
  const known = toEntryPath(bareOf(path)) ?? toEntryPath(`${bareOf(path)}.md`)
  if (known === undefined) throw noEntry(path)
  return known
}

const noEntry = (path: string): Problem =>
  new Problem('no-such-entry', `There is no entry ${path}.`, { hint: 'See `ctx tree` for what there is.' })

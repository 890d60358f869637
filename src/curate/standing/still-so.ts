import { fold } from '../../text/clean.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import { takenBack } from './reverts-by-diff.ts'
import { type CommentsNow, type Gone, goneKey } from './stale-quotes.ts'

/** What commits prove that none of the later ones took back, by the commit. */
export function stillSo(
  analyses: readonly CommitAnalysis[],
  { gone, comments }: { readonly gone: Gone; readonly comments: CommentsNow },
): ReadonlyMap<string, readonly Evidence[]> {
  const live = new Map<string, Evidence>()
  const reverted = takenBack(analyses)
  for (const { sha, evidence: all } of analyses) {
    // Of what was taken back, the story is kept: what it was for, and what took it back.
    const isBack = reverted.some((commit) => sha.startsWith(commit))
    const evidence = all.filter(({ kind, weight }) => weight > 0 && (!isBack || kind === 'lesson'))
    // What was only written anew is not gone.
    for (const piece of evidence) if (piece.isGone === true) live.delete(keyOf(piece))
    for (const piece of evidence) {
      if (piece.isGone === true) continue
      // What is said again is newer there, and stands in its new order.
      const key = keyOf(piece)
      live.delete(key)
      live.set(key, piece)
    }
  }
  const found = new Map<string, Evidence[]>()
  for (const quoted of live.values()) {
    const now = comments.get(goneKey(quoted))
    if (gone.has(goneKey(quoted)) || now?.isTorn === true) continue
    const piece =
      now === undefined ? quoted : { ...quoted, text: now.text ?? quoted.text, about: now.name, code: now.code }
    const pieces = found.get(piece.at.commit)
    if (pieces === undefined) found.set(piece.at.commit, [piece])
    else pieces.push(piece)
  }
  return found
}

const keyOf = ({ kind, about, text }: Evidence): string =>
  kind === 'lesson'
    ? `lesson\n${fold(about)}\n${fold(text)}`
    : `${kind}\n${kind === 'decision' ? about : ''}\n${fold(text)}`

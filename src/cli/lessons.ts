import { short } from '../text/words.ts'
import type { LessonHit } from '../verbs/lessons.ts'
import { style } from './print.ts'

/** An answer is read at a glance, and paid for by agents: so many characters are printed unless more is asked for. */
const mostPrinted = 1_500

/** Writes lessons as blocks of text, best first, as many as fit; the first is always there. */
export function lessonBlocks(hits: readonly LessonHit[], { more }: { readonly more: boolean }): readonly string[] {
  const blocks: string[] = []
  let length = 0
  for (const hit of hits) {
    const lines = linesOf(hit, { more })
    length += lines.reduce((sum, { text }) => sum + text.length + 1, 1)
    if (blocks.length > 0 && length > mostPrinted && !more) break
    blocks.push(lines.map(({ text, as }) => (as === undefined ? text : style(as, text))).join('\n'))
  }
  return blocks
}

type Line = { readonly text: string; readonly as?: Parameters<typeof style>[0] }

function linesOf(hit: LessonHit, { more }: { more: boolean }): readonly Line[] {
  const { headline, why, supersededBy, holds, entry, files, note } = hit
  const title = headline === '' ? [] : [{ text: headline, as: 'bold' as const }]
  const later = supersededBy.map(({ date, commit, headline: what, why: because }) => ({
    text: `  changed later: ${date} ${short(commit)} ${what}${because === '' ? '' : ` — ${because}`}`,
    as: 'yellow' as const,
  }))
  const standing = holds === '' ? '' : holds === 'partly' ? 'holds only partly' : 'no longer so'
  const pinned = more && note.pinnedBy !== '' ? `pinned by ${note.pinnedBy}` : ''
  const from = [
    [hit.date, hit.commit === '' ? '' : short(hit.commit), hit.number].filter((part) => part !== '').join(' '),
    files.slice(0, 3).join(', '),
    note.since === '' ? '' : `since ${note.since}`,
    pinned,
    standing,
    hit.lane === 'log' ? 'from the log, not curated' : more ? entry : '',
  ]
  return [
    ...title,
    ...(why === '' ? [] : [{ text: `  ${why}` }]),
    { text: `  ${from.filter((part) => part !== '').join(' · ')}`, as: 'dim' as const },
    ...later,
  ]
}

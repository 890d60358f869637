import type { Curated } from '../../learning/learn.ts'
import { plural } from '../../text/words.ts'

/** Says in a line what a curation did. */
export function curatedInWords({ read, learnedFrom, taught, summary }: Curated): string {
  if (read === 0) return 'Nothing new to learn: every commit was read before.'
  if (learnedFrom === 0)
    return `Read ${plural(read, 'commit')}; nothing to learn${read === 1 ? `: ${taught[0]?.nothing ?? ''}` : ''}.`
  return `Read ${plural(read, 'commit')}, learned from ${learnedFrom}: ${plural(summary.added, 'entry', 'entries')} added, ${summary.updated} updated${summary.deleted > 0 ? `, ${summary.deleted} deleted` : ''}${summary.failed > 0 ? `, ${summary.failed} failed` : ''}.`
}

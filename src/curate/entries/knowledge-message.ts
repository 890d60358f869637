import { oneLine, shorten } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import type { Applied } from '../../tree/operations.ts'

/** What a knowledge commit's message is made of; `commits` are the sources that were read, by full hash. */
export type Explained = {
  readonly title: string
  readonly applied: Applied['applied']
  readonly reasons: readonly string[]
  readonly commits: readonly string[]
  readonly by: string
  readonly rewrites?: ReadonlyMap<string, string>
  /** Entries that came back from the archive to be added to. */
  readonly restored?: readonly string[]
  /** Tokens that a model took, whatever came of it. */
  readonly tokens?: number
}

/** Writes the message of a knowledge commit: subject, one line per operation, and the trailers that are the record. */
export function explain({ title, applied, reasons, commits, by, ...more }: Explained): string {
  const { rewrites = new Map(), restored = [], tokens = 0 } = more
  const operations = applied.map(({ type, path, status, message }, at) => {
    const reason = [reasons[at] ?? '', message ?? ''].filter((part) => part !== '').join(' ')
    return `${type} ${path}: ${status === 'failed' ? 'failed: ' : ''}${shorten(oneLine(reason), 300)}`
  })
  const trailers = [
    ...commits.map((commit) => `Source-Commit: ${commit}`),
    ...[...rewrites].map(([from, to]) => `Source-Rewritten: ${from} ${to}`),
    ...restored.map((path) => `Restored: ${path}`),
    ...(tokens === 0 ? [] : [`Model-Tokens: ${tokens}`]),
    `Curated-By: ${by}`,
  ]
  const body = operations.length === 0 ? '' : `${operations.join('\n')}\n\n`
  return `${shorten(redact(oneLine(title)), 100)}\n\n${body}${trailers.join('\n')}\n`
}

/** Names a curation of several commits. */
export const batchTitle = (applied: Applied['applied'], commits: number): string => {
  const entries = new Set(applied.filter(({ status }) => status === 'success').map(({ path }) => path)).size
  return `Curate: ${entries} ${entries === 1 ? 'entry' : 'entries'} from ${commits} ${commits === 1 ? 'commit' : 'commits'}`
}

import { oneLine } from '../text/clean.ts'
import { redactLines, redactSecrets } from '../text/redact.ts'
import type { Finding } from '../tree/knowledge.ts'
import type { EntryChange } from './compare.ts'

/** Takes secrets out of changes before anything shows them: a review is a comment that others read, and names what it blocks. */
export const changesWithoutSecrets = (changes: readonly EntryChange[]): readonly EntryChange[] =>
  changes.map((change) => {
    // What makes a secret one often stands in the line before it.
    const said = [change.title, ...change.lines.flatMap(({ text, before }) => [before, text])].map(oneLine)
    const [title = '', ...safe] = redactLines(said)
    if ([title, ...safe].every((text, at) => text === said[at])) return change
    const lines = change.lines.map((line, at) => ({
      ...line,
      before: safe[2 * at] ?? '',
      text: safe[2 * at + 1] ?? '',
    }))
    return { ...change, title, lines }
  })

/** The same for findings, which quote what they are about. */
export const findingsWithoutSecrets = (findings: readonly Finding[]): readonly Finding[] =>
  findings.map((finding) => ({ ...finding, detail: redactSecrets(finding.detail) }))

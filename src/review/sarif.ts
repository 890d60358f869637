import type { Finding } from '../tree/knowledge.ts'
import type { Review } from './report.ts'

/** What each finding means, for whoever meets it first in a code scanning view. */
const rules: Readonly<Record<string, string>> = {
  secret: 'A text that looks like a secret must not be shared.',
  contradiction: 'It says the opposite of what is known.',
  'dead-reference': 'It cites a file or a name that is not in the code.',
  redundant: 'The README says it already.',
  'two-values': 'Two values stand for one subject; somebody must decide.',
  'bad-relation': 'A relation cannot lead to an entry.',
  'dead-relation': 'A relation leads to an entry that is not there.',
  unreadable: 'It is no entry, overview or goal that can be read.',
  'full-entry': 'What does not fit into an entry is not learned.',
  'conflict-markers': 'A merge by hand was left unfinished.',
  dropped: 'It was learned from a commit that is in no branch any more.',
}

const levels = { note: 'note', warning: 'warning', blocking: 'error' } as const

/**
 * Writes the findings of a review as SARIF 2.1.0 (OASIS, 2020). Places are files of the knowledge tree as ctx shows it,
 * `.ctx/tree/…`; a fingerprint of rule, place and words lets a server tell old findings from new ones.
 */
export function toSarif(review: Review, { version, fingerprint }: SarifTools): unknown {
  const stops = new Set(review.blocking)
  const codes = [...new Set(review.findings.map(({ code }) => code))].sort()
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'ctx review',
            semanticVersion: version,
            rules: codes.map((code) => ({
              id: code,
              shortDescription: { text: rules[code] ?? code },
            })),
          },
        },
        results: review.findings.map((finding) => ({
          ruleId: finding.code,
          level: stops.has(finding) ? 'error' : levels[finding.weight],
          message: { text: finding.detail },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: `.ctx/tree/${encodeURI(finding.at)}` },
                region: { startLine: 1 },
              },
            },
          ],
          partialFingerprints: { 'ctxFinding/v1': fingerprint(keyOf(finding)) },
        })),
      },
    ],
  }
}

type SarifTools = { readonly version: string; readonly fingerprint: (text: string) => string }

const keyOf = ({ code, at, detail }: Finding): string => `${code}\n${at}\n${detail}`

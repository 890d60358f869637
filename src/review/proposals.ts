import { quoteLine } from '../text/quote.ts'

/** What waits for a person to decide: operations as somebody asked for them. */
export type Proposed = {
  readonly id: string
  readonly by: string
  readonly why: string
  readonly operations: readonly unknown[]
}

/** Formats a proposal in lines: its name and author, what it would do, and why a person is asked. */
export const formatProposal = ({ id, by, why, operations }: Proposed): readonly string[] => [
  `${id}  by ${quoteLine(by)}`,
  ...operations.flatMap(formatOperation).map((text) => `  ${text}`),
  `  asked because: ${line(why)}`,
]

const line = (text: string): string => quoteLine(text, 300)

/** An operation that nobody has checked yet: whatever it holds is shown as text. */
function formatOperation(operation: unknown): readonly string[] {
  const said: Readonly<Record<string, unknown>> =
    typeof operation === 'object' && operation !== null ? { ...operation } : {}
  const textAt = (key: string): string => textOf(said[key])
  const target = 'from' in said ? `${textAt('from')} → ${textAt('into')}` : textAt('path')
  const parts = Object.entries(said).filter(
    ([key]) => !['type', 'path', 'from', 'into', 'reason', 'confirm'].includes(key),
  )
  return [
    line(`${textAt('type')} ${target}: ${textAt('reason')}`),
    ...parts.flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => `  ${key}: ${line(textOf(one))}`),
    ),
  ]
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  if ('old' in value && 'text' in value) return `${String(value.old)} → ${String(value.text)}`
  return Object.entries(value)
    .filter(([key]) => key !== 'quote')
    .map(([key, one]) => (Array.isArray(one) ? `${key} ${one.join(', ')}` : String(one)))
    .join(' — ')
}

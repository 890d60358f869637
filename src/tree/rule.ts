import { withoutCode } from '../text/beside-code.ts'
import { fold } from '../text/clean.ts'

/** A rule as a line of an entry: what it says, and the commit it is from, '' where it names none. */
export type Rule = { readonly text: string; readonly commit: string }

const written = /^(.*?)(?: — [^—]*)? \(([0-9a-f]{7,64})\)$/

/** Tells rules apart: by what they say, not by the code that they stand at, nor by the commit that is named behind them. */
export const ruleKey = (line: string): string => fold(withoutCode(readRule(line.replace(closedTail, '')).text))

const hashTail = /\([0-9a-f]{7,64}\)$/
const closedTail = /(?<=\([0-9a-f]{7,64}\))\.$/

/** Writes what an author says as a rule: a hash in brackets at its end is closed by a full stop, and so names no source. */
export const saidRule = (text: string): string => (hashTail.test(text) ? `${text}.` : text)

/** Reads a rule without the place it stands at (` — function, file`) and its source. */
export function readRule(line: string): Rule {
  const [, text = line, commit = ''] = written.exec(line) ?? []
  return { text, commit }
}

import { withoutCode } from '../text/beside-code.ts'
import { fold } from '../text/clean.ts'

/** A rule as a line of an entry: what it says, and the commit it is from, '' where it names none. */
export type Rule = { readonly text: string; readonly commit: string }

const written = /^(.*?)(?: — [^—]*)? \(([0-9a-f]{7,64})\)$/

/** Tells rules apart: by what they say, not by the code that they stand at. */
export const ruleKey = (line: string): string => fold(withoutCode(readRule(line).text))

/** Reads a rule without the place it stands at (` — function, file`) and its source. */
export function readRule(line: string): Rule {
  const [, text = line, commit = ''] = written.exec(line) ?? []
  return { text, commit }
}

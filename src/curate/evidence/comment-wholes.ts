import { oneLine } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import { commentIn, type Language } from '../code/language.ts'
import { fieldIn } from './comment-owners.ts'

/** Where what is told of a comment stands: its first line, whether it begins there, and the first line of code below. */
type Stands = {
  readonly line: number
  readonly isBegin: boolean
  readonly below: number
  readonly language: Language
}

/**
 * Gives what is told of a comment with what it cannot do without: the line above one that begins amid a sentence ("because the
 * addMapping() implementation …", vue c11002f1), and the fields that it heads ("The following provide their own synchronization",
 * grpc-go cf6d4d5a). Nothing of any other.
 */
export function wholeText(said: string, lines: readonly string[], stands: Stands): { readonly text?: string } {
  const above = stands.isBegin ? (commentIn(lines[stands.line - 1] ?? '', stands.language) ?? '') : ''
  if (goesOn.test(said) && /[\p{L}\p{N})`]$/u.test(above)) return { text: redact(oneLine(`${above} ${said}`)) }
  const [head = ''] = heads.exec(said) ?? []
  const names = head === '' ? [] : fieldsBelow(lines, stands)
  return names.length === 0 ? {} : { text: `${head} (${names.join(', ')})${said.slice(head.length)}` }
}

const goesOn = /^(?:and|because|but|so that|which)\b/
const heads = /^The following(?: (?:\w{1,20} ){0,2}\w{1,20}s(?= (?:are|can|have|is|may|must|should|will)\b))?(?= \w)/

/** The fields from a line on to the next empty line or comment, where they are no more than one reads. */
function fieldsBelow(lines: readonly string[], { below, language }: Stands): readonly string[] {
  const from = lines.slice(below, below + mostFields + 1)
  const end = from.findIndex((line) => /^\s*(?:$|[})])/.test(line) || isOfComment(line, language))
  const names = from.slice(0, Math.max(0, end)).map((line) => fieldIn(line) || (embedded.exec(line)?.[1] ?? ''))
  return names.every((name) => name !== '') ? names.map((name) => `\`${name}\``) : []
}

const mostFields = 6
/** What a type of Go takes in whole. */
const embedded = /^\t+\*?((?:\w{1,60}\.)?[A-Z]\w{1,60})$/

/** Whether a line belongs to a comment, as the sign that closes one does. */
export const isOfComment = (line: string, language: Language): boolean =>
  commentIn(line, language) !== undefined || line.trim() === '*/'

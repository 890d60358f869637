import { oneLine } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import { fileKindOf } from '../code/files.ts'
import { commentIn, type Language, languageOf } from '../code/language.ts'
import { declaredIn, fieldIn, indentOf, ownersIn, variantIn } from './comment-owners.ts'
import { settingIn } from './setting-comments.ts'

/** Where a comment stands. */
export type CommentNow = {
  readonly name: string
  /** The line of code that it stands at within a function, else ''. */
  readonly code: string
  /** Whether what is told begins amid a sentence, of which a diff showed the rest. */
  readonly isTorn: boolean
}

/**
 * Finds what comments stand beside in a file as it is, by what they say: a diff shows little of what stands around them.
 * Undefined for one that the file does not have in one place.
 */
export function commentsNow(text: string, path: string): (said: string) => CommentNow | undefined {
  const language = languageOf(path)
  const lines = text.split('\n')
  const ends: number[] = []
  const parts = lines.map(lettersOf)
  let length = 0
  for (const part of parts) ends.push((length += part.length))
  const whole = parts.join('')
  const isOfSettings = fileKindOf(path) === 'config'
  const ownerOf = ownersIn(lines, '', { isCode: fileKindOf(path) === 'code' })
  return (said) => {
    const letters = lettersOf(said)
    const at = letters === '' ? -1 : whole.indexOf(letters)
    if (at === -1 || whole.includes(letters, at + 1)) return undefined
    const line = ends.findIndex((end) => end > at)
    const last = ends.findIndex((end) => end >= at + letters.length)
    // What is told of a long comment may be its first sentences.
    const end = lines.findIndex((below, place) => place > last && !isOfComment(below, language))
    const below = end === -1 ? lines.length : end
    const setting = isOfSettings ? settingIn(lines[below] ?? '') : ''
    const before = commentIn(lines[line - 1] ?? '', language) ?? ''
    const isTorn = at === (ends[line - 1] ?? 0) && goesOnBelow.test(before)
    if (setting !== '') return { name: setting, code: '', isTorn }
    const name = ownerOf({ line, end: below })
    return { name, code: isOfSettings ? '' : codeIn(lines[below] ?? '', name), isTorn }
  }
}

/** A line that is full, and ends with a word that wants another: "… must have an efficient implementation of" (raft 4e275995). */
const goesOnBelow =
  /.{40} (?:an?|and|are|as|at|be|but|by|can|for|from|has|have|in|is|must|not|of|on|or|should|that|the|to|was|when|which|will|with)$/

/** A statement within what has a name, as it is told beside its comment; '' of a line that declares that, or only closes it. */
function codeIn(line: string, name: string): string {
  const declared = [declaredIn(line), fieldIn(line), variantIn(line)]
  const isDeclared = declared.some((one) => one !== '' && name.split('.').at(-1) === one)
  const code = oneLine(redact(line).replace(besideIt, '')).replace(/(?<![{(:]) ?[{(:]{1,3}$/, '')
  if (indentOf(line) === 0 || name === '' || isDeclared || !saysWhat.test(code)) return ''
  return code.length > longestCode ? `${code.slice(0, longestCode - 1).trimEnd()}…` : code
}

const longestCode = 80

/** A comment in the line itself. */
const besideIt = /\s(?:\/\/|#) .*/

/** A word that is no keyword: `try:` and `return 1` say nothing of what they are about. */
const saysWhat =
  /\b(?!(?:async|await|break|case|catch|const|continue|default|defer|del|elif|else|except|false|finally|for|func|function|if|let|loop|match|mut|new|nil|none|not|null|pass|raise|return|select|self|switch|this|throw|true|try|undefined|unsafe|var|while|with|yield)\b)[A-Za-z_]\w{2,}/i

/** What a line says, whatever marks and blanks are in it. */
const lettersOf = (line: string): string => line.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** Whether a line belongs to a comment, as the sign that closes one does. */
const isOfComment = (line: string, language: Language): boolean =>
  commentIn(line, language) !== undefined || line.trim() === '*/'

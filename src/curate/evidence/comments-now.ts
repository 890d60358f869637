import { anyOf } from '../../text/alternatives.ts'
import { oneLine } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import { fileKindOf } from '../code/files.ts'
import { commentIn, type Language, languageOf } from '../code/language.ts'
import { isOfComment, wholeText } from './comment-wholes.ts'
import { fieldIn, indentOf, ownersIn, variantIn } from './comment-owners.ts'
import { declaredIn } from './declarations.ts'
import { settingAt } from './setting-comments.ts'
import { declaredBehindType, fieldBehindType } from './typed-declarations.ts'

/** Where a comment stands. */
export type CommentNow = {
  readonly name: string
  /** The line of code that it stands at within a function, else ''. */
  readonly code: string
  /** Whether what is told begins amid a sentence, of which a diff showed the rest. */
  readonly isTorn: boolean
  /** Of a section of a page, what that says still. */
  readonly text?: string
}

/**
 * Finds what comments stand beside in a file as it is, by what they say: a diff shows little of what stands around them.
 * Undefined for one that the file does not have, or has in several places that are not of one name.
 */
export function commentsNow(text: string, path: string): (said: string) => CommentNow | undefined {
  const lines = text.split('\n')
  const language = languageOf(path)
  const isOfSettings = fileKindOf(path) === 'config'
  const placesOf = placesIn(lines, language)
  const ownerOf = ownersIn(lines, '', { isCode: fileKindOf(path) === 'code', language })
  const nameAt = ({ line, below }: Stands): string => ownerOf({ line, end: below })
  return (said) => {
    const [place, again, ...others] = placesOf(said)
    if (place === undefined || others.length > 0) return undefined
    const setting = isOfSettings ? settingAt(lines, place.below) : ''
    const name = setting || nameAt(place)
    if (again !== undefined) {
      // Of a function that says it twice, nobody can say which line it is about (immer 2454a516).
      const isOne = !isOfSettings && name !== '' && nameAt(again) === name
      return isOne ? { name, code: '', isTorn: false } : undefined
    }
    const code = isOfSettings ? '' : codeBeside(lines, place, { name, language })
    return { name, code, isTorn: isTornAt(lines, place, language), ...wholeText(said, lines, { ...place, language }) }
  }
}

/** Where what is told of a comment stands: its first line, whether it begins there, and the first line of code below its comment. */
type Stands = { readonly line: number; readonly isBegin: boolean; readonly below: number }

/** Finds the places at which some lines say something in a comment, three at most. */
function placesIn(lines: readonly string[], language: Language): (said: string) => readonly Stands[] {
  const ends: number[] = []
  const parts = lines.map(lettersOf)
  let length = 0
  for (const part of parts) ends.push((length += part.length))
  const whole = parts.join('')
  return (said) => {
    const letters = lettersOf(said)
    const found: Stands[] = []
    let at = letters === '' ? -1 : whole.indexOf(letters)
    for (; at !== -1 && found.length < mostPlaces; at = whole.indexOf(letters, at + 1)) {
      const [begin, close] = [at, at + letters.length]
      const line = ends.findIndex((end) => end > begin)
      const last = ends.findIndex((end) => end >= close)
      // What is told of a long comment may be its first sentences.
      const below = lines.findIndex((one, place) => place > last && !isOfComment(one, language))
      found.push({
        line,
        isBegin: begin === (ends[line - 1] ?? 0),
        below: below === -1 ? lines.length : below,
      })
    }
    return found
  }
}

const mostPlaces = 3

/** Whether what is told begins amid a sentence of the line before. */
function isTornAt(lines: readonly string[], { line, isBegin }: Stands, language: Language): boolean {
  const before = commentIn(lines[line - 1] ?? '', language) ?? ''
  return isBegin && (goesOnBelow.test(before) || (before !== '' && isFull(lines, line)))
}

/** The code that a comment stands beside; what stands behind code in its line is about that line, and says so. */
function codeBeside(
  lines: readonly string[],
  { line, below }: Stands,
  { name, language }: { readonly name: string; readonly language: Language },
): string {
  if (commentIn(lines[line] ?? '', language) === undefined) return ''
  const above = conditionAbove(lines, line, language)
  // What makes a secret one may stand in the lines before, or in the comment between.
  const isSecret = secret.test(redact(lines.slice(Math.max(0, (above ?? line) - 3), below + 1).join('\n')))
  const codeAt = (place: number): string => codeIn(lines, { below: place, name, language, isSecret })
  return under(codeAt(above ?? -1), codeAt(below))
}

/**
 * The line with the condition that a comment stands right below: "The result of building the extensions does not exist" is about
 * `if lib is None` (poetry-core d095e4a4).
 */
function conditionAbove(lines: readonly string[], comment: number, language: Language): number | undefined {
  const above = lines[comment - 1] ?? ''
  const isSetIn = indentOf(lines[comment] ?? '') > indentOf(above)
  const isCondition = (language === 'ruby' ? rubyCondition : condition).test(above)
  return isSetIn && isCondition && commentIn(above, language) === undefined ? comment - 1 : undefined
}

/** A statement with its condition, as far as both say something in one line: "if closeCode == CloseNoStatusReceived: return []byte{}". */
function under(when: string, code: string): string {
  const both = [when, code].filter((part) => part !== '').join(': ')
  return both.length <= longestBeside ? both : code
}

const longestBeside = 120

/** The head of a block, in one line: an `else` says nothing of when, and `match = …` is none. */
const condition = /^\s*\}? ?(?:case|elif|else if|elsif|except|if|match|unless|when)\b(?!\s*[=.]).{2,}[:{]\s*$/
/** The same in Ruby, where no sign ends it. */
const rubyCondition = /^\s*(?:case|elsif|if|unless|when)\b.{2,}[\w)\]?!'"]\s*$/

/**
 * Whether the prose of the line before has no room for the first word of a line, nor ends a sentence: "However, if you created",
 * "Gson with" (gson 2c94c757).
 */
function isFull(lines: readonly string[], at: number): boolean {
  const [before = '', line = ''] = lines.slice(at - 1, at + 1).map((one) => one.trimEnd())
  const [first = ''] = /[\p{L}\p{N}{@`('"-][^\s]*/u.exec(line) ?? []
  const width = before.length + 1 + first.length
  const isProse = before.split(' ').length >= leastProse && !noProse.test(before) && /[\p{L}\p{N}]$/u.test(before)
  return width > leastFull && isProse && line.length < width
}

/** Prose of the code is wrapped at eighty characters or more. */
const leastFull = 80
const leastProse = 8
const noProse = /https?:\/\/|copyright|licen[cs]e|disable|^\W{0,8}@/i

/** A line that is full, and ends with a word that wants another: "… must have an efficient implementation of" (raft 4e275995). */
const goesOnBelow =
  /.{40} (?:an?|and|are|as|at|be|but|by|can|for|from|has|have|in|is|must|not|of|on|or|should|that|the|to|was|when|which|will|with)$/

/** What a condition goes on with in its next line: "and not (" (black 0eddb3d6). */
const onlyJoins = /^(?:(?:and|if|is|not|or) ?)+\(?$/

/**
 * A statement within what has a name, as it is told beside its comment, without what its strings hold, which may be secrets
 * or anything else; '' of a line that declares that name, is an attribute, or only closes something.
 */
function codeIn(lines: readonly string[], { below, name, language, isSecret: isNearSecret }: Place): string {
  const line = lines[below] ?? ''
  const typed = [declaredBehindType(lines, below, language), fieldBehindType(line, language)]
  const declared = [declaredIn(line), fieldIn(line), variantIn(line), ...typed]
  const isDeclared = declared.some((one) => one !== '' && name.split('.').at(-1) === one.split('.').at(-1))
  if (indentOf(line) === 0 || name === '' || isDeclared || noStatement.test(line)) return ''
  // Where a quote may be escaped, or a string has many lines, nobody can say here what is code.
  if (/\\|\br#{0,3}"/.test(line) || isWithinString(lines.slice(0, below), language)) return ''
  const whole = redact(lines.slice(Math.max(0, below - 3), below + 1).join('\n'))
  const isSecret = isNearSecret || secret.test(whole) || secret.test(name)
  const code = oneLine(withoutComment(withoutStrings(whole.split('\n').at(-1) ?? '', { language, isSecret }), language))
  const isWhole = !/[`‹"]/.test(code.replace(/"(?:…|[^`‹"]{1,40})"/g, ''))
  return isWhole && saysWhat.test(code) && !onlyJoins.test(code)
    ? shortened(code.replace(/(?<![{(:,]) ?[{(:,]{1,3}$/, ''))
    : ''
}

/** Whether a string that goes on over several lines is open behind some lines. */
function isWithinString(before: readonly string[], language: Language): boolean {
  const fence = language === 'python' ? /"""|'''/g : language === 'js' || language === 'go' ? /`/g : undefined
  return fence !== undefined && before.reduce((count, line) => count + (line.match(fence)?.length ?? 0), 0) % 2 === 1
}

type Place = {
  readonly below: number
  readonly name: string
  readonly language: Language
  readonly isSecret: boolean
}

const noStatement = /^\s*(?:[@}\])]|#\[)/

/** In some languages a single quote begins no string. */
function withoutStrings(line: string, { language, isSecret }: { language: Language; isSecret: boolean }): string {
  const strings = ['js', 'python', 'ruby', 'shell'].includes(language) ? /"([^"]*)"|'([^']*)'/g : /"([^"]*)"/g
  const whole = line.slice(0, longestLine)
  return whole.replace(
    strings,
    (string: string, double: string | undefined, single: string | undefined, at: number) => {
      const held = double ?? single ?? ''
      const before = whole.slice(Math.max(0, at - 24), at)
      const isKey = /[\w)\]]\[$/.test(before) && whole[at + string.length] === ']'
      const isTold = sign.test(held) || (isKey && key.test(held)) || (asked.test(before) && word.test(held))
      return `"${isTold && !isSecret ? held : '…'}"`
    },
  )
}

/**
 * What a string may hold that is no secret, nor a sentence, where nothing around it speaks of one: signs, a key, and a word that
 * something is asked for or compared with. `":" in host and host[0] != "["`, `environ["wsgi.file_wrapper"]` (werkzeug d99f72d1, cc4eccae)
 * say nothing without.
 */
const sign = /^[\p{P}\p{S}]{1,4}$/u
const word = /^[a-z]{2,12}(?:[_-][a-z]{2,12}){0,2}$/i
const key = /^[a-z]{2,12}(?:\.[a-z]{2,12})?(?:[_-][a-z]{2,12}){0,2}$/i
const asked = /(?:[!=]==? ?|\.(?:delete|ends_?with|get|has|includes|pop|starts_?with)\()$/i
/** Where a word may be the secret itself: `password == "swordfish"`. */
const secret = /auth|code|cred|key|login|otp|pass|pin|pw|salt|secret|sign|token|user/i

const longestLine = 1_000

/** Without the comment that stands in the line itself. */
const withoutComment = (line: string, language: Language): string =>
  line.replace(['python', 'ruby', 'shell'].includes(language) ? /\s# .*/ : /\s\/\/ .*/, '')

/** Cut between characters: half of one is none (emoji). */
function shortened(code: string): string {
  const signs = [...code]
  return signs.length > longestCode
    ? `${signs
        .slice(0, longestCode - 1)
        .join('')
        .trimEnd()}…`
    : code
}

const longestCode = 80

/** A word that is no keyword: `try:` and `return 1` say nothing of what they are about. */
const saysWhat = anyOf('i')`
  \b(?!
    (?:
      async|await|break|case|catch|const|continue|default|defer|del|elif|else|except|false|finally|for
      func|function|if|let|loop|match|mut|new|nil|none|not|null|pass|raise|return|select|self|switch
      this|throw|true|try|undefined|unsafe|var|while|with|yield
    )\b
  )[A-Za-z_]\w{2,}
`

/** What a line says, whatever marks and blanks are in it. */
const lettersOf = (line: string): string => line.toLowerCase().replace(/[^a-z0-9]+/g, '')

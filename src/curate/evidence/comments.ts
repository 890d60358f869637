import { anyOf } from '../../text/alternatives.ts'
import { sentences } from '../../text/sentences.ts'
import { countWords } from '../../text/words.ts'
import { fileKindOf, isSample } from '../code/files.ts'
import { type CommentBlock, commentBlocks, isTodo, proseOf } from '../code/comment-blocks.ts'
import { commentIn, type Language, languageOf } from '../code/language.ts'
import { ownersIn } from './comment-owners.ts'
import { changedIn, type Piece } from './lines.ts'
import { explainsCode, isRule, reasonScore } from './reason-score.ts'
import { settingExplained } from './setting-comments.ts'
import { declaredBehindType, macroOfC } from './typed-declarations.ts'
import type { Evidence, CommitReading } from './types.ts'

/**
 * Finds comments that state a reason, a danger or an order. What a comment says of what the code does next, what is left
 * to do, and what a name means stands in the code for whoever opens it.
 */
export const comments = (reading: CommitReading): readonly Evidence[] =>
  reading.commit.changes.flatMap((change) => {
    const language = languageOf(change.path)
    const kind = fileKindOf(change.path)
    // Settings that are new come from a template, which explains itself to everybody.
    const isTemplate = kind === 'config' && change.status === 'added'
    // Comments in tests tell of the test, those in examples of the example.
    if (language === 'other' || kind === 'docs' || kind === 'test' || isTemplate || isSample(change.path)) return []
    return changedIn(reading, change, (lines, { section, added, removed }) => {
      const blocks = commentBlocks(lines, language)
      if (blocks.length === 0) return []
      // Few comments are told, and to read what all lines declare takes longer than the rest.
      let ownerOf: ReturnType<typeof ownersIn> | undefined
      // Only where comment lines were taken out can what was put in be a part of one.
      const isEdited = added.length > 0 && removed.some((line) => commentIn(line, language) !== undefined)
      return blocks
        .filter((block) => !isDocumentation(block, lines, language) || warns.test(block.text))
        .flatMap((block) => {
          const setting = kind === 'config' ? settingExplained(block, lines, change.path) : ''
          const isOfSetting = setting !== ''
          const nameOwner = (): string =>
            setting || (ownerOf ??= ownersIn(lines, section, { isCode: kind === 'code', language }))(block)
          return piecesOf(block, nameOwner, { isEdited, isOfSetting })
        })
    })
  })

/**
 * Whether a comment is documentation of what is declared below it, which says to everybody what that does: of 84 such
 * comments readers found 26 worth keeping, of 89 beside the code 51. Of those with a reason or a danger in them, 14 of 23.
 * C has no sign for it (hiredis sds.c).
 */
const isDocumentation = ({ text, line, end }: CommentBlock, lines: readonly string[], language: Language): boolean =>
  documents.test(lines[line] ?? '') ||
  (language === 'go' && text.startsWith(`${declaredInGo.exec(lines[end] ?? '')?.[1] ?? ' '} `)) ||
  (language === 'c' && (declaredBehindType(lines, end, language) || macroOfC(lines[end] ?? '')) !== '')

const documents = /^\s*(?:\/\/[/!]|\/\*[*!])/
/** Go documents what it declares in a plain comment that begins with the name: `// Close releases the request …`. */
const declaredInGo = /^(?:func (?:\([^()]{0,80}\) )?|type |var |const |package )(\w{1,80})/

/** What a reader of documentation must not overlook, or would not guess. */
const warns = anyOf('i')`
  \bbecause\b|\bthe reason\b|# Safety\b|\bunsafe\b|\bproblem|\bleak|\bsecurity\b|\bor else\b|\bprefer
  \bon purpose\b|\bdeliberate|\bintentional|\bbugs?\b|\brac(?:e|es|y)\b|\bdeadlock|\bspecial case\b
  \battack|\bnever\b|\b(?:caution|important|warning)\b|\bthread-?safe|\bundefined behaviou?r
`

const dangling = /\b(?:a|an|the|of|for|to|in|on|with|and|or|that|which|is|are|be|by|from|as|at)$|,$/i

/** Where its author doubts, muses or jokes, or says where the code has come to. */
const mood = anyOf('i')`
  ^thinking:|silly|annoying|awkward|\bI(?:'m| am)\b|\bnot sure\b|\bfor now\b
  \b(?:get|got|reach(?:ed)?) here\b|^(?:(?:safety: )?this is safe because\b|deprecated: use )
  (?:https?://.{1,200}){3}
`

/**
 * Takes a comment whole or not at all: the sentence that decides is rarely the one with the marker. Where lines were
 * edited, a comment may begin before them and go on after: half of one says nothing.
 */
function piecesOf(
  { text, line }: CommentBlock,
  nameOwner: () => string,
  { isEdited, isOfSetting }: { readonly isEdited: boolean; readonly isOfSetting: boolean },
): readonly Piece[] {
  const written = proseOf({ text })
  if (written === '' || isTodo(written)) return []
  const noted = written.replace(/^(?:NOTE|WARNING|IMPORTANT|CAUTION|HACK):?\s+/, '')
  const whole = withoutLead(noted)
  const isFlagged = noted !== written && whole.length >= 25
  if ((!isFlagged && !isOfSetting && countWords(whole) < leastWords) || needsItsCode(whole)) return []
  const said = sentences(whole)
  if (!(isFlagged || isOfSetting || said.some(explainsCode))) return []
  const about = nameOwner()
  if ((isEdited || isOfSetting || about === '') && leaning.test(whole)) return []
  const isWhole = (!isEdited && about !== '') || (/^[A-Z`]/.test(whole) && /[.!?)]$/.test(whole))
  return isWhole ? [pieceOf(upTo(said, longest), about, line)].flatMap((piece) => piece ?? []) : []
}

/** What leads to code, or to steps of which the first alone stands above it ("we need to: 1. …", vue ade07c64), leads to nothing here. */
function withoutLead(noted: string): string {
  const first = /\b2[.)] /.test(noted) ? -1 : noted.search(/: 1[.)] /)
  const led = first === -1 ? noted : noted.slice(0, first + 1)
  return led.endsWith(':') ? sentences(led).slice(0, -1).join(' ') : led
}

/** Whether a comment is none without the code beside it: it doubts, points at it, quotes, only describes, or ends amid a sentence. */
const needsItsCode = (whole: string): boolean =>
  mood.test(whole) ||
  pointing.test(whole) ||
  quotesStandard.test(whole) ||
  (describing.test(whole) && !demands.test(whole)) ||
  (ofField.test(whole) && !demandsOfField.test(whole)) ||
  dangling.test(whole)

/**
 * What a comment that describes must say besides to be told: what one gets "instead of" or "to avoid" something is a part of the
 * description. Of a field, one of its values may be "never" (bat 3f22311e).
 */
const demands = /\b(?:because|must|never|otherwise)\b/i
const demandsOfField = /\b(?:because|must|never \w+(?:ed|en)|otherwise|since|so that)\b/i

/** Beginnings that point at what stands around a comment: where no name says at what, nobody knows. */
const leaning =
  /^(?:this|these|that|those|it|they|here|there|now|then|also|but|so|otherwise|else|same|see|the following)\b/i

/** What stands around a comment is not there where it is told. */
const pointing = anyOf('i')`
  ^(?:
    # "This is needed!" (got), "Fortunately, this isn't a problem" (trio)
    this is (?:because|correct|fine|needed|ok(?:ay)?|right|safe|wrong)\b
    (?:un)?fortunately,? (?:it|that|this)\b|so\b|with (?:these|this)\b
    # "The reason for this is that …" (black e74117f1)
    the reasons? (?:for (?:that|these|this)|is)\b
  )
  # "We cannot put this in the if above because …" (got 3c23eea5)
  \b(?:above|below)(?:[.,;:)]|$)|\bin the \`?\w{1,20}\`? (?:above|below)\b
  \bthese (?:two|three|four|five|\d+) \w|\bthis (?:branch|call|check|code|definition|line|loop|path)\b
  \bthe previous (?:branch|case|check|step)\b|\bin this comment\b
  # "seems to be explained at the top of this file" (starship 0f859e8b)
  \b(?:at|from|in) the (?:beginning|top) of this (?:file|module)\b
  ^these\b|^note that this\b|^(?:otherwise|since)\b
`

/** The steps of a standard, copied beside the code that takes them: "the user agent MUST process the cookie-av as follows." (undici). */
const quotesStandard = anyOf()`
  ^(?:https?://|\d+(?:\.\d+)*\. )|\bthese steps[.:]?$|\buser agent (?:MUST|SHOULD|MAY)\b
  ^(?:If|Let|Otherwise|Set) .{1,80}, (?:then )?(?:
    abort|continue|return|run|set|throw|wait
  )\b.{0,60}[.:]$
`

/** What every declaration says of itself: `MarkFlagsOneRequired marks the given flags …`, `Converts a string to a port`. */
const describing =
  /^(?:[A-Za-z]\w{0,60}[A-Z]\w{0,60} (?:is|are|[a-z]{2,20}s)|[Aa]ttempts?|[Cc](?:hecks?|ontains|onverts?|reates?)|[Gg]ets?|[Ii]ndicates|[Rr](?:epresents|eturns?)|[Ss]ets?|[Tt]akes)\b/

/** What a field says of its values, of which one may be "never" (bat 3f22311e, de6cb75f, 50958472). */
const ofField = /^(?:either|the bool|whether)\b/i

/** Of shorter comments readers found one in four worth keeping, of longer ones two in three: the code beside them is missing. */
const leastWords = 15

/** Joins whole sentences up to a length. */
function upTo(said: readonly string[], most: number): string {
  let length = -1
  const end = said.findIndex((sentence) => (length += sentence.length + 1) > most)
  return said.slice(0, end === -1 ? undefined : end).join(' ')
}

const longest = 900

function pieceOf(text: string, about: string, line: number): Piece | undefined {
  if (text === '' || /^[^\w`'"-]/.test(text)) return undefined
  // A rule stands by itself; a longer comment with an order in it tells why the code is so.
  const isOrder = sentences(text).length <= 2 && sentences(text).some(isRule)
  const weight = Math.max(...sentences(text).map(reasonScore), 0.4)
  return {
    kind: isOrder ? 'rule' : 'reason',
    about,
    value: '',
    text,
    category: isOrder ? 'convention' : 'project',
    weight,
    line,
  }
}

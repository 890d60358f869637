import { anyOf } from '../../text/alternatives.ts'
import { oneLine } from '../../text/clean.ts'
import { sentences } from '../../text/sentences.ts'
import { countWords } from '../../text/words.ts'

/** What is set in is code or, where it reads as prose, a quotation, which belongs to the sentence that leads to it. */
export function quote(lines: readonly string[], found: string[]): void {
  const text = oneLine(lines.join(' '))
  const before = found.at(-1) ?? ''
  if (!isProse(lines)) inline(lines, found, [])
  else if (text.length <= longestQuote && before !== '' && !/[.!?;,]:?$|::$|\)$/.test(before)) {
    found.pop()
    found.push(`${before.replace(/:$/, '')}: “${text.replace(/^“|”$/g, '')}”`)
  }
}

const longestQuote = 400

/** Whether lines that stand as code do are sentences: "Vendors MUST expect the header in any case (upper, lower, mixed), and …" (nats-server e587a3f8). */
export function isProse(lines: readonly string[]): boolean {
  const text = oneLine(lines.join(' '))
  return (
    /^“.*”$/.test(text) ||
    (!isCode(lines) && /^["“]?\p{Lu}\p{Ll}* (?:[^{}()=<>]|(?<= )\([^{}()=<>]{1,80}\))*[.!?]["”]?$/u.test(text))
  )
}

/** A few lines of code that a sentence announces belong to it; more of it is in the diff. Tells whether they were told. */
export function inline(code: readonly string[], found: string[], open: string[]): boolean {
  const into = open.length > 0 ? open : found
  const before = into.at(-1)?.trimEnd() ?? ''
  const leads =
    before.endsWith(':') || pointsAtLast.test(before) || (open.length > 0 && torn.test(before)) || wants.test(before)
  const told = leads ? inOneLine(code) : ''
  if (told === '') return false
  into.splice(-1, 1, `${pointsAtLast.test(before) ? before.replace(/[.:]?$/, ':') : before} ${told}`)
  return true
}

/**
 * "In short, to update blessed help texts, one simply does", "The usage would be", and the command (bat 4e34b362, requests 567e12bf):
 * such a word wants what follows.
 */
const wants =
  /\b(?:allows?|be|call(?:s|ing)?|do(?:es|ing)?|execut(?:e|es|ing)|outputs?|prints?|ran|run(?:s|ning)?|types?|us(?:e|es|ing)|with|writ(?:e|es|ing|ten))$/i

/** Ends with nothing but the announcement of what follows: "instead yielding the following." (zap c2633d6d). */
export const pointsAtLast = /\b(?:the following|as follows|like (?:this|so))[.:]?$/i

/** Where there is little room, what code shows goes before any sentence does: "… and appending a new one:" (immer e3df956d). */
export const withoutLongCode = (sentence: string): string =>
  sentence.replace(/:(?: `[^`]{1,200}`,?){1,3}$/, (code) => (code.length > longestSample ? '.' : code))
const longestSample = 80

/** Ends a sentence before what it leads to, which is not here, and leaves out its clause that does nothing besides. */
export const endedBeforeCode = (sentence: string): string =>
  sentence
    .replace(clauseAhead, '.')
    .replace(
      /(?:,? (?:resulting in|as in|such as|like(?: (?:this|so))?|(?:with )?something (?:along the lines of|like)|with|namely|e\.g\.|i\.e\.))?:$/,
      '.',
    )

/** A clause that leads to what is not here. */
const clauseAhead = anyOf()`
  # "… and, in doing so, closes the following issues:" (black 544ea9c2)
  ,? and,?(?: in doing so,)? (?:closes|fixes|resolves) the following (?:bugs|issues):$
  # "… which gives the following error:", "exclusive flags that look like:" (urfave/cli 3d4fd614)
  ,? (?:that|which) (?:
    (?:gives?|had|has|have|prints?|shows?) the following(?: [\w-]{1,20}){1,2}
    looks? like(?: this| that)?
  ):$
  # ", which means you can now do:" (hugo 9202117b)
  ,? (?:so|which means)(?: that)? (?:one|users|we|you) can(?: now)? (?:do|say|use|write)(?: this)?:$
  # "…, which can be seen in the following code below:", "… caused a syntax error with code like this:" (esbuild 7964cb06, 8df37bd6)
  ,? (?:(?:as|like|such as|which can be seen) )?(?:for|in|with) (?:
    the following (?:[\w-]{1,20} ){0,2}(?:code|example|file|snippet)(?: below)?
    the (?:code|example) below|(?:code|something) like (?:the following|this)
  ):$
`

/**
 * A sentence that says no more than that code which is not here can be written: "This means that you can now do this:" (hugo
 * ae742cb1), "If you want to support both, you need to use a construct similar to:" (22ef5da2).
 */
export const leadsOnly = anyOf('i')`
  ^(?:[^,.:]{1,80}, )?(?:
    (?:this means (?:that )?)?(?:one|users|we|you) (?:can|have to|may|must|need to|should)(?: now)?[ ]
  )?(?:do|run|try|use|write) (?:(?:an?|the) \w{1,20} |something )?(?:
    like this|similar to(?: this)?|this
  ):$
`

/** A sentence that was wrapped before `fix #288` is one all the same. */
export const torn = /\b(?:a|an|and|as|at|by|for|from|in|of|on|or|that|the|to|which|with)$/i

/** Code as a sentence has it, each line by itself unless something says that they are one; '' where it is too much. */
function inOneLine(code: readonly string[]): string {
  const lines = code.filter((line) => line.trim() !== '')
  if (lines.every((line) => /^\s*[-+]/.test(line))) return ''
  const [first = '', next = ''] = lines
  const isMapping =
    lines.length <= mostMapped && first.trimEnd().endsWith(':') && lines.every((line) => mapping.test(line))
  const isOne =
    isMapping ||
    opens.test(first) ||
    marginOf(next) > marginOf(first) ||
    lines.slice(1).some((line) => goesOn.test(line))
  if ((lines.length > mostLines && !opens.test(first) && !isMapping) || !isShort(oneLine(lines.join(' ')))) return ''
  return (isOne ? [lines.join(' ')] : lines).map((line) => `\`${oneLine(line)}\``).join(', ')
}

/** More declarations in a row, glued to each other, are nothing that anybody can read (zap a1155d9e). */
const mostLines = 3
const opens = /[([{,\\]\s*$/
/** A line of YAML; four of them are a setting that one can read (alertmanager b71892fe). */
const mapping = /^\s*(?:- )?[\w"'.-]{1,40}:(?:\s|$)|^\s*-(?:\s|$)/
const mostMapped = 4
/** "= 5 * 10 * 25" (zap 10d89a76). */
const goesOn = /^\s*[=+*/.&|)\]}]/
const marginOf = (line: string): number => line.search(/\S/)

const longestCode = 200

/** Of a setting whose lines look like what was printed, only braces are left (eslint 3351129f). */
const isShort = (code: string): boolean =>
  /[\p{L}\p{N}]/u.test(code) && code.length <= longestCode && !code.includes('`')

/** Code amid a sentence, "… more efficient than writing", code, "since it doesn't wrap …" (tracing 978624e2), or that some was there. */
export const amid = (code: readonly string[]): string => {
  const text = oneLine(code.join(' '))
  return isShort(text) ? `\`${text}\`` : '…'
}

/**
 * Leaves nothing of the lines that a program printed, and nobody reads: a frame of a stack, a run of tests, a figure of a
 * benchmark, a row of a profile, what a compiler warns of, lines of JSON (bbolt 624e8a28, 4e98e8fb, 3d34fbcb, 019c34e5).
 */
export const withoutPrinted = (lines: readonly string[]): readonly string[] =>
  lines.map((line, at) => {
    if (line.length > longestPrinted) return line
    const said = line.trim()
    const isBeside = [lines[at - 1], lines[at + 1]].some((near = '') => json.test(near.trim().slice(0, longestPrinted)))
    const isData = (json.test(said) || brace.test(said)) && isBeside
    const isFrame = frame.test(said) && address.test((lines[at + 1] ?? '').trim().slice(0, longestPrinted))
    return isData || isFrame || printed.some((shape) => shape.test(said)) ? '' : line
  })

const longestPrinted = 400

/** A line of JSON; one alone may be the setting that a sentence leads to. */
const json = /^"[^"]{1,80}": ?(?:[\d"[{]|true|false|null)/
const brace = /^[{}[\]],?$/

/** What stands above its file and address in a trace of Go's race detector: "go.etcd.io/bbolt_test.TestDB_Concurrent_WriteTo()" (bbolt 4e98e8fb). */
const frame = /^[\w./*()·-]{1,200}\(\)$/
const address = /\+0x[0-9a-f]{1,16}$/

const printed: readonly RegExp[] = [
  anyOf('i')`
    ^(?:
      goroutine \d+ (?:\[|\((?:finished|running)\) created at:$)|created by \S+ in goroutine|=== RUN
      --- (?:BENCH|FAIL|PASS|SKIP)\b|exit status \d+$|WARNING: DATA RACE
      (?:previous )?(?:read|write) at 0x[0-9a-f]+ by |Traceback \(most recent
      File "[^"]{1,200}", line \d
    )
  `,
  anyOf()`
    ^test \S{1,120}\s{1,20}\.\.\.\s{1,20}(?:bench:|ok$|FAILED$|ignored$)
    ^(?:ok|FAIL)\s{1,20}[\w-]{1,80}[./][\w./-]{0,120}\s{1,20}[\d(]
    ^[Bb]enchmark\S{0,120}\s{1,40}\d{1,12}\s{1,20}[\d.]{1,12} ns/op
    ^[\d.]{1,12}\s{1,20}[\d.]{1,12}%?\s{1,20}(?:[\d.]{1,12}[%:]|\(flat)|^\.\s{1,20}\.\s{1,20}\d+:
  `,
  anyOf()`
    \+0x[0-9a-f]{1,16}$
    ^[\w.-]{1,80}/[\w./*()·-]{1,200}\((?:\.\.\.|[^()]{0,200}0x[0-9a-f][^()]{0,200})\)$
    ^[\w./*()·-]{1,200}\([^()]{0,200}0x[0-9a-f]{6}[^()]{0,200}\)$
    ^at (?:\S{1,100} \()?\S{0,200}[/\\.]\S{0,200}:\d+:\d+\)?$
  `,
  /^(?:goos|goarch|pkg|cpu): \S|^[\w./-]{1,120}\.[a-z]{1,4}:\d+:\d+: |^(?:error(?:\[E\d+\])?|warning): |^= (?:help|note): |^-->\s\S|^\d{1,5} \|(?:\s|$)|^\|$|^\^{2,}/,
]

/**
 * Takes off the ends of paragraphs that lead to code which is not told, where nothing goes on behind that: "Now, it returns the
 * more readable" (flask 8bb71852). What says more than that stays. `leads` are the places of such paragraphs.
 */
export const withoutLeads = (paragraphs: readonly string[], leads: ReadonlySet<number>): readonly string[] =>
  paragraphs.flatMap((text, at) => (leads.has(at) ? withoutLead(text, paragraphs[at + 1]) : [text]))

function withoutLead(text: string, next = ''): readonly string[] {
  const said = sentences(text)
  const last = said.at(-1) ?? ''
  if (!(leadsOn.test(last) || pointsAtIt.test(last)) || text.includes('• ') || /^(?:•|\p{Ll})/u.test(next))
    return [text]
  if (said.length > 1) return [said.slice(0, -1).join(' ')]
  return pointsAtIt.test(last) || countWords(last) < leastSaid ? [] : [text]
}

const leastSaid = 8

/** "With a config key of `[v]` on macOS, it has the following error." (starship f265f12e) */
const pointsAtIt = /\bthe following (?:code|error|example|message|output|panic|snippet|trace|warning)\.$/

/** Words that are no end of a sentence, or name what stands below it. */
const leadsOn =
  /\b(?:an?|and|as|be|below|but|by|error|following|for|from|gives?|in|is|like|looks|message|of|output|prints?|readable|reads|returns?|says|shows|that|the|this|to|with|with this)$/i

/** Ends a paragraph before the "eg." whose example is code that is not told (kong 1d00dfef). */
export const withoutExampleAhead = (paragraph: string): string =>
  paragraph.replace(
    /(?:([.!?])|[,;])? (?:e\.?g|i\.?e|for (?:example|instance)|namely|such as)[.,:]?$/i,
    (_, end?: string) => end ?? '.',
  )

/**
 * A statement of code that stands by itself, neither set in nor fenced: "foo.into_buf().put_u32_le(42);" (bytes 83f68a01), "function
 * X() {...}" (rollup a9c5850c).
 */
export const isStatement = (lines: readonly string[]): boolean =>
  lines.length === 1 && /^\S*[\w)\]];$|^\(?(?:async )?function\b ?\w*\([^{}]{0,80}\{.{0,80}[)};]$/.test(lines[0] ?? '')

/**
 * Code that was neither set in nor fenced: most of its lines begin or end as nothing but code does, or are what it notes and where
 * something points at it: "/// Delete n characters.", "Delete(usize),", "--- unused variable" (helix 9821c4dd, 515ef172).
 */
export const isCode = (lines: readonly string[]): boolean =>
  lines.length > 1 && lines.filter((line) => codeLine.test(line)).length > lines.length / 2

const codeLine = anyOf()`
  [;{}]$|^\s*(?://|#\[|[-^~]{3,}\s)|^\s*[\w.]+\([\w<>&[\], ]{0,60}\),$|\b(?:ns|B|allocs)/op\b
  ^[Bb]enchmark(?:[A-Z0-9]\w*)?\s.*\d|^benchmark\s+old\b
  ^(?:func|def|fn|class|const|let|var|return|import|export|package|goos|goarch|pkg|cpu)\b[\s:].*[({=:]
`

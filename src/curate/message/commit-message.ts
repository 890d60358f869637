import { anyOf } from '../../text/alternatives.ts'
import { clean } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import { withoutGitmoji } from '../../text/titles.ts'
import { countWords } from '../../text/words.ts'
import { breakingKey, brokenIn } from './breaking-footer.ts'
import { undoing } from './headline-kinds.ts'
import { titledAsOthers } from './merge-bots.ts'
import { ofTools } from './of-tools.ts'
import { readTags } from './tags.ts'
import { pickedFrom } from './picked.ts'
import { withSteps } from './squashed.ts'
import { withoutTitleAgain } from './title-again.ts'
import { knownKey, trailerLine } from './trailer-keys.ts'
import { longestTitle, unwrapped, withCondition } from './wrapped-title.ts'

/** A commit message by its parts; `type` and `scope` are those of Conventional Commits 1.0.0, '' when not used. */
export type Message = {
  readonly subject: string
  readonly type: string
  readonly scope: string
  readonly breaking: boolean
  /** The pull request that it was merged by, `#123`; '' where the subject names none. */
  readonly number: string
  readonly body: string
  readonly trailers: readonly Trailer[]
  /** The hashes, whole or their beginnings, or numbers, of the commits that it says it is a copy of. */
  readonly pickedFrom: readonly string[]
}
type Trailer = { readonly key: string; readonly value: string }

const conventional = /^([a-z]+)(!)?(?:\(([^)\n]+)\))?(!)?:\s+(\S.*)/i
/** Types of Conventional Commits, Angular's and those seen most; any other word before a colon names a part of the project. */
const types =
  /^(?:feat|feature|fix|bug|bugfix|hotfix|docs?|style|refactor|perf|tests?|build|ci|chore|revert|deps|release|types|improvement|security|breaking|dx|lint|infra|wip)$/i
const part = /^([a-z][\w./@-]*(?:,\s?[\w./@-]+)*):\s+(\S.+)$/i
/** Rust's own spelling: "this is a:", "[breaking-change]" (hyper febf7d16). */
const breakingLine = /(?:^|:?\s{1,9}^)\[breaking-change\][ \t]*$/im
/** In prose: "This introduces a minor breaking change when calling …" (vue eb2ae44d), "Introduces a very minor breaking change: …" (87f69fd0). */
const breakingSentence = anyOf('im')`
  (?<=^|^[-*•] |[.!?]\s)(?:
    (?:naturally|note that|of course|technically|unfortunately),?[ ]
  )?(?:
    (?:it|this)\s(?:also\s)?(?:introduces|is)|introduces
  )\s(?:technically\s)?an?\s(?:\w+\s){0,2}breaking\schange\b(?! release)
`

/** Nobody reads on; a message made to be long would keep us busy. */
const longest = 16_384
/** Git lists the newest commit of a squash first; the oldest say what it began with. */
const longestSquash = 4 * longest

/**
 * Reads a message: its subject without a conventional prefix, its body without trailers, and the trailers. Secrets and
 * control characters are taken out first, before anything is split or stored.
 */
export function readMessage(message: string): Message {
  const told = withSteps(clean(message.slice(0, longestSquash))).slice(0, longest)
  const read = titledAsOthers(redact(told.replace(ofTools, '')).trim())
  const [head = '', ...rest] = read.split('\n')
  const whole = uncut(head.trim(), rest)
  const { title, below } = unwrapped(...withCondition(whole.title, whole.below))
  const { type, scope, isMarked, described } = readHead(withoutGitmoji(title))
  const written = below.join('\n').trim()
  const { body, trailers } = splitTrailers(
    written.replace(breakingLine, (lead) => (lead.startsWith(':') ? ' breaking change.' : '')),
  )
  const subject = withoutNumbers(described.trim().replace(fullStop, ''))
    .replace(/^- |^\d[.)] (?=\S)|^(?:\*(?=[*:\s])|[:\s]){1,9}/, '')
    .trim()
    .replace(fullStop, '')
    .replace(/,$/, '')
  return {
    subject: startsList.test(written) ? subject.replace(aboveList, '') : subject,
    type: type.toLowerCase(),
    scope: scope.trim(),
    breaking:
      isMarked ||
      /\[breaking\]|^breaking(?: changes?\b|[:!]|$)/i.test(described) ||
      breakingLine.test(written) ||
      breakingSentence.test(written) ||
      trailers.some(({ key }) => breakingKey.test(key)),
    number: /\((#\d+)\)\.?$/.exec(described.trim())?.[1] ?? '',
    body: withoutTitleAgain(body, subject),
    trailers,
    pickedFrom: pickedFrom(told),
  }
}

/**
 * GitHub cuts the title of a pull request at 72 characters. What it cut off begins the message, or the title stands there whole
 * as that of the only commit or of the first: `…RemoveExtraS… (#2159)` (gin 352d69c7).
 */
function uncut(head: string, rest: readonly string[]): { title: string; below: readonly string[] } {
  const [, cut = '', gap = '', number = ''] = cutTitle.exec(head) ?? []
  const first = rest.findIndex((line) => line.trim() !== '')
  const [, after = '', end = ''] = /^(?:…|\.{3})(\s?)(\S.*)/.exec(rest[first] ?? '') ?? []
  if (cut !== '' && end !== '')
    return { title: `${cut}${gap || after}${end}${number}`, below: rest.toSpliced(0, first + 1) }
  if (cut.length < leastCut) return { title: head, below: rest }
  const titles = rest.map((line) => line.replace(/^\s*[*-] /, ''))
  const at = titles.findIndex((title) => title.startsWith(cut) && title.length <= longestTitle)
  return at === -1 ? { title: head, below: rest } : { title: `${titles[at]}${number}`, below: rest.toSpliced(at, 1) }
}

const cutTitle = /^(.*\S)(\s?)(?:…|\.{3})((?: \(#\d+\))?)$/
/** "When in Rome…" is a title. */
const leastCut = 30

/** The end of a headline that was written as a sentence, within the quotes of a revert too; "etc." and "..." are none. */
const fullStop = /(?<=[\p{L}\p{N}]{3}|[`)'"\]])(?<!\betc)\.(?="?$)/u

/** The end of one that stands above a list: "First try at better zsh completions:" (cobra 7e2436b7). */
const aboveList = /(?<=[^\s:]{3}):$/
const startsList = /^(?:[-*+•]|\d{1,3}[.)])\s/

/** Reads `type(scope)!: …`, `type!(scope): …` and `part: …`, as Go and git itself write. */
function readHead(written: string): { type: string; scope: string; isMarked: boolean; described: string } {
  const head = withoutBrackets(written)
  const [, type = '', early = '', scope = '', late = '', said = ''] = conventional.exec(head) ?? []
  if (types.test(type))
    return { type, scope, isMarked: early + late !== '', described: undoing.test(type) ? asRevert(said) : said }
  const [, named = '', described = ''] = part.exec(head) ?? []
  // One word says nothing of what: `hclpack: Remove` (hcl 0f5ab3bd).
  return named === '' || isName(named) || !described.trim().includes(' ')
    ? { type: '', scope: '', isMarked: false, described: head }
    : { type: '', scope: named.split(',')[0] ?? '', isMarked: false, described }
}

/** Without its type a revert would say that what it takes back was done: `revert: "pre-calculated length"` (undici fcfa4db6). */
const asRevert = (said: string): string => {
  if (undoing.test(said)) return said
  const [, what = said, number = ''] = /^(.*?)((?: \(#\d+\))?)$/.exec(said) ?? []
  const title = /^"([^"]+)"$/.exec(what)?.[1] ?? (conventional.test(what) ? what : undefined)
  return title === undefined ? `Revert: ${said}` : `Revert "${title}"${number}`
}

/**
 * Reads what stands in brackets as what it means: `[BREAKING] feat: …`, `Feat(router) [breaking]: …` (hono), `[part]: …`
 * (tracing), `✨ (part): …` (client_golang), `… (GH-2174)` (black).
 */
const withoutBrackets = (head: string): string =>
  readTags(withoutGitmoji(head.replace(backported, '').replace(/\(GH-(?=\d{1,9}\)\.?$)/i, '(#')))
    .replace(numbered, (lead, at: number, whole: string) =>
      adds.test(whole.slice(at + lead.length)) || /^\[[cr]/i.test(lead) ? '' : 'fix: ',
    )
    .replace(/^\[breaking\]:? +([a-z]+(?:\([^)\n]{0,60}\))?):/i, '$1!:')
    .replace(/^([a-z]+(?:\([^)\n]{0,60}\))?) \[breaking\]:/i, '$1!:')
    .replace(/^\[breaking\]:? +/i, 'breaking!: ')
    .replace(/^(?:\[([a-z][\w./@-]{1,40})\]|\(([a-z][\w./@-]{1,40})\)): /i, '$1$2: ')

/** Whence a commit was copied, and where it went: `[PR #12091/8a631e74 backport][3.14] …` (aiohttp). */
const backported =
  /^(?:(?:\[?(?:PR\s#\d{1,7}(?:\/[0-9a-f]{6,40})?\s)?backport\]|\[v?\d{1,3}\.(?:\d{1,3}|x)(?:\.(?:\d{1,3}|x))?\]|\(v?\d{1,3}\.(?:\d{1,3}|x)(?:\.(?:\d{1,3}|x))?\))\s?){1,8}(?=\S)/i

/**
 * What it mends by its number alone, before what was done: `Fix #216: Enable to call …` (gin 995fa8e9), `[close #1802] Close …` (puma
 * 184e1510), `fixes #242, deletes …` (jinja bd65511e), `fix #3084, fix #3293: output files …` (esbuild c6cd557f).
 */
const numbered = anyOf('i')`
  ^(?:
    \[(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?) #\d{1,9}\]:?
    (?:fix(?:e[sd])?|close[sd]?|resolve[sd]?):? #\d{1,9}(?:
      (?:,? (?:and )?(?:(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?) )?#\d{1,9}){0,9}(?::| -)
      ,(?=
        [ ](?:
          add|allow|avoid|change|delete|disable|drop|handle|improve|make|move|remove|rename|replace
          return|update|use
        )(?:[sd]|ed)?[ ]
      )
    )
  ) +(?=\S)
`
/** What was asked for is no mistake: "Fix #201 - Add support for contextvars" (structlog 748fb324). */
const adds = /^(?:add|implement|introduce|support)\b/i

/** A name of the code, or of an advisory, before a colon is what the subject is about: `ctx.request.href: …` (koa 3e661574). */
const isName = (said: string): boolean =>
  /^(?:CVE|GHSA)-[\w-]+$/.test(said) ||
  (/^[A-Za-z][\w:.]*$/.test(said) && /[a-z][A-Z]|_|::|\.[A-Za-z]/.test(said) && !isFileName.test(said))
const isFileName = /\.(?:c|cc|cpp|go|h|java|js|json|md|py|rb|rs|ts|ya?ml)$/

/** Takes off the numbers of issues and pull requests that a subject begins or ends with, whole or cut (tracing b411a5c9). */
function withoutNumbers(subject: string): string {
  const at = subject.lastIndexOf('(')
  if (at !== -1 && references.test(subject.slice(at))) return withoutNumbers(subject.slice(0, at).trimEnd())
  return subject.replace(closing, '').replace(opening, '')
}

/** `#588: Update …`, `[#588] Update …` (detect-secrets 94751128), `[v1, 4/8] Replace …` (zap). */
const opening = /^(?:#\d{1,9}(?::| -)|\[#\d{1,9}\]:?|\[[^[\]\d]{0,9}\d{0,3}[, ]{0,2}\d{1,3}\/\d{1,3}\]:?) +(?=\S)/

/** A subject may say in its own words what it closes: `…, fixes #40`, `… Fixes #1207`, `… - Closes #2906` (phoenix eb5913ef), `… [#87]`. */
const closing =
  /(?:[.,;:]| [-–—]{1,2})? (?:this )?(?:\[#\d{1,9}\]|(?:fix(?:es|ed)?|close[sd]?|resolves?|refs?) (?:[\w/.-]{1,60})?#\d{1,9}(?:,? (?:and )?(?:[\w/.-]{1,60})?#\d{1,9}){0,9})\.?$/i

const references =
  /^\((?:also )?(?:(?:fix(?:es|ed)?|close[sd]?|resolves?|see|refs?|pr|issue|re)[: ]{0,2})?#\d{1,9}(?:,? (?:and )?(?:(?:fix(?:es)?|closes?) )?#\d{1,9}){0,9}\)?\s*$/i

/** Whether what is spelled like a trailer is prose: `Measured: 40 threads are the sweet spot on our build farm.` */
const isSentence = ({ key, value }: Trailer): boolean =>
  /^[a-z]{3,}$/i.test(key) && countWords(value) >= leastOfSentence && !/@|^(?:#\d|https?:|[0-9a-f]{7,64}\b)/.test(value)

const leastOfSentence = 5

/**
 * Takes the trailers out of a body. The last paragraph may hold any trailer (git-interpret-trailers(1)); the ones we
 * know by name count wherever they begin a line, because people write them above the sign-offs too.
 */
function splitTrailers(text: string): { body: string; trailers: readonly Trailer[] } {
  const lines = text.split('\n')
  const lastParagraph = lines.findLastIndex((line) => line.trim() === '') + 1
  const isTrailerBlock = lines.slice(lastParagraph).every((line) => trailerLine.test(line) || /^\s/.test(line))
  const body: string[] = []
  const trailers: { key: string; value: string }[] = []
  let open: { key: string; value: string } | undefined
  for (const [at, line] of lines.entries()) {
    const [, spelled = '', value = ''] = trailerLine.exec(line) ?? []
    const key = breakingKey.test(spelled) ? 'BREAKING CHANGE' : spelled
    const counts =
      key !== '' && (knownKey.test(key) || (isTrailerBlock && at >= lastParagraph && !isSentence({ key, value })))
    if (counts) {
      open = { key, value: value.trim() }
      trailers.push(open)
    } else if (open !== undefined && goesOn(open, { line, next: lines[at + 1] ?? '' }))
      open.value = breakingKey.test(open.key) ? `${open.value}\n${line}` : `${open.value} ${line.trim()}`.trim()
    else {
      open = undefined
      body.push(line)
    }
  }
  const told = trailers.map(({ key, value }) => ({ key, value: breakingKey.test(key) ? brokenIn(value) : value }))
  return { body: body.join('\n').trim(), trailers: told }
}

/** "Signed-off-by: Ada", "Co-authored-by: Grace": whoever wraps what breaks has no block of trailers below it. */
const signsOff = /^[A-Z][a-z]+(?:-[a-z]+){1,3}: /

/** A trailer goes on with what is set in, one that we know with any line, and behind an empty one with what is set in, but as code. */
function goesOn({ key, value }: Trailer, { line, next }: { line: string; next: string }): boolean {
  const isKnown = knownKey.test(key) && !signsOff.test(line)
  if (line.trim() !== '') return /^\s/.test(line) || isKnown
  const isProse = breakingKey.test(key) && (!value.trimEnd().endsWith(':') || /^\s+(?:[-*+] |```)/.test(next))
  return isKnown && (isProse ? /^ {2,}\S/ : /^ {2,3}\S/).test(next)
}

import { anyOf } from '../../text/alternatives.ts'
import { oneLine } from '../../text/clean.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { sentences } from '../../text/sentences.ts'
import { type Declaration, declarationsIn, docOf, documentedLines, moduleDoc } from './doc-comments.ts'
import { isDull, stemOf } from './files.ts'

/** A sentence longer than this describes more than a title, or an overview, can. */
const longest = { title: 80, overview: 240 }

/**
 * Finds what a file says that it is: the first sentence of its module's documentation, of the doc comment of what it is
 * named after, or of its one type where that speaks of what the file is called. '' where it says none of them.
 */
export function gistOf(path: string, text: string): string {
  const lines = documentedLines(text)
  return (
    asGist(moduleDoc(path, lines)) ||
    asGist(withoutName(namesakeSays(path, lines))) ||
    asGist(withoutName(ownTypeSays(path, lines)))
  )
}

/** A sentence for the overview of what a file is about, without its full stop. */
export type Purpose = {
  readonly said: string
  /** Whether it is about the one type that a file offers: no domain is for that. */
  readonly isOfOneType: boolean
}

/**
 * Finds what the overview of a file's folder may say, as it stands there: of its module, of what it is named after, or of the
 * one type that it offers to others: "`MatchExpression` matches requests by evaluating a CEL expression" (caddy,
 * celmatcher.go). undefined where none of them says anything.
 */
export function purposeIn(path: string, text: string): Purpose | undefined {
  const lines = documentedLines(text)
  const said = asPurpose(moduleDoc(path, lines)) || asPurpose(namesakeSays(path, lines))
  if (said !== '') return { said, isOfOneType: false }
  const ofType = onlyTypeSays(path, lines)
  return ofType === '' ? undefined : { said: ofType, isOfOneType: true }
}

/** The first sentence, as far as a title can say it; '' of one that says too little, or too much. */
function asGist(said: string): string {
  const whole = firstOf(said.replace(opening, ''))
  const gist = whole.length > longest.title ? mainPart(whole) : whole
  return gist.length > longest.title || gist.split(' ').length < 2 || dull.test(gist) ? '' : gist
}

/** A long sentence without what it adds, or as far as its first clause that leaves enough; else without its last phrases. */
function mainPart(whole: string): string {
  const [, main = ''] = aside.exec(whole) ?? []
  if (main !== '' && !hanging.test(main)) return main
  const ends = (at: RegExp): readonly string[] =>
    [...whole.matchAll(at)]
      .map(({ index }) => whole.slice(0, index).replace(participle, '').replace(wanting, ''))
      .filter((part) => part.length <= longest.title && part.split(' ').length >= leastWords && isClosed(part))
  return ends(clause)[0] ?? ends(phrase).at(-1) ?? whole
}

/** Where a sentence goes on about what it has named, and where it only says more of it. */
const clause = /,? (?:so|that|when|where|which|while|who) /g
const phrase = /,? (?:as|by|from|in|on|using|via|with) /g

/**
 * What is left of what a sentence adds when its end is cut: "…, halting as soon", "…, the type for values created" (rayon
 * iter/while_some.rs, range.rs).
 */
const participle =
  /, (?!(?:and|or|that|when|where|which|who)\b)(?:(?:[^\s,]{1,40} ){0,6}[^\s,]{2,40}ed|[^\s,]{2,40}ing(?: [^\s,]{1,40}){0,4})$/

/** A participle wants what was cut: "Click is a simple Python module inspired" (click); "shared and reused" (grpc-go mem/buffer_pool.go) does not. */
const wanting = / (?<!\b(?:and|are|as|be|been|being|is|not|or|was|were|\w{1,20}ly) )[^\s,]{2,40}[^e\s]ed$/

/** Whether a part opens nothing that it does not close, leaves no word that wants another, and says no more without its end than with it. */
const isClosed = (part: string): boolean =>
  !hanging.test(part) && !bounded.test(part) && !/\([^)]*$/.test(part) && (part.match(/[`"]/g) ?? []).length % 2 === 0

/**
 * "Rejects all incoming connections" is something else than "… from outside the ranges"; "Determines whether a label set is muted
 * based" (alertmanager) and "type that dispenses tokens, similarly to a lexer, except" (caddy) are no ends.
 */
const bounded = anyOf('i')`
  \b(?:all|always|any|each|every|if|never|no|not|only|unless|whether|without)\b|\b\d\.[ ]
  \b(?:that|which)(?: \S+){0,4}$|\b(?:depending|except|given|rather|such|(?<!\band )\w{2,30}[^e\W]ed)$
`

/** The first sentence, whole; '' of one that says too little, or too much. */
function asPurpose(said: string): string {
  const whole = firstOf(said)
  const isFit = whole.length <= longest.overview && whole.split(' ').length >= leastWords
  return isFit && !dull.test(firstOf(said.replace(opening, ''))) ? whole : ''
}

const leastWords = 4

/**
 * The first sentence without the marks of its language, and without its full stop, or what leads to a list: "Download packages from:"
 * (pip commands/download.py). In Go the next may begin with a name in small
 * letters: "dialOptions configure a Dial call. dialOptions are set by …" (grpc-go dialoptions.go).
 */
const firstOf = (said: string): string =>
  withoutMarkup(oneLine(sentences(said)[0] ?? ''))
    .replace(/(?<=[a-z)]{3})\. [a-z]{1,30}[A-Z]\w{0,30} .*/, '')
    .replace(/(?<![\w*])\*\*([^\s*](?:[^*]{0,60}[^\s*])?)\*\*(?![\w*])/g, '$1')
    .replace(/\[([\w :]{1,60})\]/g, '$1')
    .replace(/[,.]? (?:e\.?g|i\.?e)\.?$/, '')
    .replace(/(?: (?:as|at|by|for|from|in|into|of|on|to|using|with))?:$/, '')
    .replace(/(?<![\s.:])[\s.:]{1,9}$/, '')

/** Its name goes before what says it not itself: "`Router`: a router for composing handlers". */
function onlyTypeSays(path: string, lines: readonly string[]): string {
  const only = onlyTypeIn(path, lines)
  const said = only === undefined ? '' : asPurpose(docOf(path, lines, only.at))
  if (only === undefined || said === '' || sayingNothing.test(said)) return ''
  const name = `\`${only.name}\``
  return said.startsWith(`${only.name} `) ? said.replace(only.name, name) : `${name}: ${said}`
}

/** The one type that a file offers to others; undefined where it offers none, or several. */
function onlyTypeIn(path: string, lines: readonly string[]): Declaration | undefined {
  const types = declarationsIn(path, lines).filter((one) => one.isType && one.isPublic && !isAside.test(one.name))
  return types.length === 1 ? types[0] : undefined
}

/**
 * What the one type of a file says of itself, where its name, or that, speaks of what the file is called: "Transport facilitates
 * FastCGI communication" (caddy fastcgi.go), not "BindUnmarshaler is the interface …" (gin form_mapping.go). A short name is
 * that of many things: `Compression` speaks of HTTP, too (client_golang http.go).
 */
function ownTypeSays(path: string, lines: readonly string[]): string {
  const only = onlyTypeIn(path, lines)
  const stem = letters(stemOf(path))
  if (only === undefined || isDull(stemOf(path))) return ''
  const said = docOf(path, lines, only.at)
  const isNamed = stem.length >= leastStem ? isAround(letters(only.name), stem) : wordsOfName(only.name).includes(stem)
  const isSaid = stem.length >= leastSaid && letters(firstOf(said).replaceAll(' ', '')).includes(stem)
  return (isNamed || isSaid) && !sayingNothing.test(said) ? said : ''
}

const leastSaid = 6

/** `MetricVec` is a metric and a vec; `Session` has no io in it. */
const wordsOfName = (name: string): readonly string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase())

/** A long sentence without what it adds: "Base class for all connection pools, such as …" (urllib3). */
const aside = /^((?:[^\s,]+ ){2,14}?[^\s,]+)(?:, (?:including|such as|that|which|with) | \(| --? |; )/

/** An aside may stand amid what it is about: "writes it in an (optionally) colorized, …" (zerolog console.go). */
const hanging = / (?:an?|and|as|at|by|for|from|in|its|of|on|or|the|to|with)$/i

const dull = anyOf('i')`
  copyright|licen[cs]e|SPDX|eslint|prettier|@ts-|generated|do not edit|^todo|^fixme|https?://|[{}=;]
  ^deprecated ?[-–—:]
  ^(?:
    alias|although|and|as|backwards?|for|if|in|internal|just|note|obsolete|returns? true|these|this|when
  )\b(?!-)
  ^[^\w\`"*]
`

/** What a sentence says before it says anything: "Package push provides functions to …", "This module provides the …". */
const opening = anyOf()`
  ^(?:
    The (?:main |only |sole )?purpose of this (?:crate|file|module|package) is to[ ]
    (?:
      Package \w+|This (?:crate|file|module|package)|The [\w-]{1,40} (?:crate|module|package)
    ) (?:contains|defines|implements|is|provides)[ ]
    (?:Contains|Defines|Implements|Provides)[ ]
  )(?:a number of |an? |some |the )?
`

/**
 * What stands with what has the file's own name, or with a type that begins or ends with it: `// Encode is a middleware
 * which …` in encode.go, the docstring of `HTTPResponse` in response.py.
 */
function namesakeSays(path: string, lines: readonly string[]): string {
  const namesake = namesakeIn(letters(stemOf(path)), declarationsIn(path, lines))
  const said = namesake === undefined ? '' : docOf(path, lines, namesake.at)
  return sayingNothing.test(said) ? '' : said
}

/**
 * "Encode is a middleware which …", "BufferSlice offers a means to …" (grpc-go): the title says the name already. "InmemStore implements the LogStore interface" and
 * "FSM is implemented by clients to …" are no names of what they are about (raft).
 */
const withoutName = (said: string): string =>
  said.replace(
    /^(?:An? |The )?`?\w*`? (?:contains|defines|describes|holds|implements(?= an? )|is|offers|provides|represents|returns) (?!the given |\w+ed (?:by|for|to)\b)(?:an? |the )?/,
    '',
  )

/** "Config defines the config for middleware." (fiber, 26 times) */
const sayingNothing = anyOf('i')`
  ^\`?\w*\`? (?:
    contains|defines|holds|is|represents
  ) (?:all |an? |the )?(?:config\w*|options?|settings) (?:for|of) (?:an? |the |this )?(?:
    middleware|package|module|app\w*|\w{1,20} middleware
  )\.?$
`

/** What every program calls where it begins says nothing of it: "Then, as it was, then again it will be." (ripgrep). */
const entryPoint = 'main'

/** What is declared with the name of its file, or with one that begins or ends with it. */
function namesakeIn(stem: string, declared: readonly Declaration[]): Declaration | undefined {
  if (stem === entryPoint) return undefined
  const types = declared.filter(({ isType }) => isType)
  const isLike = (name: string): boolean =>
    stem.length >= leastStem && !isDull(stem) && !isAside.test(name) && isAround(letters(name), stem)
  return [...types, ...declared].find(({ name }) => letters(name) === stem) ?? types.find(({ name }) => isLike(name))
}

const isAround = (name: string, stem: string): boolean => name.startsWith(stem) || name.endsWith(stem)

/** A file is not about what goes wrong in it, nor about how its options are put together (packaging, ripgrep). */
const isAside = /(?:Error|Exception|Builder|Config|Func|Options?|Opts)$/

const letters = (name: string): string => name.replace(/[-_.]/g, '').toLowerCase()

/** A shorter name begins too many others. */
const leastStem = 4

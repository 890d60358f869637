import { oneLine } from '../../text/clean.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { sentences } from '../../text/sentences.ts'
import { isDull, isPackageDoc, stemOf } from './files.ts'
import { commentIn, type Language, languageOf } from './language.ts'

/** A sentence longer than this describes more than a title can. */
const longest = 80

/** Nobody documents a file further down. */
const mostLines = 400

/**
 * Finds what a file says that it is: the first sentence of its module's documentation, or of the doc comment of what it
 * is named after. '' where it says neither.
 */
export function gistOf(path: string, text: string): string {
  const lines = text.split('\n', mostLines).map((line) => line.slice(0, 500))
  const said = languageOf(path) === 'python' ? docstring(lines) : moduleComment(path, lines)
  return asGist(said) || asGist(namesakeSays(path, lines))
}

/** The first sentence, where a title can say it; '' of one that says too little, or too much. */
function asGist(said: string): string {
  const [first = ''] = sentences(said)
  const whole = withoutMarkup(oneLine(first).replace(opening, ''))
    .replace(/:\w+:`?[.~!]*([\w.]+)`?/g, '$1')
    .replace(/\[([\w :]{1,60})\]/g, '$1')
    .replace(/[,.]? (?:e\.?g|i\.?e)\.?$/, '')
    .replace(/(?<![\s.:])[\s.:]{1,9}$/, '')
  const gist = whole.length > longest ? (aside.exec(whole)?.[1] ?? whole) : whole
  return gist.length > longest || gist.split(' ').length < 2 || dull.test(gist) ? '' : gist
}

/** A long sentence without what it adds: "Base class for all connection pools, such as …" (urllib3). */
const aside = /^((?:[^\s,]+ ){2,14}?[^\s,]+)(?:, (?:including|such as|that|which|with) |,? e\.g\.| \(| --? |; )/

const dull =
  /copyright|licen[cs]e|SPDX|eslint|prettier|@ts-|generated|do not edit|^todo|^fixme|https?:\/\/|^package \w+$|[{}=;]|^deprecated ?[-–—:]|^(?:alias|although|and|as|for|if|in|internal|just|note|obsolete|returns? true|these|this|when)\b(?!-)|^[^\w`"*]/i

function docstring(lines: readonly string[]): string {
  const at = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'))
  const [, opened] = /^[rbu]?"""(.*)$/.exec(lines[at] ?? '') ?? []
  if (opened === undefined) return ''
  const said = [opened, ...lines.slice(at + 1)].map((line) => line.replace(/"""$/, ''))
  // Below its name as a heading of reStructuredText a module says what it is (requests).
  const line = said.findIndex((text) => underline.test(text))
  const isHeaded = line > 0 && line <= mostAbove
  return paragraphFrom(
    isHeaded ? said.slice(line + 1 + said.slice(line + 1).findIndex((text) => text.trim() !== '')) : said,
  )
}

const underline = /^\s*([=~^*+-])\1{2,}\s*$/
const mostAbove = 2

/** The comment that a file opens with, past its licence; Rust's `//!` and JSDoc's `@module` are told by their marks. */
function moduleComment(path: string, lines: readonly string[]): string {
  const language = languageOf(path)
  const blocks: string[][] = []
  let open: string[] | undefined
  for (const line of lines) {
    const said = commentIn(line, language)
    if (said === undefined && line.trim() !== '') break
    if (said === undefined) open = undefined
    else if (open === undefined) blocks.push((open = [said]))
    else open.push(said)
  }
  const isModule = (block: readonly string[]): boolean =>
    block.some((line) => /^@(?:module|file(?:overview)?)\b/.test(line))
  const inner = language === 'rust' ? innerDoc(lines) : []
  const named = blocks.find(isModule)
  if (named !== undefined) return paragraphFrom(named.map((line) => line.replace(/^@\w+\s*/, '')))
  if (inner.length > 0) return paragraphFrom(withoutBadges(inner))
  return language === 'go' ? paragraphFrom(blocks.find((block) => isOfPackage(path, block[0] ?? '')) ?? []) : ''
}

/** What Rust's files say of themselves: in lines behind `//!`, or between `/*!` and its end (ripgrep). */
function innerDoc(lines: readonly string[]): readonly string[] {
  const opened = lines.findIndex((line) => line.startsWith('/*!'))
  // Below code, or other documentation, such a line is a banner.
  if (opened === -1 || !lines.slice(0, opened).every((line) => /^\s*(?:$|#!|\/\/(?!!))/.test(line)))
    return lines.flatMap((line) => /^\/\/!\s?(.*)$/.exec(line)?.[1] ?? [])
  const closed = lines.findIndex((line, at) => at >= opened && line.includes('*/'))
  return lines
    .slice(opened, closed === -1 ? undefined : closed + 1)
    .map((line) => line.replace(/^\/\*!\s?/, '').split('*/', 1)[0] ?? '')
}

/** What a sentence says before it says anything: "Package push provides functions to …", "This module provides the …". */
const opening =
  /^(?:(?:Package \w+|This (?:crate|file|module|package)|The [\w-]{1,40} (?:crate|module|package)) (?:contains|defines|implements|is|provides)|Contains|Defines|Implements|Provides) (?:an? |some |the )?/

/** A crate's page may begin with its badges, in HTML or not (ureq). */
const withoutBadges = (lines: readonly string[]): readonly string[] => {
  const from = lines.findIndex((line) => line.trim() !== '' && !/^\s*(?:<|\[?!?\[|[\w-]+=)/.test(line))
  return from === -1 ? [] : lines.slice(from)
}

/** Go documents its package in any of its files; what that says is said of the file that has its name. */
const isOfPackage = (path: string, line: string): boolean => {
  const [, name] = /^Package (\w+) /.exec(line) ?? []
  return name !== undefined && (name === stemOf(path) || isPackageDoc(path))
}

/**
 * What stands with what has the file's own name, or with a type that begins or ends with it: `// Encode is a middleware
 * which …` in encode.go, the docstring of `HTTPResponse` in response.py.
 */
function namesakeSays(path: string, lines: readonly string[]): string {
  const language = languageOf(path)
  const stem = letters(stemOf(path))
  const at = stem === entryPoint ? -1 : namesakeAt(stem, lines)
  if (at === -1) return ''
  const said = language === 'python' ? docstring(bodyOf(lines, at)) : paragraphFrom(above(lines, at, language))
  if (sayingNothing.test(said)) return ''
  // "Encode is a middleware which …": the title says the name already. "InmemStore implements the LogStore interface" and
  // "FSM is implemented by clients to …" are no names of what they are about (raft).
  return said.replace(/^`?\w*`? (?:is|represents|provides) (?!\w+ed (?:by|for|to)\b)(?:an? |the )?/, '')
}

/** "Config defines the config for middleware." (fiber, 26 times) */
const sayingNothing =
  /^`?\w*`? (?:contains|defines|holds|is|represents) (?:all |an? |the )?(?:config\w*|options?|settings) (?:for|of) (?:an? |the |this )?(?:middleware|package|module|app\w*|\w{1,20} middleware)\.?$/i

/** What every program calls where it begins says nothing of it: "Then, as it was, then again it will be." (ripgrep). */
const entryPoint = 'main'

/** The line that declares the namesake of a file; -1 where none does. */
function namesakeAt(stem: string, lines: readonly string[]): number {
  const declared = lines.flatMap((line, at) => {
    const [, kind = '', name = ''] = declaration.exec(line) ?? []
    return name === '' ? [] : [{ isType: !kind.startsWith('f') && kind !== 'def', name, at }]
  })
  const types = declared.filter(({ isType }) => isType)
  const isLike = (name: string): boolean =>
    stem.length >= leastStem && !isDull(stem) && !isAside.test(name) && isAround(letters(name), stem)
  const found =
    [...types, ...declared].find(({ name }) => letters(name) === stem) ?? types.find(({ name }) => isLike(name))
  return found?.at ?? -1
}

const isAround = (name: string, stem: string): boolean => name.startsWith(stem) || name.endsWith(stem)

const declaration =
  /^(?:export\s+)?(?:default\s+)?(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?(?:abstract\s+)?(class|struct|interface|type|enum|trait|function\*?|def|func|fn)\s+([A-Za-z_$][\w$]*)/

/** A file is not about what goes wrong in it, nor about how its options are put together (packaging, ripgrep). */
const isAside = /(?:Error|Exception|Builder|Config|Func|Options?|Opts)$/

const letters = (name: string): string => name.replace(/[-_.]/g, '').toLowerCase()

/** A shorter name begins too many others. */
const leastStem = 4

/** The lines of a comment that stands right above a line, attributes and decorators between them left out. */
function above(lines: readonly string[], at: number, language: Language): readonly string[] {
  const found: string[] = []
  for (let line = at - 1; line >= 0; line--) {
    const said = /^\s*#\[|^\s*@/.test(lines[line] ?? '') ? '' : commentIn(lines[line] ?? '', language)
    if (said === undefined) break
    found.unshift(said)
  }
  return found
}

/** The lines after a declaration of Python, which may take several lines itself. */
function bodyOf(lines: readonly string[], at: number): readonly string[] {
  const last = lines.findIndex((line, other) => other >= at && line.split('#', 1)[0]?.trimEnd().endsWith(':') === true)
  return last === -1 ? [] : lines.slice(last + 1).map((line) => line.trim())
}

/** Joins lines up to the first empty one. */
function paragraphFrom(lines: readonly string[]): string {
  const from = lines.findIndex((line) => line.trim() !== '')
  if (from === -1) return ''
  const rest = lines.slice(from)
  const to = rest.findIndex((line) => line.trim() === '' || /^\s*@/.test(line))
  const said = rest.slice(0, to === -1 ? undefined : to).join(' ')
  return oneLine(said.replace(/^\s{0,3}#{1,6} /, ''))
}

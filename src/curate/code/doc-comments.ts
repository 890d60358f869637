import { oneLine } from '../../text/clean.ts'
import { isPackageDoc, stemOf } from './files.ts'
import { commentIn, type Language, languageOf } from './language.ts'

/** Nobody documents a file further down. */
const mostLines = 2000

/** The lines of a file that its documentation may stand in. */
export const documentedLines = (text: string): readonly string[] =>
  text.split('\n', mostLines).map((line) => line.slice(0, 500))

/** The first paragraph of what a file says of itself; '' where it says nothing. */
export const moduleDoc = (path: string, lines: readonly string[]): string =>
  languageOf(path) === 'python' ? docstring(lines) : moduleComment(path, lines)

/** What a line declares that others may name, if anything: its keyword, its name, and whether others may use it. */
export type Declaration = {
  readonly isType: boolean
  readonly isPublic: boolean
  readonly name: string
  /** The number of its line, from 0. */
  readonly at: number
}

/** Lists the types and functions that a file declares, in order. */
export function declarationsIn(path: string, lines: readonly string[]): readonly Declaration[] {
  const language = languageOf(path)
  return lines.flatMap((line, at) => {
    const [, shown = '', kind = '', name = ''] = declaration.exec(line) ?? []
    if (name === '') return []
    const isType = !kind.startsWith('f') && kind !== 'def'
    return [{ isType, isPublic: isPublicIn(language, shown, name), name, at }]
  })
}

const declaration =
  /^((?:export\s+)?(?:default\s+)?(?:pub(?:\([^)]*\))?\s+)?)(?:async\s+)?(?:abstract\s+)?(class|struct|interface|type|enum|trait|function\*?|def|func|fn)\s+([A-Za-z_$][\w$]*)/

function isPublicIn(language: Language, shown: string, name: string): boolean {
  if (language === 'go') return /^[A-Z]/.test(name)
  if (language === 'python') return !name.startsWith('_')
  return language === 'js' || language === 'rust' ? shown.trim() !== '' && !shown.startsWith('pub(') : true
}

/** The first paragraph of the documentation of what is declared at a line; '' where it has none. */
export function docOf(path: string, lines: readonly string[], at: number): string {
  const language = languageOf(path)
  return language === 'python' ? docstring(bodyOf(lines, at)) : paragraphFrom(above(lines, at, language))
}

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
  const blocks = openingBlocks(lines, language)
  const isModule = (block: readonly string[]): boolean =>
    block.some((line) => /^@(?:module|file(?:overview)?)\b/.test(line))
  const inner = language === 'rust' ? innerDoc(lines) : []
  const named = blocks.find(isModule)
  if (named !== undefined) return paragraphFrom(named.map((line) => line.replace(/^@\w+\s*/, '')))
  if (inner.length > 0) return paragraphFrom(withoutBadges(inner))
  return language === 'go'
    ? paragraphFrom(blocks.find((block) => isOfPackage(path, block.find((line) => line !== '') ?? '')) ?? [])
    : ''
}

/** The comments above all code, each as its lines; between `/*` and its end a line needs no mark of its own (bbolt doc.go). */
function openingBlocks(lines: readonly string[], language: Language): readonly (readonly string[])[] {
  const blocks: string[][] = []
  let open: string[] | undefined
  let isInside = false
  for (const line of lines) {
    const said = commentIn(line, language) ?? (isInside ? line.replace('*/', '').trim() : undefined)
    if (said === undefined && line.trim() !== '') break
    isInside = language !== 'python' && (isInside || line.startsWith('/*')) && !line.includes('*/')
    if (said === undefined) open = undefined
    else if (open === undefined) blocks.push((open = [said]))
    else open.push(said)
  }
  return blocks
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

/** A crate's page may begin with its badges, in HTML or not (ureq). */
const withoutBadges = (lines: readonly string[]): readonly string[] => {
  const from = lines.findIndex((line) => line.trim() !== '' && !/^\s*(?:<|\[?!?\[|[\w-]+=)/.test(line))
  return from === -1 ? [] : lines.slice(from)
}

/** Go documents its package in any of its files; what that says is said of the file that has its name. */
const isOfPackage = (path: string, line: string): boolean => {
  const [, name] = /^package (\w+) /i.exec(line) ?? []
  return name !== undefined && (name === stemOf(path) || isPackageDoc(path))
}

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

import { oneLine } from '../../text/clean.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { sentences } from '../../text/sentences.ts'
import { isPackageDoc, stemOf } from './files.ts'
import { commentIn, languageOf } from './language.ts'

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
  const own = said === '' ? namesakeComment(path, lines) : said
  const [first = ''] = sentences(own)
  const gist = withoutMarkup(oneLine(first))
    .replace(/\[([\w :]{1,60})\]/g, '$1')
    .replace(/[.:]$/, '')
  return gist.length > longest || gist.split(' ').length < 2 || dull.test(gist) ? '' : gist
}

const dull =
  /copyright|licen[cs]e|SPDX|eslint|prettier|@ts-|generated|do not edit|^todo|^fixme|https?:\/\/|^package \w+$|[{}=;]|^(?:although|as|for|if|in|just|note|these|this is|when)\b(?!-)/i

function docstring(lines: readonly string[]): string {
  const at = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'))
  const [, opened] = /^[rbu]?"""(.*)$/.exec(lines[at] ?? '') ?? []
  if (opened === undefined) return ''
  return paragraphFrom([opened.replace(/"""$/, ''), ...lines.slice(at + 1).map((line) => line.replace(/"""$/, ''))])
}

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
  const isInner = language === 'rust' && lines.some((line) => line.startsWith('//!'))
  const named = blocks.find(isModule)
  if (named !== undefined) return paragraphFrom(named.map((line) => line.replace(/^@\w+\s*/, '')))
  if (isInner) return paragraphFrom(lines.flatMap((line) => /^\/\/!\s?(.*)$/.exec(line)?.[1] ?? []))
  return language === 'go' ? paragraphFrom(blocks.find((block) => isOfPackage(path, block[0] ?? '')) ?? []) : ''
}

/** Go documents its package in any of its files; what that says is said of the file that has its name. */
const isOfPackage = (path: string, line: string): boolean => {
  const [, name] = /^Package (\w+) /.exec(line) ?? []
  return name !== undefined && (name === stemOf(path) || isPackageDoc(path))
}

/** The comment above the declaration that has the file's own name: `// Encode is a middleware which …` in encode.go. */
function namesakeComment(path: string, lines: readonly string[]): string {
  const name = stemOf(path).replace(/[-_.]/g, '').toLowerCase()
  const language = languageOf(path)
  const at = lines.findIndex((line) => {
    const [, declared = ''] =
      /^(?:export\s+)?(?:default\s+)?(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\*?|class|def|func|fn|struct|interface|type|enum|trait|const)\s+(?:\([^)]*\)\s*)?([A-Za-z_$][\w$]*)/.exec(
        line,
      ) ?? []
    return declared.replace(/_/g, '').toLowerCase() === name
  })
  if (at <= 0) return ''
  const above: string[] = []
  for (let line = at - 1; line >= 0; line--) {
    const said = /^\s*#\[|^\s*@/.test(lines[line] ?? '') ? '' : commentIn(lines[line] ?? '', language)
    if (said === undefined) break
    above.unshift(said)
  }
  // "Encode is a middleware which …": the title says the name already.
  return paragraphFrom(above).replace(/^`?\w*`? (?:is|represents|implements|provides) (?:an? |the )?/, '')
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

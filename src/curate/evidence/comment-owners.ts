import type { Language } from '../code/language.ts'
import { declaredIn, goGrouped, implemented, nameIn } from './declarations.ts'
import { declaredBehindType, fieldBehindType, isLabelOfC, isTypeOfC, macroOfC } from './typed-declarations.ts'

/** Where a comment begins among some lines, and which line follows it. */
export type CommentPlace = { readonly line: number; readonly end: number }

/**
 * Names what a comment is about: what is declared below it, unless that is a variable of a function; else what encloses it,
 * among the lines or in git's function context. That context names what comes before a comment that is not set in, which it is not about.
 */
export function ownersIn(
  lines: readonly string[],
  section: string,
  { isCode, language }: { readonly isCode: boolean; readonly language: Language },
): (comment: CommentPlace) => string {
  const said = readDeclarations(lines, language)
  const above = enclosing(said)
  return ({ line, end: after }) => {
    const end = pastAttributes(lines, pastGap(lines, after, said))
    const macro = language === 'c' ? macroOfC(lines[end] ?? '') : ''
    if (macro !== '') return macro
    const { name: below = '', isLocal: isBelowLocal = false } = said[end] ?? {}
    const depth = said[line]?.depth ?? 0
    const [outer, around] = above(line, depth)
    const isOwn = below !== '' && !isBelowLocal
    const isField = outer?.isType === true && goGrouped.test(lines[end] ?? '')
    if (isOwn && (isField || ofEveryType.test(below)))
      return inType(outer?.name ?? (depth === 0 ? '' : nameIn(section)), below)
    // The lines of a block comment are set in one more than what it is about.
    const [owner] = isOwn ? above(end, said[end]?.depth ?? 0) : []
    if (isOwn) return inType(owner?.hasMethods === true ? owner.name : '', below)
    if (outer !== undefined && around?.hasMethods === true) return inType(around.name, outer.name)
    if (outer !== undefined && outer.depth > 0 && ofEveryObject.test(outer.name))
      return inType(around?.name ?? nameIn(section), outer.name)
    const name = outer?.name ?? (depth === 0 ? '' : nameIn(section) || below)
    const isOfType = isCode && depth > 0 && (outer?.isType ?? type.test(section))
    return inType(name, isOfType ? memberIn(lines[end] ?? '', { outer, depth, language }) : '')
  }
}

/**
 * A type, or a module of Ruby, may stand behind an empty line: "# URLMap dispatches …", "class URLMap" (puma urlmap.rb), and so may
 * what is noted for a bundler: `/*@__NO_SIDE_EFFECTS__*\/` (vue makeMap.ts).
 */
function pastGap(lines: readonly string[], end: number, said: readonly Declared[]): number {
  const next = lines[end + 1] ?? ''
  const isBelow = said[end + 1]?.hasMethods === true || isRubyModule(next) || forBundlers.test(next)
  return lines[end]?.trim() === '' && isBelow ? end + 1 : end
}

/** Whether a line begins a module of Ruby. */
export const isRubyModule = (line: string): boolean => /^\s*module [A-Z]/.test(line)

/** Reads what each line declares, and what that means for the lines around it. */
const readDeclarations = (lines: readonly string[], language: Language): readonly Declared[] =>
  lines.map((line, at) => {
    const typed = declaredBehindType(lines, at, language)
    const isFunction = typed !== '' && line.includes('(') && !line.startsWith('typedef') && !isTypeOfC(line)
    const isType = type.test(line) && !isFunction
    return {
      depth: indentOf(line),
      // `const char *` declares no char.
      name: typed || (language === 'c' ? '' : declaredIn(line)),
      isType,
      depthWithin: isType ? indentOf(lines.slice(at + 1, at + 4).find((next) => /[^\s{]/.test(next)) ?? '') : 0,
      hasMethods: (typeHead.test(line) && !isFunction) || implemented(line) !== '',
      isEnum: enumeration.test(line),
      isLocal: isLocal(line),
      goesOn: goingOn.test(line) || (language === 'c' && isLabelOfC(line)),
    }
  })

/** A constructor of Java is called as its type is. */
const inType = (...names: readonly string[]): string =>
  names.filter((name, at) => name !== '' && name !== names[at - 1]).join('.')

/** What every type has says of which only with its name: "`new`: Wraps a service so that its load is tracked" (tower 39112cb0). */
const ofEveryType = /^(?:__\w+__|build|clone|constructor|default|drop|fmt|from|init|initialize|new)$/

/** What dozens of functions call what they return the parts of: "`handler`: … we inject actual global defines" (vite 3fad3ba8). */
const ofEveryObject = /^(?:handler|load|resolveId|setup|transform)$/

/**
 * The line below what stands between a comment and what it is about: `#[inline]`, `@property`, or an attribute that goes on
 * over some lines (fd src/cli.rs).
 */
function pastAttributes(lines: readonly string[], from: number): number {
  let at = from
  for (let end = endOfAttribute(lines, at); end > at; end = endOfAttribute(lines, at)) at = end
  return at
}

/** The line behind the attribute that begins at one; that line itself where none does, or one that is never closed. */
function endOfAttribute(lines: readonly string[], at: number): number {
  const line = lines[at] ?? ''
  if (attribute.test(line)) return at + 1
  if (!attributeOpens.test(line)) return at
  const depth = indentOf(line)
  const below = lines
    .slice(at + 1, at + longestAttribute)
    .findIndex((next) => next.trim() !== '' && indentOf(next) <= depth)
  const last = lines[at + 1 + below] ?? ''
  return below !== -1 && indentOf(last) === depth && attributeEnds.test(last) ? at + below + 2 : at
}

const forBundlers = /^\s*\/\* ?[@#]__\w{1,40}__ ?\*\/\s*$/
const attribute = new RegExp(String.raw`^\s*(?:#!?\[.*\]|@[A-Za-z][\w.]*(?:\(.*\))?)\s*$|${forBundlers.source}`)
const attributeOpens = /^\s*(?:#!?\[[\w:]+\(|@[A-Za-z][\w.]*\()[^()]*$/
const attributeEnds = /^\s*[}\])]{1,3}\s*$/
/** Lines of an attribute, at most. */
const longestAttribute = 30

/** The field or variant that a line gives, which is what a comment above it is about. */
const memberIn = (
  line: string,
  {
    outer,
    depth,
    language,
  }: { readonly outer: Declared | undefined; readonly depth: number; readonly language: Language },
): string =>
  fieldIn(line) ||
  (outer?.isEnum === true ? variantIn(line) : '') ||
  // Set in further are the variables of its methods.
  (outer?.depthWithin === depth ? fieldBehindType(line, language) : '')

/** The field or the property of an object that a line gives (bat 50958472, nats.go ef5ee941). */
export const fieldIn = (line: string): string =>
  /^\s+(?:pub(?:\([^)]*\))? |readonly )?(?!(?:case|default|else|except|finally|lambda|try)\b)([A-Za-z_]\w{2,60})\??: [^:]/.exec(
    line,
  )?.[1] ??
  goField.exec(line)?.[1] ??
  ''

/** What an enumeration has: `Buffering,`, `Named(String),`, `Red = 1`. */
export const variantIn = (line: string): string => /^\s+([A-Z]\w{1,60})(?:\s*[({,=]|\s*$)/.exec(line)?.[1] ?? ''

/** In Go the type stands behind the name, and methods of an interface have none before it: `FlowControl bool`, `Close() error`. */
const goField = /^\t+(?!(?:case|defer|go|if|return|var)\b)([A-Za-z]\w{1,60})(?:\(| {1,40}(?![^`]*[=(:])[\w*.[])/

/** A variable of a function, whose name says less than that of the function. */
export const isLocal = (line: string): boolean => /^\s+(?:(?:let|var)\b|const [a-z])/.test(line)

/** A line that declares an enumeration. */
const enumeration = /^\s*(?:(?:const|declare|export|pub(?:\([^)]*\))?|public)\s+){0,4}enum\s+[A-Z]\w*[^()]*$/

/** A line that begins a type, which has methods, and not one that only speaks of a type. */
const typeHead =
  /^\s*(?:(?:abstract|declare|default|export|final|internal|pub(?:\([^)]*\))?|private|protected|public|static)\s+){0,4}(?:class|enum|interface|struct|trait|type)\s+[A-Za-z_$]/

/** A line that declares what has fields. */
const type = /\b(?:class|enum|interface|struct|trait|type)\s/

type Declared = {
  readonly depth: number
  readonly name: string
  readonly isType: boolean
  /** How far the first line within a type is set in. */
  readonly depthWithin: number
  /** Whether it is what methods are of: a type, or a block of Rust for one. */
  readonly hasMethods: boolean
  readonly isEnum: boolean
  readonly isLocal: boolean
  readonly goesOn: boolean
}

/** A line that ends nothing, however little it is set in: empty, closing, the rest of a head, or for a preprocessor. */
const goingOn = /^\s*(?:$|[)}\]{#*/]|where\b)/

/**
 * Finds what is declared nearest above a line and set in less, and what that is in, without going up line by line for each. What is declared
 * ends with a line that is set in no more than it, unless that only closes something or goes on with the head.
 */
function enclosing(said: readonly Declared[]): (line: number, depth: number) => readonly Declared[] {
  const outer: (readonly Declared[])[] = []
  let open: readonly Declared[] = []
  for (const one of said) {
    if (!one.goesOn) open = open.filter(({ depth }) => depth < one.depth)
    outer.push(open)
    if (one.name !== '' && !one.isLocal) open = [...open.filter(({ depth }) => depth < one.depth), one]
  }
  return (line, depth) => (outer[line] ?? []).filter((one) => one.depth < depth).toReversed()
}

/** How far a line is set in, in characters. */
export const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0

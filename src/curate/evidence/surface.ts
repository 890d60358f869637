import { oneLine, shorten } from '../../text/clean.ts'
import type { Evidence, Reading } from '../evidence.ts'
import { kindOf } from '../files.ts'
import { type Language, languageOf } from '../language.ts'
import { changedIn, type Piece } from './lines.ts'

/** How a language makes a name public, in one line; group 1 is the name. */
const shapes: Partial<Record<Language, readonly RegExp[]>> = {
  js: [
    /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\*?|class|interface|type|enum|const|let|namespace)\s+([A-Za-z_$][\w$]*)/,
    /^(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s*=/,
  ],
  python: [/^(?:async\s+)?def\s+([a-z]\w*)\s*\(/, /^class\s+([A-Z]\w*)/],
  go: [/^func\s+(?:\([^)]*\)\s*)?([A-Z]\w*)\s*[([]/, /^type\s+([A-Z]\w*)\s/],
  rust: [/^\s*pub\s+(?:async\s+|unsafe\s+|const\s+)*(?:fn|struct|enum|trait|type|const|static|mod)\s+([A-Za-z_]\w*)/],
  java: [
    /^\s*public\s+(?:(?:static|final|abstract|sealed|async|override)\s+)*(?:class|interface|enum|record|[\w<>[\],.?]+)\s+([A-Za-z_]\w*)\s*[({<]/,
  ],
  c: [
    /^(?!static\b)(?:extern\s+|CURL_EXTERN\s+|[A-Z_]+_(?:API|EXPORT)\s+)?(?:const\s+)?(?:struct\s+)?[A-Za-z_]\w*[\s*]+([A-Za-z_]\w{3,})\s*\([^;]*;?$/,
  ],
  ruby: [/^\s*def\s+(?:self\.)?([a-z]\w*[?!]?)/, /^\s*(?:class|module)\s+([A-Z][\w:]*)/],
}

const definition = /^#\s*define\s+(?!\w*(?:VERSION|COPYRIGHT|TIMESTAMP))([A-Z][A-Z0-9_]{3,})\s+\S/

/** A name that is gone, not only written otherwise, is a fact of its own: whoever used it must know. */
function removedIn(evidence: readonly Evidence[]): readonly Evidence[] {
  const there = new Set(evidence.filter(({ isGone }) => !isGone).map(({ about }) => about))
  return evidence.flatMap(({ isGone, ...piece }) =>
    isGone && !there.has(piece.about) ? [{ ...piece, text: 'removed', weight: 0.5 }] : [],
  )
}

const deprecated = /@deprecated\b|\bDeprecated:|#\[deprecated|DeprecationWarning|@Deprecated\b/

/** Finds public names that came, went or were deprecated, with their signature as far as one line shows it. */
export const surface = (reading: Reading): readonly Evidence[] =>
  reading.commit.changes.flatMap((change) => {
    const found = shapes[languageOf(change.path)]
    if (found === undefined || kindOf(change.path) !== 'code') return []
    const shown = change.path.endsWith('.h') ? [...found, definition] : found
    const evidence = changedIn(reading, change, (lines) => lines.flatMap((line, at) => symbolIn(line, at, shown)))
    return [...evidence, ...removedIn(evidence)]
  })

/** Names what a file makes public, in its order. */
export function publicNames(path: string, text: string): readonly string[] {
  const found = shapes[languageOf(path)]
  if (found === undefined) return []
  return text.split('\n').flatMap((line, at) => symbolIn(line, at, found).map(({ about }) => about))
}

function symbolIn(line: string, at: number, found: readonly RegExp[]): readonly Piece[] {
  if (line.length > 300) return []
  for (const shape of found) {
    const [, name] = shape.exec(line) ?? []
    if (name === undefined || /^(?:if|for|while|switch|return|else|main|test|init)$/.test(name)) continue
    const text = shorten(
      oneLine(line)
        .replace(/ ?(?:(?:\{|=>|:)$|=.*)/, '')
        .replace(/^export (?:default )?/, ''),
      120,
    )
    return [
      {
        kind: 'symbol',
        about: name,
        value: '',
        text,
        category: 'project',
        weight: deprecated.test(line) ? 0.7 : 0.3,
        line: at,
      },
    ]
  }
  return []
}

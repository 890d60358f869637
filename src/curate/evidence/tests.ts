import { isSample, fileKindOf } from '../code/files.ts'
import { languageOf, type Language } from '../code/language.ts'
import { changedIn, type Piece } from './lines.ts'
import type { Evidence, CommitReading } from './types.ts'

/** How a test says in words what it proves, by language. */
const titles: Partial<Record<Language, readonly RegExp[]>> = {
  js: [
    /^\s*(?:await\s+)?(?:[\w$]+\.)?(?:it|test|specify)(?:\.(?:only|concurrent|sequential|fails|each\([^)]*\)))*\s*\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1\s*,/,
  ],
  python: [/^\s*(?:async\s+)?def\s+(test_\w+)\s*\(/],
  go: [
    /^\s*(?:name|desc|description):\s*("|`)((?:\\.|(?!\1)[^\\\n])+)\1,/,
    /^func\s+(Test[A-Z]\w*)\s*\(/,
    /\bt\.Run\(\s*("|`)((?:\\.|(?!\1)[^\\\n])+)\1\s*,/,
  ],
  rust: [/^\s*(?:async\s+)?fn\s+([^\W_]*_+[^\W_]+_\w+)\s*\(\s*\)/],
  java: [/@DisplayName\(\s*(")((?:\\.|[^"\\])+)"\s*\)/],
  ruby: [/^\s*(?:it|specify|test)\s+(['"])((?:\\.|(?!\1)[^\\\n])+)\1/],
}

/** Finds what added tests promise, in the words of their titles. */
export const tests = (reading: CommitReading): readonly Evidence[] =>
  reading.commit.changes.flatMap((change) => {
    const shapes = titles[languageOf(change.path)]
    if (shapes === undefined || !isTested(change.path)) return []
    return changedIn(reading, change, (lines, { section }) => titlesIn([section, ...lines], shapes))
  })

/** The titles of the tests among some lines of a file, whether they tell much or not. */
export function testTitles(path: string, lines: readonly string[]): readonly string[] {
  const shapes = isTested(path) ? titles[languageOf(path)] : undefined
  return shapes === undefined ? [] : lines.flatMap((line) => titleIn(line, shapes) ?? [])
}

/** Whether a file may hold tests: Rust keeps them beside the code. */
export const isTested = (path: string): boolean =>
  (fileKindOf(path) === 'test' && !isSample(path)) || path.endsWith('.rs')

/** What a test is part of: a suite, or a function with tests inside. */
const suite =
  /\b(?:describe|suite|context)(?:\.\w+){0,2}\s*\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1|^func\s+(Test[A-Z]\w*)\s*\(|^class\s+(Test\w+)/

/** The first line is the context that git names. A title too short to be understood alone is told with its suite. */
function titlesIn(lines: readonly string[], shapes: readonly RegExp[]): readonly Piece[] {
  let within = ''
  return lines.flatMap((line, at): readonly Piece[] => {
    const begun = suite.exec(line)
    if (begun !== null) within = begun[2] ?? begun[3] ?? begun[4] ?? within
    const title = at === 0 ? undefined : titleIn(line, shapes)
    if (title === undefined) return []
    const isShort = title.split(' ').length < 5 && within !== '' && !within.startsWith(title)
    const text = isShort ? `${within}: ${title}` : title
    return isTelling(text)
      ? [{ kind: 'test', about: 'tested', value: '', text, category: 'project', weight: 0.4, line: at - 1 }]
      : []
  })
}

function titleIn(line: string, shapes: readonly RegExp[]): string | undefined {
  for (const shape of shapes) {
    const found = shape.exec(line)
    if (found === null) continue
    const [, first = '', second] = found
    const text = unescaped(second ?? first)
    if (text !== '') return text
  }
  return undefined
}

const unescaped = (title: string): string => title.replace(/\\(['"`])/g, '$1').trim()

/** What a table of tests calls its rows, where it says only what is given. */
const setting =
  /^(?:(?:no|with|one|two|blank|prompts?|disabled|happy|path|(?:non)?-?tty|args?|arguments?|flags?|number|name|nonunique|ID|URL|success|error)[\s,]*)+$/i

/** A title must say something by itself: three words of letters, not only what is put in when it runs. */
const isTelling = (title: string): boolean => {
  if (title.startsWith('${') || title.length > 160) return false
  const label = title.replace(/^Test\w+: /, '')
  if (/^Test[A-Za-z0-9]+(?:_[A-Za-z0-9]*)?$/.test(label) || setting.test(label)) return false
  if (label !== title && wordsIn(label) < 2) return false
  const said = title.replace(/^Test(?=[A-Z])/, '').replace(/\$\{[^{}]*\}|%[sdifjoO#]|\$\w+/g, ' ')
  return wordsIn(said) >= 3
}

const wordsIn = (text: string): number => (text.match(/[A-Z]?[a-z]{2,}|[A-Z]{2,}/g) ?? []).length

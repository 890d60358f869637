import type { Evidence, Reading } from '../evidence.ts'
import { kindOf } from '../files.ts'
import { type Language, languageOf } from '../language.ts'

const number = String.raw`-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?(?:\s*\*\s*\d[\d_]*)*[a-zA-Z]{0,3}`
const scalar = String.raw`(${number}|true|false|"[^"\n]{1,60}"|'[^'\n]{1,60}')`

/** How a name is given a value, by language; group 1 is the name, group 2 the value. */
const shapes: Partial<Record<Language, RegExp>> = {
  js: new RegExp(
    String.raw`^\s*(?:export\s+)?(?:const|let|var|static|readonly|private|public)?\s*(?:readonly\s+)?([A-Za-z_$][\w$.]{2,})\s*(?::\s*[\w<>|[\]]+)?\s*[=:]\s*${scalar}\s*[;,]?\s*(?:\/\/.*)?$`,
  ),
  python: new RegExp(String.raw`^\s*([A-Za-z_]\w{2,})\s*(?::\s*[\w[\]., ]+)?\s*=\s*${scalar}\s*,?\s*(?:#.*)?$`),
  go: new RegExp(
    String.raw`^\s*(?:const|var)?\s*([A-Za-z_]\w{2,})\s*(?:[\w.]+\s*)?(?::?=|:)\s*((?:${number}|true|false|"[^"\n]{1,60}")(?:\s*\*\s*time\.\w+)?)\s*,?\s*(?:\/\/.*)?$`,
  ),
  rust: new RegExp(
    String.raw`^\s*(?:pub(?:\([a-z]+\))?\s+)?(?:const|static)\s+([A-Z_]\w{2,})\s*:\s*[^=]+=\s*(?:Duration::\w+\()?${scalar}\)?\s*;`,
  ),
  java: new RegExp(
    String.raw`^\s*(?:(?:public|private|protected|static|final|val|var|const)\s+)+(?:[\w<>[\]]+\s+)?([A-Za-z_]\w{2,})\s*=\s*(?:[\w.]*Duration\.\w+\()?${scalar}\)?\s*;?\s*(?:\/\/.*)?$`,
  ),
  c: new RegExp(String.raw`^\s*(?:#\s*define\s+([A-Z_]\w{2,})\s+\(?${scalar}\)?)\s*(?:\/[/*].*)?$`),
  ruby: new RegExp(String.raw`^\s*([A-Z][A-Z0-9_]{2,})\s*=\s*${scalar}\s*(?:\.freeze)?\s*(?:#.*)?$`),
}

const notAConstant =
  /version|checksum|secret|clientid|filenames|^(?:default|mark|stop|icon|tag|push|short|long|use|example|class|className|placeholder|i|j|k|id|name|expected|actual|date|year|time|description|title|label|url|sha|hash|checksum|copyright|message|msg|text|type|path|key)$/i

/** Finds named values that a commit changed; the old one stands in the text, so that nothing is forgotten. */
export const constants = ({ commit }: Reading): readonly Evidence[] =>
  commit.changes.flatMap(({ path, hunks }) => {
    const shape = shapes[languageOf(path)]
    if (shape === undefined || (kindOf(path) !== 'code' && !/\.config\.\w+$/.test(path))) return []
    return hunks.flatMap(({ added, removed, start }) => {
      if (removed.length === 0 || added.length === 0 || removed.length > 200) return []
      const before = onceIn(removed, shape)
      const after = onceIn(added, shape)
      return added.flatMap((line, at): readonly Evidence[] => {
        const [name, value] = valueIn(line, shape)?.[0] ?? []
        const old = name === undefined ? undefined : before.get(name)
        if (name === undefined || value === undefined || old === undefined || old === value) return []
        // A name that stands twice is two branches of one switch, and another kind of value another thing.
        if (!after.has(name) || kindOfValue(old) !== kindOfValue(value)) return []
        if (kindOfValue(value) !== 'number' && (!lasting.test(name) || secretName.test(name))) return []
        return [
          {
            kind: 'constant',
            about: name,
            value,
            text: `was \`${old}\` before`,
            category: 'project',
            at: { commit: commit.sha, path, line: start + at },
            grade: 'observed',
            weight: 0.6,
          },
        ]
      })
    })
  })

/** What has such a name is nobody's to know, nor what it was before, even where it looks like a word. */
const secretName =
  /passw|passphrase|pwd|_pass$|secret|credential|token|api_?key|(?:access|auth|private|signing|encryption)_?key/i

/** The values of the names that some lines give one to exactly once. */
function onceIn(lines: readonly string[], shape: RegExp): ReadonlyMap<string, string> {
  const found = new Map<string, string | undefined>()
  for (const line of lines)
    for (const [name, value] of valueIn(line, shape) ?? []) found.set(name, found.has(name) ? undefined : value)
  return new Map([...found].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])))
}

/** A text or a switch is a setting where its name says so; elsewhere it is a step of some function. */
const lasting = /^[A-Z][A-Z0-9_]+$|default|max|min|limit|timeout|enabled?|target|mode|level/i

const kindOfValue = (value: string): string =>
  /^["']/.test(value) ? 'text' : /^[tf]/.test(value) ? 'switch' : 'number'

function valueIn(line: string, shape: RegExp): readonly (readonly [string, string])[] | undefined {
  if (line.length > 200) return undefined
  const [, name, value] = shape.exec(line) ?? []
  if (name === undefined || value === undefined || notAConstant.test(name)) return undefined
  if (/^["'].* /.test(value)) return undefined
  return /^["']?v?\d+\.\d+\.\d+/.test(value) || /["']?\d{4}-\d\d-\d\d/.test(value) ? undefined : [[name, value]]
}

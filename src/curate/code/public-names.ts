import { type Language, languageOf } from './language.ts'

/** What files offer to others, by path. */
export type PublicNames = ReadonlyMap<string, readonly string[]>

/** How each language declares what others may use, at the beginning of a line. */
const declarations: Partial<Record<Language, readonly RegExp[]>> = {
  js: [
    /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type|enum) ([A-Za-z_$][\w$]*)/,
    /^(?:module\.)?exports\.([A-Za-z_$][\w$]*) = /,
    /^(?:app|proto|[A-Z]\w*\.prototype)\.([A-Za-z_$][\w$]*) = (?:async )?function/,
  ],
  python: [/^class ([A-Za-z]\w*)/, /^(?:async )?def ([A-Za-z]\w*)/],
  go: [/^(?:func|type) ([A-Z]\w*)/],
  rust: [/^pub (?:async |const |unsafe )?(?:fn|struct|enum|trait|type|static|mod) ([A-Za-z]\w*)/],
  java: [/^public (?:static |final |abstract |sealed )?(?:class|interface|enum|record) ([A-Za-z]\w*)/],
  ruby: [/^(?:class|module) ([A-Z]\w*)/],
}

const most = { names: 40, lines: 5_000, length: 40 }

/** Names what a file offers to others, the most telling kind first; [] where that cannot be told of its language. */
export function publicNames(path: string, text: string): readonly string[] {
  const shapes = declarations[languageOf(path)] ?? []
  const lines = text.split('\n', most.lines).map((line) => line.slice(0, 200))
  const names = shapes.flatMap((shape) => lines.flatMap((line) => shape.exec(line)?.[1] ?? []))
  return [...new Set(names)].filter(({ length }) => length <= most.length).slice(0, most.names)
}

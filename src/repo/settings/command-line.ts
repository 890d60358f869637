/**
 * Takes a command line apart into words: blanks separate, quotes hold together, and a backslash makes a blank, a quote or a
 * backslash plain. Undefined where a quote does not end, or where a shell would be needed: none ever runs.
 */
export function wordsOfCommand(line: string): readonly string[] | undefined {
  const words: string[] = []
  const word = /\s*((?:'[^']*'|"(?:\\["\\]|\\(?!["\\])|[^"\\])*"|\\[\s'"\\]|[^\s'"])+)/y
  let at = 0
  for (const { 0: all, 1: text = '' } of steps(word, line)) {
    at += all.length
    words.push(text.replace(/'([^']*)'|"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|\\([\s'"\\])/g, plain))
  }
  const isWhole = line.slice(at).trim() === ''
  return isWhole && !words.some((said) => shellWords.has(said)) ? words : undefined
}

function* steps(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) yield found
}

const plain = (_all: string, single?: string, double?: string, escaped?: string): string =>
  single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? ''

const shellWords = new Set(['|', '||', '&', '&&', ';', '<', '>', '>>', '2>', '2>&1'])

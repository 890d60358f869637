/** What a reader of diffs must know of a language: how it writes comments. */
export type Language = 'js' | 'python' | 'go' | 'rust' | 'java' | 'c' | 'ruby' | 'shell' | 'other'

const byEnding: Readonly<Record<string, Language>> = {
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  jsx: 'js',
  ts: 'js',
  mts: 'js',
  cts: 'js',
  tsx: 'js',
  vue: 'js',
  svelte: 'js',
  py: 'python',
  pyi: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  kt: 'java',
  scala: 'java',
  cs: 'java',
  swift: 'java',
  php: 'java',
  c: 'c',
  h: 'c',
  cc: 'c',
  cpp: 'c',
  cxx: 'c',
  hpp: 'c',
  hh: 'c',
  rb: 'ruby',
  rake: 'ruby',
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  pl: 'shell',
  yml: 'shell',
  yaml: 'shell',
  toml: 'shell',
  ini: 'shell',
  cfg: 'shell',
  editorconfig: 'shell',
}

/** Tells the language of a file by its name. */
export const languageOf = (path: string): Language =>
  byEnding[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'other'

const slashes = /^(?:\/\/[/!]?|\/\*[*!]?|\*(?!\/))\s?(.*)/
const hashes = /^\s*#(?![![])\s?(.*)/

/** Gives what a line of nothing but comment says; undefined for a line of code. */
export function commentIn(line: string, language: Language): string | undefined {
  if (language === 'other') return undefined
  const isHash = language === 'python' || language === 'ruby' || language === 'shell'
  const said = line.trim()
  // Nearly all lines are code, and one character tells.
  const mark = said.charAt(0)
  if (isHash) return mark === '#' ? hashes.exec(line)?.[1] : undefined
  if (mark !== '/' && mark !== '*') return undefined
  const text = slashes.exec(said)?.[1]
  const end = text === undefined || said.startsWith('//') ? -1 : text.indexOf('*/')
  if (text === undefined || end === -1) return text
  // Code stands behind it: "/** mode file */ `.env.${mode}`," (vite 80dd2dfd).
  return end === text.length - 2 ? text.slice(0, end).trimEnd() : undefined
}

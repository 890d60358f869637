import { createHash, randomBytes } from 'node:crypto'
import { clean, oneLine, shorten } from './clean.ts'
import { redact } from './redact.ts'

/** What Markdown and the readers of agents' instruction files take for more than text, and how it stands as text. */
const inertSpelling: readonly (readonly [RegExp, string])[] = [
  // HTML and comments, which some readers cut out and pages would run.
  [/<(?=[!/?a-z])/gi, '&lt;'],
  [/-->/g, '--&gt;'],
  // Claude Code and Gemini CLI read the file behind an @ into the prompt; a server calls whoever is named there.
  [/@(?=\S)/g, '\\@'],
  // Templates: {{ }}, {% %}, ${ }, $ARGUMENTS.
  [/\{(?=[{%])/g, '{\\'],
  [/\$(?=[{A-Z])/g, '\\$'],
  // Commands that are run when a skill is read, pictures that are loaded, links and #file: that are followed.
  [/!(?=[`[])/g, '!\\'],
  [/\](?=[([:])/g, ']\\'],
  [/#(?=\w+:)/g, '\\#'],
  // Fences and front matter.
  [/`(?=``)|~(?=~~)|(?<!-)-{3,}(?=\s|$)/g, '\\$&'],
]

const inert = (text: string): string =>
  inertSpelling.reduce((safe, [shape, spelling]) => safe.replace(shape, spelling), text)

/** Makes one line of what somebody wrote: it cannot begin another field, hides nothing and holds no secret. */
export const quoteLine = (text: string, limit = 200): string => shorten(redact(oneLine(text)), limit)

/**
 * Makes one line that may stand in a file which agents obey, or in Markdown: besides, nothing in it ends a block of
 * ours, names a file to be read, is run or loaded.
 */
export const inertLine = (text: string, limit = 200): string => inert(quoteLine(text, limit))

/** Sets such a line off in bold: whatever it holds, it does not end where the bold does not. */
export const boldLine = (text: string, limit = 200): string => `**${inertLine(text, limit).replaceAll('*', '\\*')}**`

/** Makes a text of several lines fit to be read by an agent or a model: without what steers, what hides and secrets. */
export const quoteText = (text: string): string => redact(clean(text))

/** Spells JSON in which every text is such. */
export const quoteJson = (value: unknown): string =>
  `${JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? quoteText(part) : part))}\n`

/** How long the word of a fence is. */
const wordLength = 12

/** A word for a fence that nothing written before this moment can know. */
export const randomWord = (): string => randomBytes(wordLength / 2).toString('hex')

/** A word for a fence in a file that must keep its bytes: made from the text, and not in it. */
export function wordFor(text: string): string {
  for (let count = 0; ; count++) {
    const word = createHash('sha256').update(`${count}\n${text}`).digest('hex').slice(0, wordLength)
    if (!text.includes(word)) return word
  }
}

/** Puts data between two lines that hold a word which is not in it: so nothing in it can end it. */
export function fence(name: string, text: string, { word, more = '' }: { word: string; more?: string }): string {
  const [start, end] = fenceLines(name, word)
  return `${start.replace('>', `${more}>`)}\n${text}\n${end}`
}

/** The two lines alone. */
export const fenceLines = (name: string, word: string): readonly [string, string] => [
  `<${name} ${word}>`,
  `</${name} ${word}>`,
]

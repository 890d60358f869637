import type { Commit } from '../../commit.ts'
import { commentIn, type Language, languageOf } from '../code/language.ts'
import type { NameNow } from '../code/code-names.ts'
import { NumberTable } from './number-table.ts'
import { isFollowed, lineHash } from './significant-lines.ts'

/** Names that only code has: called, or joined of words. Prose in comments and strings has few of them. */
const spelledAsCode =
  /[A-Za-z_$][\w$]{3,60}(?=\()|[A-Za-z][a-z0-9]{1,60}[A-Z][A-Za-z0-9]{0,60}|_{0,2}[A-Za-z0-9]{1,60}_\w{1,60}/g

/** A commit is known by the first names that it brought; one that brings more is an import. */
const mostCoined = 12

/** `named` is one that stands only where no call or spelling of code shows it: `impl TryRead for Pipe`. */
const state = { seen: 1, there: 2, named: 3 } as const

/** Remembers by which commit a name first came into the code, and whether the code as it stands has it. */
export class CoinedNames {
  readonly #known = new NumberTable('small')
  readonly #options = new NumberTable('small')
  readonly #keys = new NumberTable('small')
  #hasSeenCode = false

  /** Reads a commit, and gives the names that no commit before it had, as a number each. */
  coinedBy({ changes }: Commit): readonly number[] {
    const found: number[] = []
    for (const { path, hunks } of changes.filter(isFollowed)) {
      const language = languageOf(path)
      for (const line of hunks.flatMap(({ added }) => added)) {
        if (commentIn(line, language) !== undefined) continue
        if (line.includes('-')) this.#remember(this.#options, line, optionWhole)
        if (line.includes('_')) this.#remember(this.#keys, line, keyWhole)
        for (const name of namesIn(withoutStrings(line))) {
          if (this.#known.get(name) !== 0) continue
          this.#known.set(name, state.seen)
          if (found.length < mostCoined) found.push(name)
        }
      }
    }
    return found
  }

  /** Knows from now on what strings of a line are, which may be lost once no line has it. */
  #remember(table: NumberTable, line: string, shape: RegExp): void {
    for (const [, , said = ''] of line.slice(0, longestLine).matchAll(shape)) {
      const spelling = lineHash(said, 0)
      if (table.get(spelling) === 0) table.set(spelling, state.seen)
    }
  }

  /**
   * Takes in a line of the code as it stands. What a comment or the words of a docstring name may be what is gone:
   * "replaces the ``attachment_filename``" (flask 40118e78), "was previously used by @return_future" (tornado f695e4e4).
   */
  see(given: string, language: Language): void {
    this.#hasSeenCode = true
    const start = given.trimStart()
    if (commentIn(given, language) !== undefined && !goesOnAsCode.test(start)) return
    // Between double backticks, in a line without a string, are names of a docstring.
    const line = language === 'python' && !/["'][^\s"'`]{0,80}``/.test(given) ? given.replace(/``[^`]*``/g, '') : given
    // Every option has a hyphen, and few lines do.
    if (line.includes('-')) this.#seeOptions(line.slice(0, longestLine))
    for (const name of namesSeen(line, language)) {
      if (this.#known.get(name) !== 0) this.#known.set(name, state.there)
      if (this.#keys.get(name) !== 0) this.#keys.set(name, state.there)
    }
    // What is private by now was not lost: `max_age`, where `_max_age` is.
    for (const [, bare = ''] of line.includes('_') ? line.slice(0, longestLine).matchAll(madePrivate) : []) {
      const name = lineHash(bare, 0)
      if (this.#known.get(name) !== 0) this.#known.set(name, state.there)
    }
    for (const word of line.slice(0, longestLine).match(identifier) ?? []) {
      const name = lineHash(word, 0)
      if (this.#known.get(name) === state.seen) this.#known.set(name, state.named)
    }
  }

  #seeOptions(line: string): void {
    for (const [, typed = '', quoted = typed] of line.matchAll(optionInCode))
      this.#options.set(lineHash(quoted, 0), state.there)
  }

  /** Whether the code, now that all of it was seen, has a name that some commit brought. */
  nameNow(name: string): ReturnType<NameNow> {
    if (name.startsWith('--')) return this.#optionNow(name.slice(2))
    const spelling = lineHash(name, 0)
    const known = this.#hasSeenCode ? this.#known.get(spelling) || this.#keys.get(spelling) : 0
    return known === 0 ? 'unknown' : known === state.seen ? 'lost' : 'there'
  }

  /** Parsers of arguments make `--max-columns` of a string, of `max_columns` or of `maxColumns`; and `--no-…` of any. */
  #optionNow(option: string): ReturnType<NameNow> {
    const known = this.#hasSeenCode ? this.#options.get(lineHash(option, 0)) : 0
    if (known === state.there) return 'there'
    if (option.startsWith('no-') && this.#optionNow(option.slice('no-'.length)) === 'there') return 'there'
    const camel = option.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    const made = option.includes('-') ? [option.replaceAll('-', '_'), camel] : []
    if (made.some((name) => this.nameNow(name) === 'there')) return 'there'
    return known === state.seen ? 'lost' : 'unknown'
  }

  /** Counts the names that the code has, of those that one commit brought. */
  countThere(names: readonly number[]): number {
    return names.filter((name) => this.#known.get(name) === state.there).length
  }
}

const longestLine = 500
/** Begins as a comment does, and is code: `*free_list = 0`, `/* hot *\/ run(x)`. */
const goesOnAsCode = /^\*[^\s*/]|^\/\*.*\*\/\s*\S/
const madePrivate = /(?<![\w$])_{1,2}([A-Za-z0-9]\w{2,60})/g
/** An option as code spells it: `"max-columns"`, `"--max-columns"`. */
const optionInCode =
  /--(?:\[no-\])?([a-z][a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){0,6})(?![\w-])|["'`]([a-z][a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){1,6})["'`]/g

/** A string that is all an option: `'--max-slave-restart'`, `"max-slave-restart"`. */
const optionWhole = /(["'`])(?:--)?([a-z][a-z0-9]{1,30}(?:-[a-z0-9]{1,30}){1,6})\1/g

/** A string that is all the key of an option, which nobody coins: `options.get('require_exp')` (pyjwt 12791c78). */
const keyWhole = /(["'`])([a-z]{2,30}(?:_[a-z0-9]{1,30}){1,6})\1/g

const identifier = /[A-Za-z_$][\w$]{2,60}/g

/** A code base does not lose GitHub when it no longer names it in a link (attrs 996672df). */
const withoutStrings = (line: string): string => line.slice(0, longestLine).replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '""')

const namesIn = (line: string): readonly number[] => spelledIn(line).map((name) => lineHash(name, 0))
const spelledIn = (line: string): readonly string[] => line.slice(0, longestLine).match(spelledAsCode) ?? []

/** The names of a line; those of Go as they would be otherwise, too: `maxAllocSize` is not lost where `MaxAllocSize` is (bbolt 8f3c534f). */
function namesSeen(line: string, language: Language): readonly number[] {
  const spelled = spelledIn(line)
  const others = language === 'go' ? spelled.filter((name) => joined.test(name)).map(otherwiseSpelled) : []
  return [...spelled, ...others].map((name) => lineHash(name, 0))
}

/** A name as it would be without, or with, what makes it public in Go, which is the case of its first letter. */
function otherwiseSpelled(name: string): string {
  const [first = ''] = name
  return `${first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()}${name.slice(1)}`
}

const joined = /^[A-Za-z][a-z0-9]+[A-Z]/

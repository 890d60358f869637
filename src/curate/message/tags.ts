/** What tags mean as types of Conventional Commits; '' where they say nothing of what kind a change is. */
const meanings: readonly (readonly [tag: RegExp, type: string])[] = [
  [/^(?:bug ?fix|fix(?:e[ds])?)$/, 'fix: '],
  [/^(?:add(?:ed)?|feat(?:ure)?)$/, 'feat: '],
  [/^major$/, 'breaking!: '],
  [/^(?:codestyle|lint|style)$/, 'style: '],
  [/^docs?$/, 'docs: '],
  [/^(?:ci|travis)$/, 'ci: '],
  [/^(?:bench(?:marks?)?|chore|deps|dist|examples?|licen[cs]e|meta|pkg)$/, 'chore: '],
  [/^build$/, 'build: '],
  [/^perf$/, 'perf: '],
  [/^refactor$/, 'refactor: '],
  [/^security$/, 'security: '],
  [/^tests?$/, 'test: '],
  [/^(?:api|chang(?:ed?|es)|ignore|improve(?:d|ment)?|minor|patch|remov(?:ed?|es)|updat(?:ed?|es))$/, ''],
]

/**
 * Reads what stands in brackets before what was done as the kind of change that it is: `[FIXED] …`, `[IMPROVED] …` (nats.go),
 * `[minor] …`, `[docs] [minor] …` (ws). Other words are places: `[vim] …` (fzf).
 */
export function readTags(headline: string): string {
  let rest = headline
  let type = ''
  for (;;) {
    const [whole = '', tag = ''] = tagged.exec(rest) ?? []
    const meant = meanings.find(([shape]) => shape.test(tag.toLowerCase()))?.[1]
    if (meant === undefined) return `${type}${rest}`
    type ||= meant
    rest = rest.slice(whole.length)
  }
}

const tagged = /^\[([a-z ]{2,12})\]:? +(?=\S)/i

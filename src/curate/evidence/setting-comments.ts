import { anyOf } from '../../text/alternatives.ts'
import { countWords } from '../../text/words.ts'
import type { CommentBlock } from '../code/comment-blocks.ts'
import { languageOf } from '../code/language.ts'
import { indentOf } from './comment-owners.ts'

/** A setting is there with its name, and who writes so many words beside one says why; of a step of CI, fewer say what. */
const least = { ofSetting: 8, ofStep: 15 }

const stepsOfCi =
  /^\.(?:circleci|github|gitlab)|(?:^|\/)(?:\.?appveyor|\.gitlab-ci|\.travis|azure-pipelines)[\w.-]*\.ya?ml$/

/**
 * The name of the setting that a comment in a file of settings says why of: "Doesn't actually matter, JS engines cache them"
 * above `'e18e/prefer-static-regex': 'off'` (jest 8b51ef89). '' for other comments, and where code was commented out.
 */
export function settingExplained({ text, end }: CommentBlock, lines: readonly string[], path: string): string {
  const language = languageOf(path)
  if (language !== 'shell' && language !== 'js') return ''
  const isLong = countWords(text) >= (stepsOfCi.test(path) ? least.ofStep : least.ofSetting)
  return isLong && !isNoReason.test(text) ? settingIn(lines[end] ?? '') : ''
}

/** Settings that were commented out, orders to whoever copies the file, and what its parts are called. */
const isNoReason = /^["'\w.-]{1,60}\s?=\s?\S|^-? ?[\w-]{1,40}: \S+ [\w-]{1,40}: |^(?:options|settings?|uncomment)\b/i

/**
 * The name that a line gives a value: `max_width = 100`, `"strict": true`. What stands at every step of a list, every table
 * (`directory = "breaking"`, aiohttp 419d715c), every filter (`ignore:invalid escape`) or every block of code is no such name.
 */
const settingIn = (line: string): string => setting.exec(line)?.[1] ?? ''

const setting = anyOf()`
  ^\s*(?:-\s+)?["']?(?!
    (?:
      default|elif|else|env|except|finally|https?|id|if|key|name|on|path|repo|run|steps|try|uses|value
      with
    )\b["']?\s*:
    (?:directory|id|name|path|type)\b["']?\s*=|ignore:\w
  )([\w@/.-]{2,60})["']?\s*[:=](?!//)
`

/**
 * The name of the setting in a line of a file, behind that of its table or of the key above it where it says little alone:
 * `tools.python` and `tool.ty.overrides.include` (attrs), not "python" and "include".
 */
export function settingAt(lines: readonly string[], at: number): string {
  const name = settingIn(lines[at] ?? '')
  if (!isPlainWord.test(name)) return name
  const own = indentOf(lines[at] ?? '')
  for (let above = at - 1; above >= Math.max(0, at - mostAbove); above--) {
    const line = lines[above] ?? ''
    const [, table] = tableHead.exec(line) ?? []
    if (table !== undefined) return isPlainTable.test(table) ? `${table}.${name}` : name
    if (line.trim() === '' || line.trimStart().startsWith('#') || indentOf(line) >= own) continue
    const [, key = ''] = keyOfOthers.exec(line) ?? []
    return key === '' || isPlumbing.test(key) ? name : `${key}.${name}`
  }
  return name
}

const isPlainWord = /^[a-z]+$/i
/** Of TOML and of INI; one that is called otherwise ends the search, too: `[target.'cfg(unix)'.dependencies]`. */
const tableHead = /^\[{1,2}([^\]]{1,200})\]{1,2}\s*(?:[#;].{0,200})?$/
const isPlainTable = /^[\w.:-]{2,60}$/
/** A table is no longer. */
const mostAbove = 400
const keyOfOthers = /^\s*(?:-\s+)?["']?([\w-]{2,40})["']?\s*:\s*\{?$/
/** What stands in every file of its kind, and around everything. */
const isPlumbing = /^(?:env|jobs|matrix|on|options|repos|settings|steps|strategy|with)$/

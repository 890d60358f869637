import { sentences } from '../../text/sentences.ts'
import { typeOf } from '../../text/titles.ts'
import { short } from '../../text/words.ts'
import { fileKindOf, isSample } from '../code/files.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import type { Outcome } from './outcome-of.ts'

/** Says of a lesson of a commit what became of the default that it tells; undefined where it tells none, or that is the default still. */
export type DefaultsNow = (sha: string, piece: Pick<Evidence, 'about' | 'text'>) => Outcome | undefined

type Stated = { readonly sha: string; readonly at: number; readonly values: readonly string[] }

/**
 * Holds the defaults that lessons tell against the newest headline that gives what they name another one: "Make METAREFRESH_IGNORE_TAGS
 * an empty list by default" and "Setting METAREFRESH_IGNORE_TAGS to ['noscript'] by default" (scrapy 576663e5, 180bc9ba), "Make
 * noHTTPCache default on" and "… default false" (hugo 80c7ea60, e94d4f01).
 */
export function defaultsAmong(analyses: readonly CommitAnalysis[]): DefaultsNow {
  const newest = new Map<string, Stated>()
  const order = new Map(analyses.map(({ sha }, at) => [sha, at]))
  for (const [at, analysis] of analyses.entries()) {
    const { subject, sha } = analysis
    if (!changes.test(subject) || !isOfCode(analysis)) continue
    for (const name of namesOfDefault(subject)) newest.set(name, { sha, at, values: valuesIn(subject) })
  }
  const changedBy = (sha: string, text: string): string | undefined => {
    const before = order.get(sha) ?? newest.size
    const later = namesOfDefault(text).flatMap((name) => newest.get(name) ?? [])
    return later.find(({ at, values }) => at > before && isAnother(values, valuesIn(text)))?.sha
  }
  return (sha, { about, text }) => {
    if (newest.size === 0) return undefined
    const byHeadline = changedBy(sha, about)
    if (byHeadline !== undefined) return { status: 'past', supersededBy: [short(byHeadline)] }
    const bySentence = saysDefault.test(text)
      ? sentences(text).flatMap((sentence) => changedBy(sha, sentence) ?? [])[0]
      : undefined
    return bySentence === undefined ? undefined : { status: 'partly', supersededBy: [short(bySentence)] }
  }
}

/** Who only corrects what pages say of a default changes none: "docs: Change the default value of allowH2 in JSDoc" (undici 4e4c2a3e). */
const isOfCode = ({ touched, type, subject }: CommitAnalysis): boolean =>
  !/^(?:docs?|tests?)$/.test(type === '' ? typeOf(subject) : type) &&
  touched.some(({ path }) => fileKindOf(path) === 'code' && !isSample(path))

const saysDefault = /(?<![-\w])defaults?\b(?!-)/i
const changes =
  /\b(?:chang(?:e[sd]?|ing)|ma(?:de|kes?|king)|set(?:s|ting)?|switch(?:e[sd]|ing)?|updat(?:e[sd]?|ing))\b/i

/** The names of code that a headline or sentence about a default spells: `ssl_check_hostname`, `noHTTPCache`, `--max-columns`. */
const namesOfDefault = (text: string): readonly string[] =>
  saysDefault.test(text) ? (text.match(/[\w.-]+/g) ?? []).map(bare).filter((word) => name.test(word)) : []

const bare = (word: string): string => word.replace(/^\.+|(?<![.-])[.-]+$/g, '').replace(/^[\w.]+\.(?=\w)/, '')
const name = /^(?:--[a-z][\w-]+|[a-z]+[A-Z]\w*|(?=\w*[A-Za-z]_)\w*[A-Za-z])$/

/** Words that say which value is the default, the same ones alike. */
const valuesIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(value) ?? []).map((word) => (yes.test(word) ? 'yes' : no.test(word) ? 'no' : word))
const value = /(?<![\w.-])(?:true|false|on|off|none|null|enabled?|disabled?|empty|unlimited|\d[\d.]*)(?![\w-])/g
const yes = /^(?:true|on|enable)/
const no = /^(?:false|off|disable|none|null)/

/** Whether two say different values; neither of them is known where both name none. */
const isAnother = (one: readonly string[], other: readonly string[]): boolean =>
  one.length + other.length > 0 && !one.some((said) => other.includes(said))

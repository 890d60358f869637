import { anyOf } from '../../text/alternatives.ts'
import { short } from '../../text/words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'

/** Which later commit ended the support of what a headline speaks of; undefined where none did. */
export type DroppedBy = (sha: string, headline: string) => string | undefined

type Dropped = { readonly at: number; readonly sha: string }

/**
 * Holds headlines against what the project supports no more: "test on IE9, IE10 and IE11" and "drop support for ie9 and ie10" (mocha
 * 1757161b, 3f314b61), "… correctness on asyncio and curio" and "Dropped Curio support" (anyio bb276aea, 40c7f9c3). What is said of
 * Python 2 ends with the manifest that asks for Python 3, too (jinja 35fcd9fe). A fix for an old Python 3 is often one for those after it.
 */
export function endedSupportAmong(analyses: readonly CommitAnalysis[]): DroppedBy {
  const dropped = new Map<string, Dropped>()
  for (const [at, analysis] of analyses.entries()) {
    for (const name of dropped.size === 0 ? [] : namesSupported(analysis.subject)) dropped.delete(name)
    for (const name of [...namesDropped(analysis.subject), ...pythonOf(analysis)])
      if (!dropped.has(name)) dropped.set(name, { at, sha: analysis.sha })
  }
  const order = new Map(analyses.map(({ sha }, at) => [sha, at]))
  return (sha, headline) => {
    if (dropped.size === 0 || endsIt.test(headline)) return undefined
    const own = order.get(sha) ?? analyses.length
    const words = spokenOf(headline).split(' ')
    const by = words
      .flatMap((word, place) => [word, `${word} ${words[place + 1] ?? ''}`])
      .find((one) => (dropped.get(one)?.at ?? -1) > own)
    return by === undefined ? undefined : short(dropped.get(by)?.sha ?? '')
  }
}

const name = String.raw`(?:[A-Z][\w+-]*(?:\.\w+)*(?:\/\d[\d.]*\b| v?\d+(?:\.\d+)*\b)?|[a-z]{2,20} ?v?\d+(?:\.\d+)*\b)`
const eachName = new RegExp(name, 'g')
const names = String.raw`${name}(?:(?:,|,? and|,? or|,? &|\/) ${name}){0,4}`
const ends = String.raw`\b(?:[Dd]rop|[Rr]emov|DROP|REMOV)(?:e[sd]?|ped|ping|s|ing)?`
const drops = new RegExp(
  String.raw`${ends} (?:all |official )?support (?:for|of) (${names})(?=\.?$|[,;:]| \()|${ends} (${names}) support(?=\.?$|[,;:]| \(|(?:,|,? and) )`,
)

/** What a subject says that the project supports no more, in small letters. */
function namesDropped(subject: string): readonly string[] {
  const [, listed, before = ''] = (subject.includes('support') ? drops.exec(subject) : undefined) ?? []
  return [...(listed ?? before).matchAll(eachName)]
    .map(([one]) => plainly(one))
    .filter((one) => one.length > 2 && !platforms.test(one))
}

/** A language by its version, which those that came after share most of, and words that name nothing. */
const platforms =
  /^(?:(?:c?python|pypy|py|node|node\.js|nodejs|go|golang|rust|ruby|php|java|jdk|swift|elixir|otp)(?: ?v?\d.*)?|old|this|the|python\d.*)$/

/** What a subject says that the project supports, or does again. */
const namesSupported = (subject: string): readonly string[] =>
  brings.test(subject) ? [...subject.matchAll(eachName)].map(([one]) => plainly(one)) : []

const brings = /\b(?:[Aa]dd|[Bb]ring|[Rr]e-?add|[Rr]estor|[Rr]evert|[Rr]eintroduc)(?:e?[sd]|ed|ing)?\b/

const python2 = 'python2only'

/** Whether a commit ends the support of Python 2: as it says, or by the manifest that it wrote. */
function pythonOf({ subject, evidence }: CommitAnalysis): readonly string[] {
  const asks = evidence.some(
    ({ kind, about, value }) =>
      kind === 'dependency' && about === 'requires-python' && /^\s*(?:>=?|\^|~=)\s*3/.test(value),
  )
  return asks || dropsPython2.test(subject) ? [python2] : []
}

const dropsPython2 = /\b(?:drop|remov)\w* (?:support for )?(?:python ?2(?:\.7)?|py2[7]?)\b(?: support|(?=$|,| and ))/i

/** A headline in small letters, a blank between its words. */
const spokenOf = (headline: string): string =>
  plainly(headline)
    .replace(/(?<![\w.])(?:python ?2(?:\.\d)?|py2\d?)(?![\w.+]|,? (?:and|or|to|\/) )/g, python2)
    .replace(/[,;:()"'`]|\.(?=\s|$)/g, ' ')
    .replace(/ +/g, ' ')

const plainly = (text: string): string => text.toLowerCase().replace(/ v(?=\d)/g, ' ')

/** Who takes something out, or says that it is out, is no victim of it. */
const endsIt = anyOf('i')`
  \b(?:
    clean|delet|drop|remov|migrat|port|replac|requir|unsupport|without
  )\w*|\b(?:no longer|rid of|not? support|don't|do not|end of|instead of|leftovers?|only)\b
`

import { codeNames } from '../code/code-names.ts'
import { madeOnce } from '../../text/made-once.ts'
import { short } from '../../text/words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'
import type { Removers } from './removers.ts'

// Whether those who took a commit's lines did so because they were about the same.

/** Tells the words that say what a commit is about, by its short hash; of one that is not at hand, those of its title. */
export function wordsOfEach(
  analyses: readonly CommitAnalysis[],
  { titleOf }: Pick<Removers, 'titleOf'>,
): (remover: string) => ReadonlySet<string> {
  const bySha = new Map(analyses.map((analysis) => [short(analysis.sha), analysis]))
  return madeOnce((remover) => {
    const { title = titleOf(remover), evidence = [] } = bySha.get(remover) ?? {}
    const lessons = evidence.flatMap(({ kind, about, text }) => (kind === 'lesson' ? [about, text] : []))
    return new Set(distinctiveTerms([title, ...lessons].join(' ')))
  })
}

/** Whether one of some later commits, those left aside that went on with what was there, took back what a commit did. */
export function isTakenBackBy(
  later: readonly string[],
  { isNowhere, isNonCode, carriesOn, wordsOf, ...told }: Taken,
): boolean {
  const others = later.filter((sha) => !carriesOn(sha))
  return isNowhere ? others.length > 0 || isNonCode : isSameMatter(told, others, wordsOf)
}

type Taken = {
  readonly title: string
  /** The files that it touched, as far as anybody knows. */
  readonly paths: readonly string[]
  /** Whether none of its files is there any more. */
  readonly isNowhere: boolean
  readonly isNonCode: boolean
  readonly carriesOn: Removers['carriesOn']
  readonly wordsOf: (remover: string) => ReadonlySet<string>
}

/** Whether one of some later commits speaks of what a headline speaks of, the names of its own files left aside. */
function isSameMatter(
  { title, paths }: Pick<Taken, 'title' | 'paths'>,
  removers: readonly string[],
  wordsOf: (remover: string) => ReadonlySet<string>,
): boolean {
  const places = new Set(paths.flatMap((path) => distinctiveTerms(path.replace(/[/._-]/g, ' '))))
  const own = distinctiveTerms(title).filter((term) => !places.has(term))
  return removers.some((remover) => own.some((term) => wordsOf(remover).has(term)))
}

/** What a later headline must have in common with an earlier one: words, and that share of its own. */
const shared = { least: 2, share: 0.4 }

/**
 * Whether a later headline is about what an earlier one did: it has two words of it, which are two fifths of its own and one of which few
 * headlines have, or a name as code spells it: "Add --debug flag to base command", "Rework how `--debug` is handled in `main`" (pip
 * 03e0053c, 3518d329).
 */
export function goesOnWith(earlier: string, later: string, { commonWords }: Pick<Removers, 'commonWords'>): boolean {
  if (ofTests.test(later)) return false
  const [before, after] = [earlier.replace(part, ''), later.replace(part, '')]
  if (quotedIn(before).some((name) => isNamedIn(after, name))) return true
  if (quotedIn(after).some((name) => isNamedIn(before, name))) return true
  const names = new Set(codeNames(before))
  if (codeNames(after).some((name) => tells.test(name) && names.has(name))) return true
  const own = new Set(distinctiveTerms(before))
  const said = new Set(distinctiveTerms(after))
  const both = [...said].filter((term) => own.has(term))
  return both.length >= Math.max(shared.least, said.size * shared.share) && both.some((term) => !commonWords.has(term))
}

/** What is done to tests goes on with nothing of the code: "De-flake TestJetStreamClusterConsumerDelete…" (nats-server 76f43019). */
const ofTests = /^(?:explicitly )?(?:tests?|testing|de-?flak\w*)\b|^add\w* (?:\w+ ){0,4}tests?\b/i

/** The part of a project before what was done to it: "reverse_proxy: Add …" */
const part = /^[\w./-]{1,40}: /

/** Who speaks of `Hono` may speak of anything in it (hono ea1fd003). */
const tells = /[^A-Za-z]|[a-z][A-Z]/

/** What is written as code and is more than a word, and options. */
const quotedIn = (headline: string): readonly string[] => [
  ...[...headline.matchAll(/`([^`]{3,60})`/g)].flatMap(([, said = '']) => (tells.test(said) ? [said] : [])),
  ...(headline.match(/(?<![\w-])--[a-z][a-z-]{1,40}/g) ?? []),
]

function isNamedIn(headline: string, name: string): boolean {
  const at = headline.indexOf(name)
  return at !== -1 && !/\w/.test(headline.charAt(at - 1)) && !/[\w-]/.test(headline.charAt(at + name.length))
}

/** Whether a later headline goes on with what an earlier one did, and does not say that it mended it, took it away or put something else there. */
export const carriesOnWith = (earlier: string, later: string, known: Pick<Removers, 'commonWords'>): boolean =>
  goesOnWith(earlier, later, known) && !endsIt.test(later)

/** "Fix candidate stepdown logic" says that what "Stepdown candidate when AE ahead of last log term" checks is wrong (nats-server 15885b6c). */
const endsIt =
  /^fix|\b(?:delet|deprecat|disabl|drop|instead|no longer|remov|replac|reject|revert|stop|supersed|switch)|\bback to\b|\bmov\w+ .{1,60} to (?:its|their) own (?:repo|package|project)/i

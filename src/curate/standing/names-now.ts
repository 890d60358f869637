import { anyOf } from '../../text/alternatives.ts'
import { codeNames, type NameNow, optionNames, spelledNames } from '../code/code-names.ts'
import type { LineHistory } from '../lines/line-history.ts'
import { adds, removes, undoing } from '../message/headline-kinds.ts'
import { modulesIn } from './lost-modules.ts'
import type { Outcome } from './outcome-of.ts'
import { isHalfGone } from './what-is-left.ts'

/**
 * Holds what became of the lines of a lesson against the names that it speaks of: with all of them lost it is past, with
 * some of them partly; and while one is there and none is lost, a lesson whose lines are gone is only reworked. What a
 * clause calls removed, renamed or replaced, or came from, says nothing of the lesson; what was deprecated and is gone, ended so.
 */
export function heldByNames(outcome: Outcome, said: Said, nameNow: NameNow): Outcome {
  const [first] = spelledNames(deprecated.exec(said.about)?.[0] ?? '')
  if (first !== undefined && nameNow(first) === 'lost') return { ...outcome, status: 'past' }
  if (isOfLostWhole(said.about, nameNow)) return { ...outcome, status: 'past' }
  // What was removed or taken back is gone because the lesson holds, and so may be what it was for (clap bcad7639, jq ae625d0d).
  if (outcome.status === 'current' && (removes.test(said.about) || undoing.test(said.about))) return outcome
  const { all, there, lost } = spokenNames(said, nameNow)
  if (isAboutLost(said, nameNow)) return { ...outcome, status: 'past' }
  if (lost > 0) return { ...outcome, status: lost === all || outcome.status === 'past' ? 'past' : 'partly' }
  return outcome.status === 'past' && there > 0 ? { ...outcome, status: 'reworked' } : outcome
}

/** Whether a headline says that a part was taken out of something that is gone as a whole: "Remove rng parameter of ReseedingRng::new" (rand 935a3e3a). */
function isOfLostWhole(about: string, nameNow: NameNow): boolean {
  const [, whole = ''] = removes.test(about) ? (partOf.exec(about.replace(instead, '')) ?? []) : []
  const names = spelledNames(whole).filter((name) => !isShort.test(name))
  return names.length > 0 && names.every((name) => nameNow(name) === 'lost')
}

/** "Remove use of `lazy_static`" is about all of that. */
const partOf = /(?: from|\b(?:arg(?:ument)?|field|method|option|param(?:eter)?|property|variant)s? (?:in|of)) (.*)/i

/** Whether a headline says that something is not to be used any more, alone or beside something else. */
export const isOfDeprecation = (about: string): boolean => deprecated.test(about)

/** Whether all that a headline names is gone, whatever else its reason names (ws 62b7abb2, `shrinkStrategy`). */
function isAboutLost({ about }: Said, nameNow: NameNow): boolean {
  if (keepsAway.test(about)) return false
  const { all, lost } = spokenNames({ about, text: '' }, nameNow)
  return all > 0 && lost === all
}

/**
 * Whether a headline names, as code spells it, or says that it brought, what the code has lost, not that it would go; or its reason
 * calls that new: "the new `spawn()` and `spawn_global()` methods take a closure" (rayon 6410e794).
 */
export function headsWhatIsLost({ about, text }: Said, nameNow: NameNow): boolean {
  if (isOfDeprecation(about)) return false
  const brought = [...text.matchAll(callsNew)].flatMap(([said]) => codeNames(said))
  const named = [...codeNames(about.replace(instead, '')), ...brought]
  const isLost = (name: string): boolean => !isShort.test(name) && nameNow(name) === 'lost'
  return (adds.test(about) && spokenNames({ about, text: '' }, nameNow).lost > 0) || named.some(isLost)
}

const callsNew = /\bnew (?:[a-z-]{1,20} ){0,3}`[^`]{1,60}`(?:(?:,|,? and|,? or) `[^`]{1,60}`){0,4}/gi

/**
 * Whether a headline says first of all that it brought what the code has, by names that nothing else has: "Add `TakesFile` to …"
 * (urfave/cli a1cf7f44), "Add "-x", "--one-file-system" option" (restic 53701891), and not "Add App.Description" (c4a46a7d), whose `App` is gone, nor "Support … `window`" (mocha ff6a1829), nor
 * "Support customizing the request body type in `#[debug_handler]`" (axum 8895926f).
 */
export function addsWhatIsThere({ about }: Pick<Said, 'about'>, nameNow: NameNow): boolean {
  const given = codeNames(renamed.exec(about)?.[1] ?? '')
  if (given.length > 0) return given.every((name) => !plain.test(name) && nameNow(name) === 'there')
  const names = codeNames(about)
  const beginning = about.split(' ').slice(1, 4).join(' ')
  if (adds.test(about) && optionNames(beginning).length > 0)
    return [...optionNames(about), ...names].every((name) => nameNow(name) === 'there')
  const first = codeNames(beginning)
  const owners = [...about.matchAll(owner)].map(([name]) => name)
  return (
    adds.test(about) &&
    first.length > 0 &&
    names.every((name) => !plain.test(name) && nameNow(name) === 'there') &&
    owners.every((name) => nameNow(name) !== 'lost')
  )
}

/** "Rename type `picker` to `rlsPicker`": all was written anew since, and is called so (grpc-go 192c8a2a). */
const renamed = /^renam(?:e[ds]?|ing) [^]{1,80}? (?:in)?to (\S{3,80})$/i
const owner = /\b[A-Za-z_]\w{0,60}(?=(?:\.|::)[A-Za-z_])/g
const plain = /^[a-z]+$/

/** What nobody is to use any more is gone because the lesson holds: "Stop calling `flushAll()`". */
const keepsAway = /^(?:avoid|bypass|do not|don't|fold|inline|merge|never|stop)\w*\b/i

/** How many names a lesson speaks of, how many of them the code has, and how many it had and has no more. */
export function spokenNames(said: Said, nameNow: NameNow): { all: number; there: number; lost: number } {
  const now = namesIn(said)
    .map((name) => ({ name, state: nameNow(name) }))
    // An option that no line of code spells may be made of what is there, and what stands behind a point is no module then.
    .filter(({ name, state }) => state !== 'unknown' || !(name.startsWith('--') || name.includes('.')))
    .map(({ name, state }) => (state === 'lost' && isShort.test(name) ? 'unknown' : state))
  const count = (state: ReturnType<NameNow>): number => now.filter((one) => one === state).length
  return { all: now.length, there: count('there'), lost: count('lost') }
}

type Said = { readonly about: string; readonly text: string }

function namesIn({ about, text }: Said): readonly string[] {
  const sentences = text.split(/(?<=[.;:]) /).map((one) => (stays.test(one) ? one.replace(ratherThan, '') : one))
  const said = [about.replace(left, '').replace(instead, ''), ...sentences]
  const told = deprecates.test(about)
    ? said
    : said
        .filter((one) => !leaves.test(withoutNames(one)))
        .flatMap((one) => one.split(clause).filter((part) => !denies.test(withoutNames(part))))
  return [...told.flatMap((one) => [...spelledNames(one), ...modulesIn(one)]), ...optionNames(about)]
}

/**
 * Whether a lesson speaks of an option that the program still has: its files may have gone, but whoever wrote them anew kept
 * what users type (ripgrep 6dc09c5b, `--no-pre`).
 */
export const speaksOfOption = ({ about }: Pick<Said, 'about'>, nameNow: NameNow): boolean =>
  optionNames(about).some((option) => nameNow(option) === 'there')

/** `init()` is a name of many things, of which one may be gone (cobra 10cf7be9). */
const isShort = /^[a-z]{1,4}$/

/** A name may hold such a word itself: `removeListener`. */
const withoutNames = (said: string): string =>
  [...spelledNames(said), ...optionNames(said)].reduce((left, name) => left.replaceAll(name, ' '), said)

/** Says in a headline that what it names first will go: "Deprecated `a()` in favor of `b()`" (anyio dc899018). */
const deprecates = /^deprecat/i

/** What a headline deprecates, also behind what it adds: "Add compare_exchange and deprecate compare_and_set" (crossbeam 4f0fcd56). */
const deprecated = /^deprecat(?:e[ds]?|ing)\b.*|(?:,| and) deprecat(?:es?|ing)\b.*/i

/** What a headline says was there before: "Switched from `a` to `b`" (attrs 36d47624). */
const left = /\bfrom \S{1,80}(?= to )/

/**
 * What a headline says was done otherwise before, or is not needed: "Raise an error if `run_async` is called without real
 * ContextVars" (flask c6c6408c).
 */
const instead = / (?:instead of|rather than|without) .*/i

/** The same in a reason: "it returns `None` instead of raising a `UnicodeDecodeError`" speaks of what returns it (werkzeug 1938f9d2). */
const ratherThan = / (?:instead of|rather than) .*/i
/** What does something instead of something else is there, and what "is gone, use x instead of calling it" is not. */
const stays = /\b(?:accepts?|emits?|gives?|raises?|reads?|returns?|sends?|takes?|throws?|writes?|yields?)\b/i

/** What a clause says that it was, or is not: "Require claims (`require_exp`) and raise an error if they are not present" (pyjwt 12791c78). */
const denies = /\b(?:not|was|were|without)\b/i

/** Between names, "and" begins no clause: "`sort_goods` and `peek_path` are not used". */
const clause = /,? (?:because|but|if|so|unless|when) |,? and (?!`|[A-Za-z]{1,30}[._(])/

const leaves = anyOf('i')`
  \b(?:
    (?:abandon|delet|drop|eliminat|(?<!will be )remov|renam|replac)\w{0,4}|get rid|in favou?r|instead
    legacy|mov(?:e[ds]?|ing)|no longer|now (?:called|named)|obsolete|old|previous(?:ly)?|rather
    superfluous|unneeded|unused|used to
  )\b
`

/**
 * Lets a name that a commit took out itself be none that was lost later: "zstdEncoderPool was never used", and went (fasthttp
 * ab3c3587). Not of a deprecation, which is over with its name, whoever called it last, nor once half of the lines are gone.
 */
export const ownNamesAside = (
  { about }: Pick<Said, 'about'>,
  { nameNow, namesTakenOut, lineHistory }: OfCommit,
): NameNow =>
  isOfDeprecation(about) || (lineHistory !== undefined && isHalfGone(lineHistory))
    ? nameNow
    : (name) => {
        const now = nameNow(name)
        return now === 'lost' && namesTakenOut.includes(name) ? 'unknown' : now
      }

type OfCommit = {
  readonly nameNow: NameNow
  readonly namesTakenOut: readonly string[]
  readonly lineHistory: LineHistory | undefined
}

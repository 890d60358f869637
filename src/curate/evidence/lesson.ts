import { anyOf } from '../../text/alternatives.ts'
import type { Commit } from '../../commit.ts'
import { fold } from '../../text/clean.ts'
import { countWords, plural } from '../../text/words.ts'
import { type LessonKind, noNote, type LessonNote } from '../../tree/note.ts'
import { touchesNoCode, touchesOnlyWords } from '../code/touches-no-code.ts'
import { isBump } from '../../text/bumps.ts'
import { newWords, sharesWord } from '../message/shared-words.ts'
import { withWords } from '../message/changelog-words.ts'
import type { Message } from '../message/commit-message.ts'
import { fileKindOf, testFileName } from '../code/files.ts'
import { isEmptySubject, advisoryIn, nameFor } from '../message/nameless.ts'
import { isTrifle } from '../message/trifles.ts'
import { isChatter } from '../message/chatter.ts'
import { reasoned } from '../../text/reasons.ts'
import { deprecationWarning } from './deprecation-warnings.ts'
import { landedLessons } from './landed.ts'
import { placeChanged } from './place.ts'
import { ownChangelogLine } from './own-changelog-line.ts'
import { tests } from './tests.ts'
import { isWeightyKind } from './kinds.ts'
import type { Evidence, CommitReading } from './types.ts'

/** How much a lesson tells that explains itself. */
export const explainedWeight = 1

/** How much a lesson tells: one that explains itself, one whose kind matters, one with a reason in its title, one that only its tests explain, a bare title. */
const weights = { explained: explainedWeight, marked: 0.7, reasoned: 0.6, proved: 0.5, bare: 0 } as const

const mostPromises = 3

/** Words by which a change of tests, pages or settings alone explains itself. */
const leastNonCodeWords = 15
/** The same of pages, which say what they say to everybody, where no reason is given. */
const leastPageWords = 25

/**
 * Makes a lesson of a message, and of each commit of a squash that explains itself. A bare title proves nothing: it
 * weighs 0 until a changelog or its tests say what it was about.
 */
export function lesson(reading: CommitReading): readonly Evidence[] {
  const { commit, message } = reading
  const promised = tests(reading).filter(({ isGone }) => !isGone)
  const words = ownChangelogLine(reading)
  const isNonCode = touchesNoCode(commit.changes)
  const isTooLittle = tooShortOutsideCode(reading)
  const made = { body: message.body, paths: commit.changes.map(({ path }) => path) }
  const told = landedLessons(reading).map(({ headline: written, why: said, steps = '' }, at) => {
    // An advisory can be looked up where its merge says nothing.
    const headline = advisoryIn(message.body) === '' ? written : nameFor(written, made)
    const about = at === 0 && headline === message.subject ? `${partOf(reading)}${headline}` : headline
    const kind = at === 0 && (!isNonCode || message.breaking) ? kindOf(message, headline) : ''
    const instead = kind === 'deprecation' ? deprecationWarning(commit, headline) : ''
    const why = isSaidAgain(said, headline) ? instead : said
    const proof = at === 0 && why === '' && !isChatter(headline) ? proofOf(promised, { headline, kind }) : []
    return {
      kind: 'lesson' as const,
      about,
      value: '',
      text: why || provedBy(proof) || steps || (isWeightyKind(kind) && newWords(said, headline) > 1 ? said : ''),
      category: 'project' as const,
      at: { commit: commit.sha, path: '' },
      grade: 'observed' as const,
      weight: isTooLittle(why) ? weights.bare : weightOf({ headline, why, kind, isProved: proof.length > 0 }),
      note: {
        ...noteOf(reading),
        kind,
        pinnedBy: at === 0 ? pinnedBy(promised, proof.length) : '',
      },
    }
  })
  const place = told.length === 1 ? placeChanged(commit, wordsOf(told)) : ''
  return told
    .map((piece, at) =>
      at === 0 && words !== undefined && !isForPeople(commit)
        ? { ...withWords(withoutStep(piece, message), words), ownLine: words.text }
        : piece,
    )
    .map((piece) => ({ ...piece, about: nameFor(piece.about, made), ...(place === '' ? {} : { place }) }))
}

const wordsOf = (told: readonly Pick<Evidence, 'about' | 'text'>[]): string =>
  told.map(({ about, text }) => `${about} ${text}`).join(' ')

/** The promises of tests that say what a change without a reason was about; of a hole, all that came with its fix. */
const proofOf = (
  promised: readonly Evidence[],
  { headline, kind }: { headline: string; kind: string },
): readonly string[] =>
  [...new Set(promised.map(({ text }) => text))]
    .filter((text) => saysMuch(text) && (kind === 'security' || sharesWord(text, headline)))
    .slice(0, mostPromises)

const provedBy = (proof: readonly string[]): string =>
  proof.length === 0 ? '' : `Tested: ${proof.map((title) => `“${title}”`).join('; ')}.`

/** What is noted of each lesson of a commit. */
const noteOf = ({ commit: { at }, message: { number } }: CommitReading): LessonNote => ({
  ...noNote,
  date: Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10),
  number,
})

/** A step of what GitHub merged is not what it was about, and what the changelog says is (urllib3 c19571de). */
function withoutStep<Piece extends { readonly about: string; readonly text: string }>(
  piece: Piece,
  { subject }: Message,
): Piece {
  if (subject === '' || !isEmptySubject(subject)) return piece
  return { ...piece, about: subject, text: piece.text.startsWith('Tested: ') ? '' : piece.text }
}

/**
 * The part of the project that a subject begins with, where no code tells it: "Run separately, only on push" is about nothing
 * without its "fossa:" (zap cfe34dcf). What changed code is told in a place that says as much.
 */
function partOf({ commit, message: { type, scope } }: CommitReading): string {
  const isPlace = commit.changes.some(({ path }) => fileKindOf(path) === 'code' || path.endsWith(scope))
  return type !== '' || scope === '' || isPlace ? '' : `${scope}: `
}

/**
 * How little is too little where no code was touched: only what is explained at some length is more than what the diff shows, or
 * what somebody calls a reason.
 */
function tooShortOutsideCode({ commit, message }: CommitReading): (why: string) => boolean {
  const { changes } = commit
  const isMeant = message.breaking || message.trailers.some(({ key }) => /^(?:why|reason|decision)$/i.test(key))
  if (isMeant || !touchesNoCode(changes)) return () => false
  if (!touchesOnlyWords(changes)) return (why) => countWords(why) < leastNonCodeWords
  return (why) => countWords(why) < leastNonCodeWords || (!reasoned.test(why) && countWords(why) < leastPageWords)
}

/** A reason that is the headline again, or adds a few words to it and no reason, is none. */
const isSaidAgain = (why: string, headline: string): boolean =>
  fold(why.replace(/\.$/, '')) === fold(headline.replace(/\.$/, '')) ||
  (newWords(why, headline) <= 3 && countWords(why) <= longestAgain && !reasoned.test(why))

const longestAgain = 12

/** Pages that say what they say to everybody; what a commit did to their wording is no knowledge of the code. */
const isForPeople = ({ changes }: Commit): boolean =>
  changes.length > 0 && changes.every(({ path }) => pageForPeople.test(path))
const pageForPeople = /^(?:README|CHANGELOG|CHANGES|HISTORY|CONTRIBUTORS|AUTHORS|SPONSORS|LICEN[CS]E)\b[\w.-]*$/i

/** Fewer words name no hole, and nothing that goes. */
const leastMarked = 4

type Weighed = { headline: string; why: string; kind: LessonKind | ''; isProved: boolean }

function weightOf({ headline, why, kind, isProved }: Weighed): number {
  if (kind !== 'security' && kind !== 'breaking' && isTrifle({ headline, why })) return weights.bare
  if (why !== '') return weights.explained
  if (isBump(headline)) return weights.bare
  if (kind === 'breaking') return weights.marked
  if (isWeightyKind(kind))
    return countWords(headline) < leastMarked || isChatter(headline) ? weights.bare : weights.marked
  if (reasoned.test(headline) && !/\b(?:i|my|me|we|us)\b/i.test(headline)) return weights.reasoned
  return isProved ? weights.proved : weights.bare
}

/** A test title that is a sentence about behaviour; the name of a case says less than the headline does. */
const saysMuch = (title: string): boolean => title.split(' ').length >= 7 && !/^should return\b/i.test(title)

/** Counts the tests that came with a commit, in the file that holds most of them. */
function pinnedBy(promised: readonly Evidence[], told: number): string {
  const counts = new Map<string, number>()
  for (const { at } of promised) counts.set(at.path, (counts.get(at.path) ?? 0) + 1)
  const [best] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  if (best === undefined || promised.length <= told) return ''
  const [path, count] = best
  return `${plural(count, 'test')} in ${testFileName(path).replace(/[·{}]/g, '')}`
}

/** Words of a subject that say by themselves what kind of change it is; the first that fits counts. */
const kinds: readonly { readonly kind: LessonKind; readonly shape: RegExp }[] = [
  {
    kind: 'security',
    shape: anyOf('i')`
      \bCVE-\d|\bGHSA-|\bvulnerab|\bexploit|\bReDoS\b|\bpath traversal\b|\bprototype pollution\b
      # Not alone, as what much code is about: "Implement server-side security" (grpc-go 2fad6bf4).
      ^\W?security ?[:()\]]
      (?<![-/\`])\bsecurity (?:
        bug|concern|enhancement|fix|flaw|hole|hotfix|improvement|issue|leak|patch|problem|risk|threat|vulnerab
      )
      \b(?:
        for|(?:better|enhance|harden|improve|increase|more|strengthen)[ds]?
      ) security(?:$|[.,;:)]| (?:\(|(?:and|by|of|reasons|when|with)\b))
      \b(?:auth\w*|restriction|check|acl) bypass|\bbypass of\b
      # Not one that is a feature: "fix style variables injection" (vue 6a0c7cd9).
      \b(?:
        sql|command|shell|header|http|crlf|html|script|template|log|argument|option|formula|sequence
      ) injection\b
      \binjection (?:attack|vulnerab|flaw)|\b(?:prevents?|avoids?|against|possible) (?:\w+ ){0,2}injection\b
      \b(?:XSS|CSRF) (?:vulnerab|attack|hole|issue|bypass)
      \b(?:prevents?|avoids?|against|fix(?:e[sd])?|possible) (?:\w+ ){0,2}(?:XSS|CSRF)\b
      `,
  },
  { kind: 'deprecation', shape: /^deprecat(?!ion warnings?\b)|\bdeprecates?\b/i },
  { kind: 'performance', shape: /\b(?:performance|speed ?up|faster)\b|^optimi[sz]e\b/i },
  { kind: 'fix', shape: /^(?:bug ?)?fix(?:e[sd])?\b/i },
]

/** What a scanner complains of is no hole, unless the headline says which: "Fix lint and security issues" (fasthttp c3050516). */
const ofScanner = /\b(?:gosec|lint)\b/i

const byType: Readonly<Record<string, LessonKind>> = {
  fix: 'fix',
  bug: 'fix',
  bugfix: 'fix',
  hotfix: 'fix',
  perf: 'performance',
  security: 'security',
  breaking: 'breaking',
}

function kindOf(message: Message, headline: string): LessonKind | '' {
  if (message.breaking) return 'breaking'
  // GitHub writes this subject when an advisory is merged.
  if (/^merge (?:commit from fork|pull request from GHSA)/i.test(message.subject)) return 'security'
  const said = ofScanner.test(headline) ? headline.replace(/\bsecurity\b/gi, '') : headline
  const fitting = kinds.find(({ shape }) => shape.test(said))
  if (fitting !== undefined && fitting.kind !== 'fix') return fitting.kind
  if (message.trailers.some(({ key }) => /^decision$/i.test(key))) return 'decision'
  return byType[message.type] ?? fitting?.kind ?? ''
}

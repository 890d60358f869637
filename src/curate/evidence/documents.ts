import { anyOf } from '../../text/alternatives.ts'
import type { FileChange } from '../../commit.ts'
import { oneLine, shorten } from '../../text/clean.ts'
import { withoutUnderlined } from '../../text/headings.ts'
import { sentences } from '../../text/sentences.ts'
import { stemOf } from '../code/files.ts'
import { isChangelog } from '../message/changelog-files.ts'
import { changedIn, type Piece } from './lines.ts'
import { rationale } from './rationale.ts'
import { isRule, reasonScore } from './reason-score.ts'
import type { Evidence, CommitReading } from './types.ts'

const prose = /\.(?:md|mdx|markdown|rst|adoc)$/i
const decisionRecord = /(?:^|\/)(?:adrs?|decisions?|doc\/arch)\/[^/]+\.md$|(?:^|\/)(?:adr-?)?\d{3,4}[-_][^/]+\.md$/i
/** Pages for those who change the code. What a manual says must be leans on what stands around it; an order stands by itself. */
const forMaintainers = anyOf('i')`
  (?:^|/)(?:
    AGENTS|ARCHITECTURE|CLAUDE|CODING|CONTRIBUTING|DEPRECAT\w*|DEVELOP\w*|GEMINI|HACKING|MAINTAIN\w*
    RELEAS\w*|STYLE\w*
  )\.\w+$
  (?:^|/)(?:contributing|design|dev|development|internals?)/
`
const order = /^(?:always|do not|don't|never)\b/i
/** Pages that are called like a changelog, or lie in a folder that is. */
const besideChangelogs =
  /(?:^|\/)(?:changelog|changes|history|release[-_ ]?notes?|news)\b|RELEASE-NOTES|(?:^|\/)\.changeset\//i

/**
 * Finds decisions that are written down (ADR), the sections of documents that give reasons, of those for
 * maintainers the rules, of others what begins as an order, and the headings that all of them gained or lost.
 */
export const documents = (reading: CommitReading): readonly Evidence[] =>
  reading.commit.changes.flatMap((change) => {
    if (!prose.test(change.path) || isChangelog(change.path) || besideChangelogs.test(change.path)) return []
    if (decisionRecord.test(change.path)) return decision(reading, change)
    const sections = rationale(reading, change)
    const others = changedIn(reading, change, passages)
    const givesAll = reading.isAskedFor === true || forMaintainers.test(change.path)
    const isOrder = ({ kind, text }: Evidence): boolean =>
      kind === 'rule' && order.test(text) && !/conduct/i.test(change.path)
    const isTracked = (piece: Evidence): boolean => piece.kind === 'document' || givesAll || isOrder(piece)
    return [...sections, ...others.filter((piece) => piece.isGone || isTracked(piece))]
  })

/** Reads a decision record by its headings (MADR 4, Nygard 2011): title, status, what was decided and why. */
function decision({ commit }: CommitReading, { path, hunks }: FileChange): readonly Evidence[] {
  const lines = hunks.flatMap(({ added }) => added)
  const part = (name: RegExp): string => {
    const from = lines.findIndex((line) => name.test(line))
    if (from === -1) return ''
    const level = levelOf(lines[from] ?? '')
    const rest = lines.slice(from + 1)
    const to = rest.findIndex((line) => line.startsWith('#') && levelOf(line) <= level)
    const inside = rest.slice(0, to === -1 ? undefined : to)
    const text = inside.filter((line) => !line.startsWith('#')).join('\n')
    return asFarAs(sentences(text).slice(0, 3))
  }
  const title =
    /^# +(?:ADR[ -]*)?(?:\d+[.:]? *)?(?:[—–-] *)?(.+)/i.exec(lines.find((line) => line.startsWith('# ')) ?? '')?.[1] ??
    ''
  const status = /^(?:status: *|\* *status: *)["']?([\w -]+)/im.exec(lines.join('\n'))?.[1] ?? part(/^## *status/i)
  const said = part(/^#+ *(?:decision(?: outcome)?|we will)\b/i)
  const piece = (about: string, value: string, text: string): Evidence => ({
    kind: 'decision',
    about,
    value,
    text,
    category: 'project',
    at: { commit: commit.sha, path },
    grade: 'observed',
    weight: 1,
  })
  const name = title === '' ? stemOf(path).replaceAll(/[-_]/g, ' ') : shorten(oneLine(title), 80)
  return [
    ...(said === '' ? [] : [piece(name, '', said)]),
    ...(status === '' ? [] : [piece(`status of ${name}`, shorten(oneLine(status), 60), '')]),
  ]
}

/** As many sentences as there is room for, and of one that is longer the beginning. */
function asFarAs(said: readonly string[]): string {
  const [first = ''] = said
  const whole = said.map((_, at) => oneLine(said.slice(0, at + 1).join(' '))).filter(({ length }) => length <= longest)
  return whole.at(-1) ?? shorten(oneLine(first), longest)
}

const longest = 400

/** Counts the marks of a heading. */
const levelOf = (line: string): number => /^#*/.exec(line)?.[0].length ?? 0

/** Words without which no sentence of a document is kept; lines may break between them. */
const telltale = /\b(?:deprecated|removed|must(?:n't)?|never|always|do\s+not|don't|only\s+ever)\b/i
const heading = /^#{2,4} +(.+)/
const noise = /^(?:table of contents|see also)$/i

/** The lines of a list, each without its mark; such lines end without a full stop. */
const itemsIn = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => /^- (.*)$/.exec(oneLine(line.replace(/^\s*[-*+] /, '- ')))?.[1] ?? []))

/** Sentences that lean on what stands around them in their document, and code: "Always check the return error …" of what (bbolt ddb6b2f0). */
const dependent = anyOf('i')`
  ^(?:
    this|these|that|it|they|however|but|then|also|so|otherwise|keep in mind|therefore|thus|hence
    generally|instead|now|here|for example|by just|as with
    (?:do not|don't|never|always|please) \w+ (?:them|it|this|these|those)
    (?:avoid|call|check|follow|keep|match|put|read|run|see|use) (?:them|it|this|these|those)|must be[ ]
  )\b
  \bfor (?:this|these|that|those)[.!]|^(?:always|never) \w+ the return error\b
  \b(?:above|below|following|this (?:case|example|option|page|way))\b|:$
`

/**
 * What comforts a reader is no order: "Do not fret, these can still be used" (requests 341bed9e), "so don't fret" (black 5ec91a7f),
 * "First of all, don't hesitate to ask questions!" (mdBook).
 */
const comfort =
  /(?:^(?:and |but |(?:\w+ ){0,2}\w+, )?|, so )(?:do not|don't|never) (?:be (?:afraid|shy)|fret|hesitate|worry)\b/i

/** What a page says besides orders, it says to everybody who opens it; what will go is looked for elsewhere too. */
const ending = /^(?:\S+\s+){2,40}(?:deprecated|(?:gets?|will be) removed)\b/i

/** The lines that stand under no heading whose part holds no rules. */
export function withoutAsides(lines: readonly string[]): readonly string[] {
  // The level of such a heading; 0 where none is open.
  let aside = 0
  return lines.filter((line, at) => {
    const level = levelAt(lines, at)
    if (level > 0 && (aside === 0 || level <= aside)) aside = headsAside.test(line) ? level : 0
    return aside === 0
  })
}

/**
 * A heading that is an option: "Don't write the files back" says what `--check` does (black 432d9050). Or what was removed stands under
 * it, in the words of the day that it was deprecated: "Passing the keyword argument `msg` … is now deprecated" (pytest eb6c4493).
 */
const headsAside = /^#{2,6} +`?--?[a-z]|^(?:#{1,6} +)?removed (?:[a-z]+ )?(?:features?|in)\b|^(?:#{1,6} +)?removed\s*$/i

/** The level of the heading that a line is, 0 of one that is none. */
function levelAt(lines: readonly string[], at: number): number {
  const [line = '', below = ''] = [lines[at], lines[at + 1]]
  if (/^#{1,6} /.test(line)) return levelOf(line)
  return line.trim() === '' ? 0 : /^={3,}\s*$/.test(below) ? 1 : /^-{3,}\s*$/.test(below) ? 2 : 0
}

const isCode = (text: string): boolean => text.includes('=>') && text.indexOf('=>') < text.lastIndexOf('{')

function passages(lines: readonly string[]): readonly Piece[] {
  const headings = lines.flatMap((line, at): readonly Piece[] => {
    const text = heading.exec(line)?.[1]
    if (text === undefined) return []
    const said = oneLine(text.replace(/(?<![ #])[ #]+$/, '').replace(/<[^<>]*>|\[([^[\]]*)\]\([^()]*\)|[`*]/g, '$1'))
    if (said.split(' ').length < 2 || noise.test(said) || /^v?\d+\.\d+|^\W/.test(said)) return []
    return [
      { kind: 'document', about: 'documented', value: '', text: said, category: 'project', weight: 0.3, line: at },
    ]
  })
  const plain = withoutUnderlined(withoutAsides(lines))
    .map((line) => line.replace(/^\s*>\s?/, ''))
    .filter((line) => !/^(?:#|\||\[!\[|!\[|\s*[-*] \[|<)/.test(line))
    .join('\n')
  // To find sentences takes longer than all the rest.
  if (!telltale.test(plain)) return headings
  const items = itemsIn(lines)
  const rules = sentences(plain).flatMap((text): readonly Piece[] => {
    const weight = reasonScore(text)
    const isOrder = isRule(text)
    if (weight === 0 || !(isOrder || ending.test(text)) || /\]\(|^[^A-Z`]/.test(text)) return []
    if (dependent.test(text) || comfort.test(text) || isCode(text) || !(/[.!?)`"']$/.test(text) || items.has(text)))
      return []
    const kind = isOrder ? 'rule' : 'reason'
    return [{ kind, about: '', value: '', text, category: 'convention', weight: weight * 0.8, line: 0 }]
  })
  return [...headings, ...rules]
}

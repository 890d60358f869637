import { folderOf } from '../tree/path.ts'
import { judgeAnswer } from './confidence.ts'
import { excerpt } from './excerpt.ts'
import { byQuestion } from './files.ts'
import { type Candidate, type Card, type Index, link } from './entry-index.ts'
import { type AskedTerm, readQuestion } from './question.ts'
import { rank, type Ranked, type Ranking } from './rank.ts'
import { sourcesOf, targetsOf } from './relations.ts'
import type { Asking } from './score.ts'
import { forgive } from './spelling.ts'
import type { Answer, Hit, Question, RelatedHit } from './tiers.ts'

/** How many candidates are ranked: measured, twice as many change nothing among the first ten. */
const mostCandidates = 160

/** In a tree larger than this, a word that stands in a twentieth of all entries finds none of them by itself. */
const large = { size: 2_000, share: 0.05 }

/** Answers a question by the entries that hold most of it; without hits when nothing in the tree is about it. */
export function answer(question: Question, index: Index, ranking: Ranking): Answer {
  const { asking, named, ranked } = search(question, index, ranking)
  const { isInDomain, confidence, isSure, unknown } = judgeAnswer(asking, ranked)
  const isTaken = isInDomain || (question.takesAnything ?? false)
  const isKnown = isTaken || named.size > 0 || ranking.likeness !== undefined
  const isTelling = (one: Ranked): boolean => one.parts.text >= question.floor || named.has(one.candidate.path)
  const shown = isKnown ? ranked.filter(isTelling).slice(0, question.limit) : []
  const cards = index.cards(shown.map(({ candidate }) => candidate.path))
  const hits = shown.flatMap((one) => {
    const card = cards.get(one.candidate.path)
    return card === undefined ? [] : [toHit(one, card, asking.asked)]
  })
  return {
    tier: isKnown ? 'direct' : 'none',
    text: say(hits),
    hits,
    outOfDomain: !isTaken && named.size === 0,
    related: relatedTo(hits, cards, index),
    confidence: round(confidence),
    isSure,
    unknown,
  }
}

/** Ranks all that may answer, best first; entries about the files in question come before the others. */
function search(
  question: Question,
  index: Index,
  ranking: Ranking,
): { asking: Asking; ranked: readonly Ranked[]; named: ReadonlySet<string> } {
  const asked = forgive(readQuestion(question.text), index)
  const asking = { asked, index, frequencies: index.frequencies(asked.map(({ term }) => term)) }
  const found = index.find(findingTerms(asking), mostCandidates, question.within)
  const about = entriesAbout(question, index)
  const others = [...about, ...alike(ranking, { index, within: question.within })]
  const once = new Map([...others, ...found].map((candidate) => [candidate.path, candidate]))
  const ranked = rank([...once.values()], asking, ranking)
  const named = new Set(about.map(({ path }) => path))
  const isNamed = ({ candidate }: Ranked): boolean => named.has(candidate.path)
  return { asking, named, ranked: [...ranked.filter(isNamed), ...ranked.filter((one) => !isNamed(one))] }
}

/** The terms to find candidates by: all that are known, but not those that would find half of a large tree. */
function findingTerms({ asked, index, frequencies }: Asking): readonly string[] {
  const known = asked.filter(({ term }) => frequencies.has(term))
  const isRare = ({ term, weight }: AskedTerm): boolean =>
    (frequencies.get(term) ?? 0) <= index.size * large.share * weight
  const rare = index.size < large.size ? [] : known.filter(isRare)
  return (rare.length > 0 ? rare : known).map(({ term }) => term)
}

/** The entries that say they are about a file in question; the index does not tell case, so their cards are asked. */
function entriesAbout({ files, within }: Question, index: Index): readonly Candidate[] {
  if (files.length === 0) return []
  const links = files.map((file) => link('file', file))
  const found = index.find(links, mostCandidates, within)
  const cards = index.cards(found.map(({ path }) => path))
  return found.filter(({ path }) => cards.get(path)?.files.some((file) => files.includes(file)))
}

/** Entries that are near in meaning, whether or not any word found them; what stands beside them is of no account. */
function alike({ likeness }: Ranking, { index, within }: { index: Index; within: string }): readonly Candidate[] {
  const near = [...(likeness ?? [])].flatMap(([path, meaning]) => (meaning >= leastMeaning ? [path] : []))
  const paths = near.filter((path) => within === '' || path.startsWith(`${within}/`))
  const cards = index.cards(paths)
  return paths.flatMap((path) => {
    const [terms, card] = [index.termsAt(path), cards.get(path)]
    if (terms === undefined || card === undefined) return []
    const { importance, maturity, updatedAt } = card
    return [{ path, folder: folderOf(path), position: nowhere, terms, importance, maturity, updatedAt }]
  })
}

const nowhere = -2

/** What is farther than this is not listed for its meaning alone. */
const leastMeaning = 0.5

const mostRelated = 5

/** Follows relations one step, forward and back, from the hits to entries that are not among them. */
function relatedTo(hits: readonly Hit[], cards: ReadonlyMap<string, Card>, index: Index): readonly RelatedHit[] {
  return neighboursOf(
    index,
    hits.map(({ path }) => path),
    cards,
  )
}

/** The entries one relation away from these, in either direction; at most five. */
export function neighboursOf(
  index: Index,
  paths: readonly string[],
  cards: ReadonlyMap<string, Card> = index.cards(paths),
): readonly RelatedHit[] {
  const shown = new Set(paths)
  const forward = paths.flatMap((to) => targetsOf(index, cards.get(to)?.related ?? []).map((path) => ({ path, to })))
  const backward = sourcesOf(index, paths, mostRelated * 4).map(({ path, to }) => ({ path, to }))
  const found = new Map([...backward, ...forward].toReversed().map((one) => [one.path, one]))
  const near = [...found.values()].filter(({ path }) => !shown.has(path))
  const titles = index.cards(near.map(({ path }) => path))
  return near
    .flatMap(({ path, to }) => {
      const title = titles.get(path)?.title
      return title === undefined ? [] : [{ path, title, to }]
    })
    .slice(0, mostRelated)
}

const round = (value: number): number => Math.round(value * 1000) / 1000

function toHit({ candidate, rank: score, byTerm, parts }: Ranked, card: Card, asked: readonly AskedTerm[]): Hit {
  return {
    path: candidate.path,
    title: card.title,
    score: round(score),
    text: round(parts.text),
    importance: round(parts.importance * 100),
    recency: round(parts.recency),
    maturity: card.maturity,
    matched: [...new Set(asked.flatMap(({ term, said }) => (byTerm.has(term) ? [said] : [])))],
    excerpt: excerpt(card.lines, new Set(asked.map(({ term }) => term))),
    sources: card.sources,
    files: byQuestion(card.files, new Set(asked.map(({ term }) => term))),
    archived: card.archived,
    standing: card.standing,
    ...(card.isByAgent === false ? {} : { isByAgent: card.isByAgent }),
    parts: { ...parts, byTerm: Object.fromEntries(byTerm) },
  }
}

/** Says an answer in plain text: per entry its lines, and where they come from. */
const say = (hits: readonly Hit[]): string =>
  hits
    .map(({ title, path, excerpt: lines }) => [`${title} [${path}]`, ...lines.map((line) => `- ${line}`)].join('\n'))
    .join('\n\n')

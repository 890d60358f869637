import { fileKindOf } from '../code/files.ts'
import { fragmentNumber, isFragment } from '../message/changelog-files.ts'
import { isCovered } from '../message/shared-words.ts'
import type { Tree } from '../../tree/knowledge.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'

/** How many commits, and days, the code may be away from a note about it that was written in a commit of its own. */
const nearest = { commits: 12, days: 14 }

/**
 * Leaves out notes that were written in a commit of their own about a pull request that a lesson tells of in such words: "Add
 * a change note for PR #1590" (yarl 2e201370, b394c9f5). The number is what their files are called by.
 */
export function withoutNotes(about: readonly CommitAnalysis[], tree: Tree): readonly CommitAnalysis[] {
  const notes = about.filter(isOnlyFragment)
  if (notes.length === 0) return about
  const told = saidByNumber(
    about.filter((one) => !notes.includes(one)),
    tree,
  )
  const isTold = ({ touched, evidence }: CommitAnalysis): boolean =>
    touched.every(({ path }) => {
      const said = told.get(fragmentNumber(path))
      // Where a note is one sentence, that is its headline.
      const isSaid = ({ about: headline, text }: CommitAnalysis['evidence'][number]): boolean =>
        isCovered(text === '' ? headline : text, said ?? '', sameWords)
      return said !== undefined && evidence.every(isSaid)
    })
  return about.filter((one) => !notes.includes(one) || !isTold(one))
}

/** What lessons of the tree, and of some commits, say about each pull request. */
function saidByNumber(about: readonly CommitAnalysis[], tree: Tree): ReadonlyMap<string, string> {
  const said = new Map<string, string>()
  const say = (number: string, text: string): void => void said.set(number, `${said.get(number) ?? ''} ${text}`)
  for (const { facts } of tree.values())
    for (const { note, subject, statement } of facts)
      if (note !== undefined) say(note.number, `${subject} ${statement}`)
  for (const { evidence } of about)
    for (const { kind, weight, note, about: headline, text } of evidence)
      if (kind === 'lesson' && weight > 0 && note !== undefined) say(note.number, `${headline} ${text}`)
  return said
}

/** A note is told where so many of its words are; with fewer it says something else. */
const sameWords = 0.6

/**
 * Files what a commit says in a news fragment, and nowhere else, with the code that it is about: that which its author
 * changed next to it ("Add newsfragment", trio 332f1118).
 */
export function besideTheirCode(
  about: readonly CommitAnalysis[],
  all: readonly CommitAnalysis[],
): readonly CommitAnalysis[] {
  if (!about.some(isOnlyFragment)) return about
  const places = new Map(all.map(({ sha }, at) => [sha, at]))
  return about.map((one) => {
    const place = places.get(one.sha)
    if (place === undefined || !isOnlyFragment(one)) return one
    return { ...one, touched: [...codeBeside(one, place, all), ...one.touched] }
  })
}

const isOnlyFragment = ({ touched }: CommitAnalysis): boolean =>
  touched.length > 0 && touched.every(({ path }) => isFragment(path))

/** The code that the nearest commit of the same author changed; of two as near, the earlier. */
function codeBeside(
  { author, at: day }: CommitAnalysis,
  place: number,
  all: readonly CommitAnalysis[],
): CommitAnalysis['touched'] {
  const distances = Array.from({ length: nearest.commits }, (_, index) => index + 1)
  const near = distances.flatMap((distance) => [place - distance, place + distance]).flatMap((at) => all[at] ?? [])
  const isNear = (other: CommitAnalysis): boolean =>
    other.author === author && Math.abs(other.at.getTime() - day.getTime()) <= nearest.days * 86_400_000
  return (
    near
      .filter(isNear)
      .map(codeOf)
      .find((code) => code.length > 0) ?? []
  )
}

const codeOf = ({ touched }: CommitAnalysis): CommitAnalysis['touched'] =>
  touched.filter(({ path, isDeleted }) => !isDeleted && fileKindOf(path) === 'code')

import { emptyEntry, type Entry } from '../../tree/entry.ts'
import { noNarrative } from '../../tree/narrative.ts'
import { toRelation } from '../../tree/relation.ts'
import type { ClaimedFact, ClaimedLesson, ClaimedRule, Write } from './shape.ts'
import {
  type Proof,
  claimedFact,
  claimedLesson,
  claimedRule,
  claimOfFact,
  claimOfLesson,
  claimOfRule,
  cleanClaim,
  cleanProse,
  proves,
} from './claims.ts'

/** The claims of an operation. */
export type Claims = {
  readonly facts: readonly ClaimedFact[]
  readonly rules: readonly ClaimedRule[]
  readonly lessons: readonly ClaimedLesson[]
}

/** Parts claims into those that are kept and the words of those that are not proved. */
export function provedAmong(
  { facts, rules, lessons }: Claims,
  { proof, isByModel }: { readonly proof: readonly Proof[]; readonly isByModel: boolean },
): { readonly claims: Claims; readonly dropped: readonly string[] } {
  const isKept = (claim: ReturnType<typeof claimOfRule>): boolean =>
    (claim.quote ?? '') === '' ? !isByModel : proves(claim, proof)
  return {
    claims: {
      facts: facts.filter((one) => isKept(claimOfFact(one))),
      rules: rules.filter((one) => isKept(claimOfRule(one))),
      lessons: lessons.filter((one) => isKept(claimOfLesson(one))),
    },
    dropped: [
      ...facts.filter((one) => !isKept(claimOfFact(one))).map(({ statement }) => statement),
      ...rules.filter((one) => !isKept(claimOfRule(one))).map(({ text }) => text),
      ...lessons.filter((one) => !isKept(claimOfLesson(one))).map(({ headline }) => headline),
    ],
  }
}

type Making = { readonly base: Entry; readonly proof: readonly Proof[]; readonly at: Date; readonly title: string }

/** Makes an entry of what was asked and is proved, on what was found without its author. */
export function entryFrom(asked: Write, claims: Claims, { base, proof, at, title }: Making): Entry {
  const texts = (said: readonly string[] = []): readonly string[] => said.map(cleanClaim).filter((one) => one !== '')
  const prose = (said = ''): string => cleanProse(said)
  const tags = [...base.tags, ...(asked.tags ?? []).map(tagOf)].filter((tag) => tag !== '')
  return {
    ...emptyEntry,
    title,
    tags: [...new Set(tags)],
    keywords: [...new Set([...base.keywords, ...texts(asked.keywords)])],
    kind: asked.kind ?? '',
    status: asked.status ?? '',
    supersededBy: asked.supersededBy === undefined ? '' : toRelation(cleanClaim(asked.supersededBy)).path,
    relations: (asked.related ?? []).map(({ path, reason = '' }) => toRelation(cleanClaim(path), cleanClaim(reason))),
    raw: {
      ...base.raw,
      task: prose(asked.task) || base.raw.task,
      changes: [...base.raw.changes, ...texts(asked.changes)],
      files: [...new Set([...base.raw.files, ...(asked.files ?? [])])],
      flow: prose(asked.flow),
      patterns: texts(asked.patterns),
    },
    narrative: {
      ...noNarrative,
      structure: prose(asked.structure),
      dependencies: prose(asked.dependencies),
      highlights: prose(asked.highlights),
      rules: claims.rules.map((one) => claimedRule(one, proof)),
      examples: prose(asked.examples),
      diagrams: prose(asked.diagrams),
    },
    snippets: prose(asked.snippets),
    facts: [
      ...claims.lessons.map((one) => claimedLesson(one, proof, at)),
      ...claims.facts.map((one) => claimedFact(one, proof)),
    ],
  }
}

/** Whether an operation says anything beside claims. */
export const saysMore = ({ type: _type, path: _path, reason: _reason, title, ...said }: Write): boolean =>
  Object.values({ ...said, title: title?.trim() === '' ? undefined : title }).some(
    (value) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )

const tagOf = (tag: string): string =>
  cleanClaim(tag)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

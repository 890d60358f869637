import { anyOf } from '../../text/alternatives.ts'
import { reasonWords } from '../../text/reasons.ts'
import { sentences } from '../../text/sentences.ts'
import { countWords } from '../../text/words.ts'
import type { Knowledge } from '../../tree/knowledge.ts'
import { isByRobot } from './robots.ts'
import { isRow, isTemplate } from './template-lines.ts'
import { longWords } from './shared-words.ts'
import { withoutChecklists } from './checklists.ts'
import { withoutDiagnostics } from './compiler-output.ts'

/**
 * Lines of templates, lists, talk and references: what is left of a body when they are gone is an explanation. Git's line on a copy
 * is no sentence of its author (aiohttp has 1,403). "Fix this by correctly handling validation failures" is (bbolt ef2f3abf).
 */
const noise = anyOf('i')`
  ^\s*\(?cherry[ -]picked from commit\b|^\s*(?:[-*+•]|\d+[.)]|#|>|\||\`\`\`|<!--|\[[ xX]?\])
  ^\s*(?:cc|see|related)\b[: ]
  ^\s*(?:close|fix|ref|resolve)(?:e?[sd])?\b:? *(?:
    $|\(?#|\[|gh-|https?:|[\w.-]+/[\w.-]+#|[0-9a-f]{7,40}\b|(?:bug|issue|pr|pull|ticket)s?\b
  )
  ^\s*https?://\S+$|^(?: {4}|\t)
`
const talk =
  /^(?:this reverts commit|thanks|thank you|hi\b|i think|i'm not sure|please|not sure|let me know|@\w)|\b(?:review|pull request|this PR)\b|\byour?\b[^?]{0,120}\?$/i

/**
 * The sentences by which a body explains itself, read more simply than the curator reads it: prose of at least six words
 * that is no list, template, talk, code, table or reference. Fewer than two explain nothing.
 */
export function explanationOf(body: string): readonly string[] {
  if (isByRobot(body)) return []
  const prose = withoutDiagnostics(withoutChecklists(body.replace(/```[^]*?(?:```|$)/g, '').split('\n')))
    .filter((line) => !noise.test(line) && !isTemplate(line) && !isRow(line))
    .join('\n')
  const found = sentences(prose).filter(
    (sentence) => countWords(sentence.replace(/https?:\S+/g, '')) >= 6 && !talk.test(sentence),
  )
  // Titles of commits that were merged, one below the other, are no prose.
  const isProse = new Set(found).size >= 2 && found.some((sentence) => /[.!?:。！？]$/.test(sentence))
  return isProse && !saysOnlyWhat(found) ? [...new Set(found)] : []
}

/**
 * Whether each of some sentences says what was done, in the words of a list, and none says why or what comes of it; or most
 * are steps of such a list, whatever ends them: of ten judged lessons that are, one was good.
 */
export const saysOnlyWhat = (said: readonly string[]): boolean => {
  const steps = said.flatMap((sentence) => sentence.split(stepEnd))
  const done = steps.filter((step) => doing.test(step)).length
  return (
    said.every((sentence) => doing.test(sentence) && !reasoning.test(sentence)) ||
    (done >= inSteps.least && done >= steps.length * inSteps.share)
  )
}

const inSteps = { least: 3, share: 0.7 }
const stepEnd = /; | (?=(?:Add|Change|Drop|Fix|Make|Move|Remove|Rename|Run|Update|Use) )/

/** "Update the linter to 1.58", "Remove dynamic versions in favor of pinned ones". */
const doing = anyOf('i')`
  ^(?:also,? )?(?:
    add|adjust|bump|chang|clean|convert|creat|delet|disabl|drop|enabl|extract|fix(?!\w* #\d)|implement
    improv|includ|introduc|migrat|modif|mov|refactor|remov|renam|reorganiz|replac|rewrit|rework|set
    simplif|split|switch|updat|upgrad|us
  )(?:e|ed|es|ied|ies|ing|ped|ping|s|y)?\b
`
const reasoning = new RegExp(
  String.raw`\b(?:${reasonWords.causes}|since|so|therefore|which|results? in|lead\w*|led to|although|but|however|otherwise|though|while|` +
    String.raw`allow\w*|avoid\w*|ensur\w+|prevent\w*|support\w*|can't|cannot|must|needs?|needed|never|no longer|not|previously|` +
    String.raw`requires?|should|used to|without|would)\b|n't\b`,
  'i',
)

/** Nobody reads more of an explanation than a lesson may hold; what comes behind it is not asked for. */
const longest = 900

/** Tells how much of an explanation the facts of a commit say, by its words. */
export function keptOf(explanation: readonly string[], told: readonly string[]): number {
  const there = new Set(told.flatMap(longWords))
  const words = longWords(explanation.join(' ').slice(0, longest))
  return words.length === 0 ? 0 : words.filter((word) => there.has(word)).length / words.length
}

/** Collects what a tree says from each commit, by the first eight characters of its hash. */
export function saidBy({ entries }: Knowledge): ReadonlyMap<string, readonly string[]> {
  const said = new Map<string, string[]>()
  const put = (commit: string, text: string): void => {
    const key = commit.slice(0, 8)
    const known = said.get(key)
    if (known === undefined) said.set(key, [text])
    else known.push(text)
  }
  for (const { facts, narrative } of entries.values()) {
    for (const { subject, statement, sources } of facts)
      for (const source of sources) put(source, `${subject} ${statement}`)
    for (const rule of narrative.rules) put(/\(([0-9a-f]{7,64})\)$/.exec(rule)?.[1] ?? '', rule)
  }
  return said
}

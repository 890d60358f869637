import { item } from './paragraph-joins.ts'

/** Takes out the boxes of a template with all that they say: what is ticked there is about the review. */
export function withoutChecklists(lines: readonly string[]): readonly string[] {
  let [isInside, isBelow] = [false, false]
  return lines.filter((line, at) => {
    if (/^#{1,6}\s/.test(line)) isBelow = checklist.test(line) && (asks.test(line) || hasBoxes(lines.slice(at + 1)))
    if (isBelow) return false
    if (box.test(line)) isInside = true
    else if (line.trim() === '' || item.test(line) || line.startsWith('#')) isInside = false
    return !isInside
  })
}

/** Below `## Checklist` may be what somebody wrote in its place (koa 83128eb6). */
function hasBoxes(below: readonly string[]): boolean {
  const end = below.findIndex((line) => /^#{1,6}\s/.test(line))
  return below.slice(0, end === -1 ? undefined : end).some((line) => box.test(line))
}

const asks = /\bplease\b/i

/** `## Checklist`, "### Please don't delete this checklist! Before submitting the PR, please" (kit), which GitHub wraps. */
const checklist = /^#{1,6}\s+(?:please (?:don't|do not) delete this )?check-?list\b/i
/** Nobody counts the blanks, nor has one sign: "[ x] I have followed", "[-] I have added", "[✅] I have" (trpc 37a4c11d, 1d24af0e, 78249ca1). */
const box = /^\s{0,12}[-*]?\s{0,4}\[\s?[-xX*~✅✓✔]?\s?\]\s/

/**
 * Takes out how a change was tried: what stands below `## Test plan`, and the commands below "Tests:" (kong 0678fd30: "`go test
 * ./...`; `golangci-lint run`"). What code says of tests, and a sentence that ends with the word, is told.
 */
export function withoutTrials(lines: readonly string[]): readonly string[] {
  let [isCode, isBelowHeading, isInList] = [false, false, false]
  return lines.filter((line, at) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode) return !isBelowHeading
    if (sectionHeading.test(line)) isBelowHeading = trial.test(line)
    isInList = isInList ? commandItem.test(line) : isTrialLabel(lines, at)
    return !isBelowHeading && !isInList
  })
}

const isTrialLabel = (lines: readonly string[], at: number): boolean =>
  trialLabel.test(lines[at] ?? '') && (lines[at - 1] ?? '').trim() === '' && commandItem.test(lines[at + 1] ?? '')

const sectionHeading = /^(?:#{1,6}\s+\S|\*\*[^*]{1,60}\*\*:?$)/
const trial =
  /^\W*(?:how (?:has|have|is|was) (?:it|this|these)(?: been)? (?:tested|verified)|test(?:ing)? (?:plan|steps))\W*$/i
const trialLabel = /^(?:tests?|test plan|testing|validation|verification):$/i
const commandItem = /^\s*[-*•] (?:`[^`]{1,200}`|\$ \S.*)$/

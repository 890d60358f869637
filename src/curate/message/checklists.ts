import { item } from './paragraph-joins.ts'
import { heading } from './plans.ts'

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
const box = /^\s{0,12}[-*]?\s{0,4}\[[ xX*]?\]\s/

/**
 * Takes out how a change was tried: what stands below `## Test plan`, and the list below "Tests:" (kong 0678fd30: "`go test ./...`;
 * `golangci-lint run`").
 */
export function withoutTrials(lines: readonly string[]): readonly string[] {
  let state: 'told' | 'section' | 'label' | 'list' = 'told'
  return lines.filter((line) => {
    const isBlank = line.trim() === ''
    if (heading.test(line)) state = trial.test(line) ? 'section' : 'told'
    else if (trialLabel.test(line)) state = 'label'
    else if (state === 'label' && !isBlank) state = item.test(line) ? 'list' : 'told'
    else if (state === 'list' && isBlank) state = 'told'
    return state === 'told'
  })
}

const trial =
  /^\W*(?:how (?:has|have|is|was) (?:it|this|these)(?: been)? (?:tested|verified)|test(?:s|ing)?(?: done| plan| performed| results?| steps)?|tests? run|validat(?:ion|ed)|verifi(?:cation|ed))\W*$/i
const trialLabel = /^(?:tests?(?: plan| run)?|testing|validation|verification):$/i

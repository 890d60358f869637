import { anyOf } from '../../text/alternatives.ts'

/** What somebody wanted to do next was done, or was not. */
export const isPlan = (sentence: string): boolean =>
  plan.test(sentence) ||
  aim.test(sentence) ||
  (isToDo.test(sentence) && !/\b(?:because|otherwise|since|so that)\b/i.test(sentence))

const plan = anyOf('i')`
  # "Implementations for TLS … will follow in future PRs." (tonic d1fbbde4)
  \b(?:
    follow[- ]?up|future|later|next|separate|subsequent|upcoming
  ) (?:commits?|patch(?:es)?|prs?|pull requests?)\b
  ^(?:the )?next steps?\b
  \bwill (?:be (?:added|addressed|done|implemented|supported)|come|follow) later\b
  # "This is the 1st PR of a series" (tonic 71af4b2c)
  ^(?:this is )?(?:the )?(?:
    first|second|third|last|final|\d{1,2}(?:st|nd|rd|th)
  ) (?:commit|patch|pr|pull request) (?:in|of|to)\b
`

const aim = anyOf('i')`
  # "We plan to replace this code with direct extraction from a zip" (pip 69143848)
  (?<!\bif )\b(?:we|i) (?:intend|plan) to\b|^(?:in the (?:near )?future|next),? (?:i|we)\b
  # "We'll reintroduce post quantum soon." (caddy 66c80caf)
  \b(?:we|i)(?:'ll| will)\b[^.;]{1,120}\b(?:
    soon|(?:in|over) (?:a future|the (?:future|next few|near future|next))(?: [a-z]{1,12})?
    after this (?:change|commit|patch|pr)\b[^.;]{0,40}
  )\.?$
  ^(?:(?:i|we) )?(?:may|might|will) (?:probably )?(?:want to )?revisit\b|\b(?:is|left for) future work\b
`

/** "Still need to implement most of the options." (glob 25f14e79) */
const isToDo = anyOf('i')`
  ^(?:(?:also,?|still) )?needs? (?:
    tests?\b
    to (?:
      add|clean|decide|document|figure|finish|fix|implement|refactor|rethink|rewrite|test|update|write
    )\b
  )
  \b(?:i|we) still (?:have|need) to (?:
    add|clean|decide|document|figure|finish|fix|implement|refactor|rethink|rewrite|test|update|write
  )\b
  ^would be (?:good|nice|worth)\b
`

/** Takes out what stands below a heading such as `## Next Steps`, up to the next heading (tonic 1efacc39). */
export function withoutPlans(lines: readonly string[]): readonly string[] {
  let isInside = false
  return lines.filter((line) => {
    if (heading.test(line)) isInside = ahead.test(line)
    return !isInside
  })
}

const heading = /^\s*(?:#{1,6}\s+\S|\*\*[^*]{1,60}\*\*:?$)/

const ahead =
  /^\W*(?:follow[- ]?ups?|future (?:plans|steps|work)|next steps|out of scope|remaining(?: work)?|to[- ]?dos?)\W*$/i

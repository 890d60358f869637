import { anyOf } from '../../text/alternatives.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { isPlan } from './plans.ts'
import { reasoned } from '../../text/reasons.ts'

/** Sentences by which an author speaks to reviewers, tells what came along, or names no more than a number or an address. */
export const isTalk = (sentence: string): boolean =>
  talk.test(sentence) ||
  (besides.test(sentence) && !reasoned.test(sentence)) ||
  passes.test(sentence) ||
  settles.test(sentence) ||
  isPlan(sentence) ||
  refersTo.test(sentence) ||
  resigns.test(sentence) ||
  isReference(sentence.split(/[\s,]+/))

const talk = anyOf('i')`
  ^(?:
    # Thanks, and who is asked to look.
    (?:many )?thanks|thank you|credits? (?:to|for|goes|["“])|cc:? @|@[\w-]+ |(?:from|to):[ ]
    # What reviewers are asked, or offered.
    am i missing\b|what (?:is|are) your|(?:i )?would love to (?:hear|know|look)\b|for the review
    feel free|if you think|let me know|(?:i'm )?not sure (?:what|how|if|whether)\b
    # What its author owns up to.
    my bad\b|w?h?oops\b|sorry (?:for|about)\b|first pr\b|(?:i|we) can't label
    didn'?t think (?:it|this) warrant|(?:i )?did(?:n'?t| not) add (?:any |a )?tests?\b
    # Where there is more of it, which is not here.
    relate[sd] to\.?$|original discussion|see (?:there|the (?:issue|discussion|thread))\b|reported by a team\b
    (?:an? )?(?:alternative|companion|continuation|follow-?up|revival) (?:of|to) (?:#\d+|https?:\S+?)[.,]?$
    first (?:stage|step) of (?:#\d+|https?:\S+?)[.,]?$|\*{0,2}this is a (?:manual )?backport of |update from @
    # What stands above or below, which is not here either.
    based on the above|below is|the above |as (?:seen|shown) above|instead of this:
    # The changelog.
    no changeset\b|(?:also )?(?:update[ds]?|add(?:ed|s)? to) (?:the )?(?:changelog|release notes)\.?$
  )
  ^P\.?S\.?:?[ ]
  \b(?:
    let me know|for me locally|I was (?:a (?:bit|little) )?torn|in my git repository|line-by-line
    this (?:is|was) a rebase of
  )\b
  \b(?:you|your|should i|should we)\b[^?]{0,120}\?$
`

/**
 * What came along, and who asked for it: "Adds a regression test.", "Reported by @somebody." (echo), "This commit also contains
 * an unrelated wording fix" (fd 08c0d427), "I've added the suggestion I recommended on that PR" (feac240e), "I've also added a basic
 * test to demonstrate the issue" (urfave/cli 17032bc3), "Added comment for the cleanup function on why …" (nats.go a8a8d18a).
 */
const besides = anyOf('i')`
  ^(?:I(?:'ve| have)? )?(?:also,? )?(?:add|adjust|includ|updat|widen)\w* (?:
    (?:a|an|the|some|new|more|basic|regression|unit|corresponding)[ ]
  ){0,3}tests?(?: cases?)?(?: to (?:demonstrate|show|verify) (?:it|that|the \w+|this))?\.?$
  ^(?:I(?:'ve| have)? )?(?:also,? )?added (?:a |some )?comments? (?:for|on|to (?:clarify|explain))\b
  ^(?:I )?(?:also )?fixed (?:a |some )?typos?(?:
    ,? (?:changing|in (?:the )?(?:code )?(?:comments?|docs?|readme))\b|\.?$
  )
  ^(?:reported|requested|suggested) by @?[\w-]{1,40}\.?$|\brequested by @[\w-]{1,40}[.)]*$
  ^(?:also|it|this)\b.{0,40}\bunrelated (?:\w+ ){0,2}(?:change|cleanup|fix|tweak)e?s?\b
  ^I(?:'ve| have)? .{1,80} that (?:pr|pull request|review)\.?$
`

/**
 * "That range syntax is discussed in [1].", without the address that stood for the number (urfave/cli 3c2bce58), and "See this
 * comment for details.", without its link (tracing 653a84b4).
 */
const refersTo = anyOf('i')`
  ^see (?:also )?this (?:article|blog post|comment|discussion|post|thread)(?: for [\w ]{1,60})?\.?$
  \b(?:described|discussed|documented|explained|mentioned|reported) (?:at|by|in|on)\.$
`

/**
 * "All tests now pass with the race detector enabled" (gin): of every commit that is merged. "As long as tests pass on 2.7, they
 * should pass on pypy, too" (marshmallow c24d7f1e) is a reason.
 */
const passes = anyOf('i')`
  ^(?:• )?(?!
    as |because |if |once |since |unless |until |when |while[ ]
  )(?:all |the )?(?:\w+ ){0,3}tests (?:now |still |continue to |should )?pass(?:ing)?(?:
    [ ](?:again|consistently|locally|on|under|with)\b.{0,60}
  )?[.!;]?$
`

/** "This commit fixes that." (tracing db738ecc): what "that" is stands before it, and a commit is there to fix it. */
const settles = anyOf('i')`
  ^(?:solution: )?(?:this|the) ?(?:
    branch|change|commit|diff|patch|pr|pull request
  )?,? (?:(?:also|now|should|simply|will) )?(?:fix|address|correct|remed|resolv|solv)(?:e?s|ies|e)? (?:
    it|that|this|the (?:bug|issue|problem)
  )(?: (?:bug|issue|problem))?[.!]?$
`

/**
 * "Oh well.", and little before it. What somebody puts up with may be the whole reason: "the logger connection might be down for
 * up to 10 seconds after it comes back online; oh well" (caddy e3c369d4).
 */
const resigns = /^(?:\S+\s+){0,8}oh,? well\b/i

const isReference = (words: readonly string[]): boolean =>
  words.some((word) => target.test(word)) &&
  (words.every((word) => target.test(word) || leading.test(word)) || isLabelled.test(words.join(' ')))

/** "Documentation gzip: https://docs.python.org/3/library/gzip.html" (starlette 467eb1c2) */
const isLabelled = /^(?!.*\b(?:CVE|GHSA|PEP|RFC)\b)(?:[\w-]{1,30} ){0,2}[\w-]{1,30}: https?:\/\/\S+$/

/** A number, an address, or a hash: "Same as c24d7f1e6943ad1873349ef5816149beb1bbca10" (marshmallow 27af8cba). */
const target = /^\(?(?:[\w./-]{0,80}#\d|gh-\d|https?:\/\/|(?=[a-f]*\d)[\da-f]{7,64}\W*$)/i
const leading =
  /^(?:closes?|closing|fix(?:es|ed)?|resolves?|refs?|see|relate[sd]?|to|issues?|re|cherry|pick(?:ed)?|from|backport|of|update|same|bug|as|in|the|pr|pull|request|discussion|this|and|my|comment|there|also|is|for|more|further|full|details?|info|information|context|)[:.]?$/i

/**
 * Leaves out the items of a list that say what came along with every change, as long as others are left: "Fixed failing UTs",
 * "Add comprehensive test coverage", "Updated docs to remove mentions of `worker-pipeline.js`" (pino 8a20d79e).
 */
export function withoutChores(paragraph: string): string {
  const [head = '', ...items] = paragraph.split(/(?:^|(?<=\s))•\s/)
  const told = items.filter((item) => !chore.test(withoutMarkup(item)) || reasoned.test(item))
  return told.length === items.length || told.length === 0 ? paragraph : [head, ...told].join('• ')
}

const chore = anyOf('i')`
  ^(?:
    (?:all )?(?:the |existing )?tests (?!if\b|mode\b|whether\b)
    (?:also )?(?:
      add|adjust|adapt|clean ?up|cover|correct|expand|extend|fix|format|improv|refactor|regenerat|remov
      renam|rewrit|tweak|updat|writ
    )(?:e|es|s|ed|d|ing|ten)? (?:(?!support\b)[\w\`'./-]+ ){0,4}(?:
      typos?\b
      (?:
        change(?:log|set)s?|coverage|docs?|documentation|docstrings?|formatting|lint(?:ing|s)?
        README(?:\.md)?|spelling|(?:unit )?tests|test(?: (?:cases?|coverage|fixtures?|suites?))?|UTs
        whitespaces?
      )(?=\s*$|[.,:;!)]|\s+(?:accordingly|after|and|as|covering|for|in|on|that|to|with)\b)
    )
  )
`

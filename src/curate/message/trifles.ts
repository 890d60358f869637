import { anyOf } from '../../text/alternatives.ts'
import { countWords } from '../../text/words.ts'
import { reasoned } from '../../text/reasons.ts'

/** So many words say more than that something is spelled otherwise now. */
const leastSaid = 25

/**
 * Whether a change is one of spelling, links or a beginning: nobody looks for it, unless its author had much to say. What
 * others made that was put on a list, and what a linter asked for, is one whatever was said of it.
 */
export const isTrifle = ({ headline, why }: { readonly headline: string; readonly why: string }): boolean =>
  listed.test(headline) ||
  linted.test(headline) ||
  silencesLinter.test(headline) ||
  asLinterAsks.test(headline) ||
  automated.test(why) ||
  // In this order, because the last is the largest pattern of all, and who has much to say is most often met. A capital
  // amid a headline makes a name: "Fix typo in Must docs" (zap 88a8b01a).
  (countWords(why) < leastSaid &&
    ![headline.replace(/ [A-Z]\w*/g, ''), why].some((text) => reasoned.test(text)) &&
    trifle.test(headline))

/** "add `tracing-web` to the list of related crates" (tracing e4d3e366), "Add fastify-etag to ecosystem" (fastify 64296c84). */
const listed =
  /^(?:add|mention|list|include|link)\w*\b.{1,80}\b(?:to|in|as|on) (?:the |our )?(?:list of )?["'`“]{0,2}(?:related[ -](?:crates?|projects?)|ecosystem|adopters|projects using)\b/i

const linters = 'clippy|flake8|golangci(?:-lint)?|golint|go ?vet|gosec|pylint|staticcheck'
const formatters = 'gofmt|rustfmt'

/** "fix `clippy::map_flatten` lint" (tracing dadd3c00): what a linter asked for, and not what is wrong with one. */
const linted = anyOf('i')`
  ^(?:
    fix|silence|appease|address|resolve|satisfy|make
  )\w* (?:for )?(?:(?:the|some|new|more|all) )?\`?(?:${linters}|${formatters})(?:::\w{1,60})?\`? (?:
    warnings?|lints?|errors?|issues?|complaints?|changes|happy|shut up
  )\b
`

/** "satisfy golangci-lint v2; move …", "stabilize nolint directive on …" (fiber): what silences a linter says nothing else. */
const silencesLinter = anyOf('i')`
  ^(?:appease|satisfy|silence|stabili[sz]e|suppress)\w* (?:[\w/-]+ ){0,2}(?:
    ${linters}|${formatters}|nolint|linters?|lint(?:ing)?
  )(?![\w-])
`

/** No bug of a linter is meant. */
const asLinterAsks = anyOf('i')`
  ^(?:address|apply|fix|resolve)\w* (?:
    (?!(?:and|between|by|for|from|in|of|on|that|when|with)\b)[\w/-]+ |issues? of[ ]
  ){0,4}(?:
    # "resolve lint findings and cover …" (fiber)
    (?:${linters}|nolint|linter|lint(?:ing)?) (?:errors?|findings?|issues?|warnings?)\b
    # "Resolve the security issue of GoSec" (fasthttp 0b933084)
    (?:gosec|lint|${formatters})(?:$|,| and security\b)
  )
`

/** What a program rewrote, says that it was one: "Automated change with modified pyupgrade and black" (tornado 9f0a7fdd). */
const automated = /\bautomated changes? (?:using|with)\b/i

const trifle = anyOf('i')`
  ^(?:initial|first) (?:commit|import|checkin)\b
  ^(?:
    (?:
      fix|correct|update|improve|minor|small|tiny|more|a few|some|remove|multiple|clean ?up|change
    )\w*\s+
  ){0,3}(?:[\w.\`'"/-]+\s+){0,3}(?:
    typos?|golint|go ?vet|flake8|grammar|grammatical|spelling|misspell\w*|wording|whitespaces?
    punctuation|indentation|links?|urls?
  )(?:\s(?:errors?|mistakes?|issues?|fix(?:es)?))?(?:$|\s(?:in|to|of|on|for|at|and)\b)
  ^(?:fix|correct)\w* (?:[\w.\`'"/-]+\s+){0,3}(?:typos?|spelling|misspell\w*)[,:][ ]
  ^(?:
    (?:fix|add|update|remove|clean ?up|improve|edit|silence|some|more)\w*\s+
  ){1,3}(?:[\w.\`'"/-]+\s+){0,3}(?:
    clippy|lint(?:er|s)?|doc ?strings?|(?:code )?comments?|semicolons?|rustfmt|gofmt|formatting
  )(?:$|\s)
`

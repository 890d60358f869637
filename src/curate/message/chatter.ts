import { anyOf } from '../../text/alternatives.ts'
import { withoutPrefix } from '../../text/titles.ts'

/** What commits of a squash are called that no one else needs to know of. */
export const isChatter = (headline: string): boolean => chatter.test(withoutPrefix(headline))

const chatter = anyOf('i')`
  ^(?:
    (?:implement|incorporat)\w* (?:[\w-]+ ){0,3}?(?:
      (?:code|pr|review) (?:comments?|improvements?|suggestions?)|feedback|review
    )(?:$|[:.,]| (?:by|from|of|on)\b)
    (?:
      fix(?:e[sd])?|add(?:ed)?|update[ds]?|more|address(?:ed)?|apply|tweak(?:ed)?|remove[ds]?
      clean(?:ed)?(?:[ -]?up)?|correct(?:ed)?|run|improve[ds]?|format|rename[ds]?
    )\b.{0,30}\b(?:
      lint(?:er|ing)?|tests?(?:cases?)?(?! (?:clients?|runners?|servers?)\b)|repro\w*|typos?
      format(?:ting)?|suggestions?|review|comments?|feedback|ci|docs?|changelog
      news ?(?:entry|entries|files?|fragments?(?! types?\b)|items?)|news$|readme|imports?|nits?
      whitespace|clippy|rustfmt|prettier|eslint|types?|build|spelling|changeset
    )\b
    lint|format|oops|wip
    merge(?:
      $
      [ ](?:
        branch|changes|commit|conflicts?|fixes|from|in|latest|main|master|origin|pull|remote|upstream
        with
      )\b
      .* into \S+$
    )
    nits?\b|typo|changelog|news(?: ?(?:entry|entries|files?|fragments?|items?))?(?:$| (?:for|of)\b)
    review|prettier|rustfmt|clippy|gofmt|self[- ]review|update \S+\.\w+$|cleanup|clean up|ci\b|docs?\b
    tests?\b|bump\b|release\b|revert\b|fixup|squash|rebase|try\b|address\b
  )
`

/**
 * Whether a step is called after its reviewers, and says what the pull request is about: "apply petyaslavova review feedback" (redis-py
 * 8210f32f), "Integrate suggested changes" (fmt 0bbc9708), "revise approach based on maintainer feedback" (fastify ebf8730e), "Fixes and changes from review" (structlog 80110eef).
 */
export const isOfReview = (headline: string): boolean => ofReview.test(withoutPrefix(headline))

const ofReview = anyOf('i')`
  ^(?:
    (?:
      address|adjust|appl(?:y|ied)|chang|fix|implement|improv|incorporat|revis|tweak
    )\w* (?:[\w'’@-]+ ){0,5}?(?:
      feedback|(?:code |pr )?reviews?(?: (?:comments?|feedback|findings|suggestions?))?
    )(?: (?:by|from|of|on) [\w'’#@-]+(?: [\w'’#@-]+)?)?
    (?:
      appl(?:y|ied)|implement\w*|incorporat\w*|integrat\w*
    ) (?:(?:all|further|more|the) ){0,2}(?:
      suggested changes(?:(?:,| (?:by|from|of|on)) .{1,80})?
      suggestions(?: (?:by|from) (?:@|github\b|(?:code |the )?review).{0,60})?
    )
    (?:a few|some) suggestions
  )\.?$
`

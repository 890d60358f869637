import { anyOf } from '../../text/alternatives.ts'
import { reasoned } from '../../text/reasons.ts'

/**
 * Leaves out, behind the first sentence of a reason, those by which an author says no more than what he does not know, hopes, is going to
 * do, or asks reviewers: “I don't really understand.” (zod 2b571a21), “Once this merges, I'll release 0.3.13 of …” (tracing
 * b4680b1f). The first may be the reason: “I am not sure if the query_string one is necessary or useful yet” (caddy 2eda21ec).
 */
export const withoutMusings = (said: readonly string[]): readonly string[] =>
  said.filter((sentence, at) => {
    if (at === 0 || reasoned.test(sentence)) return true
    // What goes on behind a question answers it: “If so, we should probably fix that.” (tracing a4069486)
    return !musings.some((musing) => musing.test(sentence)) && !(at === said.length - 1 && isAsked.test(sentence))
  })

/**
 * Behind a comma, or a “but”, may stand what was done about it: “I'm not sure why you would want to do this, but you can now do
 * `--out-extension:.css=.something` too” (esbuild 8fb76e0e).
 */
const isUnsure = anyOf()`
  ^\(?(?:(?:also|and|but|again|however|though|so|unfortunately|to be honest),? )?I(?:'m| am| was)? (?:
    (?:a bit|also|entirely|fairly|just|not|pretty|quite|really|still|very)[ ]
  ){0,3}(?:
    curious|sure|torn|unsure|wondering|hope|wonder
    (?:
      do not|don't|did not|didn't|couldn't|could not|can't|cannot|have not|haven't
    ) (?:(?:actually|even|fully|quite|really) )?(?:care|figure out|know|mind|recall|remember|understand)
    have no (?:clue|idea)|wasn't sure
  )\b(?!.{0,160} but )[^,\`:;]{0,160}$
`

/** “After this merges I'll put out 2.0.3” (clap d4314170); what somebody is not going to do is decided. */
const isNext = anyOf('i')`
  ^(?:
    (?:and|but|maybe|now|so|then),?[ ]
    in (?:(?:a|another|the) )?(?:follow[- ]?up|future|later|next|separate|subsequent)\b[^,\`]{0,30},?[ ]
    (?:after|once|when) (?:that|this|it)\b[^,\`]{0,30},?[ ]
  )?I(?:'ll| will|'m going to| am going to|'m gonna)\b(?! (?:admit|consider|never|not)\b)
`

/** “Does adding this makes sense?” (viper d56c59c6), “Is it a code smell?” (sinatra bd11d9c4) */
const isAsked =
  /^(?:any|anyone|are|can|could|did|do|does|how about|is|perhaps|shall|should|thoughts|what do you|will|would|hopefully)\b[^?`]{0,160}\?$/i

/** “If so, please feel free to reject it.” (tracing 0b352681), “Hopefully this is ok!” (caddy e4ce40f8) */
const isSaid = anyOf('i')`
  ^(?:
    cheers|hopefully,? (?:you\b|this (?:helps|is|looks|works))[^,]{0,80}
    (?:w?h?oops(?:ie|y)?|sorry|apologies)(?: about (?:that|this|it|the (?:mistake|noise)))?
  )[.!]*$
  \b(?:
    please feel|(?:you're|is|are|be) free to (?:close|disregard|reject)
    I'd appreciate (?:a|any|some|your)
  )\b
`

const musings: readonly RegExp[] = [isUnsure, isNext, isSaid]

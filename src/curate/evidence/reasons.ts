import { sentences } from '../../text/sentences.ts'
import type { Evidence, Reading } from '../evidence.ts'

/** Words that mark a sentence as a reason or a rule, with how much each proves; found together they add up. */
const markers: readonly { readonly words: RegExp; readonly weight: number }[] = [
  {
    words:
      /\b(?:because|due to|owing to|the reason|otherwise|rather than|instead of|so as to|to avoid|to prevent|in order to)\b/i,
    weight: 0.6,
  },
  {
    words:
      /\b(?:since|so that|so we|as it|which (?:means|causes|caused|broke|breaks|leads|led)|would (?:break|fail|cause|lose|leak)|avoids?|prevents?|ensures?)\b/i,
    weight: 0.4,
  },
  {
    words: /\b(?:must(?: not|n't)?|never|always|do not|don't|should(?: not|n't)|only ever|has to|have to|required?)\b/i,
    weight: 0.4,
  },
  {
    words:
      /\b(?:bug|race|deadlock|leak|regression|crash(?:es|ed)?|security|vulnerab\w+|backwards?.compat\w*|workaround|known issue|limitation|trade.?off)\b/i,
    weight: 0.3,
  },
  {
    words: /\b(?:no longer|used to|previously|turned out|it is (?:not )?safe|on purpose|intentional\w*)\b/i,
    weight: 0.3,
  },
]
const threshold = 0.4
const rule = /\b(?:must(?: not|n't)?|never|always|do not|don't|only ever)\b/i

/** What templates and tools put into messages, and what is about the message itself. */
const noise =
  /^(?:\[[ x]\]|https?:\/\/\S+$|(?:closes?|fixe?[sd]?|resolves?|refs?|see|related to|part of) #?\w*-?\d+\.?$|\*|---|<!--|signed-off-by|co-authored-by|cherry picked|\(cherry picked|this reverts commit)/i
const bounds = { least: 25, most: 400 }

/** Finds the sentences of a body that state a reason or a rule, verbatim; a message without any gives none. */
export const reasons = ({ commit, message }: Reading): readonly Evidence[] =>
  sentences(message.body).flatMap((text) => {
    if (noise.test(text) || text.length < bounds.least || text.length > bounds.most) return []
    const weight = markers.reduce((sum, marker) => sum + (marker.words.test(text) ? marker.weight : 0), 0)
    if (weight < threshold) return []
    const isRule = rule.test(text) && !/\b(?:was|were|had|did)\b/i.test(text)
    return [
      {
        kind: isRule ? ('rule' as const) : ('reason' as const),
        about: '',
        value: '',
        text,
        category: isRule ? ('convention' as const) : ('project' as const),
        at: { commit: commit.sha, path: '' },
        grade: 'observed' as const,
        weight: Math.min(1, weight),
      },
    ]
  })

import { anyOf } from '../../text/alternatives.ts'
import { reasonWords } from '../../text/reasons.ts'
import { countWords } from '../../text/words.ts'

const { causes, weakCauses, aims, choices, harms } = reasonWords
const wouldHarm = 'would (?:break|fail|cause|lose|leak)'

/** Words that mark a sentence as a reason or a rule, with how much each proves; found together they add up. */
const markers: readonly { readonly words: RegExp; readonly weight: number }[] = [
  {
    words: new RegExp(String.raw`\b(?:${causes}|${aims}|${choices}|otherwise)\b`, 'i'),
    weight: 0.6,
  },
  {
    words: new RegExp(
      String.raw`\b(?:${weakCauses}|so we|as it|which (?:means|causes|caused|broke|breaks|leads|led)|${wouldHarm}|avoids?|prevents?|ensures?)`,
      'i',
    ),
    weight: 0.4,
  },
  {
    words: /\b(?:must(?:n't)?|never|always|do not|don't|should(?: not|n't)|only ever|has to|have to|required?)\b/i,
    weight: 0.4,
  },
  {
    words: new RegExp(String.raw`\b(?:${harms})\b`, 'i'),
    weight: 0.3,
  },
  {
    words:
      /\b(?:no longer|used to|previously|turned out|gets? removed|will be removed|deprecated|it is (?:not )?safe|on purpose|intentional\w*)\b/i,
    weight: 0.4,
  },
]
const threshold = 0.4
const rule = /\b(?:must(?:n't)?|never|always|do not|don't|only ever)\b/i

/** Talk of the author or to the reader, boxes to tick, and text that is an example. */
const aside = anyOf('i')`
  ^(?:
    \[ \]|\*|---|>|thanks|please |before submitting|by submitting|i (?:have|agree)|we (?:require|ask)
    make sure (?:you|to)|if you (?:have|want|would|are) |(?:add|change|update)\w*\b.*\btests?\b
    (?:I\b|This has since|We started|In the example|In general|Consider |Notice:)
  )
  // .*//
  \b(?:pull request|contribut(?:or|ing) |code of conduct|certify|developer certificate|checklist)\b
`
const bounds = { least: 25, most: 400 }

/** How much a sentence states a reason or a rule, from 0.4 to 1; 0 for one that does not, which is most. */
export function reasonScore(said: string): number {
  const text = said.replace(/https?:\/\/\S+/g, '')
  if (text.length < bounds.least || text.length > bounds.most || aside.test(text)) return 0
  if (countWords(text) < 5) return 0
  const weight = markers.reduce((sum, marker) => sum + (marker.words.test(text) ? marker.weight : 0), 0)
  return weight < threshold ? 0 : Math.min(1, weight)
}

/** Tells a rule that holds from a story of what once had to be. */
export const isRule = (text: string): boolean => rule.test(text.replace(/`[^`]*`|"[^"]*"/g, '')) && !story.test(text)

const story = anyOf('i')`
  \b(?:was|were|had|did|used to)\b|\b(?:we|I|they|you|it|that|who|\w+s) (?:don't|do not|never|always)\b
  ^(?:if|when|since|because|this (?:means|makes))\b|\bnow\b|\?
  \b(?:will|would|can|could|may|might|is|are|this should) (?:always|never)\b
  (?<!\bshould |\bbe )\b(?:always|never) \w{2,}(?:[^s]s|ed)\b|\bshould never happen\b
`

/**
 * Tells a sentence of a comment that says why the code is so, what it must not do or what goes wrong: weaker words, such
 * as `ensures` or `should`, stand in every description of a next step.
 */
export const explainsCode = (said: string): boolean =>
  reasonScore(said) > 0 && said.split(' ').length >= leastOfComment && (telling.test(said) || isRule(said))

const leastOfComment = 8

const telling = new RegExp(
  String.raw`\b(?:${causes}|${weakCauses}|${aims}|${choices}|${harms}|${wouldHarm}|` +
    String.raw`(?<!\bif .{1,200})otherwise,? (?:we|it (?!returns)|they|the|this|that|there|you|all|any)\b|` +
    String.raw`which (?:means|causes|caused|leads|led)|avoids|prevents|on purpose|intentional\w*|not (?:thread-?)?safe)\b`,
  'i',
)

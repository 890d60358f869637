/** Words that give a reason, by kind, as parts of an expression: who looks for reasons says which kinds count, and what else. */
export const reasonWords = {
  /** What gives a cause, whatever is said. */
  causes: 'because|due to|owing to|the reason',
  /** The same in words that are also said of time and of manner: "since v2.1" is no cause. */
  weakCauses: String.raw`since (?!v?\d|version)|so that`,
  aims: 'to avoid|to prevent|in order to|so as to',
  choices: 'instead of|rather than',
  /** What goes wrong, or is to be borne. */
  harms: String.raw`bug|race|deadlock|leaks?|regression|crash(?:es|ed)?|security|vulnerab\w+|backwards?.compat\w*|workaround|known issue|limitation|trade.?off`,
} as const

/** Words by which a title or a short sentence says why or what must be, not only what was done. */
export const reasoned = /\b(?:because|so that|to (?:avoid|prevent)|instead of|otherwise|must|never)\b/i

/**
 * The same in a headline that has no text below it. What was used "instead of" something, or done "otherwise", is no more than
 * what was done.
 */
export const reasonedAlone = /\b(?:because|so that|to (?:avoid|prevent)|must|never)\b/i

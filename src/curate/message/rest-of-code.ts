import { sentences } from '../../text/sentences.ts'

// What is left of sentences that began or went on in code which is not told.

/** Marks a paragraph whose first sentence began in code: a control character, which no text has that was read (`text/clean.ts`). */
export const boundToCode = '\u0003'

/** How a paragraph begins whose subject is the code above it, or that ends its sentence; not "npm 7 is needed …". */
export const goesOnBehindCode =
  /^(?:(?:and|are|as|but|can|does|from|gave|gives|has|in|instead|into|is|now|on|or|prints?|produces?|returns?|so|still|than|that|to|used|was|were|when|which|will|with|would|yields?)\b|[a-z]{3,20}ed (?:an?|the|this|to|with)\b)/

/** A paragraph without the end of a sentence that began in code: "now gives a compilation error …" (fmt 1e1ac6e9). */
export const withoutRestOfCode = (paragraph: string): string =>
  paragraph.startsWith(boundToCode) ? sentences(paragraph).slice(1).join(' ') : paragraph

/** A paragraph without what only leads to code and has no colon: "… of small format strings. For example," (fmt #1685). */
export const withoutBareLead = (paragraph: string): string => paragraph.replace(/(?<=[.!?]) for example,?$/i, '')

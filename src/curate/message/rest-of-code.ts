import { sentences } from '../../text/sentences.ts'

// What is left of sentences that began or went on in code which is not told.

/** Marks a paragraph whose first sentence began in code. */
export const boundToCode = '\ue000'

/** A paragraph without the end of a sentence that began in code: "now gives a compilation error …" (fmt 1e1ac6e9). */
export const withoutRestOfCode = (paragraph: string): string =>
  paragraph.startsWith(boundToCode) ? sentences(paragraph).slice(1).join(' ') : paragraph

/** A paragraph without what only leads to code and has no colon: "… of small format strings. For example," (fmt #1685). */
export const withoutBareLead = (paragraph: string): string => paragraph.replace(/(?<=[.!?]) for example,?$/i, '')

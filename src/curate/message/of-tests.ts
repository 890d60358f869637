import { leansBack, sentences } from '../../text/sentences.ts'

/** Takes off a first sentence about the tests that were added, where more follows: "Applies lowercasing *after* …" (click 138a6e3a). */
export function withoutTests(paragraph: string): string {
  const [, ...rest] = sentences(paragraph)
  return isOfTests(paragraph) && rest.length > 0 ? rest.join('\n') : paragraph
}

/**
 * "Also adds two tests", "Update the tests of the client": whether a paragraph begins with what the diff shows. A test may be one
 * of the code: "Added a test to check that bucket is actually non-nil … This happens when …" (bbolt 319a33c5).
 */
export function isOfTests(paragraph: string): boolean {
  const [, second = ''] = sentences(paragraph)
  return ofTests.test(paragraph) && !leansBack(second)
}

const ofTests = /^(?:also,? (?:add|includ|updat|fix)\w*\b.{0,40}\btests?\b|(?:add|updat)\w* (?:\w+ ){0,4}tests?\b)/i

import { reasoned } from './lessons.ts'

/** So many words say more than that something is spelled otherwise now. */
const leastSaid = 25

/** Whether a change is one of spelling, links or a beginning: nobody looks for it, unless its author had much to say. */
export const isTrifle = ({ headline, why }: { readonly headline: string; readonly why: string }): boolean =>
  trifle.test(headline) &&
  ![headline, why].some((text) => reasoned.test(text)) &&
  (why.match(/[A-Za-z]{2,}/g) ?? []).length < leastSaid

const trifle =
  /^(?:initial|first) (?:commit|import|checkin)\b|^(?:(?:fix|correct|update|improve|minor|small|tiny|more|a few|some|remove|multiple|clean ?up|change)\w*\s+){0,3}(?:[\w.`'"/-]+\s+){0,3}(?:typos?|golint|go ?vet|flake8|grammar|grammatical|spelling|misspell\w*|typographical|wording|verb tense|(?:broken|dead|outdated|incorrect) (?:link|url)s?|whitespaces?|punctuation|indentation|links?|urls?)(?:\s(?:errors?|mistakes?|issues?|fix(?:es)?))?(?:$|\s(?:in|to|of|on|for|at|and)\b)|^(?:(?:fix|add|update|remove|clean ?up|improve|edit|silence|some|more)\w*\s+){1,3}(?:[\w.`'"/-]+\s+){0,3}(?:clippy|lint(?:er|s)?|doc ?strings?|(?:code )?comments?|semicolons?|rustfmt|gofmt|formatting)(?:$|\s)|^licen[cs]e (?:year )?\d{4}/i

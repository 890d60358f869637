// Whom a changelog credits, which says nothing of the change.

/** "…, thank you @bouk for your contribution (https://…)." (chi 8391bdb4): amid a line, too. */
export const thankYou =
  /,? (?:thank you|thanks)(?: to)?,? @[\w-]{1,39}(?![\w/-])(?: for (?:the|your) \w{1,20}(?: \w{1,20})?)?(?: \([^()\n]{0,200}\))?(?:!|(?=\s*(?:[.,;)]|$)))/gi

/** Whom a line thanks, behind the number of what they sent. */
export const thanks = /(?: #?\d{1,7}){1,5} by [\p{L}@][\p{L}\w.'@-]{0,40}(?: [\p{L}@][\p{L}\w.'@-]{0,40}){0,4}\.?$/u

/** Whom a line credits behind what is not here any more: `(#2490, aldas, stffabi)`. */
export const credited = /\s[\w-]{2,39}(?:, [\w-]{2,39}){0,5}\)\.?$/

/** Whose change it was, as a line says at its end: `(Konstantin Haase)`, `(Ada Example, Bob Example)`. */
export const credit =
  / \(\p{Lu}[\p{Ll}.'-]{1,30}(?: \p{Lu}[\p{L}.'-]{0,30}){1,3}(?:(?:,| and| &) \p{Lu}[\p{Ll}.'-]{1,30}(?: \p{Lu}[\p{L}.'-]{0,30}){1,3}){0,6}\)\.?$/u

/** Who wrote it, as fragments of towncrier end: "… to ASCII digits -- by `octocat` and `hubot`." (aiohttp). */
const writtenBy =
  /\.? -{1,2} (?:by|patch by|thanks to) (?:user:)?`?@?[\w-]{1,40}`?(?:(?:, and|,| and) `?@?[\w-]{1,40}`?){0,6}(?:\.(?=\s|$)|$|(?=\s\p{Lu}))/giu

/** What towncrier's template of aio-libs puts before the numbers that a change is joined by. */
const relatedTo = /\s\*?Related issues and pull requests on GitHub:/i

/** A line without who wrote it, and what it is joined by. */
export const withoutAuthors = (text: string): string => (text.split(relatedTo, 1)[0] ?? '').replace(writtenBy, '.')

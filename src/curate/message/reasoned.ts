/** Words by which a title or a short sentence says why or what must be, not only what was done. */
export const reasoned = /\b(?:because|so that|to (?:avoid|prevent)|instead of|otherwise|must(?: not)?|never)\b/i

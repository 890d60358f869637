import { sentences } from '../../text/sentences.ts'

/**
 * Shortens lists whose lead says how many items they have, where a reason is too long to be told whole, so that each of them is
 * told: of "Three related cleanups" one and a half were (go-redis 74d9bb03).
 */
export function withItemsShortened(paragraphs: readonly string[], longest: number): readonly string[] {
  if (paragraphs.join(' ').length <= longest) return paragraphs
  let before = 0
  return paragraphs.map((paragraph) => {
    const short = fitting(paragraph, Math.max(leastRoom, longest - before))
    before += short.length + 1
    return short
  })
}

/** What stands behind a long account is told in so many characters, if at all. */
const leastRoom = 300

/** "This results from a combination of two factors: • …" */
const counts = /^[^•]{0,600}\b(?:both|several|two|three|four|five|six|seven)\b[^:•.]{0,120}: • /i

/**
 * Tells the first sentence of every item, and what comes behind it as far as there is room: the second of each before the third of
 * any. Where an item is cut, it says so.
 */
function fitting(paragraph: string, room: number): string {
  const [lead = '', ...items] = paragraph.split(' • ')
  if (paragraph.length <= room || items.length < leastItems || !counts.test(paragraph)) return paragraph
  const said = items.map((item) => sentences(item))
  const told = said.map((all) => all.slice(0, 1))
  let left = room - [lead, ...told.flat()].join(' • ').length
  if (left < 0) return paragraph
  const deepest = Math.max(...said.map(({ length }) => length))
  for (let depth = 1; depth < deepest; depth++)
    for (const [at, all] of said.entries()) {
      const next = all[depth] ?? ''
      if (next === '' || told[at]?.length !== depth || next.length >= left) continue
      told[at]?.push(next)
      left -= next.length + 1
    }
  const cut = (item: string): string => `${item.replace(/[.:;]$/, '')} …`
  const shown = told.map((one, at) => (one.length < (said[at]?.length ?? 0) ? cut(one.join(' ')) : one.join(' ')))
  return [lead, ...shown].join(' • ')
}

const leastItems = 2

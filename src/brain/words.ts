import { oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'

/**
 * Makes one line of what somebody wrote, safe to stand in a document that agents read and pages show: nothing in it ends
 * a block of ours, loads an image or is taken for markup, and no secret leaves with it.
 */
export const plain = (text: string, limit = 200): string =>
  shorten(redact(oneLine(text)), limit)
    .replace(markup, '&lt;')
    .replaceAll('-->', '--&gt;')
    .replaceAll('![', '!\\[')

const markup = /<(?=!|\/?(?:a|audio|base|embed|form|iframe|img|link|meta|object|script|style|svg|video)\b)/gi

/** Says a part of a whole with two places, such as 0.80. */
export const share = (value: number): string => value.toFixed(2)

/** Says how long ago a number of days is. */
export const ago = (days: number): string => (days === 0 ? 'today' : days === 1 ? '1 day old' : `${days} days old`)

/** Names the first few of many, and how many more there are. */
export function someOf(names: readonly string[], most: number): string {
  const more = names.length - most
  return `${names
    .slice(0, most)
    .map((name) => plain(name, 80))
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

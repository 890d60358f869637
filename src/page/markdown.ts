import DOMPurify from 'dompurify'
import { Marked, type RendererObject } from 'marked'
import { addressOf } from './route.ts'

// A tree that was pulled is hostile. What is markup in it is shown as text, pictures are named and not loaded, and links
// lead to entries or to the web; DOMPurify then removes whatever got through.
const escaped = (text: string): string => text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`)

const entryPath = /^@?((?:[a-z0-9][a-z0-9_-]*\/){2,3}[a-z0-9][a-z0-9_-]*\.md)$/

const renderer: RendererObject = {
  html: ({ raw }) => escaped(raw),
  image: ({ text, href }) => escaped(`[picture: ${text === '' ? href : text}]`),
  link({ href, tokens }) {
    const text = this.parser.parseInline(tokens)
    const [, path] = entryPath.exec(href) ?? []
    if (path !== undefined) return `<a href="${escaped(addressOf('entry', path))}">${text}</a>`
    if (/^https?:\/\//i.test(href)) return `<a href="${escaped(href)}" rel="noopener noreferrer nofollow">${text}</a>`
    return `${text} <code>${escaped(href)}</code>`
  },
}

const marked = new Marked({ gfm: true, renderer })

const allowedTags =
  'p br em strong del code pre blockquote ul ol li hr a h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(' ')

/** Longer texts are shown as they are written: to take them apart would keep the page waiting. */
const longest = 200_000

type Html = { readonly __html: string }

/** Makes HTML of a text of somebody's. */
export const markdown = (text: string): Html =>
  sanitised(text.length > longest ? plain(text) : marked.parse(text, { async: false }))

/** The same for what stands within a line. */
export const inlineMarkdown = (text: string): Html =>
  sanitised(text.length > longest ? plain(text) : marked.parseInline(text, { async: false }))

/** The same for what is a link as a whole, so that nothing within it may be one. */
export const titleMarkdown = (text: string): Html =>
  sanitised(text.length > longest ? plain(text) : marked.parseInline(text, { async: false }), [
    'em',
    'strong',
    'del',
    'code',
  ])

const plain = (text: string): string => `<pre>${escaped(text)}</pre>`

function sanitised(html: string, tags: readonly string[] = allowedTags): Html {
  const safe = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...tags],
    ALLOWED_ATTR: ['href', 'rel', 'start'],
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|#\/)/i,
    RETURN_TRUSTED_TYPE: true,
  })
  // What DOMPurify vouches for is a TrustedHTML where the browser asks for one; Preact hands it on as it is.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { __html: safe as unknown as string }
}

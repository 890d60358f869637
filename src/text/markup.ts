import { anyOf } from './alternatives.ts'
import { oneLine } from './clean.ts'

/**
 * A role of reStructuredText or MyST with what it marks: `:func:`~a.b`` or `{pr}`12``. What stands between backticks is taken
 * first, so that `Invalid{Type}` and `/{single}` are not the beginning of one (http 85a0113b, axum 6318b57f).
 */
const roleOrCode =
  /(`{1,3})(?!`)[^`]{1,400}\1|(?<!\w)(?::([a-z][\w+.:-]{0,30}):|\{([a-z][\w+.:-]{0,30})\})`([^`]{1,200})`/gi
/** Roles by which projects name issues and pull requests. */
const ofIssues = /bug|commit|gh|issue|merge|\bmr\b|\bpr\b|pull|ticket|user/i
/**
 * A reference of reStructuredText: `` `#667`_ `` or `` `the docs <https://…>`_ ``. No blank stands behind its first mark or before
 * its last: in "with `printf` is …. For example `__*_format`" a span ends and another begins (cobra 2722a75b).
 */
const rstLink = /(?<![`\w])`(?!\s)([^`<>]{1,200})(?:<[^<>`]{1,300}>|(?<!\s))`_{1,2}(?![\w`])/g
/** A link on words with code in them: [`func (*Context) JSONP`](https://…), [Added `parseJSON` … by `toJSON`](https://…) (date-fns). */
const linkOnCode = /\[((?:[^[\]`]{0,200}`[^`\]]{1,200}`){1,3}[^[\]`]{0,200})\](?:\([^()\s]{1,300}\)|\[[^[\]`]{1,80}\])/g
/** A link whose target stands elsewhere, as Rust's documentation has them: [`Subscriber`]s. */
const shortcut = /(?<!`)\[(`[^`\]]{1,100}`)\](?![([:`])/g
/** Where such links lead, behind what is said: [`Level`]: tracing_core::Level [#12]: https://… */
const linkTargets =
  /(?:^|(?<=[.!?)]))(?:\s?\[[^\]\n]{1,80}\]: \(?(?:https?:\/\/|\w{1,60}::|[\w./-]{1,100}\.html)[^\s`]{0,300}){1,40}/g
const markdownLink = /(!?)\[([^[\]^][^[\]]*|)\](?:\([^()]*\)|\[[^[\]]*\])/g
/** Tags that only say how the words between them look: `<font color="red">` (bat 0319149b). */
const tagged = /<(center|em|font|small|strong)(?: [a-z]{1,20}="[^"<>]{0,60}"){0,4}>([^<>]{0,500})<\/\1>/g
/** Encloses a number that nobody can follow from here, until what led to it is gone as well. */
const dropped = (number: string): string => `\u0001${number.trim().replace(/^(?=\d)/, '#')}\u0002`

/**
 * Reads prose without the marks that only its own renderer understands: roles and links become what they show, references
 * to numbers of issues go with the words that led to them. What stands between backticks is code and stays as it is.
 */
export function withoutMarkup(text: string): string {
  if (!/[`[<]/.test(text)) return text
  const shown = oneLine(text)
    .replace(tagged, '$2')
    .replace(roleOrCode, (whole, _, colons?: string, braces?: string, marked?: string) =>
      marked === undefined ? whole : shownAs(colons ?? braces ?? '', marked),
    )
    .replace(rstLink, (_, marked: string) => (isNumber(marked) ? dropped(marked) : marked.trim()))
    .replace(/``/g, '`')
    .replace(linkOnCode, '$1')
    .replace(linkTargets, '')
    .replace(shortcut, '$1')
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(markdownLink, shownByLink)))
    .join('')
  return oneLine(shown.includes('\u0001') ? withoutLead(shown) : shown)
}

/**
 * The words of a link; a picture has none. What stands twice in brackets behind a name, or is empty, is code: `[][]Aggregator` (go-redis
 * 93f961af), and so is what is called behind a name: `commands['install'](parser)` (pip c6495a46).
 */
function shownByLink(link: string, mark: string, said: string, at: number, whole: string): string {
  const isBehind = /\w/.test(whole.charAt(at - 1))
  const isIndex = link.endsWith(']') && (said === '' || isBehind)
  const isCall = isBehind && link.endsWith(')') && !/\]\((?:https?:|[#./])/.test(link)
  if (mark === '' && (isIndex || isCall)) return link
  return mark === '' ? said : ''
}

/** What stands in the place of a role: a standard by its number, an issue by nothing but that, all else as code. */
function shownAs(name: string, marked: string): string {
  if (!isNumber(marked)) return `\`${shownOf(marked)}\``
  if (/^(?:pep|rfc)$/i.test(name)) return `${name.toUpperCase()} ${marked}`
  return ofIssues.test(name) ? dropped(marked) : `\`${marked}\``
}

const isNumber = (marked: string): boolean => /^(?:(?:#|gh-)?\d+(?:,\s*|$))+$/i.test(marked.trim())

/** What a role shows: its own words before a target, and of a name that begins with `~` the last part. */
function shownOf(marked: string): string {
  const [, words] = /^([^<>]+)<[^<>]+>$/.exec(marked) ?? []
  const name = words?.trim() ?? marked.replace(/^[!.]+/, '')
  return name.startsWith('~') ? (name.slice(1).split('.').at(-1) ?? name) : name
}

const inBrackets = anyOf('gi')`
  [ ]?[([](?:
    (?:see|refs?|in|at|from|by|per|via|with|and|of|to|also|issues?|pull requests?)\b[ :,]{0,3}
  ){0,4}\u0001[^\u0002]{1,200}\u0002(?:[ ,;]|and|\u0001[^\u0002]{1,200}\u0002){0,40}[)\]]
`
/** "This change restored the behavior before #1136." says nothing without it (yarl 497752c1). */
const atEnd = anyOf('gi')`
  (?<!\b(?:after|before|since|than|until) ?)[ ,;]{0,3}(?:
    \b(?:see|refs?|in|at|from|by|per|via|with|and|of|to|also|issues?|pull requests?)\b[ :,]{0,3}
  ){0,4}\u0001[^\u0002]{1,200}\u0002(?:[ ,;]|and|\u0001[^\u0002]{1,200}\u0002){0,40}(?=[.!?]|$)
`

/** "Fixes :issue:`2660`." closes what can be followed no more, and says nothing else (tox 903a4c54). */
const closed = anyOf('gi')`
  (?:^|(?<=[.!?]) )(?:this )?(?:also )?(?:
    fix(?:e[sd])?|close[sd]?|resolve[sd]?
  )\b[ :]{0,2}(?:issues? )?\u0001[^\u0002]{1,200}\u0002(?:
    (?:,? and |[,;] )\u0001[^\u0002]{1,200}\u0002
  ){0,20}(?:[.!?](?= |$)|$)
`

/** Takes out references with the words that led to them, where nothing is left for those to lead to; amid a sentence they stay. */
const withoutLead = (text: string): string =>
  text
    .replace(inBrackets, '')
    .replace(closed, '')
    .replace(atEnd, '')
    .replace(/^(?:\u0001[^\u0002]{1,200}\u0002[ ,:]{0,3}){1,9}(?![ ,:\u0001\p{Ll}])/u, '')
    .replace(/[\u0001\u0002]/g, '')
    .replace(/ ([.,;:])/g, '$1')
    .replace(/([.!?])\1{1,3}(?= |$)/g, '$1')

/** Writes a code span, fenced by one more backtick than it holds in a row, and padded where it touches one (CommonMark 6.1). */
export function codeSpan(value: string): string {
  const longest = (value.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  const pad = value.startsWith('`') || value.endsWith('`') || (value.startsWith(' ') && value.endsWith(' ')) ? ' ' : ''
  return `${fence}${pad}${value}${pad}${fence}`
}

import { anyOf } from '../../text/alternatives.ts'
import { occurrences } from '../../text/words.ts'

// Whom a changelog credits, which says nothing of the change.

/** "…, thank you @bouk for your contribution (https://…)." (chi 8391bdb4): amid a line, too. */
const thankYou =
  /,? (?:thank you|thanks)(?: to)?,? @[\w-]{1,39}(?![\w/-])(?: for (?:the|your) \w{1,20}(?: \w{1,20})?)?(?: \([^()\n]{0,200}\))?(?:!|(?=\s*(?:[.,;)]|$)))/gi

/** The same in brackets, after the number of what they sent: "… when using fork/exec #178 (thanks @pattyshack)" (fsnotify 11054bcf). */
const thankedInBrackets =
  / \((?:many |with )?(?:thank you|thanks)(?: to)?:? @[\w-]{1,39}(?:(?:,| and|, and| &) @[\w-]{1,39}){0,6}!?\)/gi

/** Who sent it, each linked to their page, as github_changelog_generator writes: "… ([michael-grunder](https://github.com/michael-grunder))" (hiredis a5613f3f). */
const linkedPeople =
  / \(\[[^[\]()]{1,60}\]\(https?:\/\/git(?:hub|lab)\.com\/[\w-]{1,39}\/?\)(?:(?:,| and|, and| &) \[[^[\]()]{1,60}\]\(https?:\/\/git(?:hub|lab)\.com\/[\w-]{1,39}\/?\)){0,9}\)/g

/** Who made a change in which commits: "(Paulino Huerta, Jan-Erik Rediger [360a06, 8655a6])" (hiredis 360a0646). */
export const creditOfHashes = / \([^()[\]]{2,120} \[[0-9a-f]{6,40}(?:, [0-9a-f]{6,40}){0,9}\]\)(?=\.?$)/

/** Who wrote a fragment, and did not report what it mends, by their role: "…, by :user:`gaborbernat`." (tox 1f565b17). */
const user = String.raw`:user:\`[^\`]{1,60}\``
const notReported = String.raw`(?<!\b(?:found|noticed|raised|reported|requested|suggested))`
const byUser = anyOf('g')`
  ${notReported}\s{0,3}[.,]?\s{0,3}(?:[–—-]{1,3})?\s{1,3}by ${user}(?:(?:,| and|, and) ${user}){0,6}\.?(?=:|\s*(?:\(|$))
`

/** Who sent it, in brackets of its own or behind the number: "(PR by Nikolay Bryskin)", "(`#1011 <…>`_; PR by @gschaffner)" (anyio). */
const sentInBrackets =
  / \((?:[\w ]{1,40} )?PRs? by [@\p{Lu}][^()\n]{1,160}\)|[;,] (?:(?:partially )?based on (?:a |the )?)?PRs? by [@\p{Lu}][^()\n]{1,160}(?=\))/gu

const pulls = String.raw`\[#\d{1,7}\]\([^()\s]{1,200}\)(?:(?:,| and)(?: PR)? \[#\d{1,7}\]\([^()\s]{1,200}\)){0,5}`
const sender = String.raw`\[@[\w-]{1,39}(?:\[bot\])?\]\([^()\s]{1,200}\)`
const senders = String.raw`${sender}(?:(?:,| and|, and) ${sender}){0,9}`

/**
 * The same as a sentence, with links: "… to `~/.bashrc`. PR [#81](https://…) by [@tiangolo](https://…)." (typer d90344da), and without
 * who it was, or as the last of a list: "…; Initial PR [#1596](https://…) by …" (fastapi 70a51b3a).
 */
const sentBehind = new RegExp(
  String.raw`(?:^|(?<=[.!?:)])\s|(?:;| -)\s)(?:(?:Initial|Original|Updated and merged) )?PRs? ${pulls}` +
    String.raw`(?: by ${senders}(?:\.(?=\s|$)|(?=\s|$))|\.(?=\s|$)|$)`,
  'g',
)

/** A link as HTML has it: "PR <a href="https://…/pull/141" target="_blank">#141</a>" (fastapi 1e4f86db). */
const linkOfHtml =
  /<a(?: [a-z-]{1,20}="[^"<>]{0,300}"){0,3} href="([^"<>\s]{1,300})"(?: [a-z-]{1,20}="[^"<>]{0,300}"){0,3}>([^<>]{1,200})<\/a>/g

/** Where it was sent and reported, in brackets and no link: "… at compile time (https://…/issues/1614, https://…/pull/1615)" (fmt 1e1ac6e9). */
const bareLinks =
  / \((?:https?:\/\/[^\s/(),]{1,80}(?:\/[^\s/(),]{1,80}){2}\/(?:pull|issues|commit|discussions)\/[\w#-]{1,80},?(?: and)? ?){1,80}\)\.?/g

/** Where it was sent, and by whom: "… in [urfave/cli/pull/1062](https://…) via [@zhsj](https://…), @masonj188" (urfave/cli). */
const sentVia = anyOf('g')`
  [ ]in \[[\w.-]{1,40}/[\w.-]{1,60}/pull/\d{1,7}\]\([^()\s]{1,200}\)(?:
    [ ]via (?:\[@[\w-]{1,39}\]\([^()\s]{1,200}\)|@[\w-]{1,39})(?:
      ,? (?:and )?(?:\[@[\w-]{1,39}\]\([^()\s]{1,200}\)|@[\w-]{1,39})
    ){0,6}
  )?
`

/** A person, by a role, a reference, a link or a name. */
const person =
  /(?::user:`[^`]{1,60}`|`[^`]{1,60}`_{0,2}|\[(?:@[\w-]{1,39}|(?!@)[^[\]]{1,60})\]\([^()\s]{1,200}\)|@[\w-]{1,39}|\p{Lu}[\p{L}'’-]{1,30}(?: (?:van|von|de)| \p{Lu}[\p{L}'’-]{0,30}\.?){0,3})/u
    .source

/**
 * A sentence that thanks people: "Thanks :user:`chekunkov` for reporting and thanks :user:`lafrech` for the PR." (marshmallow), "Kudos to
 * [@justrag](https://…)." (date-fns), "Thanks `@d-b-w`_ for the report and Bruno Oliveira for the PR (`#2101`_)." (pytest); not one that
 * leads on: "… for reporting this, see https://…".
 */
const thanking = new RegExp(
  String.raw`(?:^|(?<=[.!?)]["'”]?)\s{1,3})(?:(?:[Bb]ig|[Mm]any|[Ss]pecial)\s)?(?:[Tt]hanks|[Tt]hank\syou|[Kk]udos)(?:\sto)?\s` +
    String.raw`${person}(?:(?:,?\sand|,|\s&)\s${person}){0,40}(?:,?(?:\sagain)?\s(?:in|f?or|reporting)\b(?:\s[^\s.!?]{1,60}){0,24})?` +
    String.raw`(?:\s\([^()\n]{1,80}\))?(?:[.!](?=\s|$)|$)`,
  'gu',
)

/** "This fix was contributed by [@akayj](https://…).", "Support for this platform was contributed by …" (esbuild 80713c67). */
const contributed = anyOf('g')`
  (?:^|(?<=[.!?:)])\s)(?:
    Part of (?:the|this)|Support for this|The|This
  )(?: [\w-]{1,20}){0,5} (?:was|were) contributed by \[@[\w-]{1,39}\]\([^()\s]{1,200}\)(?:
    (?:,| and|, and) \[@[\w-]{1,39}\]\([^()\s]{1,200}\)
  ){0,5}\.(?=\s|$)
`

/** "See PR: [395](https://…)." (date-fns): the number that the line is joined by, as others write it. */
const seePull = /(?<=[.!?)])\sSee PR:? \[#?(\d{1,7})\](\([^()\s]{1,200}\))\.?(?=\s|$)/g

/**
 * Where a change was sent, of an item that says nothing else of the one it stands below: "- Fixed by [Sai](https://…) in Pull Request
 * [#3788](https://…)." (Alamofire, AFNetworking); undefined of any other.
 */
export const sentIn = (item: string): string | undefined => doneBy.exec(item)?.[1]

const doneBy = anyOf()`
  ^(?:
    Added|Changed|Contributed|Fixed|Implemented|Improved|Moved|Removed|Renamed|Reported|Updated
  ) by \[[^[\]]{1,60}\]\([^()\s]{1,200}\)(?:
    (?:,| and|, and) \[[^[\]]{1,60}\]\([^()\s]{1,200}\)
  ){0,5} in (?:[Pp]ull [Rr]equest |[Ii]ssue |PR )?(\[#\d{1,7}\]\([^()\s]{1,200}\))[.;]?$
`

/** A line without whom it credits. */
export const uncredited = (text: string): string =>
  text
    .replace(linkOfHtml, '[$2]($1)')
    .replace(bareLinks, (link, at: number, whole: string) =>
      link.endsWith('.') && !/[.!?]/.test(whole.charAt(at - 1)) ? '.' : '',
    )
    .replace(sentInBrackets, '')
    .replace(sentBehind, '')
    .replace(sentVia, '')
    .replace(thanking, '')
    .replace(contributed, '')
    .replace(seePull, ' ([#$1]$2)')
    .replace(linkedPeople, '')
    .replace(thankYou, '')
    .replace(thankedInBrackets, '')
    .replace(byUser, (_, at: number, whole: string) => (/[.!?]$/.test(whole.slice(0, at)) ? '' : '.'))
    .replace(/\.:(?=\s)/g, ':')

/** Whom a line thanks, behind the number of what they sent. */
export const thanks = /(?: #?\d{1,7}){1,5} by [\p{L}@][\p{L}\w.'@-]{0,40}(?: [\p{L}@][\p{L}\w.'@-]{0,40}){0,4}\.?$/u

/**
 * The same behind hashes, and of several people: "Fixes #1567 by Jordan Owens, Horacio", "… integration. 54597502 by Olle Jonsson"
 * (sinatra).
 */
export const sentByPeople =
  /(?:(?:(?: and|,)? (?=[a-f]{0,39}\d)[0-9a-f]{8,40}){1,5}|(?<=#\d{1,7})) by [\p{Lu}@][\p{L}\w.'@-]{0,40}(?: \p{Lu}[\p{L}\w.'@-]{0,40}){0,3}(?:(?:,| and) [\p{Lu}@][\p{L}\w.'@-]{0,40}(?: \p{Lu}[\p{L}\w.'@-]{0,40}){0,3}){0,4}\.?$/u

/** Whom a line credits behind what is not here any more: `(#2490, aldas, stffabi)`, `[#3980, Benjamin-Dobell]` (sidekiq). */
const behindNumber = /\s[\w-]{2,39}(?:, [\w-]{2,39}){0,5}([)\]])(?:\.?$|(?=\s\p{Lu}))/u
/** The same before a number: `[mariovisic, #944]`. */
const beforeNumber = / \[(?:[\w-]{2,39}, ){1,6}#\d{1,7}\](?=\.?$)/

/** A line without whom it credits beside a number; what is in brackets of its own is no credit. */
export const uncreditedBeside = (line: string): string =>
  line
    .replace(beforeNumber, '')
    .replace(behindNumber, (end: string, closing: string) =>
      occurrences(line, closing === ']' ? '[' : '(') < occurrences(line, closing) ? '' : end,
    )

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

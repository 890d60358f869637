// What headlines say by their first words of what was done.

import { anyOf } from '../../text/alternatives.ts'

/** How a headline begins that takes something away. */
export const removes =
  /^(?:delet(?:e[ds]?|ing)|disabl(?:e[ds]?|ing)|drop(?:s|ped|ping)?|no longer|remov(?:e[ds]?|ing)|stop(?:s|ped)?)\b/i

/** How a headline begins that brings something, or goes on behind something else. */
export const adds = /(?:^|; )(?:add|expose|implement|introduce|provide|support)(?:s|ed)?\b(?! (?:back|support for)\b)/i

/**
 * How a headline begins that takes something back, in whatever words, and stands for nothing else: who reverts to something brings
 * that, and programs roll back transactions and undo edits.
 */
export const undoing = anyOf('i')`
  ^(?:
    revert(?:s|ed|ing)?\b(?! (?:back )?to\b)
    (?:back(?:ed|s)? out|roll(?:ed|s)? back|undo(?:es|ing)?):? (?:
      ["“'\`#]
      (?:of )?(?:the )?(?:last |previous |recent )?(?:
        changes?(?:ets?)?|commits?|[0-9a-f]{7,40}|merge|patch|pr|pull request
      )\b
    )
  )
`

/**
 * How one begins that takes back a commit or what it did, and no state of the program: "Revert Map support" (immer 47529d31).
 * "Revert button gets an icon" and "revert on error" take nothing back.
 */
export const revertsWork =
  /^revert(?:s|ed)?(?::| ["“`#]| (?:changes?|commit|[a-z]{3,}ing|[0-9a-f]{7,40})\b| (?:the )?\S+ (?:behaviou?r|changes?|default|feature|fix|hack|patch|support|workaround)$)/i

/** How one begins that brings back what was taken back. */
export const landing = /^re-?(?:apply|land)\b/i

/** How a headline begins that deprecates something, or warns that it is deprecated (attrs 2834ee4a). */
export const deprecates =
  /^(?:deprecat(?:e[ds]?|ing)|(?:emit|raise|show)(?:s|ed)? (?:an? )?deprecation ?warnings?(?: (?:about|for|if|on|when))?)\b/i

/** What a headline says is not deprecated any more; undefined of any other: "Un-deprecate enable-all option" (golangci-lint 505ed3c0). */
export function namesUndeprecated(headline: string): string | undefined {
  const [, behind, of = behind] = undeprecates.exec(headline) ?? []
  return of
}

/** "Revert deprecation of .Page.Lang" (hugo 6cb3bda3), "revoke deprecation of `--dev`" (poetry 86222737). */
const undeprecates =
  /\bun-?deprecat(?:e[ds]?|ing) (.{2,120})|\b(?:cancel|lift|revert|revok|undo|withdr[ae]w)\w* (?:the )?deprecation of (.{2,120})/i

/** What was done to comments, tests and pages, or for those who reviewed it, is a poor name for what these are about. */
export const touchesUp = anyOf('i')`
  ^(?:
    address\w* (?:\w+[ -]){0,4}(?:comments?|feedback|findings|review)\b
    (?:
      add\w* (?:more|some)[ ]
      (?:adjust|clean|fix|improv|tweak|updat)\w*(?: up)? (?:
        (?:a few|all|broken|failed|failing|flaky|more|some|the|various)[ ]
      )?
    )(?:
      changelog|comments?|coverage|doc(?:s|strings?|umentation)?|lint\w*|readme|tests?|typos?|warnings?
    )
  )\b
`

/**
 * How one begins that says the same in another language: "Convert Exchange to Kotlin (#5023)", "HttpUrl in Kotlin" (okhttp 4dbcf39a,
 * 98a67d1d); not what moves to a later version of one, "Convert goods to Java 8".
 */
export const translates = anyOf('i')`
  ^(?:
    (?:convert|migrat|mov|port|re-?writ|translat)\w*\b.{1,80}\b(?:in|into|to)
    [A-Z]\w{1,40}(?:(?:,| and) [A-Z]\w{1,40}){0,4} in
  ) (?:C\+\+|Go|Java|JavaScript|Kotlin|KTS|Python|Ruby|Rust|Swift|TypeScript)\b(?! ?v?\d)
`

/** How a headline begins that says that a program ran: "Apply the latest version of `black`". */
const run = String.raw`(?:(?:update and )?apply|re-?run|run) (?:(?:latest|updated) (?:version of )?)?['\`]?`
const formatters = String.raw`(?:black|(?:cargo|go|ruff|taplo) (?:fmt|format)|clang-format|cmake-format|gofmt|isort|prettier|rustfmt)`

/** What is done to all of a project at once, whatever it says. */
export const sweeps = anyOf('i')`
  ^\W{0,6}(?:
    # A release (chrono ed372793), and what is built for one (marked 35172b7f).
    bump|release|prepare for (?:the )?(?:move|release)|update version to v?\d
    v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?=:|$)|(?:run )?build(?: v?\d[\w.]*)?(?: \[[\w ]{1,20}\])?$
    # A formatter, or what a linter mends.
    re-?fo?rmat\w*|pre-commit\.ci\b|\`?cargo fmt|(?:gofmt|rustfmt)(?:'?ed)?|clang-format$
    ${run}(?:${formatters}|(?:cargo|go) fix|pre-?commit|pyupgrade|ruff)
    (?:apply|fix|run) (?:[\w-]+ ){0,2}(?:
      auto-?fix\w*|lint(?:er|ing)?(?: (?:errors?|issues?|warnings?))?
    )$
    # What all files say of the project.
    (?:migrate|move|update|upgrade) to (?:rust )?\d{4} edition
    (?:fix|rename|update)\w* (?:[\w-]{1,30} ){0,2}import paths?$|rename (?:all )?imports?
  )\b
  \bchange ?log\b
`

/**
 * Whether one says no more than that a formatter ran: "Apply clang-format" (fmt 6855bd53), "apply rustfmt after scenario rename" (pnpm);
 * not "Run gofmt on generated code", which is what a generator does.
 */
export const letsFormat = anyOf('i')`
  ^${run}${formatters}['\`]?(?:$|[,;:.(]| (?:after|again|everywhere|on (?:all|everything)|to (?:all|everything|the code)|v?\d))
`

/** How a headline begins that is about a hole, or what it calls one: "Do not allow LF as a line ending in a header (CVE-2021-41136)". */
export const closing =
  /^(?:[Aa]void|[Dd]o not|[Dd]on't|[Ff]ix|[Gg]uard|[Mm]itigate|[Nn]ever|[Pp]revent|[Pp]rotect)(?:s|e[ds]|d|ed|ing)? |\b(?:CVE-|GHSA-|ReDoS\b|DoS\b|[Vv]ulnerab)/

/**
 * How one begins that takes out what nobody used, and does nothing besides: nobody misses it ("Remove dead code from wheel_metadata",
 * pip d5b4c151). Of six that strict readers judged, and eight others, none was good. Why something is redundant is often a rule of
 * the code (rayon 0a7a2fb6), so that is told.
 */
export const removesUnused =
  /^(?:[^:\s]{1,30}: )?(?:clean(?:ed|s)? up|delet\w+|drop\w*|get rid of|remov\w+) (?:(?:a|all|an|now|old|some|the) ){0,2}(?:dead|unused)\b(?!.*,)/i

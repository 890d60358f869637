import { anyOf } from '../../text/alternatives.ts'
import type { LessonKind } from '../../tree/note.ts'
import { kindNamed } from './changelog-items.ts'

/** A line of a changelog without what it is labelled with, and a kind behind that: "**retry**: **Breaking Change** `Budget` is …" (tower d27ba658). */
export function withoutLabels(text: string): { readonly said: string; readonly labelled: LessonKind | '' } {
  const first = readLabel(text)
  const second = readLabel(first.rest)
  const kind = kindNamed(second.name)
  return { said: kind === '' ? first.rest : second.rest, labelled: kindNamed(first.name) || kind }
}

function readLabel(text: string): { readonly name: string; readonly rest: string } {
  const [labelled = '', starred, breaking, bracketed, role] = label.exec(text) ?? []
  return { name: starred ?? breaking ?? bracketed ?? role ?? '', rest: text.slice(labelled.length) }
}

/**
 * `**http2:** …`, `**Breaking Change** …` (tower), `**BACKWARDS INCOMPATIBLE** …` (anyio), `*Backwards-incompatible*: …` (marshmallow),
 * `[FEATURE] …`, and the roles of Sphinx's "releases": `:bug:`- major` …` (structlog 3b37d717).
 */
const label = anyOf()`
  ^(?:
    \*\*\s*(
      [A-Za-z][A-Za-z-]{0,39}(?: [Cc]hanges?)?
      (?:[Bb]ackwards?|BACKWARDS?)[ -](?:[Ii]ncompatible|INCOMPATIBLE)|[\w.,/-]{1,40}:
    )[\s:]*\*\*[\s:]*
    \*([Bb](?:ackwards?[- ]incompatible|reaking(?: change)?))\*:?\s+|\[([A-Z]{3,12})\]\s(?::[a-z_]+:\s)?
    :([a-z]{3,12}):\`(?:-|\d{1,7})(?: \w{1,9})?\`\s
  )
`

/** What a list that is made of the log has of it: "chore(response): prevent Flush() panic when …" (gin 26c3a628), "fix: …" (pnpm), "New: …" (sinatra); not of a few words. */
export const ofType =
  /^(?:build|chore|ci|docs|feat|[Ff]ix|New|perf|refactor|style|test)(?:\([^()\n]{1,60}\))?!?: (?=(?:\S+ ){3})/

/** The kind of a change and its number: "Bugfix #5234: Prevent mounting …" (restic); or its part: "**[middleware]** Disable …" (traefik), "*(error)* Be" (clap). */
export const numberedLabel =
  /^(?:(?:bugfix|change|chg|enh|enhancement|fix|sec|security) #\d{1,7}: |\*\*\[[^\]*\n]{1,60}\]\*\* |\*\([\w ,./-]{1,30}\)\* )(?=\S)/i

import { anyOf } from '../../text/alternatives.ts'

/** How an author tells of the state that a change found, or left for now; a year later nobody can tell which, but that it is past. */
const tellsOfNow = [
  // "Currently, when using a reloadable filter, `Interest` is never cached." (tracing)
  /^(?:(?:and|but|however|so)\b,? )?(?:as of now|at present|at the moment|currently|nowadays|presently|right now|today)\b/i,
  // "We've adopted `tracing` for diagnostics, but currently, it is a drop-in for `log`" (h2 fc7f63f6)
  / (?:although|but|though|while|yet),? currently,? (?:all|it|its|our|that|the|there|they|this|we)\b/i,
  // "tonic-xds doesn't currently interoperate with Istio" (tonic 2c0b8831), "there is currently no way to …"
  /\b(?:(?:are|can|do|does|has|have|is)(?:n't| not)|there (?:are|is)) currently\b/i,
  // "The `FmtSubscriber` currently has a subtle bug" (tracing); a server that "is currently closing" is another matter.
  anyOf('i')`
    \bcurrently (?:
      assumes?|breaks?|broken|crashes|depends?|do(?:es)?(?:n't)?|fail(?:ing|s)?|ha[sv]e?|ignores?|lacks?
      missing|no|not|only|panics?|relies|requires?|returns?|sets?|supports?|throws?|triggers?|unable
      uses?
    )\b
  `,
  // "This module currently takes about 200 ms" (starship fae92b29), "We currently invoke `starship time` in a sub-shell" (5eacd3ab),
  // "Diagnostics are currently extended if text is inserted at their end" (helix 515ef172), and not
  // what is so at one moment of a run: "the object that its `shape` currently answers from"
  anyOf('i')`
    ^(?:
      (?!\b(?:after|as|before|if|once|that|unless|until|when|where|whether|which|while|who|whose)\b)[^;]
    ){0,200}\b(?:
      currently (?:are|[a-z]{3,14}[^s\W]s)|(?:are|is) currently [a-z]{2,14}ed\b
      (?:these|this|we) currently (?!was\b|were\b)[a-z]{3,14}
    )\b
  `,
  // "These are kept for now", "… has not been in a release yet, so these names can still be adjusted" (logrus d37a1efb)
  // what a commit does is no such state: "This commit removes … (and broken in the way it is implemented right now)" (client_golang).
  /^(?!(?:in )?this (?:change|commit|patch|pr)\b)[^]{0,400}?\b(?:for|right) now\b/i,
  // … where a project is not: "JSDoc doesn't yet support specifying array content" (eslint 4f898c74), "in an official release yet". What
  // a program has not done at one moment of its run is so at any time: "an index entry is characterized by not yet being associated
  // with a pack" (restic 7b11660f), "a learner has been promoted but has not learned about this yet" (raft abb533c2).
  anyOf('i')`
    ^(?!(?:in )?this (?:change|commit|patch|pr)\b)(?:
      (?!
        \b(?:if|in which(?! case)|once|though|unless|until|when|where|while)\b
        \b(?:that|which) (?:are|ha[sv]e?|is)\b
      )[^]
    ){0,400}?\b(?:not|[a-z]+n't) (?=
      (?:\S+ ){0,8}(?:
        add|adopt|available|clear|complete|convert|cover|decid|documented|exist|figur|finish|fix
        implement|includ|known?\b|migrat|port|possible|publish|ready|releas|report|stable|support|sure
        updat|us(?:e[sd]?|ing)\b|work
      )
    )(?:\w+ ){0,8}yet\b
  `,
  // "No callers yet", "it has no producing mode yet" (reedline 71f68ab3)
  // and not what may be so at any time: "If there is no session yet, one is made"
  /^(?:(?!\b(?:after|if|on|once|unless|until|when|where|while)\b)[^])*?(?:^|[,;:] |\b(?:has|have|is|are|with) )no (?:\w+ ){1,3}yet\b/i,
  // "This isn't documented, even though …": the commit documents it (black 12e857f2)
  /\b(?:aren't|are not|isn't|is not) (?:\w+ ){0,2}(?:documented|explained|mentioned|noted)\b/i,
  // "The implementation of the interface has a bug" (raft 1165379f), "the key incorrectly returns string" (hono 0f499152)
  /\b(?:ha(?:s|ve)|(?<!\b(?:case|if|when|whenever) )there(?:'s| (?:is|are))) an? (?:[a-z]+ ){0,2}(?:bug|deadlock|leak|race(?: condition)?)\b/i,
  /(?<!\b(?:can|if|might|must|never|not|should|to) )\b(?:erroneously|incorrectly|mistakenly|wrongly) (?!was\b|is\b)[a-z]{1,14}[^s\W]s\b/i,
  // "the current code is missing the support for `ignore_case`" (tonic ff8a1f94), and no order: "Clean up the existing
  // implementation" (zap 228bdd6e), "the zero value should retain the current behavior" (b6ea2eee)
  /(?:^|[,;] (?:but |so )?)the (?:current|existing) (?:approach|behaviou?r|code|design|implementation|logic|tests? (?:do(?:es)?n't|fails?|miss(?:es)?|only)|version)\b/i,
  // "The *current* Alertmanager API v1 is undocumented" (alertmanager f1b920bc), "The current MSRV check is lazybones" (tracing)
  anyOf('i')`
    ^(?:the|our) \*?(?:current|existing)\*? (?:[\`\w.-]{1,40} ){0,2}(?:
      API|algorithm|check|description|docs|documentation|format|handling|impl|instructions|master
      methods?|parser|system|wording|workaround
    )\b
  `,
  // "This PR does not include channel retention, metrics and observability mode" (grpc-go 66565359), and no matter of its users:
  // "This change does not support Windows"
  /^(?:this|the) (?:change|commit|patch|pr|pull request) (?:does not|doesn't) (?:yet )?(?:add|contain|cover|implement|include|provide)\b/i,
  // "will have to opt in via a future API" (grpc-go 096e7035), "this is left to a follow-up PR"
  /\b(?:by|in|through|to|via|with) an? (?:future|follow-?up|later|separate|subsequent) (?:API|change|commit|patch|pr|pull request)\b/i,
  // "The new `watch` method is not implemented." (grpc-go 9907ae0e)
  /^the new (?:[`\w.:()-]{1,40} ){1,4}(?:is|are)(?: not|n't) (?:implemented|registered|wired)(?=[.,;]|$)/i,
]

/** What says so at the beginning, and need not be said twice. */
const opening =
  /^(?:(?:and|but|however|so)\b,? )?(?:as of now|at present|at the moment|currently|for now|nowadays|presently|right now|today)\b,? /i

/** An author's heading that says as much. */
const heading = /^(?:motivation|problem): /i

/** Says of the first sentence that speaks of now, where no heading stands before it, that its now is over. */
export function withItsTime(said: readonly string[]): readonly string[] {
  const at = said.findIndex((sentence) => tellsOfNow.some((shape) => shape.test(sentence)))
  if (at === -1 || said.slice(0, at + 1).some((sentence) => heading.test(sentence))) return said
  const [bracket = ''] = /^\(/.exec(said[at] ?? '') ?? []
  return said.with(at, `${bracket}At the time: ${(said[at] ?? '').slice(bracket.length).replace(opening, '')}`)
}

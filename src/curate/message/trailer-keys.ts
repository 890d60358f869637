/**
 * What authors say in trailers: why, what was decided, what binds them. evidence/trailers.ts says what each means; `Why`, `Reason` and
 * what breaks are a part of the reason.
 */
export const knownKey =
  /^(?:why|reason|decision|constraint|rejected|tested|supersedes|not-tested|confidence|scope-risk|directive|breaking[ _-]changes?)$/i

/**
 * A line by which people and tools sign: who wrote, read or reported it, and where it came from. It says nothing of the code, as
 * "Drive-by: Update …" does (click 535559ad).
 */
export const signature = new RegExp(
  String.raw`^\s*(?:[-*]\s+)?(?:(?:signed-off|reviewed|acked|reported|tested|suggested|helped)-by|co-?authored[- ]by|cc|` +
    'agent-logs-url|change-id|claude-session|message-id|pr-url|reviewed-on|gitorigin-revid|backport-of|cherry-picked|git-svn-id|darcs-hash|' +
    String.raw`differential revision)\b\s{0,9}[:=]`,
  'i',
)

/** What a trailer says, one by one: what it lists below its name are as many values. */
export const valuesOf = (value: string): readonly string[] =>
  (value.startsWith('- ') ? value.split(/(?:^| )- /) : [value]).filter((text) => text !== '')

/** A trailer as git writes it, its key and its value; `Closes #12` is one. */
export const trailerLine = /^([A-Za-z][A-Za-z.-]*|BREAKING[ _-]CHANGES?)(?::(?: |$)| #)(.*)$/

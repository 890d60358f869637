import { anyOf } from '../../text/alternatives.ts'

/** How messages name the commit that was copied onto another branch, each in a group of its own (aiohttp has 1,403). */
const copied = anyOf('gi')`
  # Git, and the title of a backport: [PR #12091/8a631e74 backport][3.14] ….
  \(cherry[ -]picked from commit ([0-9a-f]{7,64})\)|\[?PR\s#\d{1,7}/([0-9a-f]{6,40})\sbackport\]
  # Its first line, or a list below "Backports the following commits to 3.7:", by their numbers (a0cbeb96).
  \bbackport of PR #\d{1,7} as merged into \S{1,60} \(([0-9a-f]{7,64})\)
  \bbackports? the following commits (?:from \S{1,60} )?to \S{1,60}:\s{1,9}[-*] [^\n]{1,200}\((#\d{1,7})\)
  # The branch of a robot (94aa627a).
  \bpatchback/backports/[\w./-]{1,60}/([0-9a-f]{40})/pr\b
`

/** No message names the commit that it copies by fewer characters of its hash. */
export const shortestPicked = 6

/** The hashes, whole or their beginnings, or numbers, of the commits that a message says it is a copy of, one by way of the other. */
export const pickedFrom = (message: string): readonly string[] => [
  ...new Set([...message.matchAll(copied)].flatMap(([, ...names]) => names.filter(Boolean))),
]

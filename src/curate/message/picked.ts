/** How git, a backport's title and its first line name the commit that was copied onto another branch (aiohttp has 1,403). */
const copied =
  /\(cherry[ -]picked from commit ([0-9a-f]{7,64})\)|\[?PR\s#\d{1,7}\/([0-9a-f]{6,40})\sbackport\]|\bbackport of PR #\d{1,7} as merged into \S{1,60} \(([0-9a-f]{7,64})\)/gi

/** No message names the commit that it copies by fewer characters of its hash. */
export const shortestPicked = 6

/** The hashes, whole or their beginnings, of the commits that a message says it is a copy of, one by way of the other. */
export const pickedFrom = (message: string): readonly string[] => [
  ...new Set([...message.matchAll(copied)].flatMap(([, ...names]) => names.filter(Boolean))),
]

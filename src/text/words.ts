/** Names a commit by its first eight characters. */
export const short = (commit: string): string => commit.slice(0, 8)

/** Counts things in words. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

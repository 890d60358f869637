/** The lines of a golden file, with the end that each of them has. */
export const rows = (all: readonly string[]): string => `${all.join('\n')}\n`

/** A value as golden files spell it. */
export const say = (value: unknown): string => JSON.stringify(value)

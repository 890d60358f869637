/**
 * Puts the line of code that a comment stands at before its words: "Beside `highWaterMark: 0`: It needs to be zero because …".
 * Beside its code, everybody sees what "it" is. Code has no backtick in it.
 */
export const besideCode = (code: string, text: string): string => (code === '' ? text : `Beside \`${code}\`: ${text}`)

/** What a comment says by itself, wherever it stands: two that say the same are one. */
export const withoutCode = (statement: string): string => statement.replace(beside, '')

/** Whether a statement has its code before it. */
export const standsAtCode = (statement: string): boolean => beside.test(statement)

const beside = /^Beside `[^`\n]{1,120}`: /

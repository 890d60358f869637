/**
 * Puts the line of code that a comment stands at before its words: "Beside `highWaterMark: 0`: It needs to be zero because …".
 * Beside its code, everybody sees what "it" is. Code has no backtick in it.
 */
export const besideCode = (code: string, text: string): string => (code === '' ? text : `Beside \`${code}\`: ${text}`)

/** What a comment says by itself, wherever it stands: two that say the same are one. */
export const withoutCode = (statement: string): string => statement.replace(beside, '')

/** The code that stands before a statement, '' where none does. */
export const codeBefore = (statement: string): string => beside.exec(statement)?.[1] ?? ''

const beside = /^Beside `([^`\n]{1,120})`: /

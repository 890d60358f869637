import { codeSpan } from '../text/markup.ts'

/**
 * Puts the line of code that a comment stands at before its words: "At `highWaterMark: 0`: It needs to be zero because …".
 * Beside its code, everybody sees what "it" is.
 */
export const atCode = (code: string, text: string): string => (code === '' ? text : `At ${codeSpan(code)}: ${text}`)

/** What a comment says by itself, wherever it stands. */
export const withoutCode = (statement: string): string => statement.replace(at, '')

const at = /^At (`{1,3})(?!`)[^\n]{1,120}?(?<!`)\1: /

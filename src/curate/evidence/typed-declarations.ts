import { anyOf } from '../../text/alternatives.ts'
import type { Language } from '../code/language.ts'

// What is declared in languages that put a type before the name.

/**
 * Names what a line declares: in C a function, also with its type in a line of its own, as GNU writes it, or a type; in Java a method.
 * '' where it declares none, and in other languages.
 */
export function declaredBehindType(lines: readonly string[], at: number, language: Language): string {
  const line = headOf(lines[at])
  if (language === 'java') return javaMethod.exec(line)?.[1] ?? ''
  if (language !== 'c' || noDeclaration.test(line)) return ''
  const named = cType.exec(line)?.[1] ?? callbackType.exec(line)?.[1] ?? functionIn(line)
  if (named !== undefined) return named
  const [above, below] = [headOf(lines[at - 1]), headOf(lines[at + 1])]
  const head = isTypeAlone(line) ? below : isTypeAlone(above) ? line : ''
  return notMacro(bareHead.exec(head)?.[1]) ?? ''
}

/** Whether a line begins a type of C, and no function: `struct __attribute__ ((__packed__)) sdshdr5 {` (hiredis sds.h). */
export const isTypeOfC = (line: string): boolean => cType.test(headOf(line))

/** An operator of C++ has no name, and what stands before a function may have brackets, too: `__declspec(dllexport) int walk(void)`. */
const functionIn = (line: string): string | undefined =>
  /\boperator\b/.test(line) ? undefined : notMacro(cFunction.exec(line.replace(attributeOfC, ''))?.[1])

const attributeOfC = /\b(?:__attribute__|__declspec)\s?\((?:\([^()]{0,80}\)|[^()]{0,80})\)\s?/g

/** `static DEFINE_MUTEX(list_lock);` calls a macro. */
const notMacro = (name: string | undefined): string | undefined =>
  name === undefined || /^(?:__\w+__|[A-Z][A-Z0-9_]*)$/.test(name) ? undefined : name

/** The field that a line within a struct of C, or a class of Java, gives: what a comment above that line is about. */
export function fieldBehindType(line: string, language: Language): string {
  if (language === 'java') return javaField.exec(line)?.[1] ?? ''
  return language === 'c' ? (cField.exec(line)?.[1] ?? callbackField.exec(line)?.[1] ?? '') : ''
}

/** The macro that a line of C defines, not one that is only there, as guards are: `#define REDIS_FREEING 0x8` (hiredis). */
export const macroOfC = (line: string): string =>
  /^#\s{0,4}define\s{1,8}([A-Za-z_]\w{0,80})(?:\(|\s{1,20}\S)/.exec(line)?.[1] ?? ''

/** A place to jump to, which stands at the margin amid its function. */
export const isLabelOfC = (line: string): boolean => /^\w{1,60}:\s*$/.test(line)

const headOf = (line = ''): string => line.slice(0, longestHead)
const longestHead = 300

const noDeclaration =
  /^\s{0,16}(?:case|co_return|co_await|default|delete|else|goto|if|return|switch|throw|using|while)\b/
/** `static int redisParse(const char *line) {`, `sds sdsnew(const char *init);`, `void Loop::run()`; nothing is set in. */
const cFunction = /^(?:[A-Za-z_][\w:<>,]{0,60}[\s*&]{1,8}){1,6}([A-Za-z_~][\w:~]{0,80}) ?\((?!\*)/
const cType =
  /^\s{0,16}(?:typedef )?(?:class|enum|namespace|struct|union) (?:__attribute__ ?\(\([\w\s,]{1,60}\)\) )?([A-Za-z_]\w{0,80})(?: final)?\s{0,4}(?::[^;(){]{1,200})?\{?\s{0,8}$/
/** `typedef void (redisCallbackFn)(struct redisAsyncContext*, void*);` (hiredis). */
const callbackType = /^typedef [\w\s*]{1,80}\(\*?\s?([A-Za-z_]\w{1,80})\)\s?\(/
const bareHead = /^([A-Za-z_]\w{1,80}) ?\(/

const isTypeAlone = (line: string): boolean => typeAlone.test(line) && !noDeclaration.test(line)
const typeAlone = /^[A-Za-z_][\w*]{0,60}(?: [\w*]{1,60}){0,5}\s*$/

const cField =
  /^\s+(?!(?:break|case|continue|delete|goto|return|throw|typedef|using)\b)(?:[A-Za-z_]\w{0,60}[\s*]{1,8}){1,4}([A-Za-z_]\w{1,60})(?:\[[^\]]{0,40}\])?(?:\s?:\s?\d{1,2})?;/
const callbackField = /^\s+[A-Za-z_][\w\s*]{0,80}\(\*\s?([A-Za-z_]\w{1,60})\)\s?\(/

const javaMethod = anyOf()`
  ^\s+(?:
    (?:abstract|default|final|native|override|private|protected|public|static|synchronized|virtual)\s+
  ){1,5}(?:<[^<>]{1,80}>\s+)?[\w.]{1,60}(?:<[\w.,<>?\s]{1,80}>)?(?:\[\])?\s+(\w{1,80})\s?\(
`
const javaField =
  /^\s+(?:final\s+)?(?:(?:private|protected|public|static|transient|volatile)\s+(?:final\s+)?){1,5}[\w.]{1,60}(?:<[\w.,<>?\s]{1,80}>)?(?:\[\])?\s+(\w{1,80})\s?[;=]/

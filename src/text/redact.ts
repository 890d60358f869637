import { findSecrets } from './secrets/find.ts'

// A version after the @ is a package's (patches/@scope__name@1.2.3.patch), not a host; nor is one what names a file for some screens or
// some version: `icon@2x.png`, `Package@swift-5.6.swift` (Alamofire). Behind a host and a colon stands what an attack makes of it
// ("evil.com:fake@legitimate.com"), and no person.
const email =
  /(?<![\w.+-]|\.(?:com|net|org):)[\w.+-]{1,128}@(?!\d+\.\d|(?:[1-3]x\.[a-z]{2,4}|swift-\d[\d.]{0,12}\.swift)(?![\w-]|\.\w))[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[a-z]{2,24}\b/gi

/**
 * Replaces secrets and e-mail addresses by `‹kind redacted›`. What makes a secret one often stands beside it, so this
 * needs whole lines: nothing may be cut out of them before.
 */
export function redact(text: string): string {
  const safe = redactSecrets(text)
  return safe.includes('@') ? safe.replace(email, '‹email redacted›') : safe
}

/** The same for whole files, of which little is kept: addresses are known by themselves, and looked for in that. */
export function redactSecrets(text: string): string {
  if (text === '') return text
  let safe = ''
  let at = 0
  for (const { kind, start, end } of findSecrets(text)) {
    safe += `${text.slice(at, start)}‹${kind} redacted›`
    at = end
  }
  return at === 0 ? text : safe + text.slice(at)
}

/** The same for several files, by whatever they are known. */
export const redactEach = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...texts].map(([name, text]) => [name, redactSecrets(text)]))

/** The same for lines that stand together, which stay as many as they are. */
export function redactLines(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n')
  const found = findSecrets(text)
  if (found.length === 0) return lines
  let safe = ''
  let at = 0
  for (const { kind, start, end } of found) {
    const lineEnds = '\n'.repeat(text.slice(start, end).split('\n').length - 1)
    safe += `${text.slice(at, start)}‹${kind} redacted›${lineEnds}`
    at = end
  }
  return (safe + text.slice(at)).split('\n')
}

/** Names the kinds of secrets in a text, e-mail addresses left aside; empty when it is safe to share. */
export const secretsIn = (text: string): readonly string[] => [...new Set(findSecrets(text).map(({ kind }) => kind))]

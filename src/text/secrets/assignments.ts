import { anyOf } from '../alternatives.ts'
import { isPlaceholder, isWordy, type SecretRule } from './rule.ts'

/** Words for what nobody else may know; `key` and `token` alone are words for much else. */
const strong = String.raw`passw(?:or)?d|passwd|passphrase|passcode|pwd|[_-](?:pass|pw)|secret`
const weak = String.raw`credentials?|token|api[_-]?key|(?:access|auth|private|client|encryption|signing|service|account|master|storage|db|[_-])[_-]?key`
const name = String.raw`(?:(${strong})|${weak})([\w.-]{0,30})(?:\[\d{0,5}\])?`
const keywords = [
  'passw',
  'passphrase',
  'passcode',
  'pwd',
  '_pass',
  '-pass',
  '_pw',
  '-pw',
  'secret',
  'credential',
  'token',
  'key',
]

const sign = String.raw`(?:!==?|={1,3}>?|:{1,3}=?|\?=|\|\|=|->|\.assign\(|\()`
const quoted = (least: number): string =>
  String.raw`(?:"([^"\n]{${least},200})"|'([^'\n]{${least},200})'|\x60([^\x60\n]{${least},200})\x60)`

/** A secret's name with a value behind it: `DB_PASSWORD = "…"`, `apiKey: env.KEY ?? "…"`, `secret.assign("…")`, `password "…";`. */
const behind: SecretRule = {
  kind: 'password',
  keywords,
  groups: [3, 4, 5],
  shape: new RegExp(
    String.raw`${name}\\?["'\]]{0,2}(?:\s{0,8}${sign}\s{0,8}|[ \t]{1,4})(?:[\w.[\]"'()]{1,60}\s{0,3}(?:\?\?|\|\|)\s{0,3})?[@frbu&]?${quoted(4)}`,
    'dgi',
  ),
  isSecret: (value, [, isStrong, tail]) =>
    isSaid(value, { isStrong: isStrong !== undefined && !tail?.match(/[a-z]{3}/i) }),
}

/** A value that is compared with what has a secret's name: `if ("…" == password)`. */
const before: SecretRule = {
  kind: 'password',
  keywords,
  groups: [1, 2, 3],
  shape: new RegExp(String.raw`${quoted(6)}\s{0,8}[!=]==?\s{0,8}[\w.]{0,40}?(?:${strong}|${weak})`, 'dgi'),
  isSecret: (value) => isSaid(value, { isStrong: true }),
}

/** A value without quotation marks: `JWT_SECRET=…`, `password: …`, `--api-key …`; of a password, also one that is made of words. */
const bare: SecretRule = {
  kind: 'password',
  keywords,
  groups: [1],
  shape: new RegExp(
    String.raw`(?:(?:${strong}|${weak})[\w-]{0,30}\\?["'\]]{0,2}[ \t]{0,8}(?::{0,3}=|={1,3}>?|:{1,2}|\?=)[ \t]{0,8}|--?[\w-]{0,40}?(?:${strong}|${weak})[ \t=]{1,4})([^\s"'\x60,;<‹›]{6,200})`,
    'dgi',
  ),
  isSecret: (value, { 0: whole, index, input }) =>
    !isCode(value) &&
    !isAlgorithm.test(value) &&
    ((value.length >= 8 && isChance(value)) ||
      isPassword(value, input.slice(Math.max(0, index - longestOwner), index + whole.length - value.length))),
}

/** What stands before `_pass` and says whose it is. */
const longestOwner = 10

/**
 * Whether what stands before a value calls it a password: of a shell's variable whatever it is, elsewhere if it has a digit, as
 * few names do. A `render_pass` is none, nor is the shell's `PWD`.
 */
const isPassword = (value: string, called: string): boolean =>
  passwordBefore.test(called) &&
  !isPlaceholder(value) &&
  !isPlace(value) &&
  !isRule.test(value) &&
  (/[A-Z](?:=|: ?)$/.test(called) || (/\d/.test(value) && /[a-z]/i.test(value) && !isVariable.test(value)))

const passwordBefore =
  /(?:passw(?:or)?d|passphrase|(?:admin|db|ftp|mail|mysql|pg|postgres|redis|root|smtp|ssh|user)_(?:pass|pwd|pw))["'\]]{0,2}(?:\s{0,8}[:=]{1,3}\s{0,8}|[ \t]{1,4})$/i

/** What may be said of passwords beside what one is: "PASSWORD: required", "password: min8chars", "password: 2fa-required". */
const isRule = anyOf('i')`
  ^(?:
    always|ask|disabled|empty|enabled|false|hidden|input|never|none|null|on|off|optional|prompt|required
    set|string|text|true|unset|(?:max|min)-?\d.*|\d+-?(?:char|digit|fa|time).*
  )$
`

/** A variable that has one: `password=password2`, `password = field2`. */
const isVariable = /pass|pwd|^(?:arg|col|field|input|key|name|param|str|test|user|val|value|var)_?\d{1,3}$/i

/** How one is stored: "password: argon2id", "password: varchar255". */
const isAlgorithm =
  /^(?:aes|argon|base|bcrypt|char|md|ntlmv?|oauth|pbkdf|rfc|scrypt|sha|utf|v|varchar)-?\d{1,4}[a-z]{0,2}\d?$/i

/** What a sentence says a password is: "it refuses to start: the password is Tr0ub4dor&3"; "is SHA256 hashed" has no such mark. */
const told: SecretRule = {
  kind: 'password',
  keywords: ['passw', 'passphrase'],
  groups: [1],
  shape: /\b(?:passw(?:or)?d|passphrase) {1,4}(?:is|was)(?: (?:now|still))? {1,4}["'`]?([^\s"'`,;<‹›]{8,64})/dgi,
  isSecret: (value) =>
    !isPlaceholder(value) && !isPlace(value) && [/[a-z]/i, /\d/, /[!#$%&*^~?@]\S/].every((part) => part.test(value)),
}

/** Rules for what is assigned to, compared with, or stands beside a name that sounds like a secret. */
export const assignments: readonly SecretRule[] = [behind, before, bare, told]

function isSaid(value: string, { isStrong }: { isStrong: boolean }): boolean {
  if (/\s/.test(value) || isPlaceholder(value) || isPlace(value)) return false
  if (isStrong && value.length >= 6 && /[\p{L}\d]/u.test(value) && /\d|[!@$%^&*?+=~{}¿]/.test(value)) return true
  return value.length >= 10 && isChance(value)
}

const isChance = (value: string): boolean =>
  !isPlaceholder(value) &&
  !isPlace(value) &&
  /[a-z]/i.test(value) &&
  (/\d/.test(value) || symbols(value) > 3) &&
  !isWordy(value)

const symbols = (value: string): number => value.match(/[!@#$%^&*?{}[\]()>|~]/g)?.length ?? 0

/** A path, an address, a selector or a version; what is secret in an address has rules of its own. */
const isPlace = (value: string): boolean =>
  /^(?:\.{0,2}\/|~\/|[a-z][a-z+.-]*:\/\/|#[a-z]|arn:|[\^~<>=v]{0,3}\d+(?:\.[\dx*]+)+|[\w-]+\.[\w.-]+\.[a-z]{2,}$)/i.test(
    value,
  )

/** An expression: a call, an index, a member of something, a type. */
const isCode = (value: string): boolean =>
  !/^[\w!@#%^+~/]/.test(value) ||
  (/^[\w$.:?!]*[([]|^[\w$]+(?:\.|\?\.|::|->)[\w$.:()[\]!?>-]*(?:[,}][),}]*)?$|=>|\(\)|[)\]}]$/.test(value) &&
    !/[#%^]/.test(value))

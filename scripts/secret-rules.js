// @ts-check
// Rewrites gitleaks' published rules (config/gitleaks.toml) as data that JavaScript compiles:
//
//   node scripts/secret-rules.js <gitleaks.toml> <LICENSE>
//
// Go's expressions know flags in the middle of a pattern and POSIX classes; every repetition without an end gets one, so
// that no text makes a match take longer than its length times a constant. Left out are rules that need the path of a
// file, because what we read is mostly a piece of one, and those for curl, which look on over five lines from each `curl`:
// src/text/secrets/headers.ts reads what they look for.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'

const [from, license] = process.argv.slice(2)
if (from === undefined || license === undefined) throw new Error('Usage: secret-rules.js <gitleaks.toml> <LICENSE>')

/** No service issues a longer token; a repetition without an end stops here. */
const longest = 4_000

/** What a rule needs of its name's left side, `[\w.-]{0,50}?`, changes nothing but where the match begins. */
const lead = /^(\(\?i\))?\[\\w\.-\]\{0,50\}\?(?:\(\?i:\[\\w\.-\]\{0,50\}\?)?/

/** Parts of allow lists in which neighbouring repetitions share characters, and how they are said with one repetition. */
const clearer = [
  [String.raw`[ \t]*[\w ().|]+[ \t]*}}$`, String.raw`[\w ().|\t]+}}$`],
  [
    String.raw`(?:(?:env|github|secrets|vars)(?:\.[A-Za-z]\w+)+[\w "'&./=|]*)[ \t]*}}$`,
    String.raw`(?:env|github|secrets|vars)\.[A-Za-z]\w[\w "'&./=|\t]*}}$`,
  ],
  ['.+EXAMPLE$', '.EXAMPLE$'],
  ...['A-Z_', 'a-z_', 'A-Z.', 'a-z.'].map((some) => [String.raw`[${some}]+=\n[`, String.raw`[${some}]=\n[`]),
  ['[a-z0-9-]*?api[a-z0-9-]*?:jar:', 'api[a-z0-9-]{0,100}?:jar:'],
]

/** @param {string} given */
function translate(given) {
  const pattern = clearer.reduce((text, [part = '', spelled = '']) => text.replace(part, () => spelled), given)
  const bare = pattern.replace(lead, (whole, flag = '') => (whole.includes('(?i:') ? `${flag}(?i:` : flag))
  let at = 0
  /** @type {{ i: boolean, s: boolean }[]} */
  const open = [{ i: false, s: false }]
  let out = ''
  while (at < bare.length) {
    const mode = open.at(-1) ?? { i: false, s: false }
    const rest = bare.slice(at)
    const flags = /^\(\?([is]*)(?:-([is]+))?([:)])/.exec(rest)
    if (flags !== null) {
      const [whole, on = '', off = '', end] = flags
      const next = { ...mode }
      for (const flag of on) next[/** @type {'i' | 's'} */ (flag)] = true
      for (const flag of off) next[/** @type {'i' | 's'} */ (flag)] = false
      if (end === ':') open.push(next)
      else open[open.length - 1] = next
      out += end === ':' ? '(?:' : ''
      at += whole.length
    } else if (rest[0] === '(') {
      open.push({ ...mode })
      const named = /^\(\?P<\w+>/.exec(rest)?.[0] ?? '('
      out += '('
      at += named.length
    } else if (rest[0] === ')') {
      open.pop()
      out += ')'
      at++
    } else if (rest[0] === '[') {
      const whole = /^\[\^?\]?(?:\[:\w+:\]|\\x[0-9a-f]{2}|\\.|[^\]\\])*\]/i.exec(rest)?.[0] ?? '['
      out += classOf(whole, mode.i)
      at += whole.length
    } else if (rest[0] === '\\') {
      const whole = /^\\(?:x[0-9a-f]{2}|.)/i.exec(rest)?.[0] ?? '\\'
      out += whole === '\\z' ? '$' : whole
      at += whole.length
    } else {
      const quantifier = /^(?:[*+]|\{(\d+),\})/.exec(rest)
      if (quantifier !== null) {
        const least = Number(quantifier[1] ?? (rest[0] === '+' ? 1 : 0))
        out += `{${least},${Math.max(longest, least)}}`
        at += quantifier[0].length
      } else {
        out +=
          rest[0] === '.' && mode.s
            ? '[^]'
            : /[a-z]/i.test(rest[0] ?? '') && mode.i
              ? bothCases(rest[0] ?? '')
              : rest[0]
        at++
      }
    }
  }
  return out
}

const bothCases = (/** @type {string} */ letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`

/** @param {string} given @param {boolean} folds */
function classOf(given, folds) {
  const plain = given.replaceAll('[:alnum:]', 'a-zA-Z0-9').replace(/^(\[\^?)\](?=.)/, '$1\\]')
  if (!folds) return plain
  const body = plain.slice(1, -1)
  const others = [...body.replace(/\\x[0-9a-f]{2}|\\./gi, '').matchAll(/[a-z]-[a-z]|[a-z]/gi)]
    .map(([part]) => (part === part.toLowerCase() ? part.toUpperCase() : part.toLowerCase()))
    .filter((part) => !body.includes(part))
  return body.startsWith('^') ? `[^${others.join('')}${body.slice(1)}]` : `[${others.join('')}${body}]`
}

/** @param {any} rule */
const allowed = (rule) =>
  (rule.allowlists ?? [])
    .filter((/** @type {any} */ list) => list.paths === undefined)
    .map((/** @type {any} */ { regexTarget = 'secret', regexes = [], stopwords = [] }) => ({
      on: regexTarget,
      shapes: regexes.map(translate),
      words: stopwords,
    }))

const { rules, allowlist } = /** @type {any} */ (parse(readFileSync(from, 'utf8')))
const data = {
  source: 'https://github.com/gitleaks/gitleaks config/gitleaks.toml, rewritten by scripts/secret-rules.js',
  license: readFileSync(license, 'utf8').trim().split('\n'),
  never: allowlist.regexes.map(translate),
  rules: rules
    .filter((/** @type {any} */ { id, path }) => path === undefined && !id.startsWith('curl-'))
    .map((/** @type {any} */ rule) => ({
      kind: rule.id,
      shape: translate(rule.regex),
      keywords: rule.keywords.map((/** @type {string} */ word) => word.toLowerCase()),
      entropy: rule.entropy ?? 0,
      group: rule.secretGroup ?? 0,
      allow: allowed(rule),
    })),
}
for (const { shape } of data.rules) RegExp(shape)
writeFileSync(join(import.meta.dirname, '../src/text/secrets/gitleaks.json'), `${JSON.stringify(data, undefined, 2)}\n`)
console.log(`${data.rules.length} rules of ${rules.length}.`)

// @ts-check
// Reads what gitleaks and detect-secrets test their own rules with, out of clones of theirs. Neither is copied here.
import { execFileSync } from 'node:child_process'

const git = (/** @type {string} */ repository, /** @type {string[]} */ ...args) =>
  execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })

/** A generator of numbers that is the same in every run. */
export function chance(seed = 1) {
  let state = seed
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))
const classes = {
  w: [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'],
  d: [...'0123456789'],
  s: [' '],
}

/**
 * Makes up a text that an expression matches, as far as rules for secrets use expressions.
 * @param {string} pattern @param {(below: number) => number} draw
 */
export function textFor(pattern, draw) {
  let at = 0
  const alternatives = () => {
    const all = [sequence()]
    while (pattern[at] === '|') {
      at++
      all.push(sequence())
    }
    return all[draw(all.length)] ?? (() => '')
  }
  const sequence = () => {
    /** @type {(() => string)[]} */
    const parts = []
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') {
      const part = atom()
      const [least, most] = quantity()
      parts.push(() => Array.from({ length: least + draw(most - least + 1) }, part).join(''))
    }
    return () => parts.map((part) => part()).join('')
  }
  /** @returns {() => string} */
  const atom = () => {
    const sign = pattern[at++] ?? ''
    if (sign === '(') {
      const flags = /^\?(?:P?<(?![=!])\w+>|[a-z-]*:|[a-z-]+\)|<?[=!])/.exec(pattern.slice(at))?.[0] ?? ''
      at += flags.length
      if (flags.endsWith(')')) return () => ''
      const inner = alternatives()
      at++
      return /[=!]$/.test(flags) ? () => '' : inner
    }
    if (sign === '[') return oneOf(set())
    if (sign === '\\') return escaped()
    if (sign === '^' || sign === '$') return () => ''
    if (sign === '.') return oneOf(printable)
    return () => sign
  }
  const oneOf = (/** @type {readonly string[]} */ letters) => () => letters[draw(letters.length)] ?? ''
  const escaped = () => {
    const letter = pattern[at++] ?? ''
    if (letter === 'b' || letter === 'B' || letter === 'z') return () => ''
    if (letter === 'x')
      return (
        (code) => () =>
          code
      )(hex())
    if (letter === 'n') return () => '\n'
    if (letter === 'S') return oneOf(classes.w)
    return letter in classes ? oneOf(classes[/** @type {'w'} */ (letter)]) : () => letter
  }
  const hex = () => String.fromCharCode(Number.parseInt(pattern.slice(at, (at += 2)), 16))
  const set = () => {
    const isNot = pattern[at] === '^'
    if (isNot) at++
    /** @type {string[]} */
    const letters = []
    for (let first = true; at < pattern.length && (pattern[at] !== ']' || first); first = false) {
      if (pattern.startsWith('[:alnum:]', at)) {
        letters.push(...classes.w.slice(0, -1))
        at += 9
        continue
      }
      let letter = pattern[at++] ?? ''
      if (letter === '\\') {
        letter = pattern[at++] ?? ''
        if (letter in classes) {
          letters.push(...classes[/** @type {'w'} */ (letter)])
          continue
        }
        if (letter === 'x') letter = hex()
      }
      if (pattern[at] === '-' && pattern[at + 1] !== ']' && pattern[at + 1] !== '\\') {
        const to = pattern[at + 1] ?? ''
        at += 2
        for (let code = letter.charCodeAt(0); code <= to.charCodeAt(0); code++) letters.push(String.fromCharCode(code))
      } else letters.push(letter)
    }
    at++
    return isNot ? classes.w.filter((letter) => !letters.includes(letter)) : letters
  }
  const quantity = () => {
    const [whole = '', from, comma, to] = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(at)) ?? []
    let range = [1, 1]
    if (whole !== '') range = [Number(from), comma === '' ? Number(from) : to === '' ? Number(from) + 20 : Number(to)]
    else if (pattern[at] === '?') range = [0, 1]
    else if (pattern[at] === '*') range = [0, 12]
    else if (pattern[at] === '+') range = [1, 12]
    at += whole === '' && range[1] !== 1 ? 1 : whole.length
    if (whole === '' && range[0] === 0 && range[1] === 1) at += 0
    if (pattern[at] === '?' && (whole !== '' || range[1] !== 1 || range[0] === 0)) at++
    return [range[0] ?? 1, Math.min(range[1] ?? 1, (range[0] ?? 1) + 40)]
  }
  return alternatives()()
}

/**
 * The texts that gitleaks' rules must find, by rule; rules that need a path are left out.
 * @param {string} repository
 * @returns {readonly { rule: string, text: string }[]}
 */
export function gitleaksPositives(repository) {
  const home = 'cmd/generate/config'
  const read = (/** @type {string} */ path) => git(repository, 'show', `HEAD:${path}`)
  const templates = [...read(`${home}/utils/generate.go`).matchAll(/^\t\t"[^"]+":\s+("(?:[^"\\]|\\.)*"|`[^`]*`),$/gm)]
  const samples = templates.map(([, text = '']) => literal(text))
  const draw = chance(7)
  const names = git(repository, 'ls-tree', '--name-only', 'HEAD', `${home}/rules/`).split('\n')
  return names
    .filter((name) => name.endsWith('.go') && !name.endsWith('_test.go'))
    .flatMap((name) => read(name).split(/^(?=func )/m))
    .filter((source) => source.includes('utils.Validate(r'))
    .flatMap((source) => {
      const rule = /RuleID:\s+"([^"]+)"/.exec(source)?.[1] ?? ''
      return goTexts(source, { samples, draw }).map((text) => ({ rule, text }))
    })
}

/** @param {string} text */
const literal = (text) => (text.startsWith('`') ? text.slice(1, -1) : JSON.parse(text.replaceAll('\\x', '\\u00')))

/**
 * Runs what a Go function does to its list of positives.
 * @param {string} source @param {{ samples: readonly string[], draw: (below: number) => number }} given
 */
function goTexts(source, { samples, draw }) {
  const bare = source.replace(/("(?:[^"\\\n]|\\.)*"|`[^`]*`)|\/\/[^\n]*/g, (_, text = '') => text)
  const tokens = bare.match(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|\.\.\.|:=|[\w.]+|[^\s\w]/g) ?? []
  /** @type {Map<string, any>} */
  const known = new Map()
  /** @type {Record<string, (...given: any[]) => any>} */
  const calls = {
    append: (list, ...more) => [...(list ?? []), ...more.flat()],
    'secrets.NewSecret': (pattern) => textFor(pattern, draw),
    'secrets.NewSecretWithEntropy': (pattern) => textFor(pattern, draw),
    'utils.GenerateSampleSecret': (name, secret) => `${name}_api_token = "${secret}"`,
    'utils.GenerateSampleSecrets': (name, secret) =>
      samples.map((sample) =>
        sample.replaceAll('{i}', name).replaceAll('{I}', name.toUpperCase()).replaceAll('{s}', secret),
      ),
    'utils.Numeric': (size) => `[0-9]{${size}}`,
    'utils.Hex': (size) => `[a-f0-9]{${size}}`,
    'utils.AlphaNumeric': (size) => `[a-z0-9]{${size}}`,
    'utils.AlphaNumericExtendedShort': (size) => `[a-z0-9_-]{${size}}`,
    'utils.AlphaNumericExtended': (size) => `[a-z0-9=_\\-]{${size}}`,
    'utils.AlphaNumericExtendedLong': (size) => `[a-z0-9\\/=_\\+\\-]{${size}}`,
    'utils.Hex8_4_4_4_12': () => '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    'fmt.Sprintf': (text, ...given) => given.reduce((said, one) => said.replace(/%[sdv]/, one), text),
    'strings.ToUpper': (text) => text.toUpperCase(),
    'strings.ToLower': (text) => text.toLowerCase(),
    'strings.Repeat': (text, times) => text.repeat(Number(times)),
  }
  let at = 0
  const list = (/** @type {string} */ end) => {
    /** @type {any[]} */
    const all = []
    while (at < tokens.length && tokens[at] !== end) {
      all.push(sum())
      if (tokens[at] === '...') at++
      if (tokens[at] === ',') at++
      else if (tokens[at] !== end) throw new Error('not a list')
    }
    at++
    return all
  }
  /** @returns {any} */
  const sum = () => {
    let value = term()
    while (tokens[at] === '+') {
      at++
      value += term()
    }
    return value
  }
  const term = () => {
    const token = tokens[at++] ?? ''
    if (token === '[' && tokens[at] === ']') {
      at += 3
      return list('}').flat()
    }
    if (/^["`]/.test(token)) return literal(token)
    if (tokens[at] === '(') {
      at++
      const given = list(')')
      const call = calls[token]
      if (call === undefined) throw new Error(token)
      return call(...given)
    }
    if (/^\d+$/.test(token)) return token
    if (!known.has(token)) throw new Error(token)
    return known.get(token)
  }
  for (let place = 0; place < tokens.length; place++) {
    if (tokens[place + 1] !== ':=' && tokens[place + 1] !== '=') continue
    at = place + 2
    try {
      known.set(tokens[place] ?? '', sum())
    } catch {
      // What is no text or list of texts is none of ours.
    }
  }
  return [known.get('tps') ?? []].flat()
}

/**
 * The lines that detect-secrets' plugins must find, addresses on the network left aside.
 * @param {string} repository
 * @returns {readonly { rule: string, text: string }[]}
 */
export function detectSecretsPositives(repository) {
  const names = git(repository, 'ls-tree', '--name-only', 'HEAD', 'tests/plugins/').split('\n')
  return names
    .filter((name) => name.endsWith('_test.py') && !/base_test|ip_public|initialize/.test(name))
    .flatMap((name) => pythonTexts(git(repository, 'show', `HEAD:${name}`)).map((text) => ({ rule: name, text })))
}

const quoted = String.raw`[ub]?(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`
const single = (/** @type {string} */ text) =>
  text
    .replace(/^[ub]?['"]|['"]$/g, '')
    .replace(/\\(['"\\])/g, '$1')
    .replaceAll('\\n', '\n')

/** @param {string} source */
function pythonTexts(source) {
  const known = new Map(
    [...source.matchAll(new RegExp(String.raw`^([A-Z_]+) = (${quoted})`, 'gm'))].map(([, name = '', text = '']) => [
      name,
      single(text),
    ]),
  )
  const fill = (/** @type {string} */ text, /** @type {string} */ given) => {
    const parts = given.split(',').map((part) => part.trim())
    const named = new Map(
      parts.map((part) => /** @type {[string, string]} */ (part.split('=').map((one) => one.trim()))),
    )
    const value = (/** @type {string} */ name) => known.get(name.trim()) ?? name
    let place = 0
    return text
      .replace(/\{(\w*)\}/g, (_, name) => value(name === '' ? (parts[place++] ?? '') : (named.get(name) ?? name)))
      .replaceAll('{{', '{')
      .replaceAll('}}', '}')
  }
  const flagged = new RegExp(
    String.raw`\(\s*\(?(${quoted})\)?(?:\.format\(([^)]*)\))?,\s*(True|[A-Z]+_SECRET)\s*,?\s*(?:#[^\n]*)?\s*\)`,
    'g',
  )
  const lines = [...source.matchAll(flagged)].map(([, text = '', given]) =>
    given === undefined ? single(text) : fill(single(text), given),
  )
  const listed = /'(?:line|payload|file_content)',\s*[[(]([^]*?)\n    [\])],?\n/.exec(source)?.[1] ?? ''
  return [...lines, ...[...listed.matchAll(new RegExp(`(?:${quoted}\\s*)+`, 'g'))].map(([text]) => joinAdjacent(text))]
}

const joinAdjacent = (/** @type {string} */ text) =>
  [...text.matchAll(new RegExp(quoted, 'g'))].map(([part]) => single(part)).join('')

import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { amount } from './slow.ts'

/** What brings an expression to its knees: `before`, then `again` over and over, then `after`. */
type Attack = { readonly before: string; readonly again: string; readonly after: string }

/**
 * Tells the text that an expression needs more than linear time for, or undefined. Backtracking costs what repetitions
 * share: so each character that its parts tell apart, and each repetition's own words, are repeated behind every
 * beginning that leads to a repetition, and followed by what makes the match fail.
 */
export function attackOn(regex: RegExp): string | undefined {
  const attack = attacksOn(regex).find((one) => isSlow(regex, one))
  return (
    attack &&
    `${JSON.stringify(attack.before)} + ${JSON.stringify(attack.again)}.repeat(n) + ${JSON.stringify(attack.after)}`
  )
}

/** From where exponential expressions show to where quadratic ones do; what does not end soon is tried no longer. */
const lengths = [24, 36, 48, 100, 400, 2_000]
const noticed = (length: number): number => (length < 1_000 ? 3 : 0.2)
const longest = 64_000

function isSlow(regex: RegExp, attack: Attack): boolean {
  const from = lengths.find((length) => timeOf(regex, attack, length) > noticed(length))
  if (from === undefined) return false
  // What is slow once may have waited for another program: what is slow each time, and grows faster than its text, did not.
  const surely = (length: number): number => Math.min(...[1, 2, 3].map(() => timeOf(regex, attack, length)))
  if (from < 100) return surely(from) > noticed(from)
  for (let length = from; length <= longest; length *= 2) {
    const whole = surely(length)
    if (whole > 20) return whole / surely(length / 8) > 20
  }
  return false
}

/** Milliseconds of a processor, which other programs do not add to, that an expression needs for an attack of a length. */
function timeOf(regex: RegExp, { before, again, after }: Attack, length: number): number {
  const text = before + again.repeat(Math.ceil(length / again.length)) + after
  const began = process.cpuUsage()
  if (regex.global) text.replace(regex, '')
  else regex.exec(text)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

const characters = [
  ...Array.from({ length: 127 }, (_, code) => String.fromCodePoint(code)),
  '\u00a0',
  'é',
  'É',
  '中',
  '—',
  '’',
  '‹',
  '…',
  '\ufeff',
]

function attacksOn(regex: RegExp): readonly Attack[] {
  const pattern = new RegExpParser().parsePattern(regex.source, undefined, undefined, {
    unicode: regex.unicode,
    unicodeSets: regex.flags.includes('v'),
  })
  const parts = partsOf(pattern)
  const told = tellApart(
    parts.flatMap((part) => (isAtom(part) ? [part.raw] : [])),
    regex.flags,
  )
  const repeated = parts.filter((part) => part.type === 'Quantifier' && part.max > 20)
  const spell = (node: AST.Node): readonly string[] =>
    wordsOf(node, (raw) => told.find((one) => matchesAtom(raw, regex.flags, one)) ?? 'a')
  const leads = repeated.flatMap((part) => leadsTo(part, spell))
  const words = parts.flatMap((part) =>
    part.type === 'Quantifier' || part.type === 'Group' || part.type === 'CapturingGroup' ? spell(part) : [],
  )
  const units = unique([
    ...told,
    ...words,
    ...leads,
    ...leads.flatMap((lead) => told.slice(0, 6).map((one) => lead + one)),
    ...spell(pattern),
  ]).filter((text) => text !== '' && text.length < 200)
  if (repeated.length === 0) return []
  const all = unique(['', ...leads]).flatMap((before) =>
    units.flatMap((again) => ['\u0000', '\n!'].map((after) => ({ before, again, after }))),
  )
  const step = Math.max(1, all.length / amount({ sample: 1_500, ci: 3_000, all: 20_000 }))
  return Array.from({ length: Math.floor(all.length / step) }, (_, at) => all[Math.floor(at * step)] ?? []).flat()
}

const unique = <Item>(items: readonly Item[]): readonly Item[] => [...new Set(items)]

/** One character of each sort that the parts of an expression tell apart. */
function tellApart(atoms: readonly string[], flags: string): readonly string[] {
  const sorts = new Map<string, string>()
  for (const one of characters) {
    const sort = unique(atoms)
      .map((raw) => (matchesAtom(raw, flags, one) ? '1' : '0'))
      .join('')
    if (!sorts.has(sort)) sorts.set(sort, one)
  }
  return [...sorts.values()]
}

const known = new Map<string, RegExp>()

function matchesAtom(raw: string, flags: string, one: string): boolean {
  const key = `${flags}/${raw}`
  const atom = known.get(key) ?? new RegExp(`^(?:${raw})$`, flags.replaceAll(/[gmy]/g, ''))
  known.set(key, atom)
  return atom.test(one)
}

const isAtom = (node: AST.Node): boolean => /^Character(?:Set|Class)?$|^ExpressionCharacterClass$/.test(node.type)

const childrenOf = (node: AST.Node): readonly AST.Node[] => {
  if (isAtom(node)) return []
  if ('alternatives' in node) return node.alternatives
  if ('elements' in node) return node.elements
  return node.type === 'Quantifier' ? [node.element] : []
}

const partsOf = (node: AST.Node): readonly AST.Node[] => [node, ...childrenOf(node).flatMap(partsOf)]

/** Some words that a part matches: the shortest, and one of each way it offers. */
function wordsOf(node: AST.Node, spell: (raw: string) => string): readonly string[] {
  if (node.type === 'Character') return [String.fromCodePoint(node.value)]
  if (isAtom(node)) return [spell(node.raw)]
  if (node.type === 'Quantifier') return wordsOf(node.element, spell).map((word) => word.repeat(Math.max(1, node.min)))
  if (node.type === 'Backreference' || (node.type === 'Assertion' && !('alternatives' in node))) return ['']
  if ('alternatives' in node)
    return node.type === 'Assertion' ? [''] : node.alternatives.flatMap((one) => wordsOf(one, spell)).slice(0, 8)
  if (node.type !== 'Alternative') return ['']
  const all = node.elements.map((element) => wordsOf(element, spell))
  const bare = node.elements.map((element) =>
    element.type === 'Quantifier' && element.min === 0 ? '' : (wordsOf(element, spell)[0] ?? ''),
  )
  const ways = Math.min(4, Math.max(...all.map((words) => words.length), 1))
  return unique([
    bare.join(''),
    ...Array.from({ length: ways }, (_, way) => all.map((words) => words[way % words.length] ?? '').join('')),
  ])
}

/** What has to stand before a part is tried, with and without what may be left out. */
function leadsTo(node: AST.Node, spell: (node: AST.Node) => readonly string[]): readonly string[] {
  const parent: AST.Node | null = node.parent
  if (parent === null) return ['']
  const above = leadsTo(parent, spell)
  if (parent.type !== 'Alternative') return above
  const earlier = parent.elements.slice(
    0,
    parent.elements.findIndex((element) => element === node),
  )
  const shortest = earlier
    .map((element) => (element.type === 'Quantifier' && element.min === 0 ? '' : (spell(element)[0] ?? '')))
    .join('')
  const whole = earlier.map((element) => spell(element)[0] ?? '').join('')
  return unique(above.flatMap((lead) => [lead + shortest, lead + whole])).slice(0, 6)
}

/** @module-tag slow */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attackOn } from '../support/attacks.ts'
import { type Pattern, patternsBelow, patternsMadeBy } from '../support/patterns.ts'

const source = join(import.meta.dirname, '../../src')
const { literal, made } = patternsBelow(source)

/** Each slow expression once, with its place and the text that makes it slow. */
const slow = (patterns: readonly Pattern[]): readonly string[] =>
  [...new Map(patterns.map((pattern) => [String(pattern.regex), pattern])).values()].flatMap(({ at, regex }) => {
    const attack = attackOn(regex)
    return attack === undefined ? [] : [`src/${at}  ${String(regex)}  is slow on  ${attack}`]
  })

test('no text makes a regular expression take more than linear time', { timeout: 600_000 }, () => {
  expect(literal.length).toBeGreaterThan(400)
  expect(slow(literal)).toEqual([])
})

test('nor one that is composed while a module loads, or when it is first asked for', async () => {
  const composing = new Set(made.map((at) => at.replace(/:\d+$/, '')))
  const composed = await patternsMadeBy(async () => {
    for (const file of composing) await import(join(source, file))
    const { clean, cleanJson } = await import('../../src/text/clean.ts')
    const { splitFrontMatter } = await import('../../src/tree/frontmatter.ts')
    cleanJson(clean('\u200b'))
    splitFrontMatter('---\nname: [a, b]\n---\n')
    const { gitleaks } = await import('../../src/text/secrets/gitleaks.ts')
    const [whole] = [...'q7Zp#2mVx9Lw4Tn8Rb5Kc3Hd6Js1Yg0F'.matchAll(/.+/g)]
    for (const { shape, isSecret } of gitleaks()) if (whole && !shape.test('')) isSecret(whole[0], whole)
  })
  const seen = new Set(composed.map(({ at }) => at))
  expect(made.filter((at) => !seen.has(at))).toEqual([])
  const tried = new Set(literal.map(({ regex }) => String(regex)))
  expect(slow(composed.filter(({ regex }) => !tried.has(String(regex))))).toEqual([])
})

test('the attacks find what is exponential, cubic and quadratic, and pass what is linear', () => {
  const bad = [/^(?:a+)+$/, /^(['"])((?:\\.|(?!\1).)+)\1/, /^\s*\[+\s*([^\]]+?)\s*\]+\s*$/, /\s+$/, /<a>([^]*?)<\/a>/g]
  const good = [/(?<!\s)\s+$/, /^(['"])((?:\\.|(?!\1)[^\\\n])+)\1/, /(?<!\w)\w+@\d/, /^[a-z]+(?:-[a-z]+)*$/]
  expect(bad.map((regex) => attackOn(regex) === undefined)).toEqual(bad.map(() => false))
  expect(good.map(attackOn)).toEqual(good.map(() => undefined))
})

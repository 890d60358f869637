import { expect, test } from 'vitest'
import { clean, cleanJson, fold, oneLine, shorten } from '../../src/text/clean.ts'
import { dateTermsIn, isDate, isDateWord, termsOfTime } from '../../src/text/dates.ts'
import { hashMarkers, partIn, withoutPart, withPart } from '../../src/text/markers.ts'
import { withoutMarkup } from '../../src/text/markup.ts'
import { opponents, stanceOf } from '../../src/text/negation.ts'
import { boldLine, fence, inertLine, quoteJson, quoteLine, quoteText, wordFor } from '../../src/text/quote.ts'
import { redact, redactLines, redactSecrets, secretsIn } from '../../src/text/redact.ts'
import { findSecrets } from '../../src/text/secrets/find.ts'
import { segment, segmentAny, segmentPlain } from '../../src/text/segment.ts'
import { sentences } from '../../src/text/sentences.ts'
import { overlap, words } from '../../src/text/terms.ts'
import { countWords, plural } from '../../src/text/words.ts'
import { dates, nastyLines, paragraphs, secretLines, stances } from '../support/nasty-text.ts'

// What the functions of text make of made-up nasty input: whoever changes one reads here what else changes.

function say(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 100)}… and ${text.length} more: ${text.slice(-60)}` : text
}

/** One line for what is given, and one for each thing that is made of it, unless it stays as it was. */
function table(given: readonly string[], makes: Readonly<Record<string, (text: string) => unknown>>): string {
  const rows = given.map((text) => {
    const made = Object.entries(makes).map(([name, make]) => [name, make(text)] as const)
    const told = made
      .filter(([, value]) => value !== text && say(value) !== '[]')
      .map(([name, value]) => `  ${name} ${say(value)}`)
    return [say(text), ...told].join('\n')
  })
  return `${rows.join('\n')}\n`
}

test('prose is cut into sentences, read without marks and counted as it was', async () => {
  const text = table(paragraphs, {
    sentences,
    plain: (one) => {
      const [plain, whole] = [segmentPlain(oneLine(one)), sentences(one)]
      return say(plain.map((part) => part.trim())) === say(whole) ? [] : plain
    },
    any: (one) => {
      const [plain, any] = [segment, segmentAny].map((cut) => say(cut(oneLine(one))))
      return plain === any ? [] : segmentAny(oneLine(one))
    },
    markup: withoutMarkup,
    words: countWords,
  })
  await expect(text).toMatchFileSnapshot('golden/sentences.md')
})

test('nasty lines are cleaned, shortened, quoted and taken apart as they were', async () => {
  const text = table(nastyLines, {
    clean,
    json: (one) => (cleanJson(JSON.stringify(one)) === JSON.stringify(one) ? one : cleanJson(JSON.stringify(one))),
    fold,
    shorten: (one) => [9, 10, one.length - 1].map((limit) => shorten(one, limit)),
    quoted: (one) => (quoteLine(one) === oneLine(one) ? one : quoteLine(one)),
    bold: (one) => (boldLine(one) === `**${one}**` ? one : boldLine(one)),
    inert: (one) => (boldLine(one) === `**${inertLine(one)}**` ? one : inertLine(one)),
    text: (one) => (quoteText(one) === clean(one) ? one : quoteText(one)),
    value: (one) => (one.length % 5 === 0 ? quoteJson({ [one]: [one, 1, null, true] }) : one),
    fence: (one) => (one.length % 5 === 1 ? fence('note', one, { word: wordFor(one).slice(0, 4) }) : one),
    words: (one) => words(one).map(({ at, terms: found }) => `${at} ${found.join(' ')}`),
  })
  const shares = [[], ['a'], ['a', 'b'], ['b', 'c', 'd']].map((one) => overlap(new Set(one), new Set(['a', 'b', 'c'])))
  const counted = [0, 1, 2].map((count) => plural(count, 'thing'))
  await expect(`${text}${say([shares, counted])}\n`).toMatchFileSnapshot('golden/lines.md')
})

test('secrets are found, named and taken out as they were, and what only looks like one stays', async () => {
  const text = table(secretLines, {
    kinds: secretsIn,
    redacted: redact,
    secrets: (one) => (redactSecrets(one) === redact(one) ? one : redactSecrets(one)),
    at: (one) => findSecrets(one).map(({ start, end }) => one.slice(start, end)),
  })
  const together = redactLines(secretLines.slice(0, 12))
  await expect(`${text}${together.join('\n')}\n`).toMatchFileSnapshot('golden/secrets.md')
})

test('dates are read and asked for as they were', async () => {
  const text = table(dates, { terms: termsOfTime, asked: dateTermsIn, date: isDate, word: isDateWord })
  await expect(text).toMatchFileSnapshot('golden/dates.md')
})

test('what denies what, among many rules, is as it was', async () => {
  const found = opponents(stances)
  const text = stances.map((one, at) => {
    const { isNegated, core } = stanceOf(one)
    return `${at} ${isNegated ? 'not' : 'so'} ${[...core].join(' ')} | against ${found(one).join(', ')}`
  })
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('golden/stances.md')
})

test('our part of somebody’s file is put in, found and taken out as it was', async () => {
  const [start, end] = ['<!-- ctx:start -->', '<!-- ctx:end -->']
  const files = [
    '',
    'one',
    'one\n',
    `one\n${start}\nours\n${end}\ntwo\n`,
    `one\n\n${start}\nours\n${end}\n`,
    `${start}\nours\n${end}`,
    `one\r\n${start}\r\nours\r\n${end}\r\ntwo\r\n`,
    `one\n${start}\nhalf\n`,
    `one\n${end}\nhalf\n`,
    `${end}\n${start}\n`,
    `${start}\na\n${end}\n${start}\nb\n${end}\n`,
    `\`\`\`\n${start}\n\`\`\`\n${start}\nours\n${end}\n`,
    `~~~\n\`\`\`\n${start}\n~~~\n${end}\n`,
    `\`\`\`\`\n\`\`\`\n${start}\nours\n${end}\n`,
    `a ${start}\n${end} b\n`,
    `  ${start}\nours\n${end}  \n`,
    `${hashMarkers.start}\nours\n${hashMarkers.end}\n`,
  ]
  const text = table(files, {
    part: (one) => partIn(one) ?? 'none',
    put: (one) => withPart(one, 'new\nlines') ?? 'broken',
    out: (one) => withoutPart(one) ?? 'broken',
  })
  const hash = withPart(files.at(-1) ?? '', 'new', hashMarkers) ?? 'broken'
  await expect(`${text}${hash}`).toMatchFileSnapshot('golden/markers.md')
})

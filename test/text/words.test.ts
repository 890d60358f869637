import { describe, expect, test } from 'vitest'
import { clean, cleanJson, shorten } from '../../src/text/clean.ts'
import { dateTermsIn, isDate, isDateWord, periodIn, recentlyIn, termsOfTime } from '../../src/text/dates.ts'
import { hashMarkers, partIn, withPart, withoutPart } from '../../src/text/markers.ts'
import { stanceOf } from '../../src/text/negation.ts'
import { fence, quoteJson, quoteText, randomWord, wordFor } from '../../src/text/quote.ts'
import { redact, redactEach, redactLines, secretsIn } from '../../src/text/redact.ts'
import { pathInWords, plural, short } from '../../src/text/words.ts'

describe('a date in a question', () => {
  test.each([
    ['what broke on 2023-05-07', ['#2023-05-07']],
    ['what broke in 2023-05', ['#2023-05']],
    ['what broke on May 7', ['#05-07']],
    ['what broke on the 7th of May, 2023', ['#2023-05-07']],
    ['what broke on 7 Dec 2023', ['#2023-12-07']],
    ['what broke in May 2023', ['#2023-05']],
    ['what broke on Jan. 31, 2024', ['#2024-01-31']],
    ['may it march on', []],
    ['version 2023 of it', []],
  ])('%s', (question, dates) => expect(dateTermsIn(question)).toEqual(expect.arrayContaining(dates)))

  test('is spelled as entries spell their days: year, month, day, and all of it', () => {
    expect(termsOfTime('2023-05-07T10:00:00Z')).toEqual(['2023', 'mai', '#05-07', '#2023-05', '#2023-05-07'])
    expect(termsOfTime('soon')).toEqual([])
    expect(dateTermsIn('May 7, 2023').at(-1)).toBe(termsOfTime('2023-05-07').at(-1))
  })

  test.each([
    ['why did it go in January 2019', '2019-01', '2019-01'],
    ['switched off in early 2018. Why?', '2018-01', '2018-05'],
    ['between 2022 and 2024 only Linux was tested', '2022-01', '2024-12'],
    ['what has changed since March 2020', '2020-03', '9999'],
    ['how was it before 2016', '', '2015-12'],
    ['how was it before March 2016', '', '2016-02'],
    ['it stood until mid-2019', '', '2019-09'],
    ['from 2016 to 2018', '2016-01', '2018-12'],
    ['the summer of 2019', '2019-05', '2019-09'],
  ])('the time that is named in "%s" is %s to %s', (question, from, to) =>
    expect(periodIn(question)).toMatchObject({ from, to }),
  )

  test.each(['RFC 2018', 'the 2018 edition', 'ES2015', 'in 2018.1', 'in 2016-based rules', 'in may'])(
    'names no time: %s',
    (question) => expect(periodIn(question)).toBeUndefined(),
  )

  test('“recently” is the half year up to the newest commit, and no “most recently used”', () => {
    const days = ['2019-11-30', '2026-02-03', '']
    const asked = [
      'what changed in auth recently',
      'the latest fixes of the client',
      'what’s new in jsx',
      'what happened lately',
    ]
    for (const question of asked) expect(recentlyIn(question, days)).toMatchObject({ from: '2025-09', to: '2026-02' })
    expect(recentlyIn('the latest fixes of the client', days)?.said).toEqual(new Set(['latest', 'fixes']))
    for (const question of ['why is the most recently used kept', 'which is the latest version', 'what is newer'])
      expect(recentlyIn(question, days)).toBeUndefined()
    expect(recentlyIn('what changed recently', [])).toBeUndefined()
  })

  test('is told from words, and from what git would take for one', () => {
    expect(['May', 'sept', 'Fridays', 'Friday’s', 'Friday', 'Mayor'].filter(isDateWord)).toEqual([
      'May',
      'sept',
      'Friday’s',
      'Friday',
    ])
    expect(
      ['2026-01-31', '2026-01', '2 weeks ago', 'a day ago', 'yesterday', 'last month', '2026-01-31T10:00:00Z'].every(
        isDate,
      ),
    ).toBe(true)
    expect(['nonsense', '2026', '2026-13-01', 'weeks ago', ''].some(isDate)).toBe(false)
  })
})

describe('our part of somebody’s file', () => {
  const own = '<!-- ctx:start -->\nKnow this.\n<!-- ctx:end -->'

  test('is put at the end, replaced where it stands, and taken out again byte for byte', () => {
    for (const text of ['', '# Agents\n', '# Agents', 'a\r\nb\r\n']) {
      const put = withPart(text, 'Know this.') ?? ''
      expect(partIn(put)).toBe('Know this.')
      expect(withPart(put, 'Know that.')).toBe(put.replace('this', 'that'))
      expect(withoutPart(put)).toBe(text)
    }
    expect(withPart('a\r\nb\r\n', 'x\ny')).toContain('x\r\ny\r\n')
    expect(withPart('x = 1\n', 'y = 2', hashMarkers)).toBe('x = 1\n\n# ctx:start\ny = 2\n# ctx:end\n')
  })

  test('glued the lines together that somebody had written right above and below it', () => {
    expect(withoutPart(`one\n${own}\ntwo\n`)).toBe('one\ntwo\n')
  })

  test('is none where a fenced block shows it, and nobody’s where its markers are broken', () => {
    const shown = `\`\`\`\n${own}\n\`\`\`\n`
    expect(partIn(shown)).toBeUndefined()
    expect(withoutPart(shown)).toBe(shown)
    for (const broken of ['<!-- ctx:start -->\n', '<!-- ctx:end -->\n<!-- ctx:start -->\n', `${own}\n${own}\n`]) {
      expect(withPart(broken, 'x')).toBeUndefined()
      expect(withoutPart(broken)).toBeUndefined()
      expect(partIn(broken)).toBeUndefined()
    }
    expect(withoutPart('say <!-- ctx:start --> and <!-- ctx:end -->')).toBe(
      'say <!-- ctx:start --> and <!-- ctx:end -->',
    )
  })
})

describe('what is quoted', () => {
  test('stands between lines with a word of twelve characters that it does not hold', () => {
    expect(randomWord()).toMatch(/^[0-9a-f]{12}$/)
    expect(wordFor('text')).toMatch(/^[0-9a-f]{12}$/)
    expect(wordFor(`text ${wordFor('text')}`)).not.toBe(wordFor('text'))
    expect(fence('note', 'It', { word: 'abc', more: ' path="x"' })).toBe('<note abc path="x">\nIt\n</note abc>')
  })

  test('holds no secret and nothing that steers, in JSON too', () => {
    expect(quoteText('ask\u202E ada@example.org')).toBe('ask ‹email redacted›')
    expect(quoteJson({ a: ['ask\u202E ada@example.org', 7] })).toBe('{"a":["ask ‹email redacted›",7]}\n')
    expect(cleanJson('"a\u2028b\u202Ec"')).toBe('"a\\u2028b\\u202ec"')
    expect(JSON.parse(cleanJson('"a\u2028b"'))).toBe('a\u2028b')
    expect(clean('a\r\nb\u2028c')).toBe('a\nb\nc')
  })
})

describe('secrets', () => {
  const key = 'AKIAIOSFODNN7EXAMPLE'

  test('leave lines as many as they are, and several files by their names', () => {
    const block = ['-----BEGIN RSA PRIVATE KEY-----', 'abc', '-----END RSA PRIVATE KEY-----', 'after']
    const safe = redactLines(block)
    expect(safe).toHaveLength(4)
    expect(safe[3]).toBe('after')
    expect(safe.join('\n')).not.toContain('abc')
    const lines = ['nothing here']
    expect(redactLines(lines)).toBe(lines)
    expect([...redactEach(new Map([['a.ts', `x ${key} y`]]))]).toEqual([['a.ts', 'x ‹aws-key redacted› y']])
  })

  test('are found in headers, and words around them stay', () => {
    const bearer = 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789ABCD'
    expect(redact(`curl -H "${bearer}" now`)).not.toContain('abcdefghijklmnop')
    expect(redact('Authorization: Bearer <token>')).toBe('Authorization: Bearer <token>')
    expect(secretsIn(`${key} and ${key}`)).toEqual(['aws-key'])
  })
})

test('who denies a rule is told from who states it', () => {
  expect(stanceOf('Never log tokens').isNegated).toBe(true)
  expect(stanceOf('Always log tokens').isNegated).toBe(false)
})

test('words are cut where they end, unless that would leave next to nothing', () => {
  expect(shorten('exactly ten', 11)).toBe('exactly ten')
  expect(shorten('a bcdefghijklmnop', 10)).toBe('a bcdefgh…')
  expect(shorten('abcdef ghijklmnop', 10)).toBe('abcdef…')
  expect(shorten('abcde fghijklmnop', 10)).toBe('abcde fgh…')
  expect([plural(1, 'entry', 'entries'), plural(0, 'job'), short('a'.repeat(40))]).toEqual([
    '1 entry',
    '0 jobs',
    'aaaaaaaa',
  ])
  expect(pathInWords('src/shop_goods/sort-all.ts')).toBe('src shop goods sort all ts')
})

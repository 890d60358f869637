import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clean, oneLine, shorten } from '../../src/text/clean.ts'
import { redact, secretsIn } from '../../src/text/redact.ts'
import { sentences } from '../../src/text/sentences.ts'
import { overlap, terms } from '../../src/text/terms.ts'
import { countTokens } from '../../src/text/tokens.ts'

describe('terms', () => {
  test('an identifier gives its parts and itself', () => {
    expect(terms('refreshToken')).toEqual(['refresh', 'token', 'refreshtoken'])
    expect(terms('HTTPServer parse_url')).toEqual(['http', 'server', 'httpserver', 'pars', 'url', 'parseurl'])
    // What one writes with a hyphen another writes without, and a third in camel case.
    expect(terms('pre-flight').at(-1)).toBe(terms('preflights')[0])
    expect(['HTTP/3', 'http-3', 'http3'].map((name) => terms(name).at(-1))).toEqual(['http3', 'http3', 'http3'])
    expect(terms('flush_intervals').at(-1)).toBe(terms('flushInterval').at(-1))
    expect(terms('src/login/refresh.ts')).toEqual(['src', 'login', 'refresh', 'ts', 'src/login/refresh.ts'])
  })

  test('a numbered name is one word, however it is spelled (reedline: “OSC 133” was reverted as “osc133”)', () => {
    const spellings = ['RFC 9110', 'RFC 9110.', 'RFC\n9110,', 'RFC-9110', 'RFC9110', 'rfc9110.']
    expect(spellings.map((name) => terms(name).at(-1))).toEqual(spellings.map(() => 'rfc9110'))
    expect(terms('OSC 133/633')).toEqual(['osc', '133', 'osc133', '633'])
    expect(terms('GET 1.2.3 of A 4')).toEqual(['1.2.3', '4'])
    expect(terms('UTC 2024-03-01, AES 256-bit')).toEqual([
      ...terms('UTC'),
      ...terms('2024-03-01'),
      ...terms('AES'),
      ...terms('256-bit'),
    ])
  })

  test('the plural of an acronym is the acronym (trio: io_uring was found in “URLs”)', () => {
    expect(terms('logo URLs, userIDs')).toEqual(['logo', 'url', 'user', 'id', 'userid'])
    expect(terms('getURLsFor')).toEqual(['url', 'geturlsfor'])
    expect(terms('JSONAsString URLIsValid')).toEqual(['json', 'string', 'jsonasstr', 'url', 'valid', 'urlisvalid'])
  })

  test('versions and hashes stay whole', () => {
    expect(terms('with v1.2.3 at 3f1c9ab2')).toEqual(['1.2.3', '3f1c9ab2'])
    expect(terms('TLS v1.3')).toEqual(terms('TLS 1.3'))
  })

  test('question words say nothing, endings are cut', () => {
    expect(terms('Why does she use rotating tokens?')).toEqual(terms('use rotation token'))
    expect(terms('what did they say about it')).toEqual(['sai'])
  })

  test('an abbreviation and what it stands for are one word', () => {
    expect(terms('config dirs, regexps')).toEqual(terms('configuration directories, regex'))
    expect(terms('authParams')).toEqual(['authent', 'paramet', 'authparam'])
    expect(terms('env.example')).toEqual([...terms('environment example'), 'env.example'])
    // What stands for several things stands for itself.
    expect(terms('res init')).toEqual(['re', 'init'])
  })

  test('a word is found by its American and its British spelling', () => {
    for (const [british, american] of [
      ['uninitialised serialisers', 'uninitialized serializers'],
      ['behaviour, coloured', 'behavior, colored'],
      ['centred catalogues', 'centered catalogs'],
      ['analysing licences', 'analyzing licenses'],
    ] as const)
      expect(terms(british)).toEqual(terms(american))
    const own = 'promised noise raiser otherwise surprising advised four tour'
    expect(terms(own).join(' ')).not.toMatch(/iz|\b(?:for|tor)\b/)
  })

  test('a run of CJK text gives its bigrams', () => {
    expect(terms('刷新令牌')).toEqual(['刷新', '新令', '令牌'])
  })

  test('any text gives terms without blanks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const term of terms(text)) expect(term).toMatch(/^\S+$/)
      }),
    )
  })

  test('overlap is measured against the smaller set', () => {
    expect(overlap(new Set(['a', 'b']), new Set(['b', 'c', 'd', 'e']))).toBe(0.5)
    expect(overlap(new Set(), new Set(['a']))).toBe(0)
  })
})

describe('sentences', () => {
  test('hard-wrapped lines are joined, bullets stand alone, code is left out', () => {
    const text =
      'One sentence is\nwrapped here. Another follows, e.g. this one.\n\n- a bullet\n- another\n\n```\nnot.a.sentence()\n```\n'
    expect(sentences(text)).toEqual([
      'One sentence is wrapped here.',
      'Another follows, e.g. this one.',
      'a bullet',
      'another',
    ])
  })

  test('do not end at "(ex." (black 7134754e: a comment was told up to there)', () => {
    const said = 'It acts differently by the quote style (ex. Single quotes), so we do it last.'
    expect(sentences(`${said} Then it ends.`)).toEqual([said, 'Then it ends.'])
  })
})

describe('what must not be printed or kept', () => {
  test('terminal sequences go whole, and so do direction overrides', () => {
    expect(clean('a\u001b[31mred\u001b[0m \u001b]0;title\u0007b\u202ec\u009bd')).toBe('ared bcd')
    expect(oneLine(' a\r\n\tb ')).toBe('a b')
  })

  test.each([
    ['AKIAIOSFODNN7EXAMPLE', 'aws-key'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'github-token'],
    ['password = "hunter2!x"', 'password'],
    ['https://ada:s3cret@example.org/x', 'url-password'],
    ['-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----', 'private-key'],
  ])('%s is a secret', (text, kind) => {
    expect(secretsIn(text)).toContain(kind)
    expect(secretsIn(redact(text))).toEqual([])
  })

  test('a commit hash is provenance where a source stands, and a secret behind the name of one', () => {
    const text = 'Revert 3f1c9ab2aa00bb11cc22dd33ee44ff5566778899 (3f1c9ab2)'
    expect(redact(text)).toBe(text)
    expect(redact('token=3f1c9ab2aa00bb11cc22dd33ee44ff5566778899')).toBe('token=‹password redacted›')
  })

  test('prose about passwords is prose', () => {
    expect(redact('The password: never log it. Set secret = value by hand.')).toBe(
      'The password: never log it. Set secret = value by hand.',
    )
  })

  test('an e-mail address goes', () => {
    expect(redact('ask ada@example.org')).toBe('ask ‹email redacted›')
    // The point of a lesson about a malformed Host header (koa).
    expect(redact('a Host such as "evil.com:fake@legitimate.com"')).toContain('evil.com:fake@legitimate.com')
    expect(redact('user.email:ada@example.org, mailto:ada@example.org')).not.toContain('ada@')
  })

  test('the patch of a package was shown as an e-mail address', () => {
    const path = 'patches/@sinonjs__fake-timers@15.3.2.patch'
    expect(redact(path)).toBe(path)
  })

  test('files called Package@swift-5.6.swift and icon@2x.png were shown as e-mail addresses', () => {
    const paths = 'Package@swift-5.6.swift, Resources/icon@2x.png.'
    expect(redact(paths)).toBe(paths)
    for (const address of [
      'ada@example.json.org',
      'ada@mail.js-foundation.org',
      'ada@example.com.config.json',
      'ada@2x.example.org',
    ])
      expect(redact(address)).toContain('‹email redacted›')
  })
})

test('a token is four characters, rounded up', () => {
  expect([countTokens(''), countTokens('abcd'), countTokens('abcde')]).toEqual([0, 1, 2])
})

test('text is cut at a word and says so', () => {
  expect(shorten('one two three four', 12)).toBe('one two…')
})

test('a mark inside of code ends no sentence, so that no reason begins in the middle of one (undici 0acef154)', () => {
  const [first, second] = [
    'A client may now use `?? 1` to preserve its defaults.',
    'The getter falls back to `a ? b : c`.',
  ]
  expect(sentences(`${first} ${second}`)).toEqual([first, second])
  expect(sentences('A lone ` stays. Use it! It is `code` there.')).toHaveLength(3)
})

test('an option of one letter is a word, and `-u` is not `-U` (bat 167dda63)', () => {
  expect(terms('The -u switch, (-U) or `-A`')).toEqual(['-u', 'switch', '-U', '-A'])
  expect(terms('- a list, x-y, 3 -n5 and --unbuffered')).toEqual(expect.not.arrayContaining(['-a', '-y', '-n']))
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { redact, redactLines, secretsIn } from '../../src/text/redact.ts'
import { findSecrets } from '../../src/text/secrets/find.ts'
import data from '../../src/text/secrets/gitleaks.json' with { type: 'json' }
import { keywords } from '../../src/text/secrets/keywords.ts'
import { chance, textFor } from '../bench/positives.js'
import { cloneFrom, newCtxRepo, program, withRemote } from '../support/repo.ts'
import { isThorough, withinReason } from '../support/slow.ts'

describe('secrets in commits', () => {
  test('passwords, tokens and keys of messages, code and scripts were stored and pushed', () => {
    const repo = newCtxRepo()
    const remote = withRemote(repo)
    const config = (...values: readonly string[]): string =>
      ['PASSWORD', 'DB_PASSWORD', 'API_KEY', 'CLIENT_SECRET_KEY', 'PIN_PASSWORD']
        .map((name, at) => `${name} = "${values[at]}"\n`)
        .join('')
    const deploy =
      'curl -H "Authorization: Bearer ya29.a0AfH6SMBxabcdefghijklmnop" -u admin:S3cretPass9 https://x.example'
    repo.write({
      'src/config.py': config(
        'Sommer2024!x',
        'Tr0ub4dor&3xyz',
        '9f8e7d6c5b4a39281706aa',
        'q8Zt7wLmPx42VbNsRd91',
        'horse',
      ),
    })
    repo.write({ 'package.json': JSON.stringify({ name: 'x', scripts: { deploy, test: 'vitest' } }) })
    repo.commit('Add settings')
    repo.write({
      'src/config.py': config(
        'Winter2025!y',
        'C0rrectHorse!7',
        '1a2b3c4d5e6f70819203bb',
        'p7Ys6vKlOw31UaMrQc80',
        'battery',
      ),
    })
    repo.commit(
      [
        'Rotate the credentials of staging because the old ones leaked',
        '',
        'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY must never be used with the root account again.',
        'The mailer must always use 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 instead.',
        '',
        'Decision: DB_PASSWORD=C0rrectHorse!7 is kept in the vault from now on',
        'Constraint: post alerts to https://hooks.slack.com/services/T024TTTTT/BBB72BBL/AZAAA9u0pA4ad666eMgbi555 only',
      ].join('\n'),
    )
    repo.ctx('curate', '--all')
    repo.ctx('push')
    const shared = cloneFrom(remote, 'reader').git('log', '-p', 'origin/ctx/main')
    expect(shared).toContain('vault from now on')
    for (const secret of [
      'Sommer2024',
      'Winter2025',
      'Tr0ub4dor',
      'C0rrectHorse',
      '9f8e7d6c',
      '1a2b3c4d',
      'q8Zt7wLm',
      'p7Ys6vKl',
      'horse',
      'battery',
      'wJalrXUt',
      'SG.ngeV',
      'AZAAA9',
      'ya29',
      'S3cretPass9',
    ])
      expect(shared).not.toContain(secret)
    expect(repo.ctx('review', '--check').code).toBe(0)
  })

  test.each([
    ['JWT_SECRET=9d8f7a6b5c4e3d2f1a0b', '9d8f7a6b5c4e3d2f1a0b'],
    ['const dbPassword = "tiger5!"', 'tiger5!'],
    ['if (password == "Tr0ub4dor&3") {', 'Tr0ub4dor&3'],
    ['sessionSecret: process.env.SECRET ?? "s3ss10n-K3y!"', 's3ss10n-K3y!'],
    ['token=3f1c9ab2aa00bb11cc22dd33ee44ff5566778899', '3f1c9ab2aa00'],
    ['postgres://app:pa55word@db.example.org/app', 'pa55word'],
    ['redis://:pa55word@cache:6379', 'pa55word'],
    ['"Authorization": "Basic YWRtaW46aHVudGVyMg=="', 'YWRtaW46aHVudGVyMg'],
    ['curl -s -u ada:hunter22 https://x.example', 'hunter22'],
    ['the login is admin because password=hunter2secretvalue was never changed', 'hunter2secretvalue'],
    ['passwd: hunter2', 'hunter2'],
    ['it refuses to start where the password is Tr0ub4dor&3', 'Tr0ub4dor'],
    ['export DB_PASS=swordfish', 'swordfish'],
    ['POSTGRES_PASSWORD: opensesame', 'opensesame'],
    ['mysql --password swordfish9', 'swordfish9'],
    ['DB_PASSWORD=correcthorsebatterystaple', 'correcthorse'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\nAAAA', 'b3BlbnNzaC1rZXk'],
  ])('%s does not leave the machine', (text, secret) => {
    expect(redact(text)).not.toContain(secret)
    expect(redact(redact(text))).toBe(redact(text))
  })

  test.each([
    'password: string',
    'the password is SHA256-hashed, and was base64-encoded before',
    'password: argon2id instead of md5, because that is slow enough',
    'User(password=password2)',
    'the filter is low_pass: 3000Hz in all of the plants',
    'let render_pass = gbuffer0;',
    'two-pass: phase1 and first_pass = O2level',
    'CI_MUST_PASS=always LLVM_PASS=inline',
    'PWD=build/out OLDPWD=src/main make',
    'RESET_PASSWORD=enabled PASSWORD=required',
    'password = field2',
    'password: min8chars, passcode: 6-digit',
    'password: varchar255, passphrase: aes256',
    'password: 2fa-required',
    'login(user, password=generated)',
    'PASSWORD=$(pass show mail)',
    'const token = await getToken(user, { refresh: true })',
    'apiKey: process.env.API_KEY2',
    'password = os.environ["DB_PASSWORD_2"]',
    'secret: ${{ secrets.NPM_TOKEN_2 }}',
    'passwordField: "#password-2"',
    'The token: 3 characters at least, the secret: none.',
    'golang.org/x/oauth2 v0.34.0 h1:hqK/t4AKgbqWkdkcAeI8XLmbK+4m4G5YeQRrmiotGlw=',
    '"@inquirer/password": "^4.0.8"',
    'key: v1-rust-ubuntu-24.04',
    'Revert 3f1c9ab2aa00bb11cc22dd33ee44ff5566778899',
    'https://example.org:8443/@scope/name@2.1.0',
    'Basic authentication is used here',
  ])('%s is no secret', (text) => {
    expect(redact(text)).toBe(text)
  })

  test('lines stay as many as they are, so that what is cited keeps its place', () => {
    const lines = [
      'a',
      '-----BEGIN PRIVATE KEY-----',
      'MIIEv',
      '-----END PRIVATE KEY-----',
      'DB_PASSWORD=hunter2!x',
      'b',
    ]
    const safe = redactLines(lines)
    expect(safe).toHaveLength(lines.length)
    expect(safe.at(-1)).toBe('b')
    expect(safe.join('\n')).not.toMatch(/MIIEv|hunter2/)
  })
})

describe('rules for secrets', () => {
  test('what a rule of gitleaks describes is found, whatever rule tells it', () => {
    const draw = chance(11)
    const texts = data.rules.flatMap((rule) =>
      Array.from({ length: isThorough ? 40 : 4 }, () => ({ kind: rule.kind, text: textFor(rule.shape, draw) })),
    )
    const missed = texts.filter(({ text }) => secretsIn(text).length === 0)
    expect(texts.length).toBeGreaterThan(800)
    expect(missed.length / texts.length, JSON.stringify(missed.slice(0, 10))).toBeLessThan(0.05)
  })

  test('this repository says next to nothing that is taken for a secret', () => {
    const folder = join(import.meta.dirname, '../../src')
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
    const lines = all.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    const taken = lines.filter((line) => secretsIn(line).length > 0)
    expect(lines.length).toBeGreaterThan(10_000)
    expect(taken.length, taken.join('\n')).toBeLessThanOrEqual(lines.length / 1_000)
  })

  test('keywords are found as a plain search finds them', () => {
    const words = ['key', 'apikey', 'api', 'pass', '://', 'sk_', 'password', 'y']
    const lookFor = keywords(words)
    for (const text of ['my APIKEY', 'compass_key://', 'passPASSWORDsk_', '', 'ké¥y']) {
      const found = new Set<string>()
      lookFor(text, (word) => found.add(words[word] ?? ''))
      expect([...found].sort()).toEqual(words.filter((word) => text.toLowerCase().includes(word)).sort())
    }
  })

  test('no text keeps a rule busy', () => {
    const draw = chance(5)
    const seeds = [
      ...new Set(data.rules.flatMap((rule) => rule.keywords)),
      ...data.rules.map((rule) => textFor(rule.shape, draw).slice(0, 40)),
      'password = ',
      'key"] : "',
      '://a:',
      'bearer ',
      '-u a:',
      '-----BEGIN PRIVATE KEY-----',
      'secret-secret_',
      '"a" == ',
    ]
    for (const seed of isThorough ? seeds : seeds.filter((_, at) => at % 7 === 0 || at > seeds.length - 9)) {
      const text = seed.repeat(Math.ceil(50_000 / seed.length))
      const started = performance.now()
      findSecrets(text)
      expect(performance.now() - started, seed).toBeLessThan(withinReason(2_500))
    }
  })

  test('asking and committing do not load the rules', () => {
    const ours = ['program.cjs', 'rest.cjs'].map((name) => readFileSync(join(program, '..', name), 'utf8'))
    expect(ours.join('')).toContain('./vendor/secrets.cjs')
    expect(ours.join('')).not.toContain('adafruit')
  })
})

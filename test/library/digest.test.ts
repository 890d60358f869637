import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DigestParts, fitDigest } from '../../src/brain/goals/digest.ts'
import { digestText, missingIn, retained } from '../../src/index.ts'
import { withinReason } from '../support/slow.ts'
import { fullDigest } from '../support/contexts.ts'

const vague = 'Implemented authentication'

describe('a digest', () => {
  test('that is vague lacks decisions, names and interfaces', () => {
    expect(missingIn(vague)).toEqual(['decisions', 'names', 'interfaces'])
    expect(missingIn('')).toEqual(['decisions', 'names', 'interfaces'])
    expect(missingIn('Summary: Did the work | Decisions: It is done now')).toEqual(['decisions', 'names', 'interfaces'])
  })

  test.each([
    fullDigest,
    'Created OAuth2 login endpoint with JWT tokens. Schema: User(id: UUID, email: str). Routes: POST /auth/login, POST /auth/refresh',
    'Removed src/old/cache.ts because nobody calls it',
    digestText({ summary: 'Log in', decisions: ['JWT instead of sessions'], artifacts: ['src/login.ts'] }),
  ])('that names what was decided lacks nothing: %s', (digest) => {
    expect(missingIn(digest)).toEqual([])
  })

  test.each([
    ['Sessions are kept in Redis rather than in memory', ['interfaces']],
    ['Changed src/login.ts', ['decisions']],
    ['Fixed the bug because it was annoying', ['names', 'interfaces']],
  ])('is told what it lacks: %s', (digest, missing) => {
    expect(missingIn(digest)).toEqual(missing)
  })

  test('has its parts in one line', () => {
    expect(
      digestText({ summary: 'Log in', artifacts: ['a.ts', 'b.ts'], decisions: ['JWT'], constraints: ['Never log it'] }),
    ).toBe('Summary: Log in | Artifacts: a.ts; b.ts | Decisions: JWT | Constraints: Never log it')
    expect(digestText({ summary: 'Log in' })).toBe('Log in')
  })

  test('is measured by the names it keeps, and what it lost is named', () => {
    const trace = 'Uses Auth0, JWT and refresh_token in src/login.ts; tried Keycloak'
    expect(retained(trace, trace)).toEqual({ share: 1, lost: [] })
    expect(retained(trace, 'JWT from Auth0, refresh_token, src/login.ts')).toMatchObject({
      lost: ['Keycloak'],
      share: 0.8,
    })
    expect(retained('nothing is named here', '')).toEqual({ share: 1, lost: [] })
  })

  test('of 24,000 lines is fitted at once, as it is when it is fitted line by line', () => {
    const lines = (what: string, count: number): readonly string[] =>
      Array.from({ length: count }, (_, at) => `${what} ${at} ${'x'.repeat(at % 7)}`)
    const began = performance.now()
    const many = fitDigest({
      summary: 'Shop',
      artifacts: lines('a', 8_000),
      decisions: lines('d', 8_000),
      constraints: lines('c', 8_000),
    })
    expect(performance.now() - began).toBeLessThan(withinReason(2_000))
    expect(digestText(many).length).toBeLessThanOrEqual(2_000)
    expect(digestText(many).length).toBeGreaterThan(1_950)
    // Line by line, the slow way: the last of the longest list goes, until the rest has room.
    const slowly = (parts: Required<DigestParts>, most: number): Required<DigestParts> => {
      if (digestText(parts).length <= most * 4) return parts
      const longest = Math.max(parts.artifacts.length, parts.constraints.length, parts.decisions.length)
      const shorter = (['artifacts', 'constraints', 'decisions'] as const).find((key) => parts[key].length === longest)
      return slowly({ ...parts, [shorter ?? 'decisions']: parts[shorter ?? 'decisions'].slice(0, -1) }, most)
    }
    const some = fc.array(fc.string({ maxLength: 30 }), { maxLength: 12 })
    const parts = fc.record({
      summary: fc.string({ maxLength: 8 }),
      artifacts: some,
      decisions: some,
      constraints: some,
    })
    fc.assert(
      fc.property(parts, fc.integer({ min: 4, max: 120 }), (given, most) => {
        expect(fitDigest(given, most)).toEqual(slowly(given, most))
      }),
    )
  })

  test.each(['a-', 'a.', 'a/', 'a_', 'a1', 'A_', '1.', '`a', 'aB'])(
    'is measured soon whatever row of characters is in it: %s',
    (piece) => {
      const row = piece.repeat(80_000 / piece.length)
      const began = performance.now()
      retained(row, row)
      missingIn(row)
      expect(performance.now() - began).toBeLessThan(withinReason(2_000))
    },
  )
})

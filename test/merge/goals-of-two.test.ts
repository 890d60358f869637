import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeGoals } from '../../src/merge/goals.ts'
import { mergeTrees } from '../../src/merge/three-way.ts'
import { repair } from '../../src/merge/repair.ts'
import { type Goal, goalIdFor, newGoal, readGoal, writeGoal } from '../../src/tree/goal.ts'
import { goalPath } from '../../src/tree/path.ts'

describe('a goal that was written and could not be read any more', () => {
  const long = (text: string, length: number): string => text.repeat(length).slice(0, length)

  const id = goalIdFor('main', 1)
  const base = newGoal({ id, branch: 'main', intent: 'x', tokenLimit: 300, startedAt: '2026-01-01T00:00:00Z' })
  const noted = (who: string, count: number, day: number): Goal => ({
    ...base,
    notes: Array.from({ length: count }, (_, at) => ({
      at: `2026-01-0${day}T00:00:${String(at + 10)}Z`,
      text: `${who} ${at} ${long('字', 10_000)}`,
    })),
  })
  const mergedBy = (ours: Goal, theirs: Goal): string | undefined =>
    mergeTrees({
      base: new Map([[goalPath(id), writeGoal(base)]]),
      ours: new Map([[goalPath(id), writeGoal(ours)]]),
      theirs: new Map([[goalPath(id), writeGoal(theirs)]]),
    }).changes[0]?.text

  test('was merged from two that fit, and together did not: the oldest notes go', () => {
    const [ada, ben] = [noted('Ada', 12, 2), noted('Ben', 12, 3)]
    const text = mergedBy(ada, ben) ?? ''
    expect(mergedBy(ben, ada)).toBe(text)
    const reading = readGoal(goalPath(id), text)
    const notes = 'goal' in reading ? reading.goal.notes.map((note) => note.text.slice(0, 6).trim()) : []
    expect(notes).toHaveLength(17)
    expect(notes.slice(-12)).toEqual(ben.notes.map((note) => note.text.slice(0, 6).trim()))
  })

  test('was merged from two whose values do not fit together: the later stays', () => {
    const values = (who: string, at: string): Goal => ({
      ...base,
      updatedAt: at,
      local: Object.fromEntries(Array.from({ length: 15 }, (_, key) => [`${who}${key}`, long('x', 20_000)])),
    })
    const [ada, ben] = [values('ada', '2026-01-02T00:00:00Z'), values('ben', '2026-01-03T00:00:00Z')]
    expect(mergedBy(ada, ben)).toBe(writeGoal(ben))
    expect(
      mergeTrees({
        base: new Map(),
        ours: new Map([[goalPath(id), writeGoal(ben)]]),
        theirs: new Map([[goalPath(id), writeGoal(ada)]]),
      }).changes,
    ).toEqual([])
  })

  test('was merged from two that used more tokens than a number can say', () => {
    const used = { ...base, tokensUsed: Number.MAX_SAFE_INTEGER }
    const reading = readGoal(goalPath(id), mergedBy(used, { ...used, intent: 'y' }) ?? '')
    expect(reading).toMatchObject({ goal: { tokensUsed: Number.MAX_SAFE_INTEGER } })
  })
})

describe('goals of two people', () => {
  const one = goalIdFor('main', 1)
  const texts = fc.constantFrom('', 'a', 'b', 'c')
  const times = fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z')
  const trace = fc.record({
    local: fc.dictionary(fc.constantFrom('x', 'y', 'z'), texts),
    notes: fc.uniqueArray(fc.record({ at: times, text: texts }), { selector: ({ at, text }) => at + text }),
  })
  const goals: fc.Arbitrary<Goal> = fc
    .record({
      intent: texts,
      tokensUsed: fc.nat(500),
      updatedAt: times,
      finishedAt: fc.oneof(fc.constant(''), times),
      digest: texts,
      trace,
      archive: trace,
      digests: fc.uniqueArray(
        fc.record({ goal: fc.constantFrom('p', 'q'), branch: texts, intent: texts, digest: texts, finishedAt: times }),
        { selector: ({ goal }) => goal },
      ),
    })
    .map(({ trace: { local, notes }, ...rest }) =>
      newGoal({ id: one, branch: 'main', tokenLimit: 8192, startedAt: '2026-01-01T00:00:00Z', local, notes, ...rest }),
    )

  test('become the same whoever merges, and what one alone changed is taken', () => {
    fc.assert(
      fc.property(goals, goals, goals, (base, ours, theirs) => {
        expect(writeGoal(mergeGoals({ base, ours, theirs }))).toBe(
          writeGoal(mergeGoals({ base, ours: theirs, theirs: ours })),
        )
        const alone = mergeTrees({
          base: new Map([[goalPath(one), writeGoal(base)]]),
          ours: new Map([[goalPath(one), writeGoal(base)]]),
          theirs: new Map([[goalPath(one), writeGoal(theirs)]]),
        })
        expect(alone.findings).toEqual([])
        expect(alone.changes).toEqual(
          writeGoal(base) === writeGoal(theirs) ? [] : [{ path: goalPath(one), text: writeGoal(theirs) }],
        )
      }),
    )
  })

  test('that both finished have the later digest, and the other is kept', () => {
    const base = newGoal({ id: one, branch: 'main', intent: 'x', tokenLimit: 300, startedAt: '2026-01-01T00:00:00Z' })
    const end = (digest: string, at: string): Goal => ({ ...base, digest, finishedAt: at, updatedAt: at })
    const ours = end('First', '2026-01-02T00:00:00Z')
    const theirs = end('Second', '2026-01-03T00:00:00Z')
    expect(mergeGoals({ base, ours, theirs })).toMatchObject({
      digest: 'Second',
      archive: { notes: [{ text: 'First' }] },
    })
  })

  test('are written as they are read, keys that are not ours too', () => {
    fc.assert(
      fc.property(goals, (goal) => {
        const text = writeGoal({ ...goal, rest: { mood: ['good'] } })
        const reading = readGoal(goalPath(one), text)
        expect('goal' in reading ? writeGoal(reading.goal) : reading).toBe(text)
      }),
    )
  })

  test('that somebody merged by half have both sides again', () => {
    const base = newGoal({ id: one, branch: 'main', intent: 'x', tokenLimit: 300, startedAt: '2026-01-01T00:00:00Z' })
    const [ours, theirs] = ['Ada', 'Ben'].map((who) =>
      writeGoal({ ...base, notes: [{ at: '2026-01-02T00:00:00Z', text: who }] }),
    )
    const mended = repair(goalPath(one), `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`)
    const reading = readGoal(goalPath(one), mended ?? '')
    expect('goal' in reading && reading.goal.notes.map(({ text }) => text)).toEqual(['Ada', 'Ben'])
  })
})

import { describe, expect, test } from 'vitest'
import { mergeGoals, mergeGoalTexts } from '../../src/merge/goals.ts'
import { mergeSets } from '../../src/merge/sets.ts'
import { type Goal, goalIdFor, goalLimits, newGoal, readGoal, writeGoal } from '../../src/tree/goal.ts'
import { goalPath } from '../../src/tree/path.ts'

const id = goalIdFor('topic/x', 1)
const at = (day: number): string => `2026-01-0${day}T00:00:00Z`
const goal = (more: Partial<Goal> = {}): Goal =>
  newGoal({ id, branch: 'topic/x', intent: 'Sort goods', tokenLimit: 100, startedAt: at(2), ...more })

describe('a goal that two people worked on', () => {
  const base = goal({ tokensUsed: 10, notes: [{ at: at(2), text: 'begun' }], local: { plan: 'a', old: 'x' } })
  const ours = {
    ...base,
    updatedAt: at(4),
    tokensUsed: 15,
    intent: 'Sort all goods',
    notes: [...base.notes, { at: at(4), text: 'ours' }],
    local: { plan: 'b' },
  }
  const theirs = {
    ...base,
    updatedAt: at(3),
    startedAt: at(1),
    tokensUsed: 30,
    tokenLimit: 200,
    notes: [...base.notes, { at: at(3), text: 'theirs' }],
    local: { plan: 'a', old: 'x', new: 'y' },
  }

  test('has used what both used, all of their notes, and what each of them changed', () => {
    const merged = mergeGoals({ base, ours, theirs })
    expect(merged).toMatchObject({
      tokensUsed: 35,
      intent: 'Sort all goods',
      tokenLimit: 200,
      startedAt: at(1),
      updatedAt: at(4),
      local: { plan: 'b', new: 'y' },
    })
    expect(merged.notes.map(({ text }) => text)).toEqual(['begun', 'theirs', 'ours'])
    expect(mergeGoals({ base, ours: theirs, theirs: ours })).toEqual(merged)
  })

  test('that both began has used what both used; nothing is taken back below zero', () => {
    expect(mergeGoals({ base: undefined, ours, theirs }).tokensUsed).toBe(45)
    expect(mergeGoals({ base: { ...base, tokensUsed: 90 }, ours, theirs }).tokensUsed).toBe(0)
  })

  test('is finished when one of them finished it; of two digests the later stands, and the other is a note', () => {
    const mine = { ...ours, finishedAt: at(5), digest: 'Sorted by price.' }
    expect(mergeGoals({ base, ours: mine, theirs })).toMatchObject({
      finishedAt: at(5),
      digest: 'Sorted by price.',
      archive: { notes: [] },
    })
    const other = { ...theirs, finishedAt: at(6), digest: 'Sorted by name.' }
    expect(mergeGoals({ base, ours: mine, theirs: other })).toMatchObject({
      finishedAt: at(6),
      digest: 'Sorted by name.',
      archive: { notes: [{ at: at(5), text: 'Sorted by price.' }] },
    })
    expect(mergeGoals({ base, ours: mine, theirs: { ...other, digest: mine.digest } }).archive.notes).toEqual([])
  })

  test('of what was handed up to it, the later word on each goal counts', () => {
    const handed = (digest: string, day: number) => ({
      goal: 'child',
      branch: 'c',
      intent: 'i',
      digest,
      finishedAt: at(day),
    })
    const merged = mergeGoals({
      base,
      ours: { ...ours, digests: [handed('first', 3)] },
      theirs: { ...theirs, digests: [handed('second', 4)] },
    })
    expect(merged.digests.map(({ digest }) => digest)).toEqual(['second'])
  })

  const path = goalPath(id)
  const texts = (three: { base?: Goal; ours?: Goal | string; theirs?: Goal | string }): string => {
    const spelled = (one: Goal | string | undefined): string | undefined =>
      typeof one === 'object' ? writeGoal(one) : one
    return mergeGoalTexts(path, { base: spelled(three.base), ours: spelled(three.ours), theirs: spelled(three.theirs) })
  }

  test('what cannot be read gives way to what can', () => {
    expect(texts({ ours: '{', theirs })).toBe(writeGoal(theirs))
    expect(texts({ ours, theirs: 'x' })).toBe(writeGoal(ours))
    expect(texts({ ours: 'x', theirs: 'y' })).toBe('x')
    expect(texts({ theirs: 'y' })).toBe('y')
    expect(texts({})).toBe('')
    expect(readGoal(path, texts({ base, ours, theirs }))).toEqual({ goal: mergeGoals({ base, ours, theirs }) })
  })

  test('is still read when both wrote as much as a goal may hold: the oldest notes make way', () => {
    const length = Math.floor((goalLimits.bytes * 0.6) / 5_000)
    const many = (from: string, day: number) =>
      Array.from({ length }, (_, place) => ({ at: at(day), text: `${from} ${place} ${'x'.repeat(4_900)}` }))
    const [one, other] = [
      { ...ours, notes: many('ours', 4) },
      { ...theirs, notes: many('theirs', 3) },
    ]
    const text = texts({ base, ours: one, theirs: other })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(goalLimits.bytes)
    expect(text).toBe(texts({ base, ours: other, theirs: one }))
    expect(text).toContain(`ours ${length - 1} `)
    expect(text).not.toContain('theirs 0 ')
  })
})

test('lists are merged as sets: what one side added is there, and what one side removed is not', () => {
  const merged = (base: string, ours: string, theirs: string): string =>
    mergeSets({ base: [...base], ours: [...ours], theirs: [...theirs] }, (item) => item).join('')
  expect(merged('abc', 'abcd', 'ac')).toBe('acd')
  expect(merged('abc', 'bc', 'abce')).toBe('bce')
  expect(merged('', 'a', 'ab')).toBe('ab')
})

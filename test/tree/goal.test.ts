import { expect, test } from 'vitest'
import { type Goal, goalIdFor, goalLimits, newGoal, readGoal, writeGoal } from '../../src/tree/goal.ts'
import { goalPath } from '../../src/tree/path.ts'

const id = goalIdFor('topic/x', 1)
const goal = (more: Partial<Goal> = {}): Goal =>
  newGoal({ id, branch: 'topic/x', intent: 'Sort goods', tokenLimit: 100, startedAt: '2026-01-02T00:00:00Z', ...more })

test('a goal is no goal that says it is another, or that is no JSON', () => {
  const text = writeGoal(goal())
  expect(readGoal(goalPath(id), text)).toEqual({ goal: goal() })
  const why = (path: string, written: string): string => {
    const reading = readGoal(path, written)
    return 'finding' in reading ? reading.finding.detail : ''
  }
  expect(why(goalPath('other'), text)).toBe('It says that it is another goal, and is not read.')
  expect(why(goalPath(id), '{')).toBe('It is not JSON, or too large, and is not read as a goal.')
  expect(why(goalPath(id), text.replace('"tokenLimit": 100', '"tokenLimit": 0'))).toContain('tokenLimit')
  expect(why(goalPath(id), `${text}${' '.repeat(goalLimits.bytes)}`)).toContain('too large')
})

test('the goals of a branch have names of their own, the same for everybody', () => {
  expect(goalIdFor('Topic/X y', 1)).toMatch(/^topic-x-y-[0-9a-f]{8}$/)
  expect(goalIdFor('Topic/X y', 2)).toBe(`${goalIdFor('Topic/X y', 1)}-2`)
  expect(goalIdFor('日本', 1)).toMatch(/^goal-[0-9a-f]{8}$/)
  expect(goalIdFor('topic/x', 1)).not.toBe(goalIdFor('topic-x', 1))
})

test('notes and digests stand in one order, whoever wrote them, and what nobody here knows stays', () => {
  const note = (day: number, text: string) => ({ at: `2026-01-0${day}T00:00:00Z`, text })
  const handed = (name: string, day: number) => ({
    goal: name,
    branch: 'c',
    intent: 'i',
    digest: 'd',
    finishedAt: `2026-01-0${day}T00:00:00Z`,
  })
  const mixed = goal({
    notes: [note(3, 'c'), note(2, 'b'), note(2, 'a')],
    local: { z: '1', a: '2' },
    digests: [handed('later', 4), handed('first', 3)],
    rest: { future: { kept: true } },
  })
  const reading = readGoal(goalPath(id), writeGoal(mixed))
  expect('goal' in reading ? reading.goal : undefined).toMatchObject({
    notes: [note(2, 'a'), note(2, 'b'), note(3, 'c')],
    digests: [{ goal: 'first' }, { goal: 'later' }],
    rest: { future: { kept: true } },
  })
  expect(Object.keys('goal' in reading ? reading.goal.local : {})).toEqual(['a', 'z'])
})

import { describe, expect, test } from 'vitest'
import type { Hunk } from '../../src/commit.ts'
import { inPlace, placeChanged } from '../../src/curate/evidence/place.ts'
import { teach } from '../../src/learning/teach.ts'
import { noKnowledge } from '../../src/tree/knowledge.ts'
import { analysed, bareProject, commitOf } from '../support/commits.ts'

describe('a lesson that names nothing is about', () => {
  const why = 'A pointer value was being read outside of the lock.'
  const hunk = (section: string, added: readonly string[] = ['  x = 1'], removed: readonly string[] = []): Hunk => ({
    section,
    start: 1,
    added,
    removed,
  })
  const changedIn = (files: Readonly<Record<string, readonly Hunk[]>>) =>
    Object.fromEntries(Object.entries(files).map(([path, hunks]) => [path, { hunks }]))
  const place = (files: Readonly<Record<string, readonly Hunk[]>>, words = why): string =>
    placeChanged(commitOf('Fix a data race', changedIn(files)), words)
  const inProbe = hunk('func (m *Memberlist) suspectNode(s *suspect) {')

  test('the function that most of the change is in (memberlist eb33b033)', () => {
    expect(place({ 'state.go': [inProbe, inProbe, inProbe, hunk('import (')] })).toBe('Memberlist.suspectNode')
    expect(place({ 'state.go': [inProbe, hunk('func (m *Memberlist) probe() {')] })).toBe('')
    expect(place({ 'state.go': [inProbe], 'state_test.go': [hunk('func TestProbe() {'), inProbe] })).toBe(
      'Memberlist.suspectNode',
    )
  })

  test('what it declares, and of several what these are in', () => {
    expect(place({ 'a.py': [hunk('class Shop:', ['    def weigh(self):', '        return 1'])] })).toBe('weigh')
    expect(place({ 'a.py': [hunk('class Shop:', ['    def weigh(self):', '    def sell(self):'])] })).toBe('Shop')
    expect(place({ 'a.py': [hunk('def other():', ['def weigh():', 'def sell():'])] })).toBe('')
  })

  test('nothing above it, where it is at the margin: "In `__getattr__`" was said of a comment behind its end', () => {
    const last = 'def __getattr__(name: str) -> object:'
    expect(place({ 'src/utils.py': [hunk(last, ['# by bob'])] })).toBe('')
    expect(place({ 'src/utils.py': [hunk(last, ['', '# by bob', ''])] })).toBe('')
    expect(place({ 'src/utils.py': [hunk(last, ['    # by bob'])] })).toBe('__getattr__')
    expect(place({ 'src/utils.py': [hunk('def __getattr__(self, name):', ['    # by bob'])] })).toBe('')
    expect(place({ 'src/utils.py': [hunk('def __getattr__(self, name):', ['        # by bob'])] })).toBe('__getattr__')
    expect(place({ 'src/utils.c': [hunk('int wait_for(int n) {', ['#ifdef _WIN32'])] })).toBe('wait_for')
  })

  test.each([
    ['which its words name', { 'state.go': [inProbe] }, 'The read in suspectNode() was outside of the lock.'],
    ['after which its file is called', { 'suspect_node.go': [hunk('func suspectNode() {')] }, why],
    ['that is the whole project, as a module of Ruby', { 'a.rb': [hunk('module Puma')] }, why],
    ['above what stands between two', { 'a.go': [hunk('func f() {', ['const timeout = 10'])] }, why],
    ['that every program has', { 'a.go': [hunk('func main() {')] }, why],
    ['where settings changed more (zap 32a858eb)', { 'a.go': [inProbe], 'ci.yml': [hunk('', ['a: 1', 'b: 2'])] }, why],
    [
      'where more changed than one function has',
      { 'a.go': [hunk('func f() {', Array<string>(201).fill('  x()'))] },
      why,
    ],
  ])('nothing %s', (_, files, words) => {
    expect(place(files, words)).toBe('')
  })

  test('what its entry says before its reason, unless the changelog has named it', () => {
    const told = (text: string) => inPlace('probeNode', { about: 'Fix a data race', said: text })
    expect(told(why)).toBe(`In \`probeNode\`: ${why}`)
    expect(told('It was read in `probeNode` outside of the lock.')).toBe(
      'It was read in `probeNode` outside of the lock.',
    )
    expect(told('')).toBe('')
    const race = analysed(`Fix a data race\n\n${why}`, changedIn({ 'src/state.go': [inProbe] }))
    const { entries } = teach([race], noKnowledge, bareProject).knowledge
    expect([...entries.values()].flatMap(({ facts }) => facts.map(({ statement }) => statement))).toEqual([
      `In \`Memberlist.suspectNode\`: ${why}`,
    ])
  })
})

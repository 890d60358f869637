import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
// oxlint-disable-next-line typescript/ban-ts-comment
// @ts-expect-error It is JavaScript, as all that builds.
import { twoScripts } from '../../scripts/two-scripts.js'

type Script = (...given: readonly unknown[]) => unknown

/** Runs modules as the program does, and gives what they said, in order; `often` names those of the first script. */
function run(modules: Readonly<Record<string, string>>, often: readonly string[]): readonly unknown[] {
  const said: unknown[] = []
  Object.assign(globalThis, { sayInTest: (one: unknown) => said.push(one) })
  const files = Object.entries(modules).map(([path, text]) => ({ path, text }))
  const scripts = twoScripts(files, { entry: 'main.js', isOften: (file: string) => often.includes(file), before: '' })
  const evaluate = (text: string): Script => runInThisContext(text) as Script
  evaluate(scripts.often)(
    (name: string) => ({ name }),
    '',
    '',
    () => {
      said.push('the rest is read')
      return evaluate(scripts.rest)
    },
  )
  return said
}

test('modules import one another by names, also by others and by default, and what is not ours is required', () => {
  const said = run(
    {
      'main.js':
        'import{a as b,c}from"./one.js";import"./one.js";import*as fs from"node:fs";sayInTest([b,c(),fs.name]);',
      'one.js': 'import{default as d}from"./two.js";var a=1;function c(){return d}export{a,c};',
      'two.js': 'export default "two";',
    },
    ['main.js', 'one.js', 'two.js'],
  )
  expect(said).toEqual([[1, 'two', 'node:fs']])
})

test('the rest is read when something of it is first needed, and once', async () => {
  const said = run(
    {
      'main.js':
        'sayInTest("started");import("./far.js").then(({far})=>sayInTest(far)).then(()=>import("./other.js")).then(({other})=>sayInTest(other));',
      'far.js': 'import{near}from"./near.js";var far="far from "+near;export{far};',
      'near.js': 'var near="near";export{near};',
      // What it says of exports is cut nowhere.
      'other.js': 'var exported="other, export default of export{}";export{exported as other};',
    },
    ['main.js', 'near.js'],
  )
  await new Promise((done) => setImmediate(done))
  expect(said).toEqual(['started', 'the rest is read', 'far from near', 'other, export default of export{}'])
})

test.each([
  ['a module that is only known when it runs', 'import(name);'],
  ['where a module is', 'sayInTest(import.meta.url);'],
  ['a default and names at once', 'import one,{two}from"node:fs";'],
])('%s is refused when it is built, and not found out by whoever runs it', (_what, text) => {
  expect(() => run({ 'main.js': text }, ['main.js'])).toThrow(/This /)
})

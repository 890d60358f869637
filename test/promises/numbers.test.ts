import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const promises = readFileSync(join(import.meta.dirname, '../../docs/GIT.md'), 'utf8')
const numbered = [...promises.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))

test('the promises are numbered in a row, so that a number means one thing', () => {
  expect(numbered).toEqual(numbered.map((_, at) => at + 1))
})

test.each(readdirSync(import.meta.dirname).filter((file) => file !== 'numbers.test.ts'))(
  'what %s cites is a promise in docs/GIT.md',
  (file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    const cited = [...text.matchAll(/['`](\d+)\. /g)].map(([, number]) => Number(number))
    expect(cited.filter((number) => !numbered.includes(number))).toEqual([])
  },
)

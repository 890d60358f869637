import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectCode, quietRepo } from '../support/expect.ts'

// What `ctx why` says of the lines that a commit wrote.

const fee = 'export function feeOf(weight: number): number {\n  return weight * pricePerKilo\n}\n'

test('of a commit, ctx why says where the lines of code that it wrote stand, also in a file that was moved', () => {
  const repo = quietRepo()
  repo.commit('Charge parcels by weight\n\nA flat fee lost money on heavy ones.', {
    'src/fee.ts': `const pricePerKilo = 3\n${fee}`,
  })
  repo.git('mv', 'src', 'lib')
  repo.git('commit', '-qm', 'Call the folder as others do')
  repo.commit('Raise the price', { 'lib/fee.ts': `const pricePerKilo = 4\n${fee}` })
  expect(expectCode(repo.ctx('why', 'HEAD~2'), 0)).toContain(
    [
      'Lines of code that it wrote, where they stand today:',
      '  lib/fee.ts:2  export function feeOf(weight: number): number {',
      '  lib/fee.ts:3  return weight * pricePerKilo',
    ].join('\n'),
  )
  expect(JSON.parse(expectCode(repo.ctx('why', 'HEAD~2', '--json'), 0))).toMatchObject({
    lines: [
      { file: 'lib/fee.ts', line: 2 },
      { file: 'lib/fee.ts', line: 3 },
    ],
  })
})

test('a line that another commit wrote into another file is not told as one of this, and what is gone is not told', () => {
  const repo = quietRepo()
  repo.commit('Charge parcels by weight\n\nA flat fee lost money on heavy ones.', {
    'src/fee.ts': fee,
    'src/a.ts': 'sayA(1)\n',
  })
  repo.commit('Charge letters, too', { 'src/fee.ts': 'export {}\n', 'src/letter.ts': fee })
  const told = expectCode(repo.ctx('why', 'HEAD~1'), 0)
  expect(told).not.toContain('letter.ts')
  expect(told).not.toContain('fee.ts:')
})

test('of a line that is in several places ctx why does not say which a commit wrote', () => {
  const repo = quietRepo()
  repo.commit('Open the door slowly\n\nIt hit people.', {
    'src/door.ts': 'open(door, slowly)\nclose(door, slowly)\nopen(door, slowly)\n',
  })
  const told = expectCode(repo.ctx('why', 'HEAD'), 0)
  expect(told).toContain('where they stand today:\n  src/door.ts:2  close(door, slowly)\n')
  expect(told).not.toContain('door.ts:1')
})

test('the inside of a private key was told by ctx why, as the longest line that a commit wrote', () => {
  const repo = quietRepo()
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const inside = key.split('\n').filter((line) => line.length > 40)
  expect(inside.length).toBeGreaterThan(3)
  repo.commit('Sign in by a key\n\nPasswords were typed wrong.', {
    'src/sign-in.ts': `export const key = \`${key}\`\nopen(door, key)\n`,
  })
  for (const asked of [
    ['why', 'HEAD'],
    ['why', 'HEAD', '--json'],
  ]) {
    const told = expectCode(repo.ctx(...asked), 0)
    expect(told).toContain('open(door, key)')
    for (const line of inside) expect(told).not.toContain(line.slice(0, 30))
  }
})

test('of a commit that wrote no code, ctx why says nothing of lines', () => {
  const repo = quietRepo()
  repo.commit('Say who may come\n\nPeople asked at the door.', { 'README.md': 'Everybody may come.\n' })
  expect(expectCode(repo.ctx('why', 'HEAD'), 0)).not.toContain('Lines of code')
})

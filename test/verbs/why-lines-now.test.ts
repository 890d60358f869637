import { expect, test } from 'vitest'
import { expectCode, quietRepo } from '../support/expect.ts'

// What `ctx why` says of the lines that a commit wrote.

test('of a commit, ctx why says where the lines of code that it wrote stand, also in a file that was moved', () => {
  const repo = quietRepo()
  const fee = 'export function feeOf(weight: number): number {\n  return weight * pricePerKilo\n}\n'
  repo.commit('Charge parcels by weight\n\nA flat fee lost money on heavy ones.', {
    'src/fee.ts': `const pricePerKilo = 3\n${fee}`,
  })
  repo.git('mv', 'src/fee.ts', 'src/parcel-fee.ts')
  repo.git('commit', '-qm', 'Call it a parcel fee')
  repo.commit('Raise the price', { 'src/parcel-fee.ts': `const pricePerKilo = 4\n${fee}` })
  expect(expectCode(repo.ctx('why', 'HEAD~2'), 0)).toContain(
    [
      'Of 3 lines of code that it wrote 2 stand:',
      '  src/parcel-fee.ts:2  export function feeOf(weight: number): number {',
      '  src/parcel-fee.ts:3  return weight * pricePerKilo',
    ].join('\n'),
  )
  expect(JSON.parse(expectCode(repo.ctx('why', 'HEAD~2', '--json'), 0))).toMatchObject({
    lines: { wrote: 3, stand: 2, shown: [{ file: 'src/parcel-fee.ts', line: 2 }, { line: 3 }] },
  })
  repo.commit('Let others charge\n\nThey know their prices.', { 'src/parcel-fee.ts': 'export {}\n' })
  expect(expectCode(repo.ctx('why', 'HEAD~3'), 0)).toContain(
    'Of 3 lines of code that it wrote none stands as it was written.',
  )
})

test('of a line that is in several places ctx why does not say which a commit wrote, and its secrets are taken out', () => {
  const repo = quietRepo()
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
  repo.commit('Sign in by a token\n\nPasswords were typed wrong.', {
    'src/sign-in.ts': `open(door, slowly)\nclose(door, slowly)\nopen(door, slowly)\nconst token = '${token}'\n`,
  })
  const told = expectCode(repo.ctx('why', 'HEAD'), 0)
  expect(told).toContain(
    'All 3 lines of code that it wrote stand, for example:\n  src/sign-in.ts:2  close(door, slowly)\n',
  )
  expect(told).not.toContain(token)
})

test('of a commit that wrote no code, ctx why says nothing of lines', () => {
  const repo = quietRepo()
  repo.commit('Say who may come\n\nPeople asked at the door.', { 'README.md': 'Everybody may come.\n' })
  expect(expectCode(repo.ctx('why', 'HEAD'), 0)).not.toContain('lines of code')
})

import { expect, test } from 'vitest'
import { commentIn } from '../../src/curate/code/language.ts'

test('a comment with code behind it is code, and no comment has its own end (vite 80dd2dfd)', () => {
  expect(commentIn('  /** mode file */ `.env.${mode}`,', 'js')).toBeUndefined()
  expect(commentIn('  /** mode file */', 'js')).toBe('mode file')
  expect(commentIn('  // see /* and */', 'js')).toBe('see /* and */')
})

import { describe, expect, test } from 'vitest'
import { whyOf } from '../support/messages.ts'

test('a squash that has one message three times says it once (commander 4d421f9f)', () => {
  const body = 'Callers may pass a callback that colours the help before it is displayed.'
  expect(whyOf(`${body}\n\n${body}\n\nThe callback is optional, because most have none.\n\n${body}`)).toBe(
    `${body} The callback is optional, because most have none.`,
  )
})

describe('a reason', () => {
  test('tells paths apart that differ by a slash (starlette 5613fa7e)', () => {
    const said = 'A route of that name `/some-path/` does exist. A route of that name `/some-path` does exist.'
    expect(whyOf(said)).toBe(said)
  })
})

describe('a reason was cut', () => {
  test('by a sentence of which one word differs', () => {
    const body = 'Reads on Linux go through the page cache first. Reads on Windows go through the page cache first.'
    expect(whyOf(body)).toBe(body)
    const most = 'It keeps at most 16 connections to each host. It keeps at most 6 connections to each host.'
    expect(whyOf(most)).toBe(most)
  })
})

describe('words were said twice', () => {
  test('and what only looks alike was not (hyper 163ffd6f, d894439e)', () => {
    const apart = [
      'Before the change the benchmark took 321609 ns for each iteration.',
      'After the change the benchmark took 239319 ns for each iteration.',
      'The `call` method no longer takes a mutable reference to itself.',
      'The `call` method takes a reference to itself.',
    ]
    expect(whyOf(apart.join(' '))).toBe(apart.join(' '))
  })
})

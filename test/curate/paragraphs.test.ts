import { expect, test } from 'vitest'
import { gistOf } from '../../src/curate/code/gist.ts'
import { sectionsOf } from '../../src/curate/message/sections.ts'

const paragraphs = (body: string): readonly string[] => sectionsOf(body).flatMap((section) => section.paragraphs)

test('a paragraph ends at an empty line, at a rule and at a heading, and wrapped lines are one', () => {
  const parts = ['One line,\nand its end.', 'Two is another thought.', 'Three is the last one.']
  const read = ['One line, and its end.', 'Two is another thought.', 'Three is the last one.']
  for (const between of ['\n\n', '\n---\n', '\n## Why\n', '\n**Why**\n'])
    expect([between, paragraphs(parts.join(between))]).toEqual([between, read])
})

test.each([
  [
    'shop/encode.go',
    '// Encode is a middleware which counts bytes.\nfunc Encode() {}',
    'middleware which counts bytes',
  ],
  [
    'shop/encode.go',
    'package shop\n\n// Encode writes goods to disk.\nfunc Encode() {}',
    'Encode writes goods to disk',
  ],
  ['shop/encode.go', 'package shop\n\nfunc Encode() {}', ''],
])('the comment above what a file is named after says what it is: %s', (path, text, gist) => {
  expect(gistOf(path, text)).toBe(gist)
})

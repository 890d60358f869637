import { describe, expect, test } from 'vitest'
import { bulletsIn } from '../../src/curate/message/changelog.ts'

const fenced = ['', '    ```ts', '    const example = 1', '    ```', '']

/** What is told of an item of esbuild's changelog, whose paragraphs have code behind them. */
const told = (...paragraphs: readonly string[]): string =>
  bulletsIn(['* Support glob-style imports', '', ...paragraphs.flatMap((text) => [`    ${text}`, ...fenced])])[0]
    ?.text ?? ''

describe('a line of the changelog led to code that is not told, and went on: “So code like this will now work correctly: Previously …”', () => {
  test('what only led there goes (esbuild 953dae94, d5e343b1)', () => {
    expect(
      told(
        "These imports previously didn't support attributes. So code like this will now work correctly:",
        'Attempting to do this used to result in the following error:',
        'In addition, plugins can now access the attributes.',
        'Here is an example:',
        'For example, the following initializers convey a `name` value:',
      ),
    ).toBe(
      "Support glob-style imports. These imports previously didn't support attributes. In addition, plugins can now access the attributes.",
    )
  })

  test('what says something ends there (esbuild 6082ad8b, b3dfb491)', () => {
    for (const said of [
      'With this release, the remainder of the file is now still parsed and printed',
      'Tuple types can now have labels',
    ])
      expect(told(`${said}:`, 'These are ignored.')).toBe(`Support glob-style imports. ${said}. These are ignored.`)
  })

  test('its clause that leads there goes (esbuild 7964cb06, a8f8c0e7, a4e19a78)', () => {
    for (const [said, clause] of [
      [
        'This release fixes a crash that happened when an arrow function contained a class',
        ', which can be seen in the following code below',
      ],
      [
        "However, the generated state machine didn't work when it was polled concurrently",
        ', such as in the following code',
      ],
      [
        'Previously esbuild could crash with a stack overflow when lowering rules with a top-level `&`',
        ', such as in the code below',
      ],
      ['Telling esbuild to mangle every single property caused a syntax error', ' with code like this'],
    ])
      expect(told(`${said}${clause}:`, 'The bug is fixed.')).toBe(
        `Support glob-style imports. ${said}. The bug is fixed.`,
      )
  })

  test('the end of a sentence that began in it goes with it (fmt 1e1ac6e9: “… now gives a compilation error”, 13ec66bf)', () => {
    expect(
      told('The width is checked. For example,', 'now gives an error. The end of it is told.', 'prints `1`.'),
    ).toBe('Support glob-style imports. The width is checked. The end of it is told.')
  })

  test('parts that are nothing but the name of their code go with it (esbuild 9ad8ebb0)', () => {
    const parts = ['CLI:', 'JS', 'Go'].flatMap((name) => [
      `    * ${name}`,
      '',
      '        ```',
      '        esbuild()',
      '        ```',
      '',
    ])
    expect(
      bulletsIn([
        '* The banner option is now language-specific',
        '',
        '    The `--banner=` option now requires you to pass the file type:',
        '',
        ...parts,
        '    This was changed because the feature was specific to JavaScript.',
      ])[0]?.text,
    ).toBe(
      'The banner option is now language-specific. The `--banner=` option now requires you to pass the file type. This was changed because the feature was specific to JavaScript.',
    )
  })
})

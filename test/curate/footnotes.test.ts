import { describe, expect, test } from 'vitest'
import { withoutFootnotes } from '../../src/curate/message/footnotes.ts'
import { withoutMarkup } from '../../src/text/markup.ts'
import { whyOf, whyOfMessage } from '../support/messages.ts'

describe('a reason', () => {
  test('has no line in it where its links lead (tracing 345fbff2)', () => {
    const body =
      'The rate was read twice, because two callers asked for it.\n\n[#2962]: https://github.com/tokio-rs/tracing/pull/2962\n[`Level`]: tracing_core::Level\n'
    expect(whyOf(body)).toBe('The rate was read twice, because two callers asked for it.')
    expect(withoutMarkup('Wraps the [`MakeWriter`] given. [`MakeWriter`]: crate::fmt::MakeWriter')).toBe(
      'Wraps the `MakeWriter` given.',
    )
  })
})

describe('a link by its number, whose address is gone', () => {
  test('leaves the words that led there (tower 124816a4: “[issues with caching `cargo-hack`][1]”)', () => {
    const said = 'CI is broken due to [issues with caching\n`cargo-hack`][1], because its cache is lost.'
    expect(whyOf(`${said}\n\n[1]: https://example.org/runs/1`)).toBe(
      'CI is broken due to issues with caching `cargo-hack`, because its cache is lost.',
    )
  })

  test('stands where a sentence cannot do without it (fsnotify a10c8715: “Looking at, it seems”)', () => {
    const said = (link: string) => `Looking at ${link}, it seems that nobody works on it, because it is old.`
    expect(whyOf(`${said('[1]')}\n\n[1]: https://example.org/git`)).toBe(said('https://example.org/git'))
  })
})

test('a reason ends without what led to an output, or nowhere (fsnotify 2b69a9cf, hiredis 76a7b100)', () => {
  const why = 'A directory that is gone is ignored, because the events come all the same.'
  const before = 'Fix what would sometimes fail with something along the lines of:\n\n    --- FAIL: Rm'
  expect(whyOf(`${before}\n\n${why}`)).toBe(`Fix what would sometimes fail. ${why}`)
  expect(whyOf(`${why}\n\n[Full Details](https://example.org/a/b/c/d/e)`)).toBe(why)
})

describe('the lessons of a message', () => {
  test('say what a reference stands for, whose address is gone (rand 9ed874f0: “due to a [Rust bug]”)', () => {
    const said = 'Using 64 bits is not feasible due to a [Rust bug], as [the tool][cg] says of `argv[0]` and [others].'
    const notes = '[Rust bug]: https://example.org/10184\n[cg]: https://example.org/cg'
    expect(whyOfMessage(`Draw floats\n\n${said}\n\n${notes}`)).toBe(
      'Using 64 bits is not feasible due to a Rust bug, as the tool says of `argv[0]` and [others].',
    )
  })

  test('keep no footnote that is an address, nor the mark that leads to it (starlette 87641dc8); code keeps its index', () => {
    const said = 'According to the ASGI spec [0], the `raw_path`[1] that argv[0] has should be a byte string [2].'
    const notes = '[0] https://asgi.readthedocs.io/en/latest\n[1]: https://example.org/raw'
    expect(whyOfMessage(`Return bytes\n\n${said}\n\n${notes}`)).toBe(
      'According to the ASGI spec, the `raw_path`[1] that argv[0] has should be a byte string [2].',
    )
    expect(whyOfMessage(`Return bytes\n\n${said}`)).toBe(said)
  })

  test('keep no footnote of Markdown (bat a1917275)', () => {
    const said =
      'The docs said to review it [^1], because gsutil reads it[^2][^3]. Git ignores it, too, but it is documented in [^4].'
    const notes =
      '[^1]: https://example.org/1\n[^2]: https://example.org/2\n[^3]: https://example.org/3\n[^4]: https://example.org/4'
    expect(whyOfMessage(`Read it\n\n${said}\n\n${notes}`)).toBe(
      'The docs said to review it, because gsutil reads it. Git ignores it, too.',
    )
    const pattern = 'Names that begin with [^0-9] were not matched, because `[^a-z]+` took them first.'
    expect(whyOfMessage(`Read it\n\n${pattern}`)).toBe(pattern)
  })

  test.each([
    [
      'Use the wrapper, which darwin asks for, see [1]. It does the same.',
      'Use the wrapper, which darwin asks for. It does the same.',
    ],
    ['The flag reads ahead in order, as discussed in [1].', 'The flag reads ahead in order.'],
    ['The flag reads ahead in order (see [1]) on Linux alone.', 'The flag reads ahead in order on Linux alone.'],
    ['The flag reads ahead in order, see [1] for details.', 'The flag reads ahead in order.'],
    ['The flag reads ahead in order (see [1] and [2]) on Linux.', 'The flag reads ahead in order on Linux.'],
    ['The flag reads ahead in order. See [1] for details.', 'The flag reads ahead in order.'],
    ['The flag reads ahead, as in [1], and in order.', 'The flag reads ahead, and in order.'],
  ])('keep no words that only led to such a footnote (bbolt 74e833b5, d97579c3): %s', (said, kept) => {
    expect(whyOfMessage(`Read ahead\n\n${said}\n\n[1] https://example.org/a#b\n[2] https://example.org/c`)).toBe(kept)
  })
})

test('code of two brackets lost one where a footnote has its number', () => {
  const said = 'The loop compared `grid[row][1]` with argv[i][1], as reported in [1].\n\n[1]: https://example.org/42'
  expect(withoutFootnotes(said)).toContain('`grid[row][1]` with argv[i][1]')
})

test('a sentence, or a clause, that was nothing but a link goes with it (black 6b42c2b8, starship 70dcd33a)', () => {
  const said = 'It must be installed with an extra, because notebooks need it.'
  expect(whyOf(`${said} Feature requested\nat [2].\n\n[2]: https://example.org/3280`)).toBe(said)
  expect(
    whyOf(
      'The format starts with "via", as\n seen [here](https://example.org/a.rs#L19), which nobody knew, because it was hidden.',
    ),
  ).toBe('The format starts with "via", which nobody knew, because it was hidden.')
})

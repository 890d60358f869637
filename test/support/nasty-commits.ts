import type { ChangedFiles } from './commits.ts'

// Made-up commits, documents and lists that lie at the edges of what is told.

const because = 'The clock of the shop was late, because nobody had set it since the summer of 2024.'
const sentence = 'The server answers slowly when many customers come at once, so that mails are late.'

/** Messages that are hard to take apart. */
export const messages: readonly string[] = [
  `feat(shop)!: sort goods (#12)\n\n${because}\n\nBREAKING CHANGE: \`sort\` takes a list.\nCloses #11`,
  `fix!(api): stop early\n\n${sentence} ${because}`,
  `basket,mail: close after an hour\n\nWhy: customers forget them.\nReviewed-by: Ada <a@example.org>`,
  `A title that goes on and on until it is as long as a line may be,\nand then goes on in the next line\n\n${because}`,
  'A title that is short\nwith a second line that is no title\n\nBody.',
  `Ends with a torn word and\nGoes on with a capital. Then a sentence. ${sentence}`,
  `A long title of more than two hundred characters ${'that goes on '.repeat(14)}\nand on`,
  '#588: Update the basket (fixes #40)\n\nrefs: https://example.org/588',
  ':bug: * : mend it, fixes #12, #13 and shop/goods#14.',
  `[breaking] change it all\n\n* one\n* two\n* three`,
  `Squash of many (#90)\n\n* First step that says why: the clock was late\n\n${because}\n\n* fix typo\n\n* Revert "First step that says why: the clock was late"\n\n* Second step\n\n${sentence}\n\n---------\n\nCo-authored-by: A <a@b.c>`,
  `Squash that is alike\n\n* squash that is alike to it\n\n${because}\n\n* Another step here\n\n${sentence}`,
  `Merge pull request #7 from ada/topic\n\nQueue mails instead of sending them\n\n${sentence}`,
  `Merge branch 'main' into topic\n\n* Queue mails\n\n${sentence}\n\n* Close baskets\n\n${because}`,
  `Update basket.ts\n\nClose after an hour. ${because}`,
  `Merge commit from fork\n\n${because}`,
  `List that was wrapped\n\nThis does:\n\n- one thing that takes\n  two lines\n- another thing\n\nand then ends. cc @ada`,
  `Terse list\n\n- add a\n- add b\n- add c\n- fix(x): d`,
  `Code in it\n\nCall it like this:\n\n    sort(goods, 'price')\n\nor:\n\n\`\`\`\nsort(goods)\n\`\`\`\n\nso that the cheapest comes first.`,
  `Code that is too long\n\nLike this:\n\n\`\`\`\n${'x'.repeat(201)}\n\`\`\`\n\n${because}`,
  `Quotation\n\nThe manual says:\n\n    Goods are sorted by price. Always.\n\nSo do we, because customers ask.`,
  `Quotation after an end\n\nThe manual says so.\n\n    Goods are sorted by price. Always.\n\nSo do we, because customers ask.`,
  `Link\n\nThe reason is written down at length in\nhttps://example.org/reason\n\nRefs:\nhttps://example.org/x`,
  `Boxes\n\n- [x] I have read it\n  and more\n- [ ] tests\n\n${because}\n\n## Motivation\n\n${sentence}\n\n**Root cause**\n\n${because}`,
  `Tables\n\n| a | b |\n|---|---|\n> quoted\n<!-- hidden -->\n${sentence}\n<details>\n<summary>x</summary>\ny\n</details>`,
  `Signs\n\n1. ${sentence}\n2. ${because}\n3) third`,
  `Many titles\n\nadd the first thing to it\n\nremove the second thing from it\n\nchange the third thing in it\n\nand ${sentence}`,
  `Talk\n\nThanks for the review. Let me know. I'm not sure what to do. ${because} See #12.`,
  `Announces\n\nThe following changes were made:\n\nresults like this:\n\n${because}`,
  `Ends torn\n\n${because} And this is what leads to,`,
  `Short why\n\nTo avoid a leak`,
  `Same again\n\nSame again.`,
  `Same again\n\nThe same again, really now`,
  `Long why\n\n${Array.from({ length: 14 }, (_, at) => sentence.replace('server', `server ${at}`)).join(' ')}`,
  `One sentence\n\n${'a very long sentence without an end that goes on '.repeat(24)}.`,
  `Trailers in the middle\n\nDecision: sort by price\nbecause customers ask\n\n${sentence}\n\nRejected: sort by name\n  and goes on\nSigned-off-by: Ada <a@b.c>\n set in`,
  'chore(deps): bump undici from 7.1.0 to 8.0.0\n\nundici 7.1.0 => 8.0.0\nother 1.0 -> 2.0',
  'Bump the patch group\n\n1.0.0 to 1.0.1. It breaks the old API, because names changed.',
  'Deprecate the old sort',
  'Fix XSS vulnerability',
  'Speed up sorting',
  'perf: sort once',
  'Never sort twice, because it is slow',
  'We must sort it, because I say so',
  `Run \`sort\`\n\ngo test\nfunc main() {\n  x := 1;\n}\nreturn x;\n`,
  `Paragraph ends in a colon:\n\n- ${sentence}\n- ${because}`,
  `Link after an end\n\nIt is all written down at length there.\nhttps://example.org/end\n\nFour words lead to\nhttps://example.org/four\n\nSee the five words at\nhttps://example.org/five`,
  'Update basket.ts',
  `Body at its limit\n\n${`${sentence.slice(0, 49)} `.repeat(60).slice(0, 2_998)}. `,
  `Just as long\n\n${Array.from({ length: 300 }, (_, at) => `It said ${at}.`)
    .join(' ')
    .slice(0, 3_000)}`,
  `${'a title of words that ends '.repeat(8).slice(0, 199)}.\nand goes on`,
  `${'a title of words that ends '.repeat(8).slice(0, 150)} and\n${'goes on for long '.repeat(3).slice(0, 45)}. Then.`,
  `Quote\n\nWithout an end\n\n    ${'Goods are sorted '.repeat(23).slice(0, 362)} by price.\n\n    Goods are sorted.\n`,
  '',
  'x',
]

/** Changes whose files say more, or less, than their message. */
export const nastyChanges: Readonly<Record<string, { readonly message: string; readonly files: ChangedFiles }>> = {
  comments: {
    message: 'feat: keep the order',
    files: {
      'src/queue.ts': {
        added: [
          '/**',
          ' * Drains the queue: otherwise the last mails are lost when the server stops.',
          ' */',
          'export function drainQueue(): void {',
          '  // The order must be kept, because receivers drop what comes late and tell nobody who sent it.',
          '  const order = 1',
          '  // because it is so',
          '  let other = 2',
          '  // TODO: never do this again, because it is slow and nobody likes it',
          '  // This must happen before the loop above, otherwise it never ends here.',
          '  // eslint-disable-next-line because we must',
          '  // const old = new Queue(); must never be used because it leaks',
          '  // foo();',
          '  // NOTE: Receivers must never be told twice, because they would charge twice.',
          '}',
          '/* Workers of one pool share a socket to avoid a deadlock in the driver',
          '   when it is closed by the server, which causes a crash. */',
          'class WorkerPool {',
          '  // lower case: this is because the driver would leak all it holds when it is closed late',
          '  close() {}',
          '}',
          '// Copyright 2026 Ada. Must never be removed because of the license of it.',
          '// I am not sure why, but this must never be called twice because of the leak.',
          '// Returns the queue, which must not be null because it is read later on by all.',
          '// See https://example.org/a for why the driver must never be asked twice at once.',
          '// Only half of a comment, because the rest of it',
        ],
      },
      'src/edited.ts': {
        removed: [
          '// The old reason was here, because it was needed for the old driver, which nobody could close twice.',
        ],
        added: [
          '// The new reason is here, because it is needed for the new driver of it.',
          '// and goes on with a small letter because it was edited in the middle',
          'const edited = 1',
        ],
      },
      'src/moved.py': {
        removed: [
          '# Keep this: the driver must never be closed twice, because it crashes and takes the server with it.',
          'import a',
        ],
        added: [
          'import a',
          '# Keep this: the driver must never be closed twice, because it crashes and takes the server with it.',
          'def close_it():',
        ],
      },
      'config/new.yaml': {
        status: 'added',
        added: ['# Must never be empty, because the server would crash at once and nobody would know why.'],
      },
      'config/old.yaml': {
        added: ['# Must never be empty, because the server would crash at once and nobody would know why.', 'name: x'],
      },
      'test/queue.test.ts': {
        added: ['// Must never be empty, because the server would crash at once and nobody would know why.'],
      },
      'examples/one.ts': {
        added: ['// Must never be empty, because the server would crash at once and nobody would know why.'],
      },
      'docs/page.md': { added: ['The server must never be empty, because it would crash at once.', '- Always knock.'] },
    },
  },
  constants: {
    message: 'fix: other limits',
    files: {
      'src/limits.ts': {
        removed: [
          'const first = 1',
          'const second = 2',
          'export const third: number = 3 // seconds',
          'const twice = 1',
          'const twice = 2',
          'const kind = 4',
          "const mode = 'fast'",
          "const word = 'fast'",
          'const enabled = true',
          'const isOn = true',
          'const apiVersion = 1',
          "const maxToken = 'abc'",
          'const date = 20260101',
          'const limit = 1.2.3',
          'const dateLimit = "2026-01-01"',
          'const same = 5',
          'const gone = 6',
          'const maxOf = compute(7)',
          'maxSize: 10,',
          'const long = 60 * 1000',
        ],
        added: [
          'const first = 10',
          'const second = 2',
          'export const third: number = 30 // minutes',
          'const twice = 3',
          'const twice = 4',
          "const kind = 'four'",
          "const mode = 'slow'",
          "const word = 'slow'",
          'const enabled = false',
          'const isOn = false',
          'const apiVersion = 2',
          "const maxToken = 'abd'",
          'const date = 20260102',
          'const limit = 1.2.4',
          'const dateLimit = "2026-01-02"',
          'const same = 5',
          'const new1 = 6',
          'const maxOf = compute(8)',
          'maxSize: 20,',
          'const long = 90 * 1000',
        ],
      },
      'src/limits.py': { removed: ['MAX_TRIES = 3'], added: ['MAX_TRIES = 4  # more'] },
      'src/limits.go': { removed: ['const maxTries = 3'], added: ['const maxTries = 4'] },
      'src/Limits.java': { removed: ['static final int MAX = 3;'], added: ['static final int MAX = 4;'] },
      'src/limits.h': { removed: ['#define MAX_TRIES 3'], added: ['#define MAX_TRIES (4)'] },
      'test/limits.test.ts': { removed: ['const first = 1'], added: ['const first = 2'] },
      'vite.config.ts': { removed: ['const port = 3000'], added: ['const port = 4000'] },
    },
  },
  tests: {
    message: 'fix: sort twice',
    files: {
      'src/sort.ts': { added: ['sort()'] },
      'test/sort.test.ts': {
        added: [
          "describe('sorting', () => {",
          "  it('sorts goods by their price when nobody asks otherwise', () => {})",
          "  it('sorts', () => {})",
          "  test('should return 1', () => {})",
          "  test.skip('is skipped because the driver is slow on Windows', () => {})",
          // oxlint-disable-next-line no-template-curly-in-string
          '  it(`${name} is a template that says nothing at all`, () => {})',
          `  it('${'is a title that is much too long '.repeat(6)}', () => {})`,
          '})',
        ],
        removed: ["  it('sorts goods by their name', () => {})"],
      },
      'test_sort.py': {
        added: ['def test_sorts_goods_by_price_when_asked():', 'class TestSort:', '    def test_x(self):'],
      },
      'sort_test.go': {
        added: ['func TestSortsGoods(t *testing.T) {', '\tt.Run("sorts goods by price and name", func'],
      },
    },
  },
  suppressions: {
    message: 'chore: quiet the linter',
    files: {
      'src/a.ts': {
        added: [
          '// eslint-disable-next-line no-eval -- the plugin runs what people write in their own settings',
          'eval(x) // eslint-disable-line no-eval',
          '// @ts-expect-error the types of the driver are wrong about this',
          "const text = '// @ts-ignore is only a text'",
          '// prettier-ignore',
        ],
      },
      'src/b.py': { added: ['x = 1  # noqa: E501 the line is an address that cannot be broken', 'y = 2  # noqa'] },
      'src/c.go': { added: ['x := 1 //nolint:gosec // the path is made by ourselves and no one else'] },
      'src/d.rs': {
        added: ['#[allow(dead_code)] // used by the tests of other crates alone', '#[ignore = "flaky on CI"]'],
      },
    },
  },
  changelog: {
    message: 'Sort goods',
    files: {
      'src/sort.ts': { added: ['sortGoods()'] },
      'CHANGELOG.md': {
        added: ['- Goods are sorted by price (#12)', '- The basket closes after an hour'],
        removed: ['- Goods are sorted'],
      },
    },
  },
  fragment: {
    message: 'Sort goods',
    files: {
      'src/sort.ts': { added: ['sortGoods()'] },
      'changelog/12.bugfix.md': {
        status: 'added',
        added: ['Goods are sorted by price, so that the cheapest is first.'],
      },
    },
  },
  emptyFragment: {
    message: 'Sort goods by price',
    files: { 'src/sort.ts': { added: ['x()'] }, 'news/12.fix': { status: 'added', added: [''] } },
  },
  release: {
    message: 'Release 2.0.0',
    files: {
      'CHANGELOG.md': { added: ['## 2.0.0', '', '- Goods are sorted by price', '- Baskets close after an hour'] },
    },
  },
  releaseWithCode: {
    message: 'Sort goods by price at last',
    files: {
      'src/sort.ts': { added: ['sortGoods()'] },
      'CHANGELOG.md': { added: ['## 2.0.0', '', '- Goods are sorted by price, cheapest first of all'] },
    },
  },
  manyLines: {
    message: 'Fix it',
    files: {
      'src/sort.ts': { added: ['sortGoods()'] },
      'CHANGES.rst': {
        added: [1, 2, 3, 4].map((at) => `- Line number ${at} of the list says that goods are sorted`),
      },
    },
  },
  readme: { message: `docs: say why\n\n${because}`, files: { 'README.md': { added: ['Goods are sorted by price.'] } } },
  beside: { message: `ci: wait longer\n\n${sentence}`, files: { '.github/workflows/ci.yml': { added: ['x: 1'] } } },
  pages: {
    message: `docs: sort\n\nThe page says how goods are sorted by their price and by their name and by nothing else at all.`,
    files: { 'docs/sort.md': { added: ['Goods are sorted.'] } },
  },
  security: { message: 'Merge commit from fork', files: { 'src/shop/auth.ts': { added: ['check()'] } } },
  bump: {
    message: 'Bump undici from 7.1.0 to 8.0.0\n\nundici 7.1.0 => 8.0.0, and other 1.0 -> 2.0 of it all.',
    files: { 'src/a.ts': { added: ['x()'] } },
  },
  bumpWithReason: {
    message: `Bump undici from 7.1.0 to 8.0.0\n\nundici 7.1.0 => 8.0.0. ${because}`,
    files: { 'src/a.ts': { added: ['x()'] } },
  },
  moved: {
    message: 'Move it',
    files: {
      'src/new/place.ts': { status: 'renamed', from: 'src/old/place.ts' },
      'src/gone.ts': { status: 'deleted', removed: ['gone()'] },
    },
  },
}

/** Changelogs in the forms that projects have. */
export const changelogs: readonly string[] = [
  '# Changelog\n\n## [2.0.0] - 2026-01-01\n\n### Fixed\n\n- Goods are sorted by price (#12, #13)\n- **security:** tokens expire after an hour (GHSA-abcd-1234)\n  and go on here\nlazy line of it\n\n- [BREAKING] drop the old sort of goods\n\n## 1.9\n- Various fixes.\n- ok\n* Mails are sent once by @ada in https://github.com/a/b/pull/9',
  'Version 2.0\n===========\n\nFeatures:\n\n- [abc1234](https://x.example/abc1234) feat(shop): sort goods by their price\n- fix: close baskets after an hour (def5678)\n\nBug fixes:\n\n* :pr:`14` Keep the order of mails (Ada Example)\n* :cve:`2026-1234` close the hole in mails of all\n',
  '## Unreleased\n\n**Deprecated**\n\n+ The old sort will go in the next release, see #15 for it.\n    set in: goes on\n```\n- not this one in code\n```\n- The end of it is here (#16) - thanks to @bo, @cy\n',
  '- goods (a/b#17) are sorted by price #18 by Ada Example\n- Sorted goods, closes #19 and (fixes #20)\n- ![x](y) Sorted goods with pictures of them (aldas, bo)\n',
]

/** READMEs with and without a purpose. */
export const readmes: Readonly<Record<string, string>> = {
  'README.md':
    '# Shop\n\n[![badge](x)](y)\n\nSells goods to customers of the town.\nMore.\n\n## Basket\n\n```\ncode\n```\n\nKeeps what somebody wants to buy [later](x).\n\n## License\n\nMIT licence of it all.\n\n## Short\n\nToo short.\n\n## Run it\n\nRun npm start to begin with it.\n',
  'packages/mail/README.md':
    '# mail\n\n> quoted\n\n- list\n\nSends mails to those who bought something\n- and a list\n',
  'packages/none/readme.txt': 'See the manual.\n\n<p>html</p>\n',
  'packages/long/README.md': `# long\n\n${'Says very much about itself in one sentence '.repeat(6)}.\n`,
}

/** Files of code that say what they are, or do not. */
export const codeFiles: Readonly<Record<string, string>> = {
  'src/basket.ts':
    '/**\n * @module\n * Keeps what somebody wants to buy.\n *\n * More of it.\n */\nexport class Basket {}\n',
  'src/sort.ts':
    '// Copyright\n\nimport a from "a"\n\n/** Sort is a function that sorts goods by price. */\nexport function sort() {}\nexport const x = 1\n',
  'src/first.ts': 'export function first() {}\n',
  'src/open_file.py':
    '#!/usr/bin/python\n# coding\n"""Opens a file for reading.\n\nMore.\n"""\n\ndef open_file():\n    pass\n',
  'src/bare.py': 'import os\n\nclass Bare:\n    pass\n',
  'src/lib.rs':
    '//! Parses what customers write.\n//! More.\n\n#[derive(Debug)]\npub struct Lib;\npub(crate) fn inner() {}\npub fn parse() {}\n',
  'pkg/mail/mail.go':
    '// Package mail sends mails to customers.\n// More of it.\npackage mail\n\nfunc Send() {}\nfunc hidden() {}\n',
  'pkg/mail/send.go': 'package mail\n\n// Send sends one mail to somebody.\n// @deprecated\nfunc Send(to string) {}\n',
  'src/todo.ts': '/** TODO: write this file. */\nexport function todo() {}\n',
  'src/long.ts': `/** ${'Long words '.repeat(20)}. */\nexport function long() {}\n`,
  'src/one.ts': '/** Word. */\nexport function one() {}\n',
}

/** Documents with everything that a document may hold. */
export const documents: Readonly<Record<string, string>> = {
  'docs/guide.md': `# Guide to the shop\n\nGoods **must never** be sorted by name, because customers ask for the cheapest.\n\norder → pay → send\n\n## Requirements\n\n- Node 22\n* [npm](https://npmjs.com)\n  text\n\n## Usage\n\n\`\`\`ts\nsort(goods)\n\`\`\`\n\n\`\`\`text\nno example\n\`\`\`\n\n~~~~sql\nselect 1\n~~~~\n\n\`\`\`mermaid\ngraph TD\n\`\`\`\n\n## Data\n\n\`\`\`graphql\ntype A { b: C }\n\`\`\`\n\n\`\`\`\`\n\`\`\`\nstill\n\`\`\`\`\n\n\`\`\`sql\n${'x'.repeat(3_001)}\n\`\`\`\n`,
  'docs/fences.md': '# Fences\n\n## Usage\n\n```ts\none()\n```js\ntwo()\n```\n\n~~~ts\nthree()\n```\n~~~\n',
  'docs/diagram.md': '# Only a picture\n\n```dot\ndigraph {}\n```\n',
  'docs/nothing.md': '# Nothing\n\na -> b\n| a -> b -> c |\n -> -> ->\n',
  'notes.txt': 'title: "Notes of a meeting"\n\nWe decided that mails must be queued, because the server is slow.\n',
  'docs/empty.md': '',
}

/** Hunks of which lines were written anew, or turned round. */
export const rewritten: readonly { readonly removed: readonly string[]; readonly added: readonly string[] }[] = [
  { removed: ['const first = open(door, 1)'], added: ['let first = open(gate, 1)', 'const first = open(door, 2)'] },
  { removed: ['if (isOpen) close(door)'], added: ['if (!isOpen) close(door)', 'if (isOpen) close(doors)'] },
  { removed: ['a b', 'x'], added: ['a b c', 'x'] },
  { removed: ['one two three four five'], added: ['one two three six seven', 'one two three four nine'] },
  { removed: ['one two three four five'], added: ['one two six seven eight'] },
  {
    removed: ['call(alpha, beta)', 'call(gamma, delta)'],
    added: ['call(alpha,', '  beta)', 'call(gamma, delta, eta)'],
  },
  { removed: ['return value'], added: [] },
  { removed: [], added: ['return value'] },
  { removed: ['timeout(value, other, 30)'], added: ['timeout(value, other, 60)', 'timeout(value, more, 30)'] },
  { removed: ['same words here', 'same words here'], added: ['same words there', 'same words here too'] },
]

/** Lessons and lines of changelogs that may be about them. */
export const worded: readonly { readonly about: string; readonly text: string }[] = [
  { about: 'Sort goods by price', text: '' },
  { about: 'Sort goods by price', text: 'Tested: “sorts goods”.' },
  { about: 'Sort goods by price', text: 'Customers asked for it.' },
  { about: 'fix tests', text: '' },
  { about: 'fix typo', text: 'The word was wrong.' },
  { about: '', text: '' },
  { about: 'Merge pull request #1 from a/b', text: '' },
  { about: 'Bump undici from 1.0.0 to 2.0.0', text: '' },
]

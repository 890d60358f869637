import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadGrammars } from '../src/repo/grammars.ts'

const grammars = await loadGrammars(join(import.meta.dirname, '../templates/queries'))

/** A file of each language: what it makes public, by signature, and what it keeps to itself. */
const cases: readonly (readonly [path: string, text: string, shown: readonly string[], hidden: readonly string[]])[] = [
  [
    'reply.js',
    `function send (payload) { return payload }\nfunction secret () {}\nmodule.exports = { send }\nexports.limit = 4\n`,
    ['function send (payload)', 'limit'],
    ['secret'],
  ],
  [
    'queue.ts',
    `export async function drain(queue: Queue, most = 4): Promise<number> {\n  return 1\n}\nexport class Queue<T> {\n  #own = 1\n}\nconst hidden = 1\nexport type Job = { id: string }\n`,
    ['async function drain(queue: Queue, most = 4): Promise<number>', 'class Queue<T>', 'type Job'],
    ['hidden'],
  ],
  [
    'view.tsx',
    `export function View(props: Props) {\n  return <b>{props.text}</b>\n}\n`,
    ['function View(props: Props)'],
    [],
  ],
  [
    'pool.py',
    `def acquire(size: int) -> Pool:\n    return 1\n\ndef _grow():\n    pass\n\nclass Pool(Base):\n    pass\n`,
    ['def acquire(size: int) -> Pool', 'class Pool(Base)'],
    ['_grow'],
  ],
  [
    'host.go',
    `package x\n\nfunc Default() string { return "" }\nfunc lower() {}\ntype Host struct { Name string }\nfunc (h *Host) Login(user string) error { return nil }\n`,
    ['func Default() string', 'type Host', 'func (h *Host) Login(user string) error'],
    ['lower'],
  ],
  [
    'lib.rs',
    `pub fn find(c: &Client, name: &str) -> Option<License> { None }\nfn inner() {}\npub struct License { name: String }\n`,
    ['pub fn find(c: &Client, name: &str) -> Option<License>', 'pub struct License'],
    ['inner'],
  ],
  [
    'Licenses.java',
    `public class Licenses {\n  public Optional<License> byName(String name) { return null; }\n  private void trim() {}\n}\n`,
    ['public class Licenses', 'public Optional<License> byName(String name)'],
    ['trim'],
  ],
  [
    'dict.c',
    `static int own(void) { return 0; }\nint curl_dict(struct Curl *data, int most) { int x; return 1; }\n`,
    ['int curl_dict(struct Curl *data, int most)'],
    ['own'],
  ],
  [
    'licenses.rb',
    `module Relay\n  class Licenses\n    def find(name, fallback: nil)\n    end\n\n    private\n\n    def trim(name)\n    end\n  end\nend\n`,
    ['class Licenses', 'def find(name, fallback: nil)'],
    ['trim'],
  ],
]

test.each(cases)('%s: what it makes public is told by signature', async (path, text, shown, hidden) => {
  const found = (await grammars?.publicIn(path, text))?.join('\n') ?? 'no grammars'
  for (const signature of shown) expect(found).toContain(signature)
  for (const name of hidden) expect(found).not.toContain(name)
})

test('a language without a grammar, and text that is no program, are no failure', async () => {
  expect(await grammars?.publicIn('a.zig', 'pub fn main() void {}')).toBeUndefined()
  expect(await grammars?.publicIn('a.ts', '<<<<<<< {{{ not a program')).toEqual([])
  expect(await grammars?.publicIn('a.ts', '')).toEqual([])
})

import { commitFrom, type RealCommit } from './real-commits.ts'

/** What became of some real commits, made up: they are reverted, superseded, moved, contradicted and told again. */
export function afterwards(all: readonly RealCommit[]): readonly RealCommit[] {
  const find = (name: string): RealCommit => {
    const found = all.find(({ from }) => from.includes(name))
    if (found === undefined) throw new Error(`no such commit: ${name}`)
    return found
  }
  const [hijack, trailer, hook, dns, locale] = ['7f6d31980', '9026164f5', '71a0360cd', '1d8f54823e', '90a7732d46'].map(
    find,
  ) as [RealCommit, RealCommit, RealCommit, RealCommit, RealCommit]
  const sha = commitFrom(hijack).sha
  return [
    undone(hijack, `Revert "${subjectOf(hijack)}"\n\nThis reverts commit ${sha}.\n\nIt broke keep-alive on Windows.`),
    undone(trailer, 'refactor: let trailers complete twice again'),
    made(
      'made up: what was reverted comes again',
      `Reland "${subjectOf(hijack)}"\n\nThis reverts the revert of ${sha}.`,
      {
        'lib/reply.js': { patch: hijack.files[0]?.patch ?? '' },
      },
    ),
    made('made up: a limit changes again', `fix(hooks): wait ten minutes for chained hooks\n\n${because}`, {
      'cmd/bd/hooks.go': { patch: raised(hook.files[0]?.patch ?? '') },
    }),
    undone(dns, 'vdns: drop the delay\n\nThe resolver answers in time since 8.20, so nobody has to wait any more.'),
    undone(locale, 'test1981: no longer set the locale'),
    ...rulesThatChange,
    ...filesThatMove,
    ...manyAtOnce,
  ]
}

const because = 'Hooks of others clone whole repositories, because they must not rely on what is there.'
const subjectOf = ({ message }: RealCommit): string => message.split('\n', 1)[0] ?? ''

type File = Omit<RealCommit['files'][number], 'path' | 'status'> & Partial<RealCommit['files'][number]>

const made = (from: string, message: string, files: Readonly<Record<string, File>>): RealCommit => ({
  from,
  message,
  files: Object.entries(files).map(([path, file]) => ({ path, status: 'modified', ...file })),
  teaches: [],
  notTeaches: [],
})

/** A commit the other way round. */
const undone = ({ from, files }: RealCommit, message: string): RealCommit => ({
  from: `${from}, undone`,
  message,
  files: files.map(({ path, patch = '', before = '', after = '' }) => ({
    path,
    status: 'modified',
    patch: turned(patch),
    before: after,
    after: before,
  })),
  teaches: [],
  notTeaches: [],
})

const turned = (patch: string): string =>
  patch
    .split('\n')
    .map((line) => (line.startsWith('+') ? `-${line.slice(1)}` : line.startsWith('-') ? `+${line.slice(1)}` : line))
    .join('\n')

/** What a patch put in is taken out, and the same with twice the seconds is put in. */
const raised = (patch: string): string =>
  patch
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('+')) return [`-${line.slice(1)}`, line.replace(/\b300\b/, '600')]
      return line.startsWith('-') ? [] : [line]
    })
    .join('\n')

const lines = (mark: '+' | '-', ...all: readonly string[]): string => all.map((line) => `${mark}${line}`).join('\n')

const rulesThatChange: readonly RealCommit[] = [
  made('made up: a rule', 'docs: say when to retry\n\nConstraint: Workers must always retry the payment request', {
    'src/pay/worker.ts': { patch: `@@ -1,0 +1,3 @@\n${lines('+', 'pay(order)', 'retry(order)', 'settle(order)')}` },
  }),
  made('made up: its opposite', 'fix: charge once (#77)\n\nConstraint: Workers must never retry the payment request', {
    'src/pay/worker.ts': { patch: `@@ -1,3 +1,2 @@\n${lines('-', 'retry(order)')}\n${lines('+', 'charge(order)')}` },
  }),
  made(
    'made up: a decision and what was rejected',
    'feat(pay)!: settle in batches (#81)\n\nDecision: settle once an hour, because the bank counts transfers.\nRejected: settle each order (too dear).\n\nBREAKING CHANGE: `settle(order)` takes a list of orders.',
    {
      'src/pay/worker.ts': {
        patch: `@@ -2 +2,3 @@\n${lines('-', 'settle(order)')}\n${lines('+', 'settle(orders)', 'const settleEvery = 3600', '// The order matters: otherwise the bank books a refund before its payment.')}`,
      },
      'test/pay/worker.test.ts': {
        status: 'added',
        patch: `@@ -0,0 +1,4 @@\n${lines('+', "describe('settling', () => {", "  test('books a payment before its refund', () => {})", "  test('settles once an hour', () => {})", '})')}`,
      },
    },
  ),
  made('made up: a value that changes', 'perf(pay): settle twice an hour\n\nShops waited too long for their money.', {
    'src/pay/worker.ts': {
      patch: `@@ -3 +3 @@\n${lines('-', 'const settleEvery = 3600')}\n${lines('+', 'const settleEvery = 1800')}`,
    },
  }),
]

const filesThatMove: readonly RealCommit[] = [
  made('made up: a file moves', 'refactor: replies are a folder of their own', {
    'lib/response/reply.js': { status: 'renamed', from: 'lib/reply.js' },
    'lib/response/index.js': { status: 'added', patch: `@@ -0,0 +1 @@\n${lines('+', "export * from './reply.js'")}` },
  }),
  made('made up: a file goes', 'chore: drop the dictionary protocol\n\nNobody has used it since 1997.', {
    'lib/dict.c': { status: 'deleted', patch: `@@ -1,2 +0,0 @@\n${lines('-', 'static CURLcode sendf(void)', '{')}` },
  }),
  made('made up: what teaches nothing', 'Merge branch main into topic', { 'src/pay/worker.ts': {} }),
  made('made up: what says nothing', 'wip', {
    'src/pay/worker.ts': { patch: `@@ -9,0 +9 @@\n${lines('+', 'more()')}` },
  }),
]

const manyAtOnce: readonly RealCommit[] = [
  made(
    'made up: a squash',
    'Settle in the currency of the shop (#90)\n\n* Round half to even\n\nThe tax office rejected invoices that were rounded line by line.\n\n* Ask the bank for its rates each morning\n\nRates that were a day old lost 2 % in March 2026, so that shops complained.\n\n* fix typo\n\nCo-authored-by: Lin Example <lin@example.org>',
    {
      'src/pay/rates.ts': {
        status: 'added',
        patch: `@@ -0,0 +1,3 @@\n${lines('+', '/** Rates: what a currency is worth in another one. */', "export const ratesOf = (day) => ask('bank', day)", 'export class RateTable {}')}`,
      },
      'src/pay/worker.ts': { patch: `@@ -4,0 +5 @@\n${lines('+', 'convert(orders, ratesOf(today))')}` },
      'CHANGELOG.md': {
        patch: `@@ -3,0 +4 @@\n${lines('+', '- Invoices are settled in the currency of the shop (#90)')}`,
      },
    },
  ),
  ...['night', 'noon', 'dawn'].map((when, at) =>
    made(
      `made up: one of three, ${when}`,
      `fix(rates): keep the rates of ${when} until the bank answers\n\nThe bank is closed at ${when}, and without rates no order could be settled; see RFC ${4_180 + at}.`,
      {
        'src/pay/rates.ts': {
          patch: `@@ -${4 + at},0 +${4 + at},2 @@\n${lines('+', `const kept_${when} = rates.get('${when}')`, `if (isClosed('${when}')) return kept_${when}`)}`,
        },
      },
    ),
  ),
]

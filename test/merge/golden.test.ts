import { expect, test } from 'vitest'
import { mergeProse } from '../../src/merge/prose.ts'
import { mergeTrees } from '../../src/merge/three-way.ts'
import { repair } from '../../src/merge/repair.ts'
import { goalIdFor, newGoal, writeGoal } from '../../src/tree/goal.ts'
import type { Files } from '../../src/tree/knowledge.ts'
import { goalPath } from '../../src/tree/path.ts'
import { nastyEntries } from '../support/nasty-entries.ts'
import { asOneText, filesOfTree, learnedOneByOne, realHistory } from '../support/real-history.ts'

// Whole merges of trees that two people changed: whoever changes how two sides are joined reads here what else changes.

type Edits = Readonly<Record<string, ((text: string) => string) | undefined>>

/** A tree after somebody edited some of its files; what gets no text is deleted, and what was not there begins empty. */
function edited(files: Files, edits: Edits): Files {
  const made = new Map(files)
  for (const [path, edit] of Object.entries(edits)) {
    if (edit === undefined) made.delete(path)
    else made.set(path, edit(files.get(path) ?? ''))
  }
  return made
}

const replaced =
  (...pairs: readonly (readonly [string, string])[]) =>
  (text: string): string =>
    pairs.reduce((all, [from, to]) => all.replace(from, to), text)
const written = (text: string) => (): string => text

const told = (base: Files, ours: Files, theirs: Files): string => {
  const { changes, findings } = mergeTrees({ base, ours, theirs })
  const found = findings.map(({ at, code, detail }) => `- ${at}: ${code}: ${detail}`)
  const files = changes.map(({ path, text }) => [path, text ?? 'deleted'] as const)
  return `${found.join('\n')}\n\n${asOneText(files)}`
}

const entry = (title: string, body: string, updatedAt = '2026-03-01T00:00:00Z'): string =>
  `---\ntitle: ${title}\ncreatedAt: 2026-03-01T00:00:00Z\nupdatedAt: ${updatedAt}\n---\n\n${body}\n`

const id = goalIdFor('topic/basket', 1)
const goal = (more: object): string =>
  writeGoal({
    ...newGoal({ id, branch: 'topic/basket', intent: 'Close', tokenLimit: 9, startedAt: '2026-01-01T00:00:00Z' }),
    ...more,
  })

const base = edited(nastyEntries, {
  [goalPath(id)]: written(goal({ notes: [{ at: '2026-01-02T00:00:00Z', text: 'begun' }], local: { a: '1', b: '2' } })),
  'shop/goods/move.md': written(
    entry(
      'A thing that moves',
      '## Raw Concept\n**Files:**\n- src/move.ts\n\n## Facts\n- It is here.\n- It was there.',
    ),
  ),
})

const ours = edited(base, {
  'shop/basket/timeout.md': replaced(
    ['title: "Baskets: how long they live"', 'title: Lives of baskets'],
    ['importance: 63.5', 'importance: 83.5'],
    ['accessCount: 7', 'accessCount: 9'],
    ['updatedAt: 2026-02-01T00:00:00Z', 'updatedAt: 2026-02-03T00:00:00Z'],
    ['- src/clock.ts', '- src/watch.ts'],
    ['**Task:** Close baskets that nobody needs', '**Task:** Close baskets'],
    ['3 commits from 2026-01 to 2026-02, most by Ada Example (2).', '5 commits from 2026-01 to 2026-02, most by Ada.'],
    ['First line.\nSecond line.', 'First line.\nSecond line, ours.\nThird line.'],
    ['= `60`', '= `90`'],
    ['Ada wrote this by hand.', 'Ours wrote this by hand.'],
    ['- Always tell customers before', '- Tell customers before'],
    ['Tell customers before\n', 'Tell customers before, and a word below\n'],
  ),
  'shop/goods/sort.md': undefined,
  'shop/mail/queue/retry.md': replaced(['= `3`', '= `4`'], ['importance: 90', 'importance: 99']),
  'shop/context.md': replaced(
    ['All that customers see.', 'All that customers see.\nAnd touch.'],
    ['- goods', '- wares'],
  ),
  'shop/goods/broken.md': written('---\ntitle: mended\n---\n\n## Facts\n- found\n'),
  'notes.txt': written('Ours.\n'),
  'shop/goods/worse.md': written('---\ntitle: [ours\n---\n'),
  'shop/goods/move.md': replaced(['- It is here.', '- It is here, ours says.']),
  'shop/new/same.md': written(entry('Cats', '## Facts\n- Cats purr.')),
  'shop/new/alike.md': written(entry('Dogs', '## Raw Concept\n**Files:**\n- src/dog.ts\n\n## Facts\n- Dogs bark.')),
  'shop/new/late.md': written(entry('Late', 'One.', '2026-03-02T00:00:00Z')),
  [goalPath(id)]: written(
    goal({
      updatedAt: '2026-01-05T00:00:00Z',
      tokensUsed: 5,
      intent: 'Close all',
      notes: [{ at: '2026-01-03T00:00:00Z', text: 'ours' }],
      local: { a: 'o', b: '2', c: '3' },
      finishedAt: '2026-01-05T00:00:00Z',
      digest: 'Closed.',
    }),
  ),
})

const theirs = edited(base, {
  'shop/basket/timeout.md': replaced(
    ['title: "Baskets: how long they live"', 'title: Ends of baskets'],
    ['importance: 63.5', 'importance: 93.5'],
    ['accessCount: 7', 'accessCount: 8'],
    ['maturity: validated', 'maturity: core'],
    ['createdAt: 2026-01-01T00:00:00Z', 'createdAt: 2025-12-31T00:00:00Z'],
    ['updatedAt: 2026-02-01T00:00:00Z', 'updatedAt: 2026-02-02T00:00:00Z'],
    ['- src/basket.ts\n', ''],
    ['3 commits from 2026-01 to 2026-02, most by Ada Example (2).', '4 commits from 2026-01 to 2026-02, most by Bo.'],
    ['First line.\nSecond line.', 'First line, theirs.\nSecond line.'],
    ['= `60`', '= `120`'],
    ['Ada wrote this by hand.', 'Theirs wrote this by hand.'],
    ['status: active', 'status: deprecated'],
    ['both are shown on one page', 'both are shown together'],
    ['- A plain statement', '- A plainer statement'],
  ),
  'shop/goods/sort.md': replaced(['Customers asked', 'Many customers asked']),
  'shop/mail/queue/retry.md': replaced(['= `3`', '= `5`'], ['importance: 90', 'importance: 95']),
  'shop/context.md': replaced(['All that customers see.', 'All that customers hear.'], ['closeBasket', 'openBasket']),
  'shop/basket/context.md': replaced(['- basketTtl', '- basketTtl\n- closeBasket']),
  'shop/goods/broken.md': written('---\ntitle: [still\n---\n'),
  'notes.txt': written('Theirs.\n'),
  'shop/goods/worse.md': written('---\ntitle: [theirs\n---\n'),
  'shop/goods/move.md': undefined,
  'shop/things/moved.md': written(base.get('shop/goods/move.md') ?? ''),
  'shop/new/same.md': written(entry('Birds', '## Facts\n- Birds sing.')),
  'shop/new/alike.md': written(entry('Hounds', '## Raw Concept\n**Files:**\n- src/dog.ts\n\n## Facts\n- Dogs howl.')),
  'shop/new/late.md': written(entry('Late', 'Two.', '2026-03-02T00:00:00Z')),
  [goalPath(id)]: written(
    goal({
      updatedAt: '2026-01-06T00:00:00Z',
      startedAt: '2025-12-30T00:00:00Z',
      tokensUsed: 4,
      notes: [{ at: '2026-01-02T00:00:00Z', text: 'begun' }],
      local: { a: 't', d: '4' },
      finishedAt: '2026-01-06T00:00:00Z',
      digest: 'Shut.',
    }),
  ),
})

test('two people changed a tree in every way: each file and each finding is as it was', async () => {
  await expect(told(base, ours, theirs)).toMatchFileSnapshot('golden/both-ways.md')
})

test('from the other side the same is merged as it was', async () => {
  const [one, other] = [told(base, ours, theirs), told(base, theirs, ours)].map((text) => text.split('\n'))
  const differs = (other ?? []).filter((line) => line.startsWith('=== ') || one?.includes(line) !== true)
  await expect(`${differs.join('\n')}\n`).toMatchFileSnapshot('golden/other-way.md')
})

test('two people learned other commits onto one tree: what comes to ours is as it was', async () => {
  const history = realHistory()
  const at = history.length
  const { knowledge } = learnedOneByOne(history.slice(0, at - 22))
  const [one, other] = [history.slice(at - 22, at - 6), history.slice(at - 14)].map((part) =>
    filesOfTree(learnedOneByOne(part, knowledge).knowledge),
  ) as [Files, Files]
  await expect(told(filesOfTree(knowledge), one, other)).toMatchFileSnapshot('golden/learned-apart.md')
})

test('prose that both sides changed is joined line by line as it was', async () => {
  const sides: readonly (readonly [base: string, ours: string, theirs: string])[] = [
    ['a\nb\nc', 'a\nX\nc', 'a\nY\nX\nc'],
    ['a', 'a\n\nb\n\nc', 'a\n\nd\n\nc'],
    ['', '```\none\n```', '```\ntwo\n```'],
    ['a\nb', 'a', 'a\nB'],
    ['a\nb\nc', 'a\nb\nc\nd', 'Z\na\nb\nc'],
    ['a\nb', 'a\nc\nb', 'a\nc\nb'],
    ['x', '', 'x\ny'],
    ['one\ntwo', 'one\n~~~\ntwo', 'one\n~~~\n\ntwo\none'],
  ]
  const joined = sides.map(([was, our, their]) =>
    JSON.stringify(mergeProse({ base: was, ours: our, theirs: their }).text),
  )
  await expect(`${joined.join('\n')}\n`).toMatchFileSnapshot('golden/prose.md')
})

test('what people left with markers is repaired as it was', async () => {
  const conflict = (our: string, their: string, was?: string): string =>
    `<<<<<<< HEAD\n${our}\n${was === undefined ? '' : `||||||| base\n${was}\n`}=======\n${their}\n>>>>>>> theirs\n`
  const head = 'a: 1\n=======\n'
  const texts: readonly (readonly [string, string])[] = [
    ['shop/a/two.md', conflict(entry('One', '- a'), entry('Uno', '- b'))],
    ['shop/a/three.md', conflict(entry('One', '## Facts\n- a'), entry('Uno', '## Facts\n- b'), entry('One', '- a'))],
    ['shop/a/half.md', conflict(entry('One', '## Facts\n- a'), '---\ntitle: [x\n---\n')],
    ['shop/a/none.md', conflict('---\ntitle: [x\n---\n', '---\ntitle: [y\n---\n')],
    ['shop/context.md', conflict('# Domain: shop\n\n## Purpose\nOurs.', '# Domain: shop\n\n## Purpose\nTheirs.')],
    [goalPath(id), conflict(goal({ tokensUsed: 1 }), goal({ tokensUsed: 2 }), goal({}))],
    ['notes.txt', conflict('a', 'b')],
    ['shop/a/loose.md', entry('One', `${head}- a\n>>>>>>> theirs\n- b`)],
  ]
  const mended = texts.map(([path, text]) => [path, repair(path, text) ?? 'only a person can help'] as const)
  await expect(asOneText(mended)).toMatchFileSnapshot('golden/repaired.md')
})

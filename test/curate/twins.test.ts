import { describe, expect, test } from 'vitest'
import { saysWhy } from '../../src/curate/entries/admission.ts'
import type { Evidence } from '../../src/curate/evidence/types.ts'
import { withChangedValues } from '../../src/curate/entries/changed-values.ts'
import { toFolder } from '../../src/curate/filing/filing.ts'
import { commentsOnce, saidOnce, withoutTwins } from '../../src/curate/entries/said-once.ts'
import type { CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { withoutCopies } from '../../src/curate/standing/copies.ts'
import { analysed, analysedChange, pieceOf } from '../support/commits.ts'
import { evidenceOf } from '../support/messages.ts'

describe('a lesson that says nothing but its headline', () => {
  test.each([
    ['is none (gitleaks 679f00dc)', 'Scan files at latest commit\n\nAdded option to scan files at latest commit', []],
    [
      'is one where a word of it says why',
      'Skip mounted folders\n\nSkip mounted folders to avoid a loop',
      ['Skip mounted folders to avoid a loop'],
    ],
  ])('%s', (_, message, said) => {
    const told = evidenceOf(message, { 'src/scan.go': {} }).filter(
      ({ kind, weight }) => kind === 'lesson' && weight > 0,
    )
    expect(told.map(({ text }) => text)).toEqual(said)
  })
})

test('a value that is in a file and in its copy was changed once (httpcore 5c4c2a4f)', () => {
  const changed = { removed: ['READ_NUM_BYTES = 4096'], added: ['READ_NUM_BYTES = 64 * 1024'] }
  const analysis = analysed('Read more at once\n\nReads were slow, because each of them waited for the loop.', {
    '_async/http11.py': changed,
    '_sync/http11.py': changed,
  })
  expect(withChangedValues(analysis).evidence.map(({ changed: said }) => said)).toEqual([
    'Changed `READ_NUM_BYTES` from `4096` to `64 * 1024`.',
  ])
})

test('an enumeration that was renumbered stood below the reason of a fix (ws 6695bd44)', () => {
  const changed = (...values: readonly (readonly [string, number, number])[]) =>
    withChangedValues(
      analysed('Leave the loop early\n\nThe parser crashed, because its socket was gone.', {
        'lib/receiver.js': {
          removed: values.map(([name, before]) => `const ${name} = ${before}`),
          added: values.map(([name, , after]) => `const ${name} = ${after}`),
        },
      }),
    ).evidence.flatMap(({ changed: said }) => said ?? [])
  expect(changed(['GET_MASK', 4, 3], ['GET_DATA', 5, 4])).toEqual([])
  expect(changed(['GET_MASK', 4, 3])).toHaveLength(1)
  expect(changed(['RETRIES', 3, 5], ['REDIRECTS', 10, 12])).toHaveLength(1)
  expect(changed(['MIN_NODE', 18, 20], ['MIN_NPM', 9, 10])).toHaveLength(1)
  expect(changed(['MAX_RESETS', 10, 50], ['MAX_SECONDS', 30, 1])).toHaveLength(1)
})

describe('a changed value', () => {
  const why = 'It was guessed once, because nobody had measured it.'
  const changedIn = (message: string, ...lines: readonly string[]) =>
    withChangedValues(
      analysed(message, {
        'src/limits.py': {
          removed: lines.map((name) => `${name} = 1`),
          added: lines.map((name) => `${name} = 10`),
        },
      }),
    ).evidence.flatMap(({ about, changed }) => (changed === undefined ? [] : [`${about}: ${changed}`]))

  test('is told with the lesson of a squash that speaks of it', () => {
    const message = `Harden the gateway\n\n${why}\n\n* Limit parts\n\nThe parts of a form are limited, because each takes memory.`
    expect(changedIn(message, 'MAX_PARTS')).toEqual(['Limit parts: Changed `MAX_PARTS` from `1` to `10`.'])
    expect(changedIn(message, 'MAX_AGE')).toEqual([])
  })

  test('is nobody’s to know where it is a secret, and how long a token lives is none', () => {
    const told = (name: string) => changedIn(`Change it\n\n${why}`, name)
    expect(['ADMIN_PASSWORD', 'DEFAULT_PIN', 'MASTER_KEY', 'HMAC_SALT'].flatMap(told)).toEqual([])
    expect(told('TOKEN_LIFETIME')).toHaveLength(1)
  })
})

test('what was taken back without a word is told where its own title says why (fastify d3c55326)', () => {
  const told = (title: string) => evidenceOf(`Revert "${title}"`, { 'a.js': { removed: ['x()'] } }).filter(saysWhy)
  expect(told('Add a workflow').map(({ kind }) => kind)).not.toContain('revert')
  expect(told('Pin it, because the next one breaks').map(({ kind }) => kind)).toContain('revert')
})

test('what a message and a comment of its commit say alike is told once (cobra 8a63648d)', () => {
  const why = 'Only the first line is written to the output, because the shell would take other lines for new flags.'
  const added = [`  // ${why}`, '  write(lines[0])']
  const told = evidenceOf(`Write one line\n\nFor completions. ${why}`, {
    'src/complete.ts': { added: ['function complete() {', ...added] },
  })
  expect(told.map(({ kind }) => kind)).toContain('reason')
  expect(withoutTwins(told).map(({ kind }) => kind)).not.toContain('reason')
})

describe('what three functions say alike is told once, by the one that says most (ripgrep try_resolve_binary)', () => {
  const why = 'A relative path is resolved first, because Windows would search the current folder for it.'
  const comment = (about: string, text: string, path = 'src/decompress.rs') =>
    pieceOf('reason', text, { about, at: { commit: 'a'.repeat(40), path } })
  const most = comment('resolve', `Finds a program by its name in all folders of the path. ${why}`)
  const [short, shorter] = [comment('associate', `${why} It is ignored otherwise.`), comment('try', why)]
  const others = ['sort', 'wait', 'read'].map((name) =>
    comment(name, `All that ${name} takes is collected, because it needs ${name} in memory.`),
  )
  const page = (...evidence: readonly Evidence[]) =>
    ({ folder: toFolder('a', 'b'), name: 'b', file: 'b.rs', analyses: [], guests: [], evidence }) as const

  test('on one page, and on two', () => {
    const [one] = commentsOnce([page(short, ...others, shorter, most)], { isLong: true })
    expect(one?.evidence).toEqual([...others, most])
    const more = ['open', 'close', 'seek'].map((name) =>
      comment(name, `No ${name} may be called twice, or ${name} fails.`),
    )
    const two = commentsOnce([page(short, ...others), page(most, ...more)], { isLong: true })
    expect(two[0]?.evidence).not.toContain(short)
  })

  test('also where an option and a field of one name differ in a word: `DB.Mlock` and `Options.Mlock` (bbolt ed2436f1, caddy 5a19db5d)', () => {
    const mlock = (about: string, faults: string, more = 'Supported on Unix only.') =>
      comment(
        about,
        `Mlock locks the file in memory when set. It prevents ${faults}, however used memory stays. ${more}`,
      )
    const field = mlock('DB.Mlock', 'major page faults')
    const told = (option: Evidence) => commentsOnce([page(field, ...others, option)], { isLong: true })[0]?.evidence
    const option = mlock('Options.Mlock', 'potential page faults', 'Unix only.')
    expect(told(option)).not.toContain(option)
    for (const other of [
      { ...option, at: { ...option.at, commit: 'b'.repeat(40) } },
      mlock('Options.Lock', 'potential page faults', ''),
      mlock('Options.Mlock', 'no page faults', ''),
    ])
      expect(told({ ...other, text: other.text.replace('Mlock locks', `${other.about} may lock`) })).toHaveLength(5)
  })

  test('but not where that one has no page, or its own page would go', () => {
    const alone = [page(short, ...others.slice(1)), page(most)]
    expect(commentsOnce(alone, { isLong: true })).toEqual(alone)
    const three = [page(short, ...others.slice(1)), page(most, ...others)]
    expect(commentsOnce(three, { isLong: true })[0]?.evidence).toContain(short)
  })
})

test('what a comment said before it said more is not told beside it (echo StaticConfig.HTML5)', () => {
  const said = 'Forwards requests that are not found to the root, so that a single page can handle the routing'
  const at = (commit: string) => ({ commit: commit.repeat(40), path: 'middleware/static.go' })
  const comment = (commit: string, text: string) =>
    pieceOf('reason', text, { about: 'StaticConfig.HTML5', at: at(commit) })
  const [before, after] = [comment('a', `${said}.`), comment('b', `${said}. Optional, and not set by default.`)]
  expect(withoutTwins([before, after])).toEqual([after])
  expect(withoutTwins([after, before])).toEqual([after])
})

test('one line of a changelog that two commits are about is told once (client_golang 3d13af1a, c5900a16)', () => {
  const line = '- Add `RetryCallBack` to allow custom logging or handling on retry attempts in the client.'
  const [first, second] = ['Add RetryCallBack to the client', 'Change RetryCallBack when it is unset'].map((subject) =>
    evidenceOf(subject, { 'CHANGES.md': { added: [line] }, 'api/client.go': {} }),
  )
  const told = withoutTwins([...(first ?? []), ...(second ?? [])].filter(({ kind }) => kind === 'lesson'))
  expect(told.map(({ about }) => about)).toEqual(['Change RetryCallBack when it is unset'])
})

test('what three types say of a method is told once (client_golang dd207126)', () => {
  const doc = (type: string) => [
    `// CurryWith returns a ${type} that is curried with the labels, because each of these must never be given twice by callers.`,
    'func CurryWith() {',
  ]
  const pieces = evidenceOf('Add currying', { 'vec.go': { added: ['CounterVec', 'GaugeVec'].flatMap(doc) } })
  expect(withoutTwins(pieces).filter(({ kind }) => kind === 'reason' || kind === 'rule')).toHaveLength(1)
})

test('what was reverted and landed again under another title stood as past beside itself (immer 8276a6c3, 30db0f3f)', () => {
  const diff = { 'src/patches.js': { added: ['const a = get(map)', 'const b = set(map)', 'const c = has(map)'] } }
  const said = (title: string) => `${title}\n\nMaps were not drafted, because they have no properties.`
  const told = (...commits: readonly CommitAnalysis[]) => withoutCopies(commits, new Map()).map(({ title }) => title)
  const first = analysedChange(said('Support maps'), diff)
  expect(told(first, analysedChange(said('Draft maps, and patch them'), diff))).toEqual(['Draft maps, and patch them'])
  // Who says why it lands again says nothing of what it is for.
  const again = analysedChange(
    'Reapply "Support maps"\n\nThe build on Windows was mended in the meantime, so this passes.',
    diff,
  )
  expect(told(first, again)).toEqual(['Support maps', 'Reapply "Support maps"'])
  // Of one that gives no reason, the first says why; and another diff is another change.
  expect(told(first, analysedChange('Support maps again', diff))).toEqual(['Support maps', 'Support maps again'])
  const more = { 'src/patches.js': { added: ['const a = get(set)', 'const b = set(map)', 'const c = has(map)'] } }
  expect(told(first, analysedChange(said('Support sets'), more))).toEqual(['Support maps', 'Support sets'])
})

test('what was taken back and landed again as it was is told as it landed (hugo 5c5efa03, 8b5b558b; bat 21de52eb, c4fb77b0)', () => {
  const message = 'Handle text templates\n\nHTML was escaped in feeds, because all were parsed as HTML.'
  const files = { 'tpl/template.go': { added: ['parseText(name)'] } }
  const once = { authored: '1490640229' }
  const told = (...commits: readonly CommitAnalysis[]) => withoutCopies(commits, new Map()).map(({ sha }) => sha)
  const first = analysed(message, files, once)
  const revert = analysed(`Revert "Handle text templates"\n\nThis reverts commit ${first.sha}.`, {
    'tpl/template.go': { removed: ['parseText(name)'] },
  })
  const again = analysed(message, { 'tpl/template.go': { added: ['parseText(name)', 'parse(name)'] } }, once)
  expect(told(first, revert, again)).toEqual([revert.sha, again.sha])
  // What a branch and the trunk have is told once, as it came first.
  expect(told(first, again)).toEqual([first.sha])
})

test('a follow-up that is called by the changelog was told beside the commit that has the same words (esbuild 8b5e0487)', () => {
  const first = 'Fix generated `enum` comments that contain a closing mark'
  const rest = 'They were printed as they are, which ended the comment early.'
  const landed = analysed('Omit comments of enums\n\nOne.', { 'src/printer.go': {} })
  const followUp = analysed('follow-up to #2371\n\nTwo.', { 'src/printer.go': {} })
  const known = pieceOf('lesson', `${first}. ${rest}`, { about: 'Omit comments of enums' })
  const again = pieceOf('lesson', rest, { about: first })
  const pieces = new Map([
    [landed.sha, [known]],
    [followUp.sha, [again]],
  ])
  expect([...saidOnce(pieces, [landed, followUp]).values()].flat()).toEqual([again])
})

/** @module-tag slow */
import { expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { importHistory } from '../support/long-history.ts'
import { newCtxRepo, newRepo, type Repo } from '../support/repo.ts'

// What a person sees who asks: the commit that decides it, what became of it, or that nothing states it.

type Hit = {
  readonly headline: string
  readonly why: string
  readonly commit: string
  readonly lane: string
  readonly holds: string
  readonly isInCode: boolean
  readonly files: readonly string[]
  readonly supersededBy: readonly { readonly commit: string }[]
}
type Answer = { readonly hits: readonly Hit[]; readonly outOfDomain: boolean; readonly isWhole: boolean }

const answerOf = (repo: Repo, question: string, ...options: string[]): Answer =>
  JSON.parse(repo.ctx('query', '--json', ...options, question).out) as Answer

/** Asks until diffs were read too: until then it is not known which lines still stand. */
async function wholeAnswerOf(repo: Repo, question: string): Promise<Answer> {
  for (let round = 0; round < 100; round++) {
    const answer = answerOf(repo, question, '--log-only')
    if (answer.isWhole) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the diffs were not read')
}

const lines = (name: string, count = 8): string =>
  Array.from({ length: count }, (_, at) => `export const ${name}Number${at} = '${name} value ${at}'\n`).join('')

/** A history that ctx only watched, with other commits around the one that is asked for. */
function watched(): Repo {
  const repo = newCtxRepo()
  repo.commit('Add a shop with a cart and a list of goods', {
    'src/shop.ts': lines('shop'),
    'src/cart.ts': lines('cart'),
  })
  repo.commit('Sort goods by name\n\nPeople look for goods by their name more often than by their price.', {
    'src/goods.ts': lines('goods'),
  })
  repo.commit('Print receipts in two columns', { 'src/receipt.ts': lines('receipt') })
  repo.commit('Name the till in the log', { 'src/till.ts': lines('till') })
  return repo
}

const buffer =
  'Buffer uploads on disk\n\nLarge uploads made the server run out of memory, because every upload was held whole.'

test('a question is answered by the commit that decides it, though nothing was curated of it', () => {
  const repo = watched()
  const sha = repo.commit(buffer, { 'src/upload.ts': lines('upload') })
  const { hits, outOfDomain } = answerOf(repo, 'why are uploads buffered on disk', '--log-only')
  expect(outOfDomain).toBe(false)
  expect(hits[0]).toMatchObject({ commit: sha, lane: 'log', headline: 'Buffer uploads on disk' })
  expect(hits[0]?.why).toContain('because every upload was held whole.')
})

test('a commit that says nothing but its headline is told with what its diff says', async () => {
  const repo = watched()
  const comment = '// Browsers give up after thirty seconds, so the till answers before that.\n'
  const bare = repo.commit('Answer slow tills after twenty seconds', {
    'src/slow.ts': `${comment}${lines('slow')}`,
    'test/slow.test.ts': lines('test'),
  })
  const { hits } = await wholeAnswerOf(repo, 'when are slow tills answered')
  expect(hits[0]).toMatchObject({ commit: bare, isBare: true, why: '' })
  const told = expectCode(repo.ctx('query', '--log-only', 'when are slow tills answered'), 0)
  expect(told).toContain('\n  in its diff: Browsers give up after thirty seconds, so the till answers before that.\n')
  expect(told).not.toContain('no reason given')
})

test('a line that a commit wrote into the changelog is found as its message is (structlog a1da7e5b)', async () => {
  const repo = watched()
  const line = 'Receipts are printed at once on tills of the old shops, whose paper is torn otherwise.'
  const sha = repo.commit("Don't be lazy", {
    'src/printer.ts': lines('printer'),
    'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\n- ${line}\n`,
  })
  const { hits } = await wholeAnswerOf(repo, 'why is paper torn in old shops')
  expect(hits[0]).toMatchObject({ commit: sha, why: line })
  expect(repo.ctx('query', '--log-only', 'why is paper torn in old shops').out).not.toContain('no reason given')
})

test('what a later commit took out is told with that commit, and why it did', async () => {
  const repo = watched()
  const first = repo.commit(buffer, { 'src/upload.ts': lines('upload') })
  const second = repo.commit('Stream uploads to the store\n\nThe disk of the server was full after one busy weekend.', {
    'src/upload.ts': lines('stream'),
  })
  const { hits } = await wholeAnswerOf(repo, 'why are uploads buffered on disk')
  const hit = hits.find(({ commit }) => commit === first)
  expect(hit).toMatchObject({ holds: 'past', supersededBy: [{ commit: second }] })
  const told = expectCode(repo.ctx('query', '--log-only', 'why are uploads buffered on disk'), 0)
  expect(told).toContain('no longer so')
  expect(told).toContain(`${second.slice(0, 8)} Stream uploads to the store`)
  expect(told).toContain('The disk of the server was full')
})

test('what takes something back by its number alone says what that was (cobra 6607e6b8)', async () => {
  const repo = watched()
  const sha = repo.commit('End a sale without goods with an error (#922)', { 'src/sale.ts': lines('sale') })
  repo.commit(
    'Partial revert of #922\n\nEmpty sales ended every till with an error, because the till begins with one.',
    {
      'src/sale.ts': `${lines('sale', 6)}${lines('begin', 2)}`,
    },
  )
  const { hits } = await wholeAnswerOf(repo, 'why do empty sales not end the till with an error')
  expect(hits[0]).toMatchObject({ headline: 'Partial revert of #922', replaced: [{ commit: sha }] })
  const told = repo.ctx('query', '--log-only', 'why do empty sales not end the till with an error').out
  // What is shown itself is not named once more.
  expect(told.split(sha.slice(0, 8))).toHaveLength(2)
})

test('a revert in words of its own did not say which commit tried what it took back (tokio 8bfb1c92)', async () => {
  const repo = watched()
  const sha = repo.commit('till: implement Clone for the receiver of sales (#33)', {
    'src/till.ts': `${lines('till')}${lines('clone', 4)}`,
  })
  repo.commit('till: fix a typo', { 'src/other.ts': lines('other') })
  repo.commit(
    'till: revert Clone impl for receiver\n\nA cloned receiver began at the end of the sales, and not where the first one stood.',
    { 'src/till.ts': lines('till') },
  )
  const { hits } = await wholeAnswerOf(repo, 'where does a cloned receiver begin')
  expect(hits[0]).toMatchObject({ headline: 'till: revert Clone impl for receiver', replaced: [{ commit: sha }] })
})

test('what was taken away stays away, though the lines around it were written anew (tracing c8b3d2ad)', async () => {
  const repo = watched()
  repo.commit('Add upload', { 'src/upload.ts': `${lines('upload')}${lines('time')}` })
  const first = repo.commit(
    'upload: Remove timestamps from uploads\n\nTo ask for the time costs a call of the kernel.',
    {
      'src/upload.ts': lines('upload').replaceAll('value', 'untimed'),
    },
  )
  repo.commit('Begin uploads again\n\nThe store has a client of its own now.', { 'src/upload.ts': lines('client') })
  const { hits } = await wholeAnswerOf(repo, 'why have uploads no timestamps')
  // Nobody can find in the code what is not there.
  expect(hits.find(({ commit }) => commit === first)).toMatchObject({ holds: '', isInCode: false })
})

test('a word that nobody wrote is not silently taken for another (vite, "why do we use spring")', () => {
  const repo = watched()
  repo.commit('Leave out the css string\n\nThe bundle is smaller where nobody asks for it.', { 'src/css.ts': 'css' })
  repo.commit('Make redirects permanent\n\nSearch engines only follow permanent redirects.', { 'src/to.ts': 'to' })
  for (const word of ['spring', 'redis', 'Strindberg']) {
    const { out, code } = repo.ctx('query', '--log-only', `how is ${word} used`)
    expect([word, code]).toEqual([word, 1])
    expect(out).toMatch(new RegExp(`No lesson or (?:commit|message) has "${word}"`))
  }
  // One that was mistyped is read as it was meant, and that is said.
  const { out, code } = repo.ctx('query', '--log-only', 'why are redirects permannent')
  expect(code).toBe(0)
  expect(out).toMatch(
    /^No lesson or commit has "permannent"; words like it were looked for\.\n\nMake redirects permanent\n/,
  )
})

test('that a lesson is still in the code is said, so that nobody looks again (an agent looked in five of 24 questions)', async () => {
  const repo = watched()
  repo.commit(buffer, { 'src/upload.ts': lines('upload') })
  await wholeAnswerOf(repo, 'why are uploads buffered on disk')
  const said = (): string => repo.ctx('query', '--log-only', 'why are uploads buffered on disk').out
  expect(said()).toContain('· still in the code ·')
  repo.commit('Name the cart in the log', { 'src/cart.ts': lines('named') })
  expect(said()).toContain('· still in the code ·')
  // Lines are counted anew after many commits; until then nobody knows what became of those of a file that was changed.
  repo.commit('Stream uploads', { 'src/upload.ts': lines('stream') })
  expect(said()).not.toContain('still in the code')
})

test('a question that nothing states is refused in one line that names the nearest', () => {
  const repo = watched()
  const { code, out } = repo.ctx('query', 'by how many percent may a pull request slow the sorting of goods')
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringMatching(/^Nothing states this\..* Nearest: Sort goods by name \([0-9a-f]{8}\)\.\n$/),
  })
})

test('a question in other words is not turned away, but told what is nearest, and that nothing is certain', () => {
  const repo = watched()
  const sha = repo.commit(
    'Answer OPTIONS at once\n\nDo not call the next handler for pre-flight requests, because it has side effects.',
    {
      'src/cors.ts': lines('cors'),
    },
  )
  const question = 'why does a preflight not go down the chain'
  const { code, out } = repo.ctx('query', '--log-only', question)
  expect([code, out]).toEqual([1, expect.stringMatching(/^Nothing states this for certain\..* Nearest:\n/)])
  expect(out).toMatch(new RegExp(`\nAnswer OPTIONS at once\\n {2}Do not call the next handler[^]*${sha.slice(0, 8)}`))
  expect(JSON.parse(repo.ctx('query', '--json', '--log-only', question).out)).toMatchObject({
    outOfDomain: true,
    isNear: true,
  })
})

test('of a commit with many bullets the one that was asked for is told', () => {
  const repo = watched()
  const squash = [
    'Merge pull request #7 from fork',
    '* keep the shelf when a customer pays',
    'The till asked the shelf for prices while it was being emptied, because nobody had told it to wait for the guard.',
    '* bypass the till for staff',
    '* limit discounts to the morning',
  ].join('\n\n')
  repo.commit(squash, { 'src/till.ts': lines('till'), 'src/shelf.ts': lines('shelf') })
  repo.ctx('curate')
  const [hit] = answerOf(repo, 'why are discounts limited to the morning').hits
  expect(hit?.why).toContain('limit discounts to the morning')
})

test('a small change that reverses much is named with what it changed', async () => {
  const repo = watched()
  repo.commit(buffer, { 'src/upload.ts': lines('upload') })
  const second = repo.commit('Buffer uploads in memory again', {
    'src/upload.ts': lines('upload').replace(/^.*$/m, 'const elsewhere = 1'),
  })
  const { hits } = await wholeAnswerOf(repo, 'why are uploads buffered on disk')
  const hit = hits.find(({ headline }) => headline === 'Buffer uploads on disk')
  expect(hit).toMatchObject({ holds: '', supersededBy: [{ commit: second, why: '' }] })
})

test('what took a line of a lesson and is about the same thing is named, what only spelled it otherwise is not', async () => {
  const repo = watched()
  repo.commit(
    'Use tinyalloc on small machines\n\nTheir own allocator makes every upload wait for the guard, who is slow, and for the gate.',
    { 'src/alloc.ts': lines('alloc') },
  )
  const anew = (at: number) => lines('alloc').split('\n').toSpliced(at, 1, `const other${at} = ${at}`).join('\n')
  repo.commit('Fix typo in tinyalloc for small machines', { 'src/alloc.ts': anew(0) })
  const later = repo.commit('Switch to free-tinyalloc\n\nIt also compiles for small machines of others.', {
    'src/alloc.ts': anew(1),
  })
  const { hits } = await wholeAnswerOf(repo, 'why do uploads wait for the guard')
  const hit = hits.find(({ headline }) => headline.startsWith('Use tinyalloc'))
  expect(hit).toMatchObject({ holds: '', supersededBy: [{ commit: later, why: '' }] })
})

test('an answer is at most 1,500 characters, whole sentences of a long reason among them', () => {
  const repo = watched()
  const talk = Array.from(
    { length: 40 },
    (_, at) => `Case ${at} of the survey was about goods nobody wanted to buy.`,
  ).join(' ')
  for (const place of ['north', 'south', 'east', 'west'])
    repo.commit(
      `Close the ${place} depot early\n\n${talk} The ${place} depot closes early because its guard leaves at noon.`,
      {
        [`src/${place}.ts`]: lines(place),
      },
    )
  const { out } = repo.ctx('query', '--log-only', 'why does the south depot close early')
  expect(out.length).toBeLessThanOrEqual(1_501)
  expect(out).toMatch(/^Close the south depot early/)
  expect(out).toContain('The south depot closes early because its guard leaves at noon.')
})

test('a commit that was picked onto the branch again is shown once', () => {
  const repo = watched()
  repo.commit(buffer, { 'src/upload.ts': lines('upload') })
  repo.commit(`${buffer} It came again with the release.`, { 'src/upload2.ts': lines('other') })
  const headlines = answerOf(repo, 'why are uploads buffered on disk', '--log-only').hits.map(
    ({ headline }) => headline,
  )
  expect(headlines.filter((text) => text === 'Buffer uploads on disk')).toHaveLength(1)
})

test('asked what a name is, ctx shows the commit that added it', () => {
  const repo = watched()
  const sha = repo.commit(
    'Add `Shop::late_cart`\n\nA cart that is filled after closing time waits for the morning. Goods in it are not reserved, prices are those of the next day, and receipts name both days.',
    { 'src/late.ts': lines('lateCart') },
  )
  for (const what of ['Document', 'Rename in', 'Test'])
    repo.commit(`${what} late_cart`, { [`src/${what.slice(0, 4)}.ts`]: lines(`late_cart_${what.slice(0, 4)}`) })
  expect(answerOf(repo, 'what is late_cart for', '--log-only').hits[0]?.commit).toBe(sha)
})

test('an answer names the code that it is about before its tests and settings', () => {
  const repo = watched()
  repo.commit(buffer, {
    '.github/upload.yml': 'on: push\n',
    'docs/upload.md': 'Uploads.\n',
    'src/upload.test.ts': lines('uploadTest'),
    'src/upload.ts': lines('upload'),
  })
  expect(answerOf(repo, 'why are uploads buffered on disk', '--log-only').hits[0]?.files.slice(0, 2)).toEqual([
    'src/upload.ts',
    'src/upload.test.ts',
  ])
})

test('a commit amended away is no longer an answer', () => {
  const repo = watched()
  const first = repo.commit(buffer, { 'src/upload.ts': lines('upload') })
  expect(answerOf(repo, 'why are uploads buffered on disk', '--log-only').hits[0]?.commit).toBe(first)
  repo.git(
    'commit',
    '-q',
    '--amend',
    '-m',
    'Keep uploads on disk\n\nUploads are buffered on disk since memory is dear.',
  )
  const { hits } = answerOf(repo, 'why are uploads buffered on disk', '--log-only')
  expect(hits.map(({ commit }) => commit)).not.toContain(first)
  expect(hits[0]?.headline).toBe('Keep uploads on disk')
})

test('questions that found nothing are listed by how often they were asked, until something answers them', () => {
  const repo = watched()
  for (const question of ['which cipher protects receipts?', 'Which cipher protects receipts', 'who feeds the parrot'])
    repo.ctx('query', question)
  repo.ctx('query', 'why are goods sorted by name')
  const listed = (): readonly { question: string; times: number }[] =>
    (JSON.parse(repo.ctx('gaps', '--json').out) as { questions: { question: string; times: number }[] }).questions
  expect(listed()).toEqual([
    { question: 'Which cipher protects receipts', times: 2 },
    { question: 'who feeds the parrot', times: 1 },
  ])
  repo.commit('Feed the parrot at noon\n\nThe cook feeds the parrot, because it likes nobody else.', {
    'src/parrot.ts': lines('parrot'),
  })
  expect(listed().map(({ question }) => question)).toEqual(['Which cipher protects receipts'])
  expect(repo.ctx('gaps', '--clear').err).toContain('Forgot 1 question.')
  expect(repo.ctx('gaps').err).toContain('No question was left without an answer.')
})

test('of questions that found nothing so many are kept, the newest, that no disk is filled', () => {
  const repo = watched()
  const long = (at: number): string => `who feeds parrot number ${at}${' and another one'.repeat(17)}`
  const asked = Array.from({ length: 2_500 }, (_, at) => `${long(at)}\n`).join('')
  repo.write({ '.git/ctx/gaps': asked })
  repo.ctx('query', 'who feeds the cat')
  const kept = repo.read('.git/ctx/gaps')
  expect(kept.length).toBeLessThan(300_000)
  expect(kept).toContain(long(2_499))
  expect(kept).not.toContain(long(0))
  expect(kept.endsWith('who feeds the cat\n')).toBe(true)
})

test('a question with a secret in it is kept without the secret, and only on this machine', () => {
  const repo = watched()
  const key = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
  repo.ctx('query', `does the parrot know ${key}`)
  expect(repo.ctx('gaps').out).toContain('does the parrot know')
  expect(repo.read('.git/ctx/gaps')).not.toContain(key)
  expect(repo.git('log', '--all', '--format=%B', '-p')).not.toContain('parrot')
})

test('who wants to change something is told which files to open, why, with which tests, and who knows them', () => {
  const repo = watched()
  const sha = repo.commit(buffer, { 'src/upload.ts': lines('upload'), 'test/upload.test.ts': lines('uploadTest') })
  repo.commit('Count the bytes of uploads', { 'src/upload.ts': lines('upload', 9), 'src/count.ts': lines('count') })
  repo.commit('Drop the old uploader', { 'src/old_upload.ts': lines('old') })
  repo.git('rm', '-q', 'src/old_upload.ts')
  repo.commit('Remove the old uploader of uploads')
  const out = expectCode(repo.ctx('where', 'buffer large uploads in memory'), 0)
  expect(out).toMatch(/^src\/upload\.ts\n/)
  expect(out).toContain(`Buffer uploads on disk (${repo.git('log', '-1', '--format=%cs', sha)} ${sha.slice(0, 8)})`)
  expect(out).toContain('tested in test/upload.test.ts')
  // What is to be opened itself is not named again.
  expect(out).toContain('\nsrc/count.ts\n')
  expect(out).not.toContain('changes with')
  expect(out).toContain('known by Ada Example')
  expect(out).not.toContain('src/old_upload.ts')
  expect(repo.ctx('where', 'feed the parrot').code).toBe(1)
})

test('what only lies in a folder of tests is not what a file is tested in, and a README comes after code', () => {
  const repo = watched()
  const beside = { 'benchmarks/go.mod': 'module b\n', 'test/.eslintrc.json': '{}\n', 'test/package.json': '{}\n' }
  repo.commit('Sample what is logged', {
    ...beside,
    'README.md': lines('sampling'),
    'sampler.go': lines('sampler'),
    'sampler_test.go': lines('test'),
  })
  const out = expectCode(repo.ctx('where', 'sample what is logged'), 0)
  expect(out).toMatch(/^sampler\.go\n/)
  expect([...out.matchAll(/tested in (.*)/g)].map(([, names]) => names)).toEqual(['sampler_test.go', 'sampler_test.go'])
})

test('ctx where says that the diffs of a history are still being read', () => {
  const repo = newRepo()
  importHistory(repo)
  const { err } = repo.ctx('where', 'keep a room warm')
  expect(err).toContain('This history is still being read; ask again for more.')
})

test('of the files of an answer, that comes first whose name the question or the headline says', () => {
  const repo = watched()
  const files = Object.fromEntries(
    ['core.go', 'level.go', 'memory.go', 'sampler.go'].map((name) => [name, lines(name)]),
  )
  repo.commit('Make sampler counts faster\n\nWhy: because two levels of bins need no lock', files)
  expect(expectCode(repo.ctx('query', 'why are sampler counts faster'), 0)).toContain(
    ' · sampler.go, core.go, level.go',
  )
})

test('a time in which nothing was done is a word like any other', async () => {
  const repo = watched()
  repo.commit('Refuse dates after January 2038\n\nThe clock of the till counts seconds in 32 bits.', {
    'src/till.ts': lines('clock'),
  })
  const { hits, outOfDomain } = await wholeAnswerOf(repo, 'what happens after January 2038')
  expect({ outOfDomain, first: hits[0]?.headline }).toEqual({
    outOfDomain: false,
    first: 'Refuse dates after January 2038',
  })
})

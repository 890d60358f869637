/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { type Asked, ask, withModel } from '../support/model.ts'
import { locomo, longMemEval } from '../support/question-sets.ts'

const path = 'auth/tokens/refresh_tokens_are_single_use.md'

const questions = `- question: why are refresh tokens single-use
  answer: a stolen one stayed useful for months
  category: reasons
- question: how is bread baked
  category: strange
`

type Run = {
  without: string
  questions: number
  accuracy: number
  categories: { name: string; questions: number; accuracy: number }[]
  tiers: { name: string; questions: number }[]
  unanswerable: { questions: number; accuracy: number }
  wronglyRefused: number
  split: number
  answers: { question: string; answer: string; tier: string; isRight: boolean; votes: string[] }[]
}
type Measured = { kind: string; model: string; stopped: string; runs: [Run, ...Run[]] }
const measured = (out: string): Measured => JSON.parse(out) as Measured

const isJudge = ({ messages }: Asked): boolean => messages[0]?.content.startsWith('You judge whether') === true
const said = ({ messages }: Asked): string => messages.map(({ content }) => content).join('\n')
/** The first note that a model was given. */
const noteIn = (asked: Asked): string => /path="([^"]+)"/.exec(said(asked))?.[1] ?? 'none.md'

describe('ctx eval answers', () => {
  test('asks questions as a list, has each answer judged three times, and changes nothing', async () => {
    const { repo, asked } = await withModel({
      answers: (one) => (isJudge(one) ? 'It says so. RIGHT' : `It stayed useful for months [${path}].`),
    })
    repo.write({ 'questions.yaml': questions })
    const before = repo.git('for-each-ref')
    const { code, out } = await ask(repo, ['eval', 'answers', 'questions.yaml', '--tier', 'model', '--json'])
    const { kind, model, runs, stopped } = measured(out)
    expect([code, kind, model, stopped, runs.length]).toEqual([0, 'questions', 'small', '', 1])
    expect(runs[0].answers).toMatchObject([
      {
        answer: `It stayed useful for months [${path}].`,
        tier: 'model',
        isRight: true,
        votes: ['right', 'right', 'right'],
      },
      { answer: '', tier: 'none', isRight: true, votes: [] },
    ])
    expect(runs[0].categories.map(({ name, accuracy }) => [name, accuracy])).toEqual([
      ['reasons', 1],
      ['strange', 1],
    ])
    expect(asked.filter(isJudge)).toHaveLength(3)
    expect(said(asked.find(isJudge) as Asked)).toMatch(/<right-answer (\w+)>\na stolen one stayed useful for months/)
    expect(repo.git('for-each-ref')).toBe(before)
    expect(repo.ctx('gaps', '--json').out).not.toContain('bread')
  })

  test('an answer counts as right when two of three votes are for it, and says how often they differed', async () => {
    let votes = 0
    const { repo } = await withModel({
      answers: (one) => (isJudge(one) ? (votes++ === 1 ? 'WRONG' : 'RIGHT') : `Months [${path}].`),
    })
    repo.write({ 'questions.yaml': questions })
    const { out } = await ask(repo, ['eval', 'answers', 'questions.yaml', '--tier', 'model'])
    expect(out).toMatch(/as it is +100\.0 % +100\.0 % +100\.0 %\n/)
    expect(out).toContain('judge     not of one mind about 1')
  })

  test('an answer is wrong when the judge says so, or says nothing of the kind', async () => {
    for (const verdict of ['WRONG', 'I cannot tell.']) {
      const { repo } = await withModel({ answers: (one) => (isJudge(one) ? verdict : `Red [${path}].`) })
      repo.write({ 'questions.yaml': questions })
      const { runs } = measured(
        (await ask(repo, ['eval', 'answers', 'questions.yaml', '--tier', 'model', '--json'])).out,
      )
      expect([runs[0].accuracy, runs[0].answers[0]?.isRight]).toEqual([0.5, false])
    }
  })

  test('a model that does not know is wrong where something answers, and right where nothing does', async () => {
    const { repo } = await withModel({ answers: (one) => (isJudge(one) ? 'RIGHT' : 'NOT KNOWN') })
    repo.write({
      'questions.json': JSON.stringify([
        { question: 'why are refresh tokens single-use', answer: 'a stolen one stayed useful' },
        { question: 'which refresh tokens are stolen by pirates' },
      ]),
    })
    const { runs } = measured((await ask(repo, ['eval', 'answers', 'questions.json', '--tier', 'model', '--json'])).out)
    expect(runs[0]).toMatchObject({ accuracy: 0.5, wronglyRefused: 1, unanswerable: { questions: 1, accuracy: 1 } })
  })

  test('LoCoMo is asked of its own talks, by the categories of the paper, with what misleads beside them', async () => {
    const { repo, asked } = await withModel({
      answers: (one) =>
        isJudge(one) ? (/owls does Ada/.test(said(one)) ? 'RIGHT' : 'WRONG') : `Three [${noteIn(one)}].`,
    })
    repo.write({ 'locomo.json': JSON.stringify(locomo) })
    const { out } = await ask(repo, ['eval', 'answers', 'locomo.json', '--tier', 'model', '--json'])
    const { kind, runs } = measured(out)
    expect(kind).toBe('LoCoMo')
    expect(runs[0]).toMatchObject({ questions: 2, accuracy: 0.5, unanswerable: { questions: 1, accuracy: 1 } })
    expect(runs[0].categories.map(({ name, questions: count, accuracy }) => [name, count, accuracy])).toEqual([
      ['single-hop', 1, 1],
      ['temporal', 1, 0],
      ['adversarial', 1, 1],
    ])
    const told = said(asked.find((one) => !isJudge(one)) as Asked)
    expect(told).toContain('- **Ada**: I keep three owls.')
    expect(told).toContain('(asked on 2023-06-01)')
    expect(told).not.toContain('stolen')
    expect(said(asked.find((one) => isJudge(one) && said(one).includes('When did')) as Asked)).toContain(
      'off by a single day',
    )
  })

  test('LongMemEval is asked question by question, each of its own history', async () => {
    const { repo, asked } = await withModel({
      answers: (one) => (isJudge(one) ? 'RIGHT' : `Bern [${noteIn(one)}].`),
    })
    repo.write({ 'long.json': JSON.stringify(longMemEval) })
    const { out } = await ask(repo, ['eval', 'answers', 'long.json', '--tier', 'model', '--json'])
    const { kind, runs } = measured(out)
    expect(kind).toBe('LongMemEval')
    expect(runs[0].categories.map(({ name }) => name)).toEqual(['knowledge-update', 'single-session-user'])
    expect(runs[0]).toMatchObject({ questions: 2, accuracy: 1 })
    expect(asked.filter(isJudge).every((one) => said(one).includes('how it is now'))).toBe(true)
  })

  test('measures the same questions without relations, tiers, lifecycle and the gate, and says what each is worth', async () => {
    const other = 'auth/sessions/sessions_end_with_the_token.md'
    const { repo, asked } = await withModel({
      answers: (one) => (isJudge(one) ? (said(one).includes('They end') ? 'RIGHT' : 'WRONG') : answered(one)),
    })
    const answered = (one: Asked): string =>
      said(one).includes(`path="${other}"`) ? `They end with it [${other}].` : `Months [${path}].`
    repo.ctx('curate', '--text', 'They go when the user leaves.', '--topic', 'auth/sessions', '--title', 'x')
    repo.write({
      [`.ctx/tree/${other}`]:
        '---\ntitle: Sessions\n---\n\n## Narrative\n### Structure\nThey go when the user leaves.\n',
      [`.ctx/tree/${path}`]: repo.read(`.ctx/tree/${path}`).replace('createdAt:', `related: [${other}]\ncreatedAt:`),
      'questions.yaml': questions,
    })
    const { code, out } = await ask(repo, [
      'eval',
      'answers',
      'questions.yaml',
      '--tier',
      'model',
      '--without',
      'all',
      '--json',
    ])
    const { runs } = measured(out)
    expect(code).toBe(0)
    expect(runs.map(({ without }) => without)).toEqual(['', 'relations', 'tiers', 'lifecycle', 'domain'])
    const [full, relations, tiers, lifecycle] = runs as [Run, Run, Run, Run, Run]
    expect([full.accuracy, relations.accuracy, lifecycle.accuracy]).toEqual([1, 0.5, 1])
    expect(tiers.answers[0]?.tier).toBe('agent')
    expect(asked.some(({ tools }) => tools)).toBe(true)
    expect(
      (await ask(repo, ['eval', 'answers', 'questions.yaml', '--tier', 'model', '--without', 'relations'])).out,
    ).toMatch(/without relations .* −50\.0 points\n/)
  })

  test('without the gate, what nothing is known about is answered from the nearest there is', async () => {
    const { repo } = await withModel({ answers: (one) => (isJudge(one) ? 'WRONG' : `Yes [${noteIn(one)}].`) })
    const [talk] = locomo
    const sessions = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `session_${at + 3}`,
        [{ speaker: 'Bo', text: `We sailed to island ${at}.` }],
      ]),
    )
    const qa = [{ question: 'Which submarines does Ada polish with velvet gloves?', category: 5 }]
    repo.write({ 'talk.json': JSON.stringify([{ ...talk, conversation: { ...talk?.conversation, ...sessions }, qa }]) })
    const { out } = await ask(repo, [
      'eval',
      'answers',
      'talk.json',
      '--tier',
      'model',
      '--without',
      'domain',
      '--json',
    ])
    const [full, domain] = measured(out).runs
    expect([full.answers[0]?.tier, domain?.answers[0]?.tier]).toEqual(['none', 'model'])
    expect([full.unanswerable.accuracy, domain?.unanswerable.accuracy]).toEqual([1, 0])
  })

  test('shows what was judged when the model fails on the way, and says why it stopped', async () => {
    const { repo } = await withModel({ answers: (one) => (isJudge(one) ? 'RIGHT' : `Months [${path}].`) })
    repo.write({ 'questions.yaml': questions })
    const spent = ['eval', 'answers', 'questions.yaml', '--tier', 'model']
    // A call is 100 tokens: the answer is there, and nothing is left to judge it.
    const { code, out, err } = await ask(repo, spent, { CTX_MODEL_DAILY_TOKENS: '50' })
    expect([code, out.split('\n')[0]]).toEqual([
      2,
      '1 question, tier model; answered and judged (three votes) by small.',
    ])
    expect(err).toContain("Stopped: The model's 50 tokens of today are spent. What is above was judged until then.")
    expect(
      await ask(repo, spent, { CTX_MODEL_ENDPOINT: 'http://127.0.0.1:9/v1', CTX_MODEL_DAILY_TOKENS: '0' }),
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining('did not answer'),
    })
  })

  test('asks so many questions at even steps, and says what is wrong with what it is given', async () => {
    const { repo } = await withModel({ answers: (one) => (isJudge(one) ? 'RIGHT' : `Yes [${noteIn(one)}].`) })
    const many = Array.from({ length: 10 }, (_, at) => ({
      question: `why are refresh tokens single-use ${at}`,
      answer: 'x',
    }))
    repo.write({ 'many.json': JSON.stringify(many), 'none.json': '{}' })
    const { runs } = measured(
      (await ask(repo, ['eval', 'answers', 'many.json', '--limit', '2', '--tier', 'direct', '--json'])).out,
    )
    expect(runs[0].answers.map(({ question, tier }) => [question.at(-1), tier])).toEqual([
      ['0', 'direct'],
      ['5', 'direct'],
    ])
    for (const wrong of [
      ['none.json'],
      ['missing.json'],
      [],
      ['many.json', '--without', 'luck'],
      ['many.json', '--from', 'HEAD'],
    ])
      expect(await ask(repo, ['eval', 'answers', ...wrong])).toMatchObject({ code: 2 })
    repo.git('config', '--unset', 'ctx.model.name')
    expect(await ask(repo, ['eval', 'answers', 'many.json'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('No model is set up'),
    })
  })
})

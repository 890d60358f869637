import { expect, test } from 'vitest'
import { rankAnswer } from '../../src/search/lesson-answer.ts'
import { openPieces, piecesOf } from '../../src/search/pieces.ts'
import { readQuestion } from '../../src/search/question.ts'
import {
  asksForPerson,
  asksForRelease,
  asksOnlyForNews,
  asksHowItWas,
  asksWhatWentAway,
  asksWhenItCame,
} from '../../src/search/what-is-asked.ts'
import { terms } from '../../src/text/terms.ts'
import { candidate } from '../support/candidates.ts'

// What people ask with beside what they ask for: words that say little decide nothing.

const spelled = (text: string): string => terms(text).join(' ')

/** A history of these subjects, the newest last; some of them with what their diff says. */
const historyOf = (
  subjects: readonly string[],
  diffs: Readonly<Record<string, string>> = {},
  reasons: Readonly<Record<string, string>> = {},
) =>
  openPieces(
    piecesOf(
      'log',
      subjects.map((subject, at) => ({
        row: {
          sha: at.toString(16).padStart(40, '0'),
          subject,
          body: reasons[subject] ?? '',
          date: new Date(Date.UTC(2026, 0, at + 1)).toISOString().slice(0, 10),
          author: 'Ada',
          number: '',
          paths: ['src/shop.ts'],
          note: undefined,
        },
        terms: {
          headline: spelled(subject),
          why: spelled(reasons[subject] ?? ''),
          beside: spelled('src/shop.ts'),
          diff: spelled(diffs[subject] ?? ''),
        },
      })),
    ),
  )

const others = Array.from({ length: 40 }, (_, at) => `Use shelf ${at} for goods`)
const firstOf = (question: string, subjects: readonly string[]): string | undefined =>
  rankAnswer(question, 3, historyOf(subjects)).shown[0]?.headline

test('a commit that merely says "still" does not come before the one that says the matter', () => {
  const subjects = [...others, 'Sell the drawer', 'Still look']
  expect(firstOf('do we still look for the drawer', subjects)).toBe('Sell the drawer')
})

test('a commit that merely says "used" is not taken for the only one that does', () => {
  const { rarity } = rankAnswer('what is the shelf used for', 3, historyOf(others))
  expect(rarity('us')).toBeLessThan(rarity('elevator') / 2)
})

test('an option or a name of the code counts in full, though people talk with the same word', () => {
  const talks = (question: string) => readQuestion(question).filter(({ isTalk }) => isTalk)
  expect(talks('does it keep what was given').map(({ said }) => said)).toEqual(['keep', 'given'])
  expect(talks('what do --keep, `given` and goods.take do')).toEqual([])
  // Who asks what came after asks for no commit that replaced something else (sidekiq, celluloid).
  expect(talks('what replaced celluloid').map(({ said }) => said)).toEqual(['replaced'])
  expect(talks('why was celluloid replaced')).toEqual([])
  // "Only diffs have "nothing"", which the commit on empty responses need not say (urllib3 9971e27e).
  expect(talks('why does an empty drawer give nothing').map(({ said }) => said)).toEqual(['give', 'nothing'])
})

test('what answers was refused for words that people ask with: "in front", "a bare date", "handed to" (zap, fd, bat)', () => {
  const history = historyOf([...others, 'Paint the drawer red'])
  const question = 'is it on purpose that nobody asked for a bare drawer painted red, handed over in front of us'
  expect(rankAnswer(question, 3, history)).toMatchObject({ isKnown: true, unknown: [] })
})

test('who asks when something came is told of its arrival, and not of what was done to it since (puma 01699742)', () => {
  const came = ['when was the drawer added', 'since when is there a drawer', 'which version first had a drawer']
  expect(came.filter((question) => !asksWhenItCame(question) || asksWhatWentAway(question))).toEqual([])
  expect(['when was the drawer removed', 'when is it full', 'why is it there'].filter(asksWhenItCame)).toEqual([])
  // "Since when does it sell": what no longer holds is no worse an answer.
  expect(['since when does it sell', 'when does it sell'].map(asksHowItWas)).toEqual([true, false])
  const subjects = ['Add drawer hints to the shop', 'Add a test for drawer hints', 'Send no drawer hints', ...others]
  expect(firstOf('which drawer hints are sent', subjects)).not.toBe(subjects[0])
  expect(firstOf('when were drawer hints introduced', subjects)).toBe(subjects[0])
})

test('a part of a name was read as a word of the question: “when was `delete_cookie` added” asked what was deleted (starlette d1ba5d67)', () => {
  const came = [
    'when was `delete_cookie` added',
    'who added remove_route',
    'why was rename_all introduced',
    'which version got drop_none',
  ]
  expect(came.filter((question) => !asksWhenItCame(question) || asksWhatWentAway(question))).toEqual([])
  const neither = ['why was start_response wrapped', 'when is created_at set', 'who wrote get_token']
  expect(neither.filter((question) => asksWhenItCame(question) || asksWhatWentAway(question))).toEqual([])
  const late = `when I call it ${'again and '.repeat(7)}again, when was it added`
  expect(asksWhenItCame(late)).toBe(true)
})

test('who asked when the cache came was told of an option that it got later, “implement” not being “added” (hono c450c564)', () => {
  const subjects = [
    'middleware/cache: add a codes option',
    'support for `vary` header in cache middleware',
    'middleware: implement Cache Middleware',
    ...others,
  ]
  expect(firstOf('when was the cache middleware added', subjects)).toBe(subjects[2])
  const written = ['Add a writer for io and the config of it', 'add function to write config to writer', ...others]
  expect(firstOf('when was writing the config to a writer added', written)).toBe(written[1])
})

test('what takes one thing away is no answer to where another went, and a new name takes the place of the old (sidekiq 5db5c938, ky 1f2ad7f)', () => {
  const upgrade = ['Upgrade to drawer 14, remove lift usage', 'Remove the drawer of everything', ...others]
  expect(firstOf('what happened to the drawer', upgrade)).toBe('Remove the drawer of everything')
  const renamed = ['Add `base` to the shop, rename `drawer` to `shelf`', 'Document what drawer is', ...others]
  expect(firstOf('what replaced drawer', renamed)).toBe(renamed[0])
})

test('who asks where something went, or why it is not done, asks what went away', () => {
  const asked = [
    'where did altsrc go',
    'why is Curio not a supported backend',
    'why don’t we warn of it',
    'why was the upgrade taken back',
    'what was given up for it',
  ]
  expect(asked.filter((question) => !asksWhatWentAway(question))).toEqual([])
  const kept = ['where does the guard stand', 'what is given to the guard', 'is the guard not there', 'why is it so']
  expect(kept.filter((question) => asksWhatWentAway(question))).toEqual([])
})

test('what a question calls by another word is found: a crash is a panic, a reply a response (hyper c166268c)', () => {
  const subjects = [...others, 'Avoid a panic when the clock begins', 'Log what the clock says']
  expect(firstOf('why could the clock crash', subjects)).toBe('Avoid a panic when the clock begins')
  expect(firstOf('what became of the reply', [...others, 'Send the response anew'])).toBe('Send the response anew')
  expect(firstOf('how big may a drawer be', [...others, 'Build a large drawer', 'Sell a drawer'])).toBe(
    'Build a large drawer',
  )
  // The word itself says more than one that may stand for it.
  const both = [...others, 'Avoid a panic in the elevator', 'Avoid a crash in the elevator']
  expect(firstOf('why could the elevator crash', both)).toBe('Avoid a crash in the elevator')
})

test('a name that is spelled as code is one word: max_headers is not max_header_list_size (hyper b1142448)', () => {
  const subjects = [...others, 'Set max_header_list_size by default', 'Count to max_headers']
  expect(firstOf('what is max_headers by default', subjects)).toBe('Count to max_headers')
})

test.each(['shelf_goods', 'shelfGoods'])(
  '%s that only a diff has leads to its commit, and not to whoever has goods on a shelf (quinn accept_buffer, 61a72a38)',
  (name) => {
    const limits = 'Limit what stands in a queue'
    const history = historyOf([...others, limits], { [limits]: `${name} limit` })
    const { shown, isKnown } = rankAnswer(`what took over from ${name}`, 3, history)
    expect([shown[0]?.headline, isKnown]).toEqual([limits, true])
    // What was mistyped by a letter is no such name, nor is what nothing has.
    const { unknown } = rankAnswer(`how do bananas look on ${name}`, 3, history)
    expect(unknown).toContain('bananas')
  },
)

test('a name with underscores is not its parts, and one with humps is what a message says in words', () => {
  const [code, spoken] = ['Move the desk to the window', 'Bound the idle timeout']
  const answerTo = (question: string, name: string) =>
    rankAnswer(question, 3, historyOf([...others, code, spoken], { [code]: name })).shown.map(
      ({ headline }) => headline,
    )
  expect(answerTo('what became of idle_timeout', 'idle_timeout')[0]).toBe(code)
  expect(answerTo('what is idleTimeout for', 'idleTimeout')).toContain(spoken)
})

test('who asks for a number is answered by one, or not for certain (zap OnFatal)', () => {
  const answerOf = (question: string, said: string) => rankAnswer(question, 3, historyOf([...others, said])).isKnown
  expect(answerOf('how long is the elevator kept waiting', 'Keep the elevator waiting for 30 s')).toBe(true)
  expect(answerOf('how long is the elevator kept waiting', 'Keep the elevator waiting')).toBe(false)
  expect(answerOf('how long is the elevator kept waiting', 'Keep the elevator waiting (#1234)')).toBe(false)
  expect(answerOf('how long is the elevator kept', 'Keep the elevator. It gives up after 60 s')).toBe(true)
  expect(answerOf('why is the elevator kept waiting', 'Keep the elevator waiting')).toBe(true)
})

test('a name that nothing here has is no beginning of another word: QUIC is no Quickstart, REPL no "Replace", Java no JavaScript (uvicorn)', () => {
  const history = historyOf([
    ...others,
    'Include Python 3.8 in the Quickstart',
    'Replace the types module',
    'Delete the js folder and remove extra_javascript',
  ])
  const isKnown = (question: string): boolean => rankAnswer(question, 3, history).isKnown
  for (const name of ['QUIC', 'does it support QUIC', 'does it have a REPL', 'can I use it with Java'])
    expect([name, isKnown(name)]).toEqual([name, false])
  expect(rankAnswer('does it support QUIC', 3, history).unknown).toContain('QUIC')
  expect(isKnown('quick')).toBe(true)
})

test('what changed since March 2024 is told from then, and not by what says "change" (uvicorn reload, answered with 2019 to 2021)', () => {
  const old = [
    'Change reload to be configurable with glob patterns',
    'Reload when other files are changes',
    'Reload: no changes',
  ]
  const between = Array.from({ length: 60 }, (_, at) => `Use shelf ${at} for goods`)
  // A day each, from 2026-01-01.
  const history = historyOf([...old, ...between, 'Remove WatchGod from reload'])
  const first = (question: string): string | undefined => rankAnswer(question, 3, history).shown[0]?.headline
  for (const question of [
    'since March 2026 reload',
    'what changed in reload since March 2026',
    'since March 2026 changes to reload',
    'what was done to reload since March 2026',
    'reload changes in March 2026',
  ])
    expect([question, first(question)]).toEqual([question, 'Remove WatchGod from reload'])
  expect(first('what changed about glob patterns')).toBe(old[0])
})

test('“what changed in reload recently” was answered by whatever says “change”, from any year (httpx, auth)', () => {
  const old = ['Change reload lately', 'Reload: what changed in the latest fixes, recently', 'Reload: fixes']
  // A day each, from 2026-01-01.
  const between = Array.from({ length: 250 }, (_, at) => `Use shelf ${at} for goods`)
  const history = historyOf([...old, ...between, 'Remove WatchGod from reload'])
  for (const question of [
    'what changed in reload recently',
    'latest fixes of reload',
    'which fixes were made to reload lately',
  ])
    expect([question, rankAnswer(question, 3, history).shown[0]?.headline]).toEqual([
      question,
      'Remove WatchGod from reload',
    ])
})

test('who asks for what is new, and of nothing, asks for the newest', () => {
  const asked = ['what changed recently', 'What is new?', 'latest commits', 'what has been done lately in this repo?']
  expect(asked.filter((question) => !asksOnlyForNews(question))).toEqual([])
  expect(
    ['what changed in auth recently', 'what changed', 'which is the newest', 'why did it change recently'].filter(
      asksOnlyForNews,
    ),
  ).toEqual([])
})

test('who asks for a person is told of one, and who pays for what is no author', () => {
  const asked = [
    'who added the cache',
    'by whom was it removed',
    'who has reverted it',
    'do you know who maintains that?',
  ]
  expect(asked.filter((question) => !asksForPerson(question))).toEqual([])
  expect(
    ['-pp plus --paging, who wins', 'who pays for the machines', 'whose turn is it'].filter(asksForPerson),
  ).toEqual([])
  expect(['who added it', 'why were they introduced', 'why did we add it'].every(asksWhenItCame)).toBe(true)
  expect(['why is the first one added late', 'why does it start'].filter(asksWhenItCame)).toEqual([])
})

test('who asks for a time or a release is told of one, and who says “when” amid a question is not', () => {
  const asked = ['when was it added', 'since when', 'which version brought it', '-u did nothing, when did that change?']
  expect(asked.filter((question) => !asksForRelease(question))).toEqual([])
  expect(['why does it fail when empty', 'what happens whenever it is full'].filter(asksForRelease)).toEqual([])
})

test.each([
  ['why does shutting down the till twice work', 'Ignore a till that is closed in shutdown', 'Put the till down'],
  ['why is the shelf chosen by operating system', 'Choose the shelf by OS', 'Let the shelf system operate'],
  ['why may a customer time out', 'Give customers a timeout', 'Take time for customers'],
])('"%s" was answered by a commit that has its words apart, and not by "%s"', (question, as, apart) => {
  expect(firstOf(question, [...others, as, apart])).toBe(as)
})

test('where nearly no commit has a body, one that explains much was too long to be found by its words (fsspec e82ba5b7)', () => {
  const explained = 'Refactor how shelves are made'
  const bare = 'Make shelves'
  const why = `${'The primary goal is to simplify things, which will result in behaviour that whoever builds on them can predict. '.repeat(5)}This is done with a metaclass.`
  const { shown } = rankAnswer(
    'what is the metaclass for',
    3,
    historyOf([...others, explained, bare], { [bare]: 'metaclass of shelves' }, { [explained]: why }),
  )
  expect(shown[0]?.headline).toBe(explained)
})

test('“which commit added delete_cookie” was answered by who spoke of commits (starlette d1ba5d67)', () => {
  const saidIn = (question: string): readonly string[] => readQuestion(question).map(({ said }) => said)
  expect(saidIn('which commit added the drawer')).toEqual(['added', 'drawer'])
  expect(saidIn('what pull request first broke drawers')).toEqual(['first', 'broke', 'drawers'])
  expect(saidIn('which commit message is longest')).toContain('commit')
  expect(['which PR introduced it', 'what commit created it', 'where does it come from'].every(asksWhenItCame)).toBe(
    true,
  )
  expect(['was it renamed', 'when did it go away', 'which commit dropped it'].every(asksWhatWentAway)).toBe(true)
  expect(['what if a client goes away', 'which commit is the newest'].filter(asksWhatWentAway)).toEqual([])
})

test('“what happened to GetOSRelease” stated nothing for certain, though a commit took the last one out (fiber 8a15f77f)', () => {
  // Of a diff so large only some names are searched.
  const gone = candidate('Move most dependencies to go.mod', { commit: 'f' })
  const lookup = {
    ...historyOf(others),
    candidates: () => [gone],
    namesOfCode: (names: readonly string[]) => names.map((name) => ({ name, came: undefined, went: wentWith(name) })),
  }
  const wentWith = (name: string) => (name === 'GetOSRelease' ? { commit: 'f', place: 41 } : undefined)
  const { shown, isKnown } = rankAnswer('what happened to GetOSRelease', 3, lookup)
  expect([shown[0]?.deed?.said, isKnown]).toEqual(['takes the last GetOSRelease out of the code', true])
  expect(rankAnswer('what happened to GetBanana', 3, lookup).isKnown).toBe(false)
})

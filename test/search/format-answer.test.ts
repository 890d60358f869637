import { describe, expect, test } from 'vitest'
import { formatLessons, nameLesson } from '../../src/search/format-answer.ts'
import type { LessonHit } from '../../src/search/lesson-hit.ts'
import { lessonHit } from '../support/lesson-hits.ts'
import { asTheyAre, bearingOn } from '../../src/search/bearing.ts'

const told = (...hits: readonly LessonHit[]): readonly string[] =>
  formatLessons(hits, { more: false }).map((lines) => lines.map(({ text }) => text).join('\n'))

describe('a lesson in words', () => {
  const later = { commit: 'b'.repeat(40), date: '2026-02-03', headline: 'Leave them as they come' }

  test('names what changed it later, with the reason of that where it gives one', () => {
    const [bare, reasoned] = told(
      lessonHit({ supersededBy: [{ ...later, why: '' }] }),
      lessonHit({ supersededBy: [{ ...later, why: 'Nobody looked.\nReally.' }] }),
    )
    expect(bare?.split('\n').at(-1)).toBe('  changed later: 2026-02-03 bbbbbbbb Leave them as they come')
    expect(reasoned?.split('\n').slice(-2).join('\n')).toBe(
      '  changed later: 2026-02-03 bbbbbbbb Leave them as they come — Nobody looked.\n  Really.',
    )
  })

  test('of a comment is none without the comment (kafka-go 84acde1d: "roundTrip", and not a word of it)', () => {
    const comment = lessonHit({
      kind: 'fact',
      headline: 'roundTrip',
      why: 'A request waits for its answer.',
      score: 0.6,
    })
    const best = lessonHit({ why: 'Goods come unsorted.', score: 1 })
    expect(told(best, comment).join()).not.toContain('roundTrip')
    expect(told(best, { ...comment, score: 1 }).join()).toContain('roundTrip\n  A request waits for its answer.')
    expect(told(best, { ...comment, headline: 'Close the round trip' }).join()).toContain('Close the round trip')
  })

  test('is not said twice where only the headline has the part of the project before it (grpc-go ed70822b)', () => {
    const headline = 'keepalive: apply minimum ping time of 10s to client'
    const [again, more] = told(
      lessonHit({ headline, why: 'apply minimum ping time of 10s to client.' }),
      lessonHit({ headline, why: 'Apply minimum ping time of 10s to client. Servers close what pings more often.' }),
    )
    expect(again?.split('\n')[1]).not.toContain('apply minimum')
    expect(more?.split('\n')[1]).toBe('  Servers close what pings more often.')
  })

  test('names what came later on the same matter, unless that is shown itself', () => {
    const shown = lessonHit({ commit: 'c'.repeat(40), headline: 'Sort prices' })
    const followUps = [
      { ...later, why: '' },
      { commit: shown.commit, date: shown.date, headline: shown.headline, why: '' },
    ]
    const [first] = told(lessonHit({ followUps }), shown)
    expect(first?.split('\n').slice(-2)).toEqual([
      '  2026-01-02 aaaaaaaa',
      '  later on this: 2026-02-03 bbbbbbbb Leave them as they come',
    ])
    // What is far behind is named here, with its date, and once.
    const far = { ...shown, score: 0.5 }
    expect(told(lessonHit({ followUps }), lessonHit({ headline: 'Sort bins', followUps }), far)).toEqual([
      expect.stringMatching(/later on this: .* bbbbbbbb .*\n {2}later on this: 2026-01-02 cccccccc Sort prices$/),
      'Sort bins\n  2026-01-02 aaaaaaaa',
    ])
  })

  test('only names those that are far behind the first, which is always told', () => {
    const far = lessonHit({ commit: 'c'.repeat(40), headline: 'Sort prices', why: 'Nobody found them.', score: 0.5 })
    const farther = lessonHit({ commit: 'd'.repeat(40), headline: 'Sort bins', score: 0.46 })
    expect(told(lessonHit(), far, farther).slice(1)).toEqual([
      'Perhaps: Sort prices (cccccccc)\nPerhaps: Sort bins (dddddddd)',
    ])
    // It looked as if it held (alertmanager 26cc96a7, which was reverted).
    expect(told(lessonHit(), { ...far, holds: 'past' }).at(-1)).toBe('Perhaps: Sort prices (cccccccc), no longer so')
    // What one of them changed is a part of its story.
    const changed = { ...far, supersededBy: [{ ...later, commit: 'a'.repeat(40), why: '' }] }
    expect(told(lessonHit(), changed)[1]?.split('\n')).toEqual([
      'Sort prices',
      '  2026-01-02 cccccccc',
      '  changed later: 2026-02-03 aaaaaaaa Leave them as they come',
    ])
    // The first may rank below the one that changed it.
    expect(told({ ...far, score: 0.5 }, lessonHit()).map((text) => text.split('\n')[0])).toEqual([
      'Sort prices',
      'Sort goods',
    ])
    const [, whole] = formatLessons([lessonHit(), far], { more: true })
    expect(whole?.[1]?.text).toBe('  Nobody found them.')
  })

  test('names what there was no room for, which was what was asked for (hyper 9b2998bd, okhttp 4d506df0)', () => {
    const long = (letter: string) =>
      lessonHit({ commit: letter.repeat(40), headline: letter, why: 'goods '.repeat(110) })
    const followUps = Array.from({ length: 12 }, (_, at) => ({ ...later, commit: `${at}`.repeat(40), why: '' }))
    const third = lessonHit({ commit: 'c'.repeat(40), headline: 'Sort prices', followUps })
    expect(told(long('a'), long('b'), third).slice(2)).toEqual(['Perhaps: Sort prices (cccccccc)'])
    expect(told(long('a'), long('b'), { ...third, standing: 'deprecated' })).toHaveLength(2)
  })

  test('tells the reason of what changed two lessons once', () => {
    const by = { supersededBy: [{ ...later, why: 'Nobody looked.' }] }
    const [first, second] = told(lessonHit(by), lessonHit({ ...by, headline: 'Sort prices' }))
    expect(first).toContain('Leave them as they come — Nobody looked.')
    expect(second?.split('\n').at(-1)).toBe('  changed later: 2026-02-03 bbbbbbbb Leave them as they come')
  })

  test('says how it stands in words, and those of its entry before its own', () => {
    const ends = told(
      lessonHit(),
      lessonHit({ holds: 'reworked' }),
      lessonHit({ holds: 'partly' }),
      lessonHit({ holds: 'past' }),
      lessonHit({ holds: 'past', standing: 'deprecated' }),
      lessonHit({ isInCode: true }),
      // "server.cors: false" stood there so, a day after that line was gone (vite b09572ac).
      lessonHit({ isInCode: true, linesGone: 1 }),
    )
    expect(ends.map((text) => text.split('\n').at(-1))).toEqual([
      '  2026-01-02 aaaaaaaa',
      '  2026-01-02 aaaaaaaa · may not hold, its lines were rewritten since',
      '  2026-01-02 aaaaaaaa · holds only partly',
      '  2026-01-02 aaaaaaaa · no longer so',
      '  2026-01-02 aaaaaaaa · deprecated',
      '  2026-01-02 aaaaaaaa · still in the code',
      '  2026-01-02 aaaaaaaa · mostly still in the code',
    ])
    // "retry charges three times" stood there so above the commit that made it five.
    const [changed] = told(lessonHit({ isInCode: true, supersededBy: [{ ...later, why: '' }] }))
    expect(changed).toContain(' · mostly still in the code\n  changed later: ')
    const again = lessonHit({ headline: 'Sort goods', why: 'sort goods.' })
    expect(told(again)[0]?.split('\n')).toHaveLength(2)
  })

  test('takes no more room than is left behind what was said before', () => {
    const hits = ['a', 'b', 'c'].map((one) => lessonHit({ commit: one.repeat(40), why: `${one.repeat(400)}.` }))
    const reasonsIn = (before: string): number =>
      formatLessons(hits, { more: false, before })
        .flat()
        .filter(({ text }) => text.length > 400).length
    expect([reasonsIn(''), reasonsIn('x'.repeat(600)), reasonsIn('x'.repeat(2_000))]).toEqual([3, 2, 1])
  })

  test('was told as a mere name, where there was no room for what it says (click 93ba0075: "_readline_prompt")', () => {
    const comment = lessonHit({
      kind: 'fact',
      headline: '_readline_prompt',
      why: 'Look it up on the module.',
      commit: 'c',
    })
    const long = lessonHit({ why: `${'a'.repeat(1_440)}.` })
    expect(told(long, comment)).toHaveLength(1)
    expect(told(long, { ...comment, kind: 'lesson', headline: 'Strip' })[1]).toMatch(/^Strip\n {2}\d/)
    expect(nameLesson(comment)).toBe('_readline_prompt: Look it up on the module. (c)')
    expect(nameLesson({ ...comment, headline: '', source: 'web' })).toBe('web: Look it up on the module. (c)')
  })

  test('said a sentence twice: cut as its headline, and whole below that', () => {
    const cut = lessonHit({ headline: 'Sort goods, because nobody…', why: 'Sort goods, because nobody found them.' })
    expect(told(cut)[0]?.split('\n')[0]).toBe('Sort goods, because nobody found them.')
    expect(told({ ...cut, why: 'Nobody found them.' })[0]).toMatch(/^Sort goods, because nobody…\n {2}Nobody/)
  })

  test('lists no titles of tests, unless more is asked for', () => {
    const tested = lessonHit({ why: 'Goods came twice. Tested: “sorts goods”; “sorts none”.' })
    const only = lessonHit({ why: 'Tested: “sorts goods”.' })
    expect(told(tested, only).map((text) => text.split('\n').slice(0, -1))).toEqual([
      ['Sort goods', '  Goods came twice.'],
      ['Sort goods'],
    ])
    const [more] = formatLessons([tested], { more: true })
    expect(more?.[1]?.text).toContain('“sorts none”')
  })

  test('names fewer files where their paths are longer than a reason (okhttp c9ba5d73), but for all that `--more` has', () => {
    const files = ['one', 'two', 'three'].map((name) => `okhttp/src/commonJvmAndroid/kotlin/okhttp3/${name}.kt`)
    const lines = (more: boolean) =>
      formatLessons([lessonHit({ files })], { more })[0]
        ?.map(({ text }) => text)
        .join('\n')
    expect(lines(false)).toContain(files.slice(0, 2).join(', '))
    expect(lines(false)).not.toContain('three.kt')
    expect(lines(true)).toContain(files.join(', '))
  })

  test('names a file once that its commit took away (monolog b586dbe8)', () => {
    const files = ['src/SwiftMailerHandler.php', 'tests/SwiftMailerHandlerTest.php']
    const [text] = told(lessonHit({ files, didToFile: 'takes away src/SwiftMailerHandler.php' }))
    expect(text).toContain('takes away src/SwiftMailerHandler.php · tests/SwiftMailerHandlerTest.php')
  })

  test('names three files of the first, and one of each other', () => {
    const files = ['a.ts', 'b.ts', 'c.ts', 'd.ts']
    expect(told(lessonHit({ files }), lessonHit({ files })).map((text) => text.split('\n').at(-1))).toEqual([
      '  2026-01-02 aaaaaaaa · a.ts, b.ts, c.ts',
      '  2026-01-02 aaaaaaaa · a.ts',
    ])
  })

  test('does not say its headline again', () => {
    const again = { commit: 'b'.repeat(40), date: '2026-02-03', headline: 'Sell v8', why: 'Sell v8.' }
    expect(
      told(
        lessonHit({ why: '* Sort goods * Drop the cart' }),
        lessonHit({ why: 'Sort goods. They came twice.', supersededBy: [again] }),
        lessonHit({ why: 'Sort goods by name: they came twice.' }),
      ).map((text) =>
        text
          .split('\n')
          .filter((line) => !line.includes('aaaaaaaa'))
          .slice(1),
      ),
    ).toEqual([
      ['  * Drop the cart'],
      ['  They came twice.', '  changed later: 2026-02-03 bbbbbbbb Sell v8'],
      ['  Sort goods by name: they came twice.'],
    ])
  })

  test('is told by its headline where there is no room for its reason, and left out where there is none for that, but never the first', () => {
    const long = lessonHit({ why: 'x'.repeat(1_400) })
    expect(told(lessonHit({ why: 'x'.repeat(3_000) }), lessonHit())).toHaveLength(1)
    expect(told(long, lessonHit())).toHaveLength(2)
    expect(told(long, long)[1]).toBe('Sort goods\n  2026-01-02 aaaaaaaa')
    expect(told(lessonHit({ why: 'x'.repeat(1_460) }), long)).toHaveLength(1)
  })

  test('far behind the best is told by its headline, but not where more is asked for', () => {
    const [best, behind] = [lessonHit({ why: 'They came twice.' }), lessonHit({ score: 0.65, why: 'Customers asked.' })]
    expect(told(best, behind)[1]).toBe('Sort goods\n  2026-01-02 aaaaaaaa')
    expect(told(best, { ...behind, headline: '' })[1]).toContain('Customers asked.')
    // What comes first has its reason told, though it may rank below what it took back.
    expect(told(behind, best)[0]).toContain('Customers asked.')
    const more = formatLessons([best, behind], { more: true }).flat()
    expect(more.map(({ text }) => text)).toContain('  Customers asked.')
  })

  test('says that its commit gives no reason, unless a long headline may be one', () => {
    expect(told(lessonHit({ isBare: true }))).toEqual(['Sort goods\n  2026-01-02 aaaaaaaa · no reason given'])
    const long = 'Sort goods by name, because customers could not find what they had bought a week before'
    expect(told(lessonHit({ isBare: true, inDiff: 'Goods have an order.' }))).toEqual([
      'Sort goods\n  in its diff: Goods have an order.\n  2026-01-02 aaaaaaaa',
    ])
    expect(told(lessonHit({ isBare: true, headline: long }))).toEqual([`${long}\n  2026-01-02 aaaaaaaa`])
  })
})

test('of sentences that bear alike on a question, the earlier are kept', () => {
  const why = 'It sorts. The price is low here. The price is low there. The price is low again.'
  expect(bearingOn(why, asTheyAre(['price']), { most: 60, rarity: () => 1 })).toBe('It sorts. The price is low here.')
})

import { describe, expect, test } from 'vitest'
import { tidyingsFor } from '../../src/curate/hygiene.ts'
import { noNote } from '../../src/tree/note.ts'
import type { EntryPath } from '../../src/tree/path.ts'
import { type Told, oneEntry, entriesOf, twoEntry } from '../support/entries.ts'
import { factOf } from '../support/facts.ts'

describe('what could be tidied', () => {
  const why = (tree: Readonly<Record<string, Told>>, gone: readonly EntryPath[] = []): readonly string[] =>
    tidyingsFor(entriesOf(tree), gone).map((tidying) => tidying.why)
  const says = { rules: ['Rotate all tokens on every single renewal.'] }

  test('an entry that says what another says, each pair once', () => {
    expect(
      tidyingsFor(entriesOf({ [oneEntry]: says, [twoEntry]: says }), []).map(({ operation }) => operation),
    ).toEqual([{ type: 'MERGE', from: oneEntry, into: twoEntry, reason: `${twoEntry} says the same` }])
  })

  test('of two rules that deny each other the older, unless a person approved it', () => {
    const [always, never] = ['Always log tokens at sign-in.', 'Never log tokens at sign-in.']
    const tree = (approvedAt: string) => ({
      [oneEntry]: { rules: [always], updatedAt: '2026-01-01', approvedAt },
      [twoEntry]: { rules: [never], updatedAt: '2026-02-01' },
    })
    const retired = (approvedAt: string) =>
      tidyingsFor(entriesOf(tree(approvedAt)), []).map(({ operation }) => operation)
    expect(retired('')).toMatchObject([{ path: oneEntry, retire: [always] }])
    expect(retired('2026-01-02')).toMatchObject([{ path: twoEntry, retire: [never] }])
    expect(why(tree(''))[0]).toContain(`${twoEntry} is newer`)
    expect(why(tree('2026-01-02'))[0]).toContain(`${oneEntry} is approved`)
    expect(
      tidyingsFor(entriesOf({ [oneEntry]: { rules: [always, never] } }), []).map(({ operation }) => operation),
    ).toMatchObject([{ retire: [always] }])
  })

  test('what names nothing that is there, unless somebody approved it or it says so itself', () => {
    const past = factOf('so it was', { note: { ...noNote, status: 'past' } })
    const note = ['Nothing that it names is in the code any more.']
    expect(why({ [oneEntry]: { facts: [factOf('so it is')] } }, [oneEntry])).toEqual(note)
    expect(why({ [oneEntry]: { facts: [past], rules: ['Never.'] } }, [oneEntry])).toEqual(note)
    expect(why({ [oneEntry]: {} }, [oneEntry])).toEqual(note)
    expect(why({ [oneEntry]: { facts: [past] } }, [oneEntry, twoEntry])).toEqual([])
    expect(why({ [oneEntry]: { approvedAt: '2026-01-01' } }, [oneEntry])).toEqual([])
    expect(why({ [oneEntry]: { status: 'deprecated' } }, [oneEntry])).toEqual([])
  })

  test('titles that are a commit’s subject, and tags that are one word in two forms', () => {
    expect(
      tidyingsFor(entriesOf({ [oneEntry]: { title: 'fix(shop): sort goods' } }), []).map(({ operation }) => operation),
    ).toMatchObject([{ title: 'Sort goods' }])
    expect(why({ [oneEntry]: { title: 'shop: sort goods' }, [twoEntry]: { title: 'fix: sort' } })).toEqual([])
    const tags = tidyingsFor(
      entriesOf({
        [oneEntry]: { tags: ['token'] },
        [twoEntry]: { tags: ['tokens', 'x'] },
        'a/b/c.md': { tags: ['tokens'] },
      }),
      [],
    )
    expect(tags.map(({ operation }) => operation)).toMatchObject([
      { path: oneEntry, tags: ['tokens'], drop: { tags: ['token'] } },
    ])
  })
})

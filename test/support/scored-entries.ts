import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { archive, open, query, tell, tend, type Tended } from '../../src/index.ts'
import { initedRepo } from './open-in.ts'
import { expectCode } from './expect.ts'
import type { Repo } from './repo.ts'

// What time and use do to knowledge: scores, the ladder draft, validated, core, and the archive.

/** A day in milliseconds. */
const day = 24 * 60 * 60 * 1000

// To the second, as entries tell time.
const today = Math.floor(Date.now() / 1000) * 1000

/** The time so many days from the start of these tests. */
export const inDays = (days: number): Date => new Date(today + days * day)

/** A time as entries spell it. */
export const time = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

/** Opens a repository as a program would, so many days later. */
export const openInDays = (repo: Repo, days = 0) => open({ cwd: repo.root, env: repo.env, now: () => inDays(days) })

/** Tends a repository, so many days later. */
export const tendIn = async (repo: Repo, days = 0): Promise<Tended> => await tend(await openInDays(repo, days))

/** Tells ctx something about tokens. */
export const tellToken = async (repo: Repo, text = 'Refresh tokens are single-use.'): Promise<void> =>
  void (await tell(await openInDays(repo), text, { topic: 'auth/tokens' }))

/** Asks a repository as a program would. */
export const queryIn = async (repo: Repo, text: string) => await query(await openInDays(repo), text)

/** What a person may set of an entry. */
export type Scores = { importance?: number; maturity?: string; updatedAt?: Date; title?: string; body?: string }

/** Spells an entry as a person may: with scores of our choice. */
export const entry = ({
  importance = 50,
  maturity = 'draft',
  updatedAt = inDays(0),
  title = 'One',
  body,
}: Scores): string => `---
title: ${title}
tags: [kept]
keywords: [refresh_token, RS256]
importance: ${importance}
recency: 1
maturity: ${maturity}
accessCount: 0
updateCount: 0
createdAt: ${time(updatedAt)}
updatedAt: ${time(updatedAt)}
---

## Facts
- ${body ?? `${title} is a fact.`} [project]
`

/** Writes entries by hand into the tree; each goes to `auth/tokens/<name>.md`. */
export function writeEntries(repo: Repo, entries: Readonly<Record<string, Scores>>): void {
  repo.write(
    Object.fromEntries(
      Object.entries(entries).map(([name, scores]) => [
        `.ctx/tree/auth/tokens/${name}.md`,
        entry({ title: name, ...scores }),
      ]),
    ),
  )
}

/** The path of an entry about tokens, by its name. */
export const at = (name: string): string => `auth/tokens/${name}.md`

/** What `ctx show` prints of an entry about tokens. */
export const show = (repo: Repo, name: string): string => expectCode(repo.ctx('show', at(name)), 0)

/** A number of the front matter that a text begins with. */
export const score = (text: string, key: string): number =>
  Number(new RegExp(`^${key}: (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN)

/** All files of the tree with their bytes, by path; a question after a switch leaves derived ones to be written behind it. */
export function filesOf(repo: Repo, under = '.ctx/tree', having = ''): Record<string, string> {
  const found = readdirSync(join(repo.root, under), { recursive: true, withFileTypes: true }).filter(
    (item) => item.isFile() && join(item.parentPath, item.name).includes(having),
  )
  return Object.fromEntries(
    found.map((item) => {
      const path = join(item.parentPath, item.name)
      return [path.slice(repo.root.length + 1), readFileSync(path, 'latin1')]
    }),
  )
}

/** All files of the archive with their bytes. */
export const archivedIn = (repo: Repo): Record<string, string> => filesOf(repo, '.ctx/tree', '/_archived/')

/** Where the stub of an archived entry about tokens lies. */
export const stub = (name: string): string => `.ctx/tree/_archived/auth/tokens/${name}.stub.md`

/** Where its full text lies. */
export const full = (name: string): string => `.ctx/tree/_archived/auth/tokens/${name}.full.md`

/** A repository where a draft was archived, by hand, because nobody asked for it. */
export async function withArchived(name = 'old_draft', scores: Scores = {}): Promise<Repo> {
  const repo = await initedRepo()
  writeEntries(repo, { [name]: { importance: 12, body: 'The zeppelin hangar is closed.', ...scores } })
  await archive(await openInDays(repo), at(name))
  return repo
}

/** What tending tells where there is nothing to do. */
export const nothingTended = { settled: [], promoted: [], demoted: [], archived: [], candidates: [], derived: 0 }

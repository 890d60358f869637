import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { curate, init, query } from '../../src/index.ts'
import { openIn } from './open-in.ts'
import { type Repo, repoAt, type Ran } from './repo.ts'

/** The message of a commit that decides something. */
export const decision = (title: string, why: string): string => `${title}\n\nDecision: ${title} because ${why}\n`

/** Learns from what is new, in this process. */
export const learn = async (repo: Repo): Promise<void> => void (await curate(await openIn(repo), { kind: 'new' }))

/** Makes a history of three decisions that tests only ask; who asked for it deletes the folder that it lies in. */
export async function askedHistory(): Promise<Repo> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-test-')))
  mkdirSync(join(folder, 'repo'))
  const repo = repoAt(join(folder, 'repo'), folder)
  repo.git('init', '-q', '-b', 'main')
  await init(await openIn(repo), { hooks: false })
  const commitOn = async (date: string, message: string, files: Readonly<Record<string, string>>): Promise<void> => {
    repo.write(files)
    repo.git('add', '-A')
    const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
    expect(repo.run('git', ['commit', '-q', '-m', message], { env }).code).toBe(0)
    await learn(repo)
  }
  await commitOn('2026-03-20T12:00:00Z', decision('Allow odd names of files', 'people type them'), {
    'odd/my file: two.ts': 'one\n',
    '-dash.ts': 'one\n',
    'grüße.ts': 'one\n',
  })
  await commitOn('2026-04-01T12:00:00Z', decision('Queue mail instead of sending it', 'the server is slow'), {
    'src/mail.ts': 'export const queue = []\n',
  })
  repo.git('tag', 'v1')
  repo.git('branch', 'old')
  await commitOn('2026-06-01T12:00:00Z', decision('Cache avatars in memory', 'the server is slow'), {
    'web/avatars.ts': 'export const cache = new Map()\n',
    'plain.txt': 'nothing to learn\n',
  })
  return repo
}

/** The paths of what a question is answered by, asked as a program would. */
export const pathsOf = async (
  repo: Repo,
  text: string,
  options: Parameters<typeof query>[2] = {},
): Promise<readonly string[]> => (await query(await openIn(repo), text, options)).hits.map(({ path }) => path)

/** Where the history files what it decided of mail. */
export const mailEntry = 'src/mail/queue_mail_instead_of_sending_it.md'

/** Where it files what it decided of odd names. */
export const oddEntry = 'odd/my_file_two/my_file_two_allow_odd_names_of_files.md'

/** Where it files what it decided of avatars. */
export const avatarsEntry = 'web/avatars/cache_avatars_in_memory.md'

/** What `--json` prints of an answer, as far as tests look at it. */
export type Answer = {
  hits: { path: string; score: number; matched: string[] }[]
  outOfDomain: boolean
  unknown: string[]
}

/** Reads what `--json` printed. */
export const answerOf = (ran: Ran): Answer => JSON.parse(ran.out) as Answer

/** What an answer says, without how long it took, and whether it was remembered. */
export const lasting = (ran: Ran): object => ({ ...answerOf(ran), tookMs: 0, tier: '' })

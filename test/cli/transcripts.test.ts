/** @module-tag slow */
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { program, type Repo, repoAt, temporaryFolder } from '../support/repo.ts'

const folder = join(import.meta.dirname, '../transcripts')
const transcripts = readdirSync(folder).filter((name) => name.endsWith('.md'))

// A transcript is the manual's example and a test at once. UPDATE_TRANSCRIPTS=1 writes down what is said today.
test.each(transcripts)('%s happens as it is written', async (name) => {
  const path = join(folder, name)
  const written = readFileSync(path, 'utf8')
  const replayed = await replay(written)
  if (process.env['UPDATE_TRANSCRIPTS'] === '1') writeFileSync(path, replayed)
  else expect(replayed).toBe(written)
})

/**
 * Runs every `$ …` line of the console blocks, one after the other, and puts down what it said; as in all Markdown, what
 * says fences itself stands in a longer one.
 */
async function replay(text: string): Promise<string> {
  const repo = repoOfOneMoment()
  const lines: string[] = []
  let state: 'prose' | 'console' | 'setup' = 'prose'
  let open = ''
  for (const line of text.split('\n')) {
    const [, ticks = '', language = ''] = /^(`{3,})(\w*)$/.exec(line) ?? []
    const isFence = ticks !== '' && (open === '' || (ticks === open && language === ''))
    if (isFence) {
      open = open === '' ? ticks : ''
      state = open === '' ? 'prose' : language === 'console' ? 'console' : language === 'sh' ? 'setup' : 'prose'
    }
    if (isFence || state === 'prose') lines.push(line)
    else if (state === 'setup') {
      await runLine(repo, line)
      lines.push(line)
    } else if (line.startsWith('$ ')) lines.push(line, ...(await runLine(repo, line.slice(2))))
  }
  return lines.join('\n')
}

async function runLine(repo: Repo, line: string): Promise<readonly string[]> {
  const { code, out, err } = repo.run('sh', ['-c', line])
  await repo.settled()
  const said = `${out}${err}`.trimEnd()
  return [...(said === '' ? [] : normalise(said, repo).split('\n')), ...(code === 0 ? [] : [`(exit ${code})`])]
}

/** What differs from machine to machine and day to day. */
const normalise = (said: string, repo: Repo): string =>
  said
    .replaceAll(dirname(repo.root), '/home/ada')
    .replace(/^\d\.\d{3}(?= {2})/gm, '0.…')
    // What the worker learned, it learned now.
    .replace(/^[0-9a-f]{8} \d{4}-\d{2}-\d{2}(?= {2})/gm, '…')
    // A note is told with the day on which somebody wrote it.
    .replace(/^ {2}\d{4}-\d{2}-\d{2}(?= · [\w/]+\.md$)/gm, '  …')
    .replace(/^((?:not )?merged +\S+ \()[0-9a-f]{8}/gm, '$1…')
    .replace(/(<sub>\S+ )[0-9a-f]{8}( → \S+ )[0-9a-f]{8}/, '$1…$2…')
    .replace(/^(<\/?knowledge )[0-9a-f]{12}(?=>)/gm, '$1…')
    .replace(/"tookMs": \d+/g, '"tookMs": …')
    // Whether the diffs were read yet is up to how quick the background is.
    .replace(/(?:^|\n)This history is still being read; ask again for more\.(?=\n|$)/g, '')
    .replace(/"isWhole": (?:true|false)/g, '"isWhole": …')
    .replace(/"(score|importance|recency|text)": [\d.]+/g, '"$1": …')
    .replace(/node \d+\.\d+\.\d+/, 'node …')
    .replace(/git version [\d.]+/, 'git version …')

/** A folder with `ctx` in PATH, where every commit has the same author and second: so its hash is the same everywhere. */
function repoOfOneMoment(): Repo {
  const home = temporaryFolder()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  mkdirSync(join(home, 'repo'))
  writeFileSync(join(bin, 'ctx'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(join(bin, 'ctx'), 0o755)
  const repo = repoAt(join(home, 'repo'), home)
  repo.env['PATH'] = `${bin}:${repo.env['PATH']}`
  repo.env['GIT_AUTHOR_DATE'] = repo.env['GIT_COMMITTER_DATE'] = '2026-03-18T10:00:00Z'
  return repo
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Commit, FileChange } from '../../src/commit.ts'
import { factOf } from '../../src/curate/build-entry.ts'
import { readMessage } from '../../src/curate/commit-message.ts'
import { analyseCommit } from '../../src/curate/commit-analysis.ts'
import { withHunks } from '../../src/repo/git/patch.ts'
import { writeFact } from '../../src/tree/facts.ts'

/** A commit of a public repository, reworded where needed, with what it must and must not teach. */
type Case = {
  readonly from: string
  readonly message: string
  readonly files: readonly {
    readonly path: string
    readonly status: FileChange['status']
    readonly from?: string
    readonly patch?: string
    readonly before?: string
    readonly after?: string
  }[]
  readonly teaches: readonly string[]
  readonly notTeaches: readonly string[]
}

const folder = join(import.meta.dirname, 'evidence')
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const casesOf = (name: string): readonly Case[] => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Case[]

const blobOf = (text: string | undefined): string =>
  text === undefined || text === '' ? '0'.repeat(40) : createHash('sha1').update(text).digest('hex')

/** Everything that a commit proves, line by line; what of it deserves an entry is another question. */
function linesOf({ message, files }: Case): readonly string[] {
  const changes = files.map(({ path, status, from = '', before, after }): FileChange => ({
    path,
    status,
    from,
    before: blobOf(before),
    after: blobOf(after),
    hunks: [],
  }))
  const patch = files.map((file) => `diff --git a/${file.path} b/${file.path}\n${file.patch ?? ''}\n`).join('')
  const texts = new Map(
    files.flatMap(({ before = '', after = '' }) => [before, after].map((text) => [blobOf(text), text] as const)),
  )
  const commit: Commit = {
    sha: 'a'.repeat(40),
    parents: ['9'.repeat(40)],
    author: 'Ada Example',
    authored: '',
    at: new Date('2026-03-18T10:00:00Z'),
    message,
    changes: withHunks(changes, patch),
    isBoundary: false,
  }
  const rules = { ignore: [], layout: { packages: [], domains: {} } }
  const { evidence } = analyseCommit({ commit, message: readMessage(message), texts }, rules)
  return evidence
    .filter(({ weight }) => weight > 0)
    .map((piece) => (piece.isGone === true ? `gone: ${piece.about}` : writeFact(factOf(piece))))
}

describe.each(readdirSync(folder).filter((name) => name.endsWith('.json')))('evidence: %s', (name) => {
  test.each(casesOf(name))('$from: $message', (one) => {
    const said = linesOf(one).join('\n')
    for (const text of one.teaches) expect(said).toContain(text)
    for (const text of one.notTeaches) expect(said).not.toContain(text)
  })
})

import type { Repo } from './repo.ts'

const entry = (title: string, lines: string, front = ''): string =>
  `---\ntitle: '${title}'\n${front}importance: 50\nmaturity: draft\n---\n\n${lines}\n`

/** A tree in which something of each kind could be tidied. */
export function untidy(repo: Repo): Repo {
  repo.write({
    '.ctx/tree/auth/tokens/logging.md': entry(
      'Logging',
      '## Narrative\n### Rules\n- Never log tokens in production.',
      'tags: [token]\nupdatedAt: 2026-01-01T00:00:00Z\n',
    ),
    '.ctx/tree/auth/tokens/audit.md': entry(
      'Audit',
      '## Narrative\n### Rules\n- Always log tokens in production.',
      'tags: [token]\nupdatedAt: 2026-02-01T00:00:00Z\n',
    ),
    '.ctx/tree/auth/sessions/ends.md': entry(
      'fix(auth): sessions end after an hour',
      '## Facts\n- Sessions end an hour after the last request of a browser',
      'tags: [tokens]\n',
    ),
    '.ctx/tree/auth/sessions/idle.md': entry(
      'Idle sessions',
      '## Facts\n- Sessions end an hour after the last request of a browser\n- An admin can end them',
    ),
    '.ctx/tree/old/things/gone.md': entry(
      'Gone',
      '## Raw Concept\n**Files:**\n- src/gone.ts\n\n## Facts\n- It was here',
    ),
    // Says itself that it is past: there is nothing to propose.
    '.ctx/tree/old/things/past.md': entry(
      'Past',
      '## Raw Concept\n**Files:**\n- src/past.ts\n\n## Facts\n- **Keep it warm**: It was cold. {2024-05-01 · past} [project] (0123abcd)',
    ),
  })
  return repo
}

import { newRepo, type Repo } from './repo.ts'

/** Text that a pulled tree may hold, and that must stay text on a page. */
export const hostile = {
  script: '<script>window.taken = "script"</script>',
  image: '<img src=x onerror="window.taken = \'image\'">',
  picture: '![p](https://attacker.example/pixel.png)',
  link: '[press me](javascript:window.taken="link")',
  svg: '<svg/onload=window.taken="svg">',
  frame: '<iframe srcdoc="<script>parent.taken=1</script>"></iframe>',
  style: '<style>body{display:none}</style>',
  reordered: 'safe\u202Eevil\u202C and \u001B[31mred\u0007',
}

const entry = (title: string, body: string, more = ''): string =>
  `---\ntitle: ${JSON.stringify(title)}\n${more}createdAt: 2026-01-05T10:00:00Z\nupdatedAt: 2026-03-02T10:00:00Z\n---\n\n${body}`

/** Entries as a curation writes them: decisions that were changed later, rules, relations, two values, and attacks. */
const entriesFor = (of: Commits): Readonly<Record<string, string>> => ({
  'auth/tokens/refresh_tokens.md': entry(
    'Refresh tokens',
    `## Relations
@auth/session/idle_timeout.md — both end a login

## Raw Concept
**Files:**
- src/auth/refresh.ts

## Narrative
### Rules
- A refresh token must never be used twice.

## Facts
- **Make refresh tokens single-use**: A stolen token was replayed for a week before anybody noticed. {security · 2026-01-05 · #12 · partly · superseded by ${of.twice}} (${of.single})
- **Rotate the signing key each quarter**: The auditors asked for it, and the key had leaked into a log once. {decision · 2026-02-10 · #31} (${of.rotate})
- **refresh_token_ttl** = \`7d\`: refresh tokens expire after seven days
`,
    'related: [auth/session/idle_timeout.md]\n',
  ),
  'auth/session/idle_timeout.md': entry(
    'Idle timeout',
    `## Raw Concept
**Files:**
- src/auth/session.ts
- src/auth/refresh.ts

## Facts
- **End a session after thirty idle minutes**: Support had calls about baskets lost after five minutes. {fix · 2026-03-02 · past · superseded by ${of.longer}} (${of.idle})
- **idle_limit** = \`30m\`: minutes
- **idle_limit** = \`45m\`: minutes, as another branch had it
`,
  ),
  'billing/invoices/rounding.md': entry(
    'Rounding of invoices',
    `## Narrative
### Rules
- Round once, at the end of an invoice.

## Facts
- **Round half to even**: The tax office rejected invoices that were rounded line by line. {breaking · 2026-02-17 · #40} (${of.round})
`,
  ),
  'web/pages/hostile.md': entry(
    `Hostile ${hostile.script}`,
    `## Narrative
### Highlights
${hostile.script}

${hostile.image}

${hostile.picture} ${hostile.link} ${hostile.svg}

${hostile.frame}

${hostile.style}

${hostile.reordered}

## Facts
- **Escape ${hostile.image} in titles**: ${hostile.script} ${hostile.link} {fix · 2026-03-01} (7777777777)
`,
  ),
})

/** The commits of the code that the entries were learned from. */
type Commits = Readonly<Record<'single' | 'twice' | 'rotate' | 'idle' | 'longer' | 'round', string>>

function commitsIn(repo: Repo): Commits {
  const commit = (path: string, line: string, message: string): string =>
    repo.commit(message, { [path]: `export const rule = '${line}'\n` }).slice(0, 10)
  const single = commit('src/auth/refresh.ts', 'once', 'Make refresh tokens single-use\n\nA stolen token was replayed.')
  const twice = commit(
    'src/auth/refresh.ts',
    'twice',
    'Allow a token twice within a second\n\nMobile clients send a renewal again when the network drops, and were logged out.',
  )
  const rotate = commit('src/auth/keys.ts', 'quarter', 'Rotate the signing key each quarter')
  const idle = commit('src/auth/session.ts', 'thirty', 'End a session after thirty idle minutes')
  const longer = commit('src/auth/session.ts', 'sixty', 'End a session after an hour')
  const round = commit('src/billing/round.ts', 'even', 'Round half to even')
  return { single, twice, rotate, idle, longer, round }
}

/** A repository whose tree holds entries, committed, and in whose history stand the commits that they name. */
export function knowingRepo(): Repo {
  const repo = newRepo()
  const entries = entriesFor(commitsIn(repo))
  repo.ctx('init')
  repo.write(Object.fromEntries(Object.entries(entries).map(([path, text]) => [`.ctx/tree/${path}`, text])))
  const { code, err } = repo.ctx('refresh')
  if (code !== 0) throw new Error(`ctx refresh failed: ${err}`)
  return repo
}

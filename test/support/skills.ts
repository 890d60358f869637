import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSkill } from '../../src/index.ts'
import { quietRepo } from './expect.ts'
import { type Repo, temporaryFolder } from './repo.ts'
import { tellIn } from './open-in.ts'

/** A node of a navigation map, as its file spells it. */
export type NavigationNode = {
  summary: string
  tags?: readonly string[]
  children?: readonly string[]
  chunk_ids?: readonly string[]
  total_tokens: number
}

/** Makes a node that leads nowhere but where it is told to. */
export const nodeOf = (summary: string, total_tokens: number, rest: Partial<NavigationNode> = {}): NavigationNode => ({
  summary,
  tags: [],
  children: [],
  chunk_ids: [],
  total_tokens,
  ...rest,
})

/** A navigation map with three domains, one of them large. */
export const threeDomains = (): Record<string, NavigationNode> => ({
  root: nodeOf('Everything: sign-in, billing, kitchen', 12_000, { children: ['auth', 'billing', 'kitchen'] }),
  auth: nodeOf('Sign-in of users', 4_000, { tags: ['login'], children: ['tokens', 'sessions'] }),
  tokens: nodeOf('How refresh tokens are rotated', 2_500, { chunk_ids: ['chunk_001', 'chunk_002'] }),
  sessions: nodeOf('When idle people are signed out', 1_500, { chunk_ids: ['chunk_003'] }),
  billing: nodeOf('Invoices and their numbers', 6_000, { tags: ['invoice'], children: ['numbers', 'taxes'] }),
  numbers: nodeOf('Numbers of invoices have no gaps', 1_000, { chunk_ids: ['chunk_004'] }),
  taxes: nodeOf('Rates of value added tax', 5_000, { chunk_ids: ['chunk_005', 'chunk_006'] }),
  kitchen: nodeOf('Recipes for soup', 2_000, { chunk_ids: ['chunk_007'] }),
})

/** The ids of chunks by their numbers. */
export const chunkIds = (...numbers: number[]): readonly string[] => numbers.map((number) => `chunk_00${number}`)

/** A repository that was told of tokens, sessions and invoices. */
export async function repoWithKnowledge(): Promise<Repo> {
  const repo = quietRepo()
  await tellIn(repo, 'Refresh tokens are single-use. A second use must revoke the whole family.', 'auth/tokens')
  await tellIn(repo, 'Idle sessions end after thirty minutes.', 'auth/sessions')
  await tellIn(repo, 'Invoice numbers never have gaps, because the tax office asks.', 'billing/invoices')
  return repo
}

/** The folder of a repository that its skill is exported to. */
export const skillFolder = 'skill'

/** All files below a folder with their texts, by their paths in it. */
export const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => [join(item.parentPath, item.name).slice(folder.length + 1), item] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name]) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

/** The navigation map that a repository exported. */
export const mapOf = (repo: Repo): Record<string, Required<NavigationNode>> =>
  JSON.parse(repo.read(`${skillFolder}/tree.json`)) as Record<string, Required<NavigationNode>>

/** The name of the file that holds an entry in the exported skill. */
export const chunkOf = (repo: Repo, path: string): string =>
  readdirSync(join(repo.root, skillFolder, 'chunks')).find((name) =>
    repo.read(`${skillFolder}/chunks/${name}`).includes(`<!-- ctx: ${path} -->`),
  ) ?? ''

/** Where a repository with knowledge files what it knows of tokens. */
export const tokenEntry = 'auth/tokens/refresh_tokens_are_single_use.md'

/** Where it files what it knows of sessions. */
export const sessionEntry = 'auth/sessions/idle_sessions_end_after_thirty_minutes.md'

/** Writes a skill's folder as another tool may have. */
export function foreignSkill(
  map: Record<string, NavigationNode> | string,
  chunks: Record<string, string>,
  more: Record<string, string> = {},
): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'chunks'))
  const all = {
    'SKILL.md': '---\nname: theirs\n---\n\nRead the tree.\n',
    'tree.json': typeof map === 'string' ? map : JSON.stringify(map),
    ...Object.fromEntries(Object.entries(chunks).map(([id, text]) => [`chunks/${id}.md`, text])),
    ...more,
  }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  return folder
}

/** A text for each chunk that the map of three domains names. */
export const chunkTexts = (): Record<string, string> =>
  Object.fromEntries(chunkIds(1, 2, 3, 4, 5, 6, 7).map((id) => [id, `# About ${id}\n\nText.\n`]))

/** What is wrong with a skill's folder, each kind once. */
export const faultCodes = (folder: string): readonly string[] =>
  [...new Set(checkSkill(folder).map(({ code }) => code))].toSorted()

/** The names of 150,000 children. */
export const manyChildren: readonly string[] = Array.from({ length: 150_000 }, (_, at) => `n${at}`)

/** A map with that many children in one place. */
export const wideMap = (rest: Record<string, NavigationNode> = {}): Record<string, NavigationNode> => ({
  root: nodeOf('All of it', 9_000, { children: ['salt'] }),
  salt: nodeOf('Salt', 9_000, { children: manyChildren }),
  ...rest,
})

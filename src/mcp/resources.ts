import {
  type McpServer,
  type ReadResourceResult,
  type ResourceMetadata,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { refresh } from '../knowledge/shown/refresh.ts'
import { Problem } from '../problem.ts'
import { type Ctx, open } from '../repo/context.ts'
import { readTreeFiles } from '../repo/state/checkout.ts'
import { quoteLine } from '../text/quote.ts'
import { type Manifest, readManifest } from '../tree/manifest.ts'
import { manifestFile } from '../tree/path.ts'
import { brain } from '../verbs/brain.ts'
import { show } from '../verbs/show.ts'
import { callerOf, fencedForAgent, fit } from './tool.ts'

/** Entries and summaries that a list names, the most important first; the others are found with ctx_search. */
const mostListed = 200
const mostCompleted = 100

/** A kind of resource that there is one of for each file of a lane of the manifest. */
type Lane = {
  readonly name: string
  readonly title: string
  readonly lane: 'contexts' | 'summaries'
  readonly scheme: string
}

const lanes: readonly Lane[] = [
  { name: 'entries', title: 'An entry', lane: 'contexts', scheme: 'ctx://entries/' },
  { name: 'summaries', title: 'The summary of a folder', lane: 'summaries', scheme: 'ctx://summaries/' },
]

/** A resource that there is one of. */
type Single = ResourceMetadata & {
  readonly name: string
  readonly mimeType: string
  readonly read: (ctx: Ctx) => Promise<string>
}

const markdown = 'text/markdown'
const singles: readonly Single[] = [
  {
    name: 'manifest',
    title: 'What the tree holds',
    mimeType: 'application/json',
    read: async (ctx) => JSON.stringify((await manifestOf(ctx)).active),
  },
  {
    name: 'brain',
    title: 'What to know about this project',
    mimeType: markdown,
    read: async (ctx) => (await brain(ctx)).document,
  },
]

/** Offers what lies in the tree to be attached: entries, summaries, the manifest, and the brain. */
export function registerResources(server: McpServer, root: string): void {
  const opened = async (request: ServerContext): Promise<Ctx> => (await callerOf(server, root, request)).ctx
  for (const one of lanes)
    server.registerResource(
      one.name,
      templateOf(one, root),
      { title: one.title, mimeType: markdown },
      async (uri, { path = '' }, request) => {
        const named = [path]
          .flat()
          .join('/')
          .replace(/(?:^|\/)_index\.md$/, '')
        return contentOf(uri, await textOf(await opened(request), named, uri), markdown)
      },
    )
  for (const { name, mimeType, read, ...metadata } of singles)
    server.registerResource(name, `ctx://${name}`, { ...metadata, mimeType }, async (uri, request) =>
      contentOf(uri, await read(await opened(request)), mimeType),
    )
}

/** Makes the protocol's own error for what is not there, which clients understand. */
async function textOf(ctx: Ctx, path: string, uri: URL): Promise<string> {
  try {
    return (await show(ctx, path)).text
  } catch (error) {
    if (error instanceof Problem && error.code === 'no-such-entry')
      throw new ResourceNotFoundError(uri.href, error.message)
    throw error
  }
}

/** Lists and completes the files of a lane. */
function templateOf({ lane, scheme }: Lane, root: string): ResourceTemplate {
  const pathsIn = async (): Promise<readonly string[]> =>
    (await manifestOf(await open({ cwd: root }))).lanes[lane].map(({ path }) => path)
  return new ResourceTemplate(`${scheme}{+path}`, {
    list: async () => {
      const paths = (await pathsIn()).slice(0, mostListed)
      const titles = await titlesOf(await open({ cwd: root }), paths)
      return {
        resources: paths.map((path) => {
          const title = titles.get(path) ?? `Summary of ${path.replace(/\/?_index\.md$/, '') || 'everything'}`
          return { uri: `${scheme}${path}`, name: path, title, mimeType: markdown }
        }),
      }
    },
    complete: {
      path: async (begun) => (await pathsIn()).filter((path) => path.startsWith(begun)).slice(0, mostCompleted),
    },
  })
}

/** The titles of entries, a line each; a folder's summary has none of its own. */
const titlesOf = (ctx: Ctx, paths: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  askCurrentIndex(
    ctx,
    ({ index }) => new Map([...index.cards(paths)].map(([path, { title }]) => [path, quoteLine(title, 120)])),
  )

const contentOf = (uri: URL, text: string, mimeType: string): ReadResourceResult => ({
  contents: [{ uri: uri.href, text: mimeType === markdown ? fencedForAgent(text) : fit(text), mimeType }],
})

/** Reads the manifest; one that is missing is made. */
async function manifestOf(ctx: Ctx): Promise<Pick<Manifest, 'lanes' | 'active'>> {
  const read = (): Manifest | undefined =>
    readManifest(readTreeFiles(ctx.place, [manifestFile]).get(manifestFile) ?? '')
  const found = read()
  if (found !== undefined) return found
  await refresh(ctx, { full: true })
  const nothing = { summaries: [], contexts: [], stubs: [] }
  return read() ?? { lanes: nothing, active: nothing }
}

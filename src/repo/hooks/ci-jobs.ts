import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import { type Ctx, packageRoot } from '../context.ts'
import { readIfThere, type RepoPaths } from '../git/repo-paths.ts'
import { readOwn } from '../settings/own.ts'
import type { SetupStep } from '../setup-step.ts'
import { removeFile, writeWhole } from '../state/disk.ts'

/** A server whose pipelines review knowledge: where the file of its jobs lies, and what is left for a person to do. */
export type Server = 'github' | 'gitlab'

/** What jobs do: review what a request teaches, or publish the page. */
type Task = 'review' | 'pages'

type Place = { readonly path: string; readonly template: string; readonly why: string }

const places: Record<Server, Record<Task, Place>> = {
  github: {
    review: {
      path: '.github/workflows/ctx-review.yml',
      template: 'github/ctx-review.yml',
      why: 'to have requests reviewed',
    },
    pages: { path: '.github/workflows/ctx-pages.yml', template: 'github/ctx-pages.yml', why: 'to publish the page' },
  },
  gitlab: {
    review: { path: '.gitlab/ctx-review.yml', template: 'gitlab-ci.yml', why: 'to have requests reviewed' },
    pages: { path: '.gitlab/ctx-pages.yml', template: 'gitlab-pages.yml', why: 'to publish the page' },
  },
}

/** Where jobs get ctx from: the address of its tarball, and the hash that this must have; '' where nobody said. */
type Origin = { readonly tarball: string; readonly integrity: string }

const unsaid: Origin = { tarball: '', integrity: '' }

/**
 * Puts the jobs of a server in place; what is there already stays as it is, but for where ctx comes from, which is put
 * in once somebody said so. Jobs that do not know that refuse to run: a name in a registry could be anybody's.
 */
export async function writeJobs(
  { place, settings }: Ctx,
  server: Server,
  task: Task = 'review',
): Promise<readonly SetupStep[]> {
  const origin = await originOf(place)
  const { path, why } = places[server][task]
  const target = join(place.root, path)
  const textFrom = (where: Origin): string => jobsText(places[server][task], where, settings.branchPrefix)
  const [text, there] = [textFrom(origin), readIfThere(target)]
  const asking = `Say in ${path} where ctx comes from, CTX_PACKAGE and CTX_INTEGRITY; until then its jobs refuse to run`
  const left: readonly SetupStep[] = origin.tarball === '' ? [{ what: asking, state: 'todo' }] : []
  if (there === text) return [{ what: `${path} is up to date`, state: 'kept' }, ...left]
  if (there !== undefined && there !== textFrom(unsaid))
    return [{ what: `${path} was edited, and is left as it is`, state: 'kept' }]
  writeWhole(target, text, { below: place.root })
  if (there !== undefined) return [{ what: `wrote into ${path} where ctx comes from; commit it ${why}`, state: 'done' }]
  return [{ what: `wrote ${path}; commit it ${why}`, state: 'done' }, ...include(place.root, server, path), ...left]
}

/** The text of a file of jobs as it is written. */
function jobsText({ template }: Place, { tarball, integrity }: Origin, prefix: string): string {
  return readFileSync(join(packageRoot(), 'templates', template), 'utf8')
    .replaceAll('@package@', tarball)
    .replaceAll('@integrity@', integrity)
    .replaceAll(/\b(origin|heads)\/ctx\//g, `$1/${prefix}/`)
}

/**
 * Takes out the files of jobs that stand as they were written. What was edited, or is part of the code (`isTracked`), is
 * kept and named.
 */
export async function removeJobs(
  { place, settings }: Ctx,
  isTracked: (path: string) => Promise<boolean>,
): Promise<readonly SetupStep[]> {
  const origin = await originOf(place).catch(() => unsaid)
  const written = Object.values(places)
    .flatMap((tasks) => Object.values(tasks))
    .flatMap((one) => [origin, unsaid].map((from) => [one.path, jobsText(one, from, settings.branchPrefix)] as const))
  const including = Object.values(places.gitlab).map(({ path }) => [mainOfGitLab, includeOf(path)] as const)
  const there = new Map([...written, ...including].map(([path]) => [path, readIfThere(join(place.root, path))]))
  const found: [what: string, path: string][] = []
  for (const [path, text] of there) {
    const isPlain = [...written, ...including].some(([of, own]) => of === path && own === text)
    if (text === undefined || (path === mainOfGitLab && !isPlain)) continue
    const why = (await isTracked(path)) ? ': it is part of your code' : isPlain ? '' : ': it was edited'
    if (why === '') removeFile(join(place.root, path), { below: place.root })
    found.push([why, path])
  }
  return found.map(([why, path]) =>
    why === '' ? { what: `removed ${path}`, state: 'done' } : { what: `kept ${path}${why}`, state: 'kept' },
  )
}

/** The one file of pipelines that GitLab reads. */
const mainOfGitLab = '.gitlab-ci.yml'

const includeOf = (path: string): string => `include:\n  - local: ${path}\n`

async function originOf(place: RepoPaths): Promise<Origin> {
  const { 'ctx.package': tarball = '', 'ctx.integrity': integrity = '' } = await readOwn(place, {})
  if (tarball + integrity === '') return unsaid
  if (/^https:\/\/[\w.~:/%+=&?@-]+$/.test(tarball) && /^sha512-[\w+/]{86}==$/.test(integrity))
    return { tarball, integrity }
  throw new Problem('bad-origin', 'git config ctx.package and ctx.integrity do not say where ctx comes from.', {
    hint: 'ctx.package is the https address of a tarball (`npm pack` makes one), ctx.integrity its hash: sha512-…, in base64.',
  })
}

/** GitLab reads one file; what it should read besides, it must be told there. */
function include(root: string, server: Server, path: string): readonly SetupStep[] {
  if (server !== 'gitlab') return []
  const main = join(root, mainOfGitLab)
  const lines = includeOf(path)
  if (existsSync(main)) return [{ what: `Add this to ${mainOfGitLab}:\n${lines.trimEnd()}`, state: 'todo' }]
  writeWhole(main, lines, { below: root })
  return [{ what: `wrote ${mainOfGitLab}, which includes it`, state: 'done' }]
}

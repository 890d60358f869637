import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../repo/disk.ts'
import { version } from '../version.ts'
import type { Step } from './init.ts'
import { type Ctx, packageRoot } from './open.ts'

/** A server whose pipelines review knowledge: where the file of its jobs lies, and what is left for a person to do. */
export type Server = 'github' | 'gitlab'

const places: Record<Server, { readonly path: string; readonly template: string }> = {
  github: { path: '.github/workflows/ctx-review.yml', template: 'github/ctx-review.yml' },
  gitlab: { path: '.gitlab/ctx-review.yml', template: 'gitlab-ci.yml' },
}

/** Puts the jobs of a server in place; what is there already stays as it is. */
export function writeJobs({ place, settings }: Ctx, server: Server): readonly Step[] {
  const { path, template: name } = places[server]
  const target = join(place.root, path)
  const template = readFileSync(join(packageRoot(), 'templates', name), 'utf8')
  const text = template
    .replaceAll('@@version@', `@${version}`)
    .replaceAll(/\b(origin|heads)\/ctx\//g, `$1/${settings.branchPrefix}/`)
  if (existsSync(target)) {
    const state = readFileSync(target, 'utf8') === text ? 'is up to date' : 'was edited, and is left as it is'
    return [{ what: `${path} ${state}`, state: 'kept' }]
  }
  writeWhole(target, text, { below: place.root })
  return [{ what: `wrote ${path}; commit it to have requests reviewed`, state: 'done' }, ...include(place.root, server)]
}

/** GitLab reads one file; what it should read besides, it must be told there. */
function include(root: string, server: Server): readonly Step[] {
  if (server !== 'gitlab') return []
  const main = join(root, '.gitlab-ci.yml')
  const lines = `include:\n  - local: ${places.gitlab.path}\n`
  if (existsSync(main)) return [{ what: `Add this to .gitlab-ci.yml:\n${lines.trimEnd()}`, state: 'todo' }]
  writeWhole(main, lines, { below: root })
  return [{ what: 'wrote .gitlab-ci.yml, which includes it', state: 'done' }]
}

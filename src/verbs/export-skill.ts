import { lstatSync, readdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import {
  chunkNumber,
  defaultThreshold,
  readChunk,
  readConfig,
  skillFiles,
  writeConfig,
  writeNavigation,
} from '../brain/skill/folder.ts'
import { guide } from '../brain/skill/guide.ts'
import { type Broken, inspect, type SkillFolder } from '../brain/skill/inspect.ts'
import { navigate } from '../brain/skill/navigation.ts'
import { requireNoSecrets } from '../knowledge/branch/secrets.ts'
import { branchesOf, shownKnowledge } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { sayHowToIgnore } from '../repo/settings/ignoring.ts'
import { readSkill } from '../repo/skill-folder.ts'
import { makeFolders, nearestFolder, removeFile, writeWhole } from '../repo/state/disk.ts'
import { countTokens } from '../text/tokens.ts'

/** What an export wrote: paths from the folder. */
export type ExportedSkill = {
  readonly out: string
  /** The knowledge branch that was exported. */
  readonly from: string
  readonly chunks: number
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** What lies in the folder and is not from us: left as it is. */
  readonly kept: readonly string[]
  readonly tokens: { readonly map: number; readonly chunks: number }
}

type Exporting = { readonly out: string; readonly threshold?: number }

/**
 * Writes the knowledge as a skill: a guide, a map and chunks, for agents that can only read files. An entry keeps the
 * id it has in the folder, only what differs is written, and only what an earlier export wrote is removed.
 * @throws {Problem} when the folder holds anything else, or lies behind a link of the repository.
 */
export async function exportSkill(ctx: Ctx, { out, threshold }: Exporting): Promise<ExportedSkill> {
  const { shown, commit } = await branchesOf(ctx)
  if (shown === undefined || commit === undefined)
    throw new Problem('no-knowledge', 'There is no knowledge to export yet.', {
      hint: 'Run `ctx init`, then commit something.',
    })
  const knowledge = await shownKnowledge(ctx, commit)
  requireNoSecrets(knowledge, 'exported', 'Take it out of .ctx/tree, then export again.')
  for (const { at, detail, weight } of knowledge.findings) if (weight !== 'note') ctx.say(`Left out ${at}: ${detail}`)
  const { folder, below } = folderFor(ctx, out)
  makeFolders(folder, { below })
  const before = contentOf(folder)
  const limit = threshold ?? readConfig(before.config)?.threshold ?? defaultThreshold
  const { map, chunks } = navigate(knowledge, { threshold: limit, ...numberingOf(before) })
  const files = new Map([
    [skillFiles.config, writeConfig(limit)],
    ...[...chunks].map(([id, text]): [string, string] => [fileOf(id), text]),
    [skillFiles.map, writeNavigation(map)],
    [skillFiles.guide, guide],
  ])
  const done = write(folder, { files, before, below })
  if (done.written.length > 0) sayHowToIgnore(ctx, folder)
  const tokens = [...chunks.values()].reduce((sum, text) => sum + countTokens(text), 0)
  return {
    out: folder,
    from: shortRef(shown),
    chunks: chunks.size,
    ...done,
    tokens: { map: countTokens(files.get(skillFiles.map) ?? ''), chunks: tokens },
  }
}

/** Checks a skill's folder, ours or another's; gives what is broken in it. */
export const checkSkill = (folder: string): readonly Broken[] => inspect(readSkill(resolve(folder)))

const fileOf = (id: string): string => `${skillFiles.chunks}/${id}.md`

/**
 * A folder that may be written to: empty, new or ours, and no part of what git or we keep. A link on the way to it that
 * is outside of the repository was made by whoever runs this; one inside came with a commit, and may lead anywhere.
 */
function folderFor({ place }: Ctx, out: string): { readonly folder: string; readonly below: string } {
  const folder = resolve(out)
  const inside = relative(place.root, folder).split(sep)
  const isInside = inside[0] !== '..'
  const isKept = isInside && inside.some((name) => /^\.(?:git|ctx)$/i.test(name))
  if (out === '' || isKept)
    throw new Problem('bad-folder', `"${out}" is no folder to export to.`, {
      hint: 'For example: ctx export skill --out .claude/skills/context-tree',
    })
  const above = isInside ? inside.map((_, at) => join(place.root, ...inside.slice(0, at + 1))) : []
  for (const part of [...above, folder, join(folder, skillFiles.chunks)]) {
    const stat = lstatSync(part, { throwIfNoEntry: false })
    if (stat !== undefined && !stat.isDirectory())
      throw new Problem('bad-folder', `${part} is a file or a link, not a folder.`, {
        hint: 'Name another folder with --out.',
      })
  }
  return { folder, below: isInside ? place.root : nearestFolder(folder) }
}

const nothing: SkillFolder = { guide: undefined, config: '', map: undefined, chunks: new Map(), refused: [] }

function contentOf(folder: string): SkillFolder {
  if (readdirSync(folder).length === 0) return nothing
  const content = readSkill(folder)
  if (readConfig(content.config)?.isOurs === true) return content
  throw new Problem('not-ours', `${folder} holds files that are no skill of ours.`, {
    hint: 'Name an empty or a new folder with --out.',
  })
}

/** The ids that paths have already; a number is in use too where a file of somebody else has it. */
function numberingOf({ chunks, refused }: SkillFolder): { ids: ReadonlyMap<string, string>; last: number } {
  const ids = new Map<string, string>()
  let last = 0
  for (const [id, text] of chunks) {
    const { path } = readChunk(text)
    last = Math.max(last, chunkNumber(id) ?? 0)
    if (path !== '' && chunkNumber(id) !== undefined && !ids.has(path)) ids.set(path, id)
  }
  for (const { at } of refused) last = Math.max(last, chunkNumber(at.replace(`${skillFiles.chunks}/`, '')) ?? 0)
  return { ids, last }
}

type Writing = { readonly files: ReadonlyMap<string, string>; readonly before: SkillFolder; readonly below: string }
type Written = Pick<ExportedSkill, 'written' | 'removed' | 'kept'>

/**
 * Writes chunks before the map that names them, and removes them after it, so that an agent that reads meanwhile finds
 * all of it.
 */
function write(folder: string, { files, before, below }: Writing): Written {
  const there = new Map([
    [skillFiles.config, before.config],
    [skillFiles.map, before.map],
    [skillFiles.guide, before.guide],
    ...[...before.chunks].map(([id, text]): [string, string] => [fileOf(id), text]),
  ])
  const written = [...files].filter(([path, text]) => there.get(path) !== text).map(([path]) => path)
  for (const path of written) requirePlain(join(folder, path))
  for (const path of written) writeWhole(join(folder, path), files.get(path) ?? '', { below })
  const gone = [...before.chunks].filter(([id]) => !files.has(fileOf(id)))
  const removed = gone.filter(([id, text]) => isOurs(id, text)).map(([id]) => fileOf(id))
  for (const path of removed) removeFile(join(folder, path), { below })
  const kept = gone.filter(([id, text]) => !isOurs(id, text)).map(([id]) => fileOf(id))
  return { written, removed, kept: [...kept, ...before.refused.map(({ at }) => at)] }
}

const isOurs = (id: string, text: string): boolean => chunkNumber(id) !== undefined && readChunk(text).path !== ''

function requirePlain(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.isFile()) return
  throw new Problem('bad-folder', `${path} is a link or a folder, and is not written over.`, {
    hint: 'Remove it, then export again.',
  })
}

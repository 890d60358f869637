import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSafeId, skillFiles } from '../brain/skill/folder.ts'
import type { Broken, SkillFolder } from '../brain/skill/inspect.ts'
import { Problem } from '../problem.ts'

/** What is read at most of a folder that anybody may have made, in bytes. */
const most = { chunk: 1024 * 1024, map: 64 * 1024 * 1024, chunks: 100_000 }

/** Reads a skill's folder without following any link out of it; what cannot be read is named. */
export function readSkill(folder: string): SkillFolder {
  requireFolder(folder)
  const refused: Broken[] = []
  const read = (name: string, limit: number): string | undefined => {
    const text = readPlain(join(folder, name), limit)
    if (typeof text === 'string') return text
    if (text.why !== '') refused.push({ code: 'not-read', at: name, detail: text.why })
    return undefined
  }
  return {
    guide: read(skillFiles.guide, most.chunk),
    config: read(skillFiles.config, most.chunk) ?? '',
    map: read(skillFiles.map, most.map),
    chunks: readChunks(folder, refused),
    refused,
  }
}

/**
 * Reads a skill's folder in which there is one.
 * @throws {Problem} when the folder has no map.
 */
export function openSkill(folder: string): SkillFolder & { readonly map: string } {
  const found = readSkill(folder)
  if (found.map !== undefined) return { ...found, map: found.map }
  throw new Problem('no-skill', `${folder} has no ${skillFiles.map}.`, {
    hint: 'Make one with `ctx export skill --out <folder>`, or name another folder.',
  })
}

function requireFolder(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  throw new Problem('no-such-folder', `${folder} is not a folder.`, {
    hint: 'A link is not followed: name what it leads to.',
  })
}

function readChunks(folder: string, refused: Broken[]): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>()
  const home = join(folder, skillFiles.chunks)
  const refuse = (name: string, detail: string): void =>
    void refused.push({
      code: 'not-read',
      at: name === '' ? skillFiles.chunks : `${skillFiles.chunks}/${name}`,
      detail,
    })
  const stat = lstatSync(home, { throwIfNoEntry: false })
  if (stat === undefined) return chunks
  if (!stat.isDirectory()) refuse('', 'It is not a folder.')
  for (const name of stat.isDirectory() ? readdirSync(home).toSorted() : []) {
    const id = name.replace(/\.md$/, '')
    const text = readPlain(join(home, name), most.chunk)
    if (id === name || !isSafeId(id)) refuse(name, 'It is no chunk.')
    else if (chunks.size >= most.chunks) refuse(name, `Only ${most.chunks} chunks are read.`)
    else if (typeof text === 'string') chunks.set(id, text)
    else refuse(name, text.why)
  }
  return chunks
}

/** Reads a plain file of fitting size; else tells why not, '' for one that is not there. */
function readPlain(path: string, limit = most.chunk): string | { readonly why: string } {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return { why: '' }
  if (stat.isSymbolicLink()) return { why: 'It is a link, and is not followed.' }
  if (!stat.isFile()) return { why: 'It is not a file.' }
  if (stat.size > limit) return { why: `It is larger than ${limit / 1024 / 1024} MiB.` }
  const bytes = readFileSync(path)
  return bytes.includes(0) ? { why: 'It is not text.' } : bytes.toString('utf8')
}

/** The most files, and folders inside each other, that are read of a tree. */
const largest = { files: 20_000, depth: 12 }

/** Reads all files below a folder by their paths, links not followed; what cannot be read is named. */
export function readTexts(folder: string): {
  readonly files: ReadonlyMap<string, string>
  readonly refused: readonly Broken[]
} {
  requireFolder(folder)
  const files = new Map<string, string>()
  const refused: Broken[] = []
  const visit = (above: string, depth: number): void => {
    for (const item of readdirSync(join(folder, above), { withFileTypes: true }).toSorted(byName)) {
      const path = above === '' ? item.name : `${above}/${item.name}`
      const text = item.isDirectory() ? undefined : readPlain(join(folder, path))
      if (files.size >= largest.files)
        return void refused.push({ code: 'not-read', at: path, detail: `Only ${largest.files} files are read.` })
      if (typeof text === 'string') files.set(path, text)
      else if (text !== undefined) refused.push({ code: 'not-read', at: path, detail: text.why })
      else if (depth < largest.depth) visit(path, depth + 1)
      else refused.push({ code: 'not-read', at: path, detail: 'It lies too deep.' })
    }
  }
  visit('', 1)
  return { files, refused }
}

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1)

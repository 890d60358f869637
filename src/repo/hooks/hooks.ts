import { createHash } from 'node:crypto'
import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { askGit } from '../git/git.ts'
import type { RepoPaths } from '../git/repo-paths.ts'
import { nearestFolder, removeFile, writeWhole } from '../state/disk.ts'
import { beginsHookBlock, type HookBlock, blockFor, blockIn, hookMarks } from './block.ts'
import { keptAside, managerOf, ownPath, readHook } from './managers.ts'
import { type HookName, hookNames } from './names.ts'

/** A folder that hooks can be written to; what is tracked with the code is read on other machines too. */
export type HookFolder = {
  readonly kind: 'folder' | 'husky'
  readonly dir: string
  readonly isTracked: boolean
  /** The folder above it that no commit made: nothing below it may be a link. */
  readonly below: string
}

/** Where hooks of this repository belong, and who else looks after them. */
export type HookHome =
  | HookFolder
  | { readonly kind: 'lefthook' }
  | { readonly kind: 'shared'; readonly dir: string }
  | { readonly kind: 'off'; readonly dir: string }

/** Git's own folder for the hooks of a repository, whatever core.hooksPath says. */
export const plainFolder = ({ commonDir }: RepoPaths): HookFolder => ({
  kind: 'folder',
  dir: join(commonDir, 'hooks'),
  isTracked: false,
  below: commonDir,
})

/** Finds the folder that git runs hooks from; a hook manager is recognised and never worked around. */
export async function findHookHome(place: RepoPaths): Promise<HookHome> {
  const { out } = await askGit(place, ['config', '--show-scope', '--type=path', '--get', 'core.hooksPath'])
  const [, scope, path] = /^(\w+)\t([^]*)$/.exec(out) ?? []
  const dir = path === undefined ? plainFolder(place).dir : resolve(place.root, path)
  if (!mayBeFolder(dir)) return { kind: 'off', dir }
  if (scope === 'global' || scope === 'system') return { kind: 'shared', dir }
  const inside = relative(place.root, dir)
  if (/^\.husky(?:[/\\]_)?$/.test(inside))
    return { kind: 'husky', dir: join(place.root, '.husky'), isTracked: true, below: place.root }
  if (
    ['lefthook.yml', '.lefthook.yml', 'lefthook.yaml', '.lefthook.yaml'].some((name) =>
      existsSync(join(place.root, name)),
    )
  )
    return { kind: 'lefthook' }
  const isTracked = isPartOfCode(place, dir)
  return { kind: 'folder', dir, isTracked, below: isInside(place, dir) ? place.root : nearestFolder(dir) }
}

/** `core.hooksPath=/dev/null` turns hooks off, and so does a path through a file. */
function mayBeFolder(dir: string): boolean {
  try {
    return statSync(dir, { throwIfNoEntry: false })?.isDirectory() ?? true
  } catch {
    return false
  }
}

/** As a path says it, links not looked at. */
const isInside = ({ root }: RepoPaths, dir: string): boolean => !relative(root, dir).startsWith('..')

function isPartOfCode(place: RepoPaths, dir: string): boolean {
  const inside = relative(realpathSync(place.root), existsSync(dir) ? realpathSync(dir) : dir)
  return inside !== '' && !inside.startsWith('..') && !isAbsolute(inside) && !/^\.git(?:[/\\]|$)/.test(inside)
}

/** The program that hooks start: absolute paths of node and of our main file. */
export type Program = { readonly node: string; readonly main: string }

/** What became of one hook: `generated` by a hook manager, `foreign` in another language, `disabled` as not executable. */
export type HookState = 'installed' | 'unchanged' | 'upgraded' | 'edited' | 'generated' | 'foreign' | 'disabled'
/** What became of one hook. */
export type HookResult = { readonly name: HookName; readonly state: HookState }

type Installing = { readonly source: string; readonly program: Program; readonly force: boolean }

/** Puts our block into every hook of a folder, beside what stands there; a block that a person edited is kept unless forced. */
export function installHooks(home: HookFolder, { source, program, force }: Installing): readonly HookResult[] {
  return hookNames.map((name) => ({
    name,
    state: installHook(home, name, { block: blockFor(name, source, bakedInto(home, program)), force }),
  }))
}

// A tracked file is read on other machines, where our paths mean nothing.
const bakedInto = (home: HookFolder, program: Program): Program | undefined => (home.isTracked ? undefined : program)

function installHook(
  home: HookFolder,
  name: HookName,
  { block, force }: { block: HookBlock; force: boolean },
): HookState {
  const path = ownPath(home.dir, name)
  const text = readHook(path)
  if (text === undefined) {
    const made = `${home.kind === 'husky' ? '' : '#!/bin/sh\n'}${hookMarks(block, { flag: 'made' })}`
    writeWhole(path, made, { below: home.below, mode: 0o755 })
    return 'installed'
  }
  const state = stateOf(home, path, text, block)
  if (state === 'absent') {
    writeWhole(path, name === 'pre-push' ? insertFirst(text, block) : insert(text, block), { below: home.below })
    return 'installed'
  }
  if (state !== 'upgraded' && !(state === 'edited' && force)) return state
  const flag = beginsHookBlock.exec(text)?.[3] ?? ''
  const { from, to } = blockIn(text) ?? { from: 0, to: 0 }
  const next = `${text.slice(0, from)}${hookMarks(block, { flag })}${text.slice(to)}`
  writeWhole(path, next, { below: home.below })
  return 'upgraded'
}

type Present = Exclude<HookState, 'installed'> | 'absent'

function stateOf(home: HookFolder, path: string, text: string, block: HookBlock): Present {
  const at = blockIn(text)
  const found = at && text.slice(at.from, at.to)
  if (found === undefined) {
    if (managerOf(text) !== undefined) return 'generated'
    if (isForeign(home, path, text)) return 'foreign'
    return home.kind !== 'husky' && !isExecutable(path) ? 'disabled' : 'absent'
  }
  const body = found.slice(found.indexOf('\n') + 1, found.lastIndexOf('# <<< ctx <<<'))
  const hash = beginsHookBlock.exec(found)?.[2]
  if (createHash('sha256').update(body).digest('hex').slice(0, 8) !== hash) return 'edited'
  return hash === block.hash ? 'unchanged' : 'upgraded'
}

/** Tells why `ctx init` leaves a hook alone that has no part of ours; undefined where it would write one. */
export function whyLeftAlone(
  home: HookFolder,
  name: HookName,
): 'foreign' | 'disabled' | 'part of the code' | undefined {
  if (home.isTracked && !hasBlocks(home)) return 'part of the code'
  const path = ownPath(home.dir, name)
  const text = readHook(path)
  if (text === undefined || managerOf(text) !== undefined) return undefined
  if (isForeign(home, path, text)) return 'foreign'
  return home.kind === 'husky' || isExecutable(path) ? undefined : 'disabled'
}

const isForeign = ({ kind }: HookFolder, path: string, text: string): boolean =>
  lstatSync(path).isSymbolicLink() || (kind !== 'husky' && !isShell(text))

const isShell = (text: string): boolean => /^#!.*\b(?:sh|bash|dash|zsh|ksh)\b/.test(text) || !text.startsWith('#!')

const isExecutable = (path: string): boolean => (statSync(path).mode & 0o111) !== 0

/** Puts the block before all else: what follows may read all of standard input, which we give on as git gave it. */
function insertFirst(text: string, block: HookBlock): string {
  const end = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0
  if (end === 0 && text.startsWith('#!')) return `${text}\n${hookMarks(block, { flag: 'joined' })}`
  return `${text.slice(0, end)}${hookMarks(block, { flag: '' })}${text.slice(end)}`
}

/** Puts the block at the end, before a last command that would leave the script. */
function insert(text: string, block: HookBlock): string {
  const lines = text.split('\n')
  let last = lines.findLastIndex((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
  while (last > 0 && lines[last - 1]?.endsWith('\\')) last--
  if (/^(?:exit|exec)\b/.test(lines[last] ?? '')) {
    const before = lines
      .slice(0, last)
      .map((line) => `${line}\n`)
      .join('')
    return `${before}${hookMarks(block, { flag: '' })}${lines.slice(last).join('\n')}`
  }
  const isOpen = text !== '' && !text.endsWith('\n')
  return `${text}${isOpen ? '\n' : ''}${hookMarks(block, { flag: isOpen ? 'joined' : '' })}`
}

/** Takes our blocks out again, byte for byte, also where a hook manager keeps them; a file that we made goes. */
export function uninstallHooks(home: HookFolder): readonly string[] {
  const paths = hookNames.flatMap((name) => ['', ...keptAside].map((aside) => join(home.dir, `${name}${aside}`)))
  return paths.flatMap((path) => {
    const text = readHook(path)
    const found = blockIn(text ?? '')
    if (text === undefined || found === undefined) return []
    const flag = beginsHookBlock.exec(text)?.[3] ?? ''
    const rest = text.slice(0, found.from - (flag === 'joined' ? 1 : 0)) + text.slice(found.to)
    if (flag === 'made' && (rest === '' || rest === '#!/bin/sh\n')) removeFile(path, { below: home.below })
    else writeWhole(path, rest, { below: home.below })
    return [path]
  })
}

/** Tells whether our block stands in any hook of a folder. */
export const hasBlocks = ({ dir }: HookFolder): boolean =>
  hookNames.some((name) => blockIn(readHook(ownPath(dir, name)) ?? '') !== undefined)

/** What `ctx doctor` says of one hook. */
export type HookHealth = 'fine' | 'not installed' | 'not executable' | 'older' | 'edited by hand' | 'program missing'

/** Examines an installed hook: there, executable, ours, and able to find a program; `inPath` tells whether PATH has one. */
export function examineHook(
  home: HookFolder,
  name: HookName,
  { source, program, inPath }: { source: string; program: Program; inPath: boolean },
): HookHealth {
  const path = ownPath(home.dir, name)
  const text = readHook(path)
  if (text === undefined || blockIn(text) === undefined) return 'not installed'
  const state = stateOf(home, path, text, blockFor(name, source, bakedInto(home, program)))
  if (home.kind !== 'husky' && !isExecutable(path)) return 'not executable'
  if (state === 'edited') return 'edited by hand'
  if (!inPath && !isProgramThere(text)) return 'program missing'
  return state === 'upgraded' ? 'older' : 'fine'
}

function isProgramThere(text: string): boolean {
  const paths = [/^ctx_node='(.*)'$/m, /^ctx_main='(.*)'$/m].map((shape) => shape.exec(text)?.[1] ?? '')
  return paths.every((path) => existsSync(path.replaceAll(String.raw`'\''`, "'")))
}

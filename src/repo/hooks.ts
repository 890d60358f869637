import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, readFileSync, rmSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { askGit, git } from './git.ts'
import { isMissing, type Place, readIfThere } from './place.ts'
import { writeWhole } from './state.ts'

export const hookNames = [
  'post-commit',
  'post-merge',
  'post-checkout',
  'post-rewrite',
  'prepare-commit-msg',
  'pre-push',
] as const
export type HookName = (typeof hookNames)[number]

/** Where hooks of this repository belong, and who else looks after them. */
export type HookHome =
  | { readonly kind: 'folder'; readonly dir: string; readonly isTracked: boolean }
  | { readonly kind: 'husky'; readonly dir: string; readonly isTracked: true }
  | { readonly kind: 'lefthook' }
  | { readonly kind: 'shared'; readonly dir: string }

/** Finds the folder that git runs hooks from; a hook manager is recognised and never worked around. */
export async function findHookHome(place: Place): Promise<HookHome> {
  const dir = resolve(place.root, await git(place, ['rev-parse', '--git-path', 'hooks']))
  const { out } = await askGit(place, ['config', '--show-scope', '--get', 'core.hooksPath'])
  const scope = out.split('\t')[0] ?? ''
  if (scope === 'global' || scope === 'system') return { kind: 'shared', dir }
  const inside = relative(place.root, dir)
  if (/^\.husky(?:[/\\]_)?$/.test(inside)) return { kind: 'husky', dir: join(place.root, '.husky'), isTracked: true }
  if (
    ['lefthook.yml', '.lefthook.yml', 'lefthook.yaml', '.lefthook.yaml'].some((name) =>
      existsSync(join(place.root, name)),
    )
  )
    return { kind: 'lefthook' }
  const isTracked = !inside.startsWith('..') && !isAbsolute(inside) && !inside.startsWith('.git')
  return { kind: 'folder', dir, isTracked }
}

/** The program that hooks start: absolute paths of node and of our main file. */
export type Program = { readonly node: string; readonly main: string }

const begin = /^# >>> ctx (\d+) ([0-9a-f]{8})( joined)? >>>.*$/m
const blockShape = /# >>> ctx \d+ [0-9a-f]{8}( joined)? >>>[^\n]*\n[\s\S]*?# <<< ctx <<<[^\n]*\n?/
const version = 1

/** Composes what stands between our markers: the common part and the hook's own, in a subshell that changes nothing outside. */
function blockFor(name: HookName, source: string, program: Program | undefined): { hash: string; text: string } {
  const prelude = readFileSync(join(source, 'prelude.sh'), 'utf8')
  const own = readFileSync(join(source, name), 'utf8')
  const quote = (path: string): string => path.replaceAll("'", String.raw`'\''`)
  const common = prelude
    .replace('@node@', () => quote(program?.node ?? ''))
    .replace('@main@', () => quote(program?.main ?? ''))
  const body = `ctx_status=$?\nif [ "\${CTX_HOOKS-1}" != 0 ] && [ -z "\${CI-}" ]; then (\n${common}\n${own}) || :; fi\n( exit "$ctx_status" )\n`
  return { hash: createHash('sha256').update(body).digest('hex').slice(0, 8), text: body }
}

const marked = ({ hash, text }: { hash: string; text: string }, joined: boolean): string =>
  `# >>> ctx ${version} ${hash}${joined ? ' joined' : ''} >>> added by ctx; \`ctx uninstall\` takes it out\n${text}# <<< ctx <<<\n`

/** What became of one hook. */
export type HookResult = {
  readonly name: HookName
  readonly state: 'installed' | 'unchanged' | 'upgraded' | 'edited' | 'foreign' | 'disabled'
}

/** Puts our block into every hook of a folder, beside what stands there; a block that a person edited is kept unless forced. */
export function installHooks(
  home: Extract<HookHome, { dir: string }>,
  { source, program, force }: { source: string; program: Program; force: boolean },
): readonly HookResult[] {
  // A tracked file is read on other machines, where our paths mean nothing.
  const baked = 'isTracked' in home && home.isTracked ? undefined : program
  return hookNames.map((name) => ({
    name,
    state: installHook(join(home.dir, name), blockFor(name, source, baked), { isHusky: home.kind === 'husky', force }),
  }))
}

function installHook(
  path: string,
  block: { hash: string; text: string },
  { isHusky, force }: { isHusky: boolean; force: boolean },
): HookResult['state'] {
  const text = readHook(path)
  if (text === undefined) {
    writeWhole(path, `${isHusky ? '' : '#!/bin/sh\n'}${marked(block, false)}`)
    chmodSync(path, 0o755)
    return 'installed'
  }
  const state = lstatSync(path).isSymbolicLink() ? 'foreign' : stateOf(path, text, block, isHusky)
  if (state === 'unchanged' || state === 'foreign' || state === 'disabled' || (state === 'edited' && !force))
    return state
  const mode = statSync(path).mode
  writeWhole(
    path,
    state === 'absent'
      ? insert(text, block)
      : text.replace(blockShape, (_, joined?: string) => marked(block, joined !== undefined)),
  )
  chmodSync(path, mode)
  return state === 'absent' ? 'installed' : 'upgraded'
}

type Present = 'absent' | 'unchanged' | 'upgraded' | 'edited' | 'foreign' | 'disabled'

function stateOf(path: string, text: string, block: { hash: string; text: string }, isHusky: boolean): Present {
  const [found] = blockShape.exec(text) ?? []
  if (found === undefined) {
    if (!isHusky && !isShell(text)) return 'foreign'
    if (/File generated by pre-commit|LEFTHOOK/.test(text)) return 'foreign'
    return !isHusky && (statSync(path).mode & 0o111) === 0 ? 'disabled' : 'absent'
  }
  const body = found.slice(found.indexOf('\n') + 1, found.lastIndexOf('# <<< ctx <<<'))
  const hash = begin.exec(found)?.[2]
  if (createHash('sha256').update(body).digest('hex').slice(0, 8) !== hash) return 'edited'
  return hash === block.hash ? 'unchanged' : 'upgraded'
}

const isShell = (text: string): boolean => /^#!.*\b(?:sh|bash|dash|zsh|ksh)\b/.test(text) || !text.startsWith('#!')

/** Puts the block at the end, before a last line that would leave the script. */
function insert(text: string, block: { hash: string; text: string }): string {
  const leaving = /(?:^|\n)(?:exit|exec)\b[^\n]*\s*$/.exec(text)
  if (leaving !== null) {
    const at = leaving.index + (text[leaving.index] === '\n' ? 1 : 0)
    return `${text.slice(0, at)}${marked(block, false)}${text.slice(at)}`
  }
  const joined = text !== '' && !text.endsWith('\n')
  return `${text}${joined ? '\n' : ''}${marked(block, joined)}`
}

/** Takes our blocks out again, byte for byte; a file that held nothing else goes. */
export function uninstallHooks(home: Extract<HookHome, { dir: string }>): readonly string[] {
  return hookNames.flatMap((name) => {
    const path = join(home.dir, name)
    const text = readHook(path)
    const match = text === undefined ? null : blockShape.exec(text)
    if (text === undefined || match === null) return []
    const joined = match[1] !== undefined
    const rest = text.slice(0, match.index - (joined ? 1 : 0)) + text.slice(match.index + match[0].length)
    if (rest === '' || rest === '#!/bin/sh\n') rmSync(path)
    else {
      const mode = statSync(path).mode
      writeWhole(path, rest)
      chmodSync(path, mode)
    }
    return [path]
  })
}

function readHook(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readIfThere(path)
}

/** What `ctx doctor` says of one hook. */
export type HookHealth = 'fine' | 'not installed' | 'not executable' | 'older' | 'edited by hand' | 'program missing'

/** Examines an installed hook: there, executable, ours, and able to find a program to run. */
export function examineHook(
  home: Extract<HookHome, { dir: string }>,
  name: HookName,
  { source, program }: { source: string; program: Program },
): HookHealth {
  const path = join(home.dir, name)
  const text = readHook(path)
  const baked = 'isTracked' in home && home.isTracked ? undefined : program
  if (text === undefined || !blockShape.test(text)) return 'not installed'
  const state = stateOf(path, text, blockFor(name, source, baked), home.kind === 'husky')
  if (home.kind !== 'husky' && (statSync(path).mode & 0o111) === 0) return 'not executable'
  if (state === 'edited') return 'edited by hand'
  const [, node = ''] = /^ctx_node='(.*)'$/m.exec(text) ?? []
  const [, main = ''] = /^ctx_main='(.*)'$/m.exec(text) ?? []
  if (node !== '' && (!isThere(node) || !isThere(main))) return 'program missing'
  return state === 'upgraded' ? 'older' : 'fine'
}

function isThere(path: string): boolean {
  try {
    return statSync(path.replaceAll(String.raw`'\''`, "'")).isFile()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

// What starts first: it gives V8 the program together with what V8 made of it the last time, because compiling it takes
// longer than answering a question (https://v8.dev/blog/code-caching).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'
import { makeFolders, nearestFolder, removeFile, writeWhole } from '../repo/state/disk.ts'

/** Put in when it is built: a hash of the text of both scripts. */
declare const CTX_BUILD: string

const [, , command = '', kind = '', , moment = ''] = process.argv
const isHook = command === 'hook' && kind === 'agent'
// What is asked all day long has its own; all else shares one, and until that is there takes that of a question.
const own = isHook ? 'hook' : command === 'query' || command === 'prequery' ? command : 'other'
// At the end, the functions that were needed are compiled, and only these are kept: so something must have been done,
// and of the moments of an agent, that of an edit needs most.
const isTelling = isHook ? moment === 'edit' || moment === 'edited' : /^[a-z]/.test(command)

// Made ready for an interpreter first, a long pattern takes V8 8 ms, and 2 for the processor at once: of a question about
// tornado's history 12 ms of 138. What V8 keeps of a program is only good for the flags that it was made with, so this comes first.
// Not --no-regexp-tier-up: with it V8 runs what an earlier pattern, ours, Node's or a preloaded module's, has for the interpreter.
setFlagsFromString('--regexp-tier-up-ticks=0')

const program = join(import.meta.dirname, 'program.cjs')
const rest = (): unknown => evaluate(join(import.meta.dirname, 'rest.cjs'), ['rest'])
const run = evaluate(program, isTelling && own !== 'other' ? [own] : [own, 'query', 'other'])
run(createRequire(program), program, import.meta.dirname, rest)

/** Gives the function that a script of ours is; what V8 makes of it is kept by the first of the names. */
function evaluate(file: string, names: readonly [string, ...string[]]): (...given: readonly unknown[]) => void {
  const cachedData = readFirst(names)
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  const isUsed = cachedData !== undefined && script.cachedDataRejected !== true
  if (!isUsed && isTelling) process.once('exit', (code) => writeCache(names[0], script, code))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return script.runInThisContext() as (...given: readonly unknown[]) => void
}

/** In the person's own folder and never in a repository: what is written there is run. */
function cacheFolder(): string {
  const set = process.env['XDG_CACHE_HOME'] ?? process.env['LOCALAPPDATA'] ?? ''
  return join(isAbsolute(set) ? set : join(homedir(), '.cache'), 'ctx')
}

function cacheFile(name: string): string {
  return join(cacheFolder(), `${name}-${CTX_BUILD}-${process.version}-${process.arch}`)
}

/** Reads the first that is there: what another command left behind is better than nothing. */
function readFirst(names: readonly string[]): Buffer | undefined {
  for (const name of names) {
    try {
      return readFileSync(cacheFile(name))
    } catch {}
  }
  return undefined
}

/** What cannot be kept is made again the next time; what other versions left behind goes after a month. */
function writeCache(name: string, script: Script, exitCode: number): void {
  if ((own === 'other' || name === 'rest') && exitCode !== 0) return
  const monthAgo = Date.now() - 30 * 24 * 3_600_000
  try {
    const below = nearestFolder(cacheFolder())
    makeFolders(cacheFolder(), { below, mode: 0o700 })
    writeWhole(cacheFile(name), script.createCachedData(), { below, mode: 0o600 })
    for (const old of readdirSync(cacheFolder()))
      if (statSync(join(cacheFolder(), old)).mtimeMs < monthAgo) removeFile(join(cacheFolder(), old), { below })
  } catch {}
}

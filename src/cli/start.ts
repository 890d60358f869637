// What starts first: it gives V8 the program together with what V8 made of it the last time, because compiling it takes
// longer than answering a question (https://v8.dev/blog/code-caching).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { Script } from 'node:vm'
import { makeFolders, nearestFolder, removeFile, writeWhole } from '../repo/state/disk.ts'

/** Put in when it is built: a hash of the program's text. */
declare const CTX_BUILD: string

const program = join(import.meta.dirname, 'program.cjs')
const [, , command = '', kind = '', , moment = ''] = process.argv
const isHook = command === 'hook' && kind === 'agent'
// What is asked all day long has its own; all else shares one, and until that is there takes that of a question.
const own = isHook ? 'hook' : command === 'query' || command === 'prequery' ? command : 'other'
// At the end, the functions that were needed are compiled, and only these are kept: so something must have been done,
// and of the moments of an agent, that of an edit needs most.
const isTelling = isHook ? moment === 'edit' || moment === 'edited' : /^[a-z]/.test(command)
const cached = readFirst(isTelling && own !== 'other' ? [own] : [own, 'query', 'other'])
const script = new Script(`(function (require, __filename, __dirname) {${readFileSync(program, 'latin1')}\n})`, {
  filename: program,
  ...(cached === undefined ? {} : { cachedData: cached }),
})
const isUsed = cached !== undefined && script.cachedDataRejected !== true
if (!isUsed && isTelling) process.once('exit', writeCache)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const run = script.runInThisContext() as (...given: readonly unknown[]) => void
run(createRequire(program), program, import.meta.dirname)

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
function writeCache(exitCode: number): void {
  if (own === 'other' && exitCode !== 0) return
  const monthAgo = Date.now() - 30 * 24 * 3_600_000
  try {
    const below = nearestFolder(cacheFolder())
    makeFolders(cacheFolder(), { below, mode: 0o700 })
    writeWhole(cacheFile(own), script.createCachedData(), { below, mode: 0o600 })
    for (const old of readdirSync(cacheFolder()))
      if (statSync(join(cacheFolder(), old)).mtimeMs < monthAgo) removeFile(join(cacheFolder(), old), { below })
  } catch {}
}

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
const name = command === 'prequery' ? 'prequery' : isHook ? 'hook' : 'query'
const cached = readCache()
const script = new Script(`(function (require, __filename, __dirname) {${readFileSync(program, 'latin1')}\n})`, {
  filename: program,
  ...(cached === undefined ? {} : { cachedData: cached }),
})
// At its end, the functions that it needed are compiled, and only these are kept: so it must be a question. Of the moments
// of an agent, that of an edit needs most.
const isQuestion = isHook ? moment === 'edit' || moment === 'edited' : command === name
const isUsed = cached !== undefined && script.cachedDataRejected !== true
if (!isUsed && isQuestion) process.once('exit', writeCache)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const run = script.runInThisContext() as (...given: readonly unknown[]) => void
run(createRequire(program), program, import.meta.dirname)

/** With the person and never in a repository: whoever writes it decides what is run. */
function cacheFolder(): string {
  const set = process.env['XDG_CACHE_HOME'] ?? process.env['LOCALAPPDATA'] ?? ''
  return join(isAbsolute(set) ? set : join(homedir(), '.cache'), 'ctx')
}

function cacheFile(): string {
  return join(cacheFolder(), `${name}-${CTX_BUILD}-${process.version}-${process.arch}`)
}

function readCache(): Buffer | undefined {
  try {
    return readFileSync(cacheFile())
  } catch {
    return undefined
  }
}

/** What cannot be kept is made again the next time; what other versions left behind goes after a month. */
function writeCache(): void {
  const monthAgo = Date.now() - 30 * 24 * 3_600_000
  try {
    const below = nearestFolder(cacheFolder())
    makeFolders(cacheFolder(), { below, mode: 0o700 })
    writeWhole(cacheFile(), script.createCachedData(), { below, mode: 0o600 })
    for (const old of readdirSync(cacheFolder()))
      if (statSync(join(cacheFolder(), old)).mtimeMs < monthAgo) removeFile(join(cacheFolder(), old), { below })
  } catch {}
}

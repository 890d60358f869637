import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Problem } from '../../problem.ts'
import { findProgram } from '../find-program.ts'
import { decodeText } from './decode.ts'
import { refusalIn } from './refusal.ts'
import type { RepoPaths } from './repo-paths.ts'

/** How git is called; all of it may be left out. */
export type Call = {
  /** What git reads on standard input; of pieces, each is made when git has read those before it, and of a stream all that comes. */
  readonly input?: string | Uint8Array | Pieces | Readable
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** What else is to be ended when the signal comes, told git's process id while git still runs. */
  readonly onTimeout?: (pid: number) => void
  /** Lets git reach the network and ask for credentials; without it even a lazy fetch fails at once. */
  readonly network?: boolean
  /** Lets git fail, as `TooMuch`, rather than fill the memory with what somebody made to be enormous. */
  readonly isBounded?: boolean
}

/** A long text, piece by piece; it can be read again. */
export type Pieces = { readonly pieces: () => Iterable<string> }

/** What git answered: its exit code and both outputs, as text. */
export type GitReply = { readonly code: number; readonly out: string; readonly err: string }

/** Whether git was given a time, as a signal, and needed more. */
export const isLate = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** Runs git and gives what it printed, one final line end removed; a failure is an error that carries git's own words. */
export async function git(place: RepoPaths, args: readonly string[], call: Call = {}): Promise<string> {
  const { code, out, err } = await askGit(place, args, call)
  if (code !== 0) throw new GitError(args, code, err)
  return out
}

/**
 * Runs git where a non-zero exit code is an answer too.
 * @throws {Problem} when git refuses the repository as a whole: that is no answer to anything.
 */
export async function askGit(place: RepoPaths, args: readonly string[], call: Call = {}): Promise<GitReply> {
  const how = { ...options(place, call), maxBuffer: 512 * 1024 * 1024, encoding: 'buffer' as const }
  let pid: number | undefined
  const { signal, onTimeout } = call
  // Asked before git itself is told, or nobody could say any more what it ran.
  if (onTimeout !== undefined)
    signal?.addEventListener('abort', () => pid !== undefined && onTimeout(pid), { once: true })
  return await new Promise<GitReply>((resolve, reject) => {
    const child = execFile(program(), argsOf(args, call), how, (error, out, err) => {
      const code = error === null ? 0 : error.code
      const ill = code === 0 ? undefined : badNews(call, err.toString())
      if (ill !== undefined) reject(ill)
      else if (typeof code === 'number')
        resolve({ code, out: withoutLineEnd(decodeText(out)), err: withoutLineEnd(decodeText(err)) })
      else reject(reasonOf(error, args, call))
    })
    pid = child.pid
    feed(child.stdin, call)
  })
}

/**
 * Asks git whether it works here at all: for who is about to say that there is nothing, and has not asked git yet.
 * @throws {Problem} when git refuses the repository.
 */
export const requireGit = async (place: RepoPaths): Promise<void> =>
  void (await askGit(place, ['rev-parse', '--git-dir']))

/** Runs git and streams the bytes it prints, so that a long history never stands in memory. */
export async function* streamGit(place: RepoPaths, args: readonly string[], call: Call = {}): AsyncGenerator<Buffer> {
  const child = spawn(program(), argsOf(args, call), options(place, call))
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => void said.push(chunk))
  feed(child.stdin, call)
  const ended = once(child, 'close')
  // Whoever has read enough stops reading, and git is ended; that it did not end well then is nobody's bad news.
  ended.catch(() => undefined)
  try {
    for await (const chunk of child.stdout) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
    const [code] = await ended
    const err = Buffer.concat(said).toString()
    if (code !== 0) throw badNews(call, err) ?? new GitError(args, Number(code ?? -1), err)
  } catch (error) {
    throw reasonOf(error, args, call)
  } finally {
    child.kill()
  }
}

/** Reads what git prints, and no more of it than so many bytes: git is ended then, and what was read is given. */
export async function readUpTo(place: RepoPaths, args: readonly string[], most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let left = most
  for await (const chunk of streamGit(place, args, { isBounded: true })) {
    chunks.push(chunk.subarray(0, left))
    left -= chunk.length
    if (left <= 0) break
  }
  return Buffer.concat(chunks)
}

/** Why git did not end by itself: somebody gave up waiting, or it could not be run. */
function reasonOf(error: unknown, args: readonly string[], { signal }: Call): unknown {
  if (signal?.aborted) return signal.reason
  return error instanceof GitError || error instanceof Problem
    ? error
    : new GitError(args, -1, error instanceof Error ? error.message : String(error))
}

/** Gives git its input; one that wants no more of it says so by what it answers. */
function feed(stdin: NodeJS.WritableStream | null, { input }: Call): void {
  stdin?.on('error', () => undefined)
  if (input === undefined) stdin?.end()
  else if (typeof input === 'string' || input instanceof Uint8Array) stdin?.end(input)
  else if (stdin !== null) (input instanceof Readable ? input : Readable.from(input.pieces())).pipe(stdin)
}

const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '')

/** A git command that failed; it becomes a `Problem` where a person can do something about it. */
export class GitError extends Error {
  readonly stderr: string
  readonly code: number
  /** Whether git would have had to fetch what it was to read, and was not let: a partial clone left it at a remote. */
  readonly isLeftAtRemote: boolean

  constructor(args: readonly string[], code: number, stderr: string) {
    super(`git ${args.slice(0, 3).join(' ')} failed (${code}): ${stderr.trim().split('\n').slice(0, 3).join(' ')}`)
    this.name = 'GitError'
    this.code = code
    this.stderr = stderr
    this.isLeftAtRemote = /promisor remote|lazy fetch/.test(stderr)
  }
}

// A person's configuration must not change what we parse, nor start a program of theirs.
const quiet = [
  '-c',
  'log.showSignature=false',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'diff.noprefix=false',
  '-c',
  'diff.orderFile=/dev/null',
  '-c',
  'trailer.separators=:',
  '-c',
  'grep.patternType=basic',
  '-c',
  'i18n.logOutputEncoding=UTF-8',
]

// The most that git holds in one piece. A list of ten million files that differ, or a message of a gigabyte, is a few
// kilobytes on the wire; the list is made whole before one of them is printed. Larger files are compared as binary ones.
const largest = '4m'

const argsOf = (args: readonly string[], { isBounded }: Call): readonly string[] => [
  ...quiet,
  ...(isBounded === true ? ['-c', `core.bigFileThreshold=${largest}`] : []),
  ...args,
]

/** What git says that is no answer, whatever was asked; who speaks to another repository tells what that one says. */
function badNews({ isBounded, network }: Call, err: string): Problem | undefined {
  if (isBounded === true && err.includes(' over limit ')) return new TooMuch()
  return network === true ? undefined : refusalIn(err)
}

/** A commit, a message or a list of files that is larger than one may make git hold. */
export class TooMuch extends Problem {
  constructor() {
    super('tree-too-large', 'A commit has a longer message, or changes more files, than anybody writes.', {
      hint: 'Look for it: git log --all --stat. Whoever made it may want to keep you busy.',
    })
    this.name = 'TooMuch'
  }
}

// Git sets these while a hook runs; keeping them would make us read another repository, index or work tree.
const hookVariables = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_COMMON_DIR',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
  'GIT_REPLACE_REF_BASE',
  'GIT_NAMESPACE',
  'GIT_QUARANTINE_PATH',
  'GIT_ATTR_SOURCE',
  'GIT_EDITOR',
  'GIT_REFLOG_ACTION',
  'GIT_LITERAL_PATHSPECS',
]

function options(place: RepoPaths, call: Call): { cwd: string; env: NodeJS.ProcessEnv; signal?: AbortSignal } {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !hookVariables.includes(name)))
  const offline = call.network ? {} : { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_TERMINAL_PROMPT: '0' }
  return {
    cwd: place.root,
    // Nothing we do needs the person's index, and a damaged one must not stop us; `prequery` names the one it wants.
    env: {
      ...inherited,
      GIT_INDEX_FILE: join(place.gitDir, 'ctx', 'no-index'),
      GIT_OPTIONAL_LOCKS: '0',
      LC_ALL: 'C',
      ...offline,
      ...(call.isBounded === true ? { GIT_ALLOC_LIMIT: largest } : {}),
      ...call.env,
    },
    ...(call.signal === undefined ? {} : { signal: call.signal }),
  }
}

let found: string | undefined

function program(): string {
  found ??= findProgram('git', process.env)
  if (found === undefined)
    throw new Problem('no-git', 'The git program was not found.', {
      hint: 'Install git 2.30 or later and make sure it is in PATH.',
    })
  return found
}

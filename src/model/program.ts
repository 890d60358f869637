import { isAbsolute } from 'node:path'
import type { Readable } from 'node:stream'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { findProgram, isProgram } from '../repo/find-program.ts'
import type { ProgramModel } from '../repo/settings/modelling.ts'
import { makeTemporaryFolder } from '../repo/state/disk.ts'
import { clean, oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { argumentsOf, environmentFor } from './programs.ts'
import { charactersPerToken, estimateTokens, type ModelReply, type Prompt } from './prompt.ts'
import { within } from './within.ts'

/**
 * Asks a program: the prompt on its standard input, its answer from standard output. It runs without a shell, in an empty
 * folder that is gone afterwards, with little of the environment, and is ended when it takes or says too much.
 * @throws {Problem} when it is not there.
 * @throws {Error} when it fails, or says nothing; the message is what it said of it.
 */
export async function askProgram(
  { env, place, signal }: Ctx,
  model: ProgramModel,
  prompt: Prompt,
): Promise<ModelReply> {
  const file = locate(model, { env, outside: place.root })
  using folder = makeTemporaryFolder()
  const said = await within(
    model.timeoutMs,
    signal,
    async (ended) => await run(file, { model, prompt, env, cwd: folder.path, ended }),
  )
  const text = clean(said).trim()
  if (text === '') throw new Error('the model said nothing')
  return { text, tokens: estimateTokens(prompt, text) }
}

type Looking = { readonly env: NodeJS.ProcessEnv; readonly outside: string }

/** Finds the program: by its name in PATH, or where an absolute path says. A clone may hold a file of any name. */
function locate({ words, name }: ProgramModel, { env, outside }: Looking): string {
  const [program = ''] = words
  const isPath = /[/\\]/.test(program)
  const found = isPath
    ? isAbsolute(program) && isProgram(program)
      ? program
      : undefined
    : findProgram(program, env, { outside })
  if (found !== undefined) return found
  throw new Problem('no-model-program', `The program ${name} (git config ctx.model.command) was not found.`, {
    hint: isPath
      ? 'A program that is not in PATH is named by its absolute path.'
      : 'Install it, or name it by its absolute path. `ctx model` offers those that are there.',
  })
}

type Run = {
  readonly model: ProgramModel
  readonly prompt: Prompt
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly ended: AbortSignal
}

/** What a program may say about itself, in characters, and what is kept of it. */
const noiseLimits = { said: 1_000_000, kept: 4_000 }

/** What a program said comes within so long of its end, in ms. What it left behind may hold its outputs open for ever. */
const longestRest = 1_000

/** A program cannot be told how many tokens it may say, so that it may say at least so much, in characters. */
const leastRoom = 16_000

async function run(file: string, { model, prompt, env, cwd, ended }: Run): Promise<string> {
  const { execa } = await import('execa')
  // A group of its own, so that what it starts ends with it.
  const child = execa(file, argumentsOf(model.words), {
    cwd,
    env: environmentFor(model, env),
    extendEnv: false,
    input: `${prompt.system.trim()}\n\n${prompt.user.trim()}\n`,
    detached: process.platform !== 'win32',
    reject: false,
    buffer: false,
    windowsHide: true,
  })
  const room = Math.max(leastRoom, prompt.mostTokens * charactersPerToken)
  const heard = listenTo(child, { room, onText: prompt.onText })
  const { end } = heard
  ended.addEventListener('abort', end, { once: true })
  try {
    const { failed, exitCode, signal, originalMessage = '' } = await child
    if (heard.isEndless()) throw new Error('the model does not come to an end')
    const said = heard.noise().trim() || heard.text().trim() || originalMessage
    if (failed && exitCode !== 0) throw new Error(failureOf({ exitCode, signal, said }))
    return heard.text()
  } finally {
    ended.removeEventListener('abort', end)
  }
}

type Program = {
  readonly pid?: number | undefined
  readonly stdout: Readable
  readonly stderr: Readable
  readonly once: (event: 'exit', listener: () => void) => unknown
}
type Listening = { readonly room: number; readonly onText: Prompt['onText'] }

/** Keeps what a program says, and ends one that says too much. */
function listenTo(child: Program, { room, onText }: Listening) {
  let [text, noise, told, isEndless] = ['', '', 0, false]
  const end = (): void => {
    endGroup(child.pid)
    // What began a group of its own is not ended, and is not waited for either.
    for (const stream of [child.stdout, child.stderr]) stream.destroy()
  }
  child.once('exit', () => setTimeout(end, longestRest).unref())
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    isEndless ||= text.length > room
    if (isEndless) end()
    else onText?.(clean(text))
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    noise = (noise + chunk).slice(-noiseLimits.kept)
    told += chunk.length
    isEndless ||= told > noiseLimits.said
    if (isEndless) end()
  })
  return { end, text: () => text, noise: () => noise, isEndless: () => isEndless }
}

/** Ends a program with all that it started: a shell script that is ended alone leaves its children behind. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It ended by itself just now.
  }
}

type Failure = { readonly exitCode?: number | undefined; readonly signal?: string | undefined; readonly said: string }

/** Programs say at the end what was wrong; they may say a key, too. */
const failureOf = ({ exitCode, signal, said }: Failure): string => {
  const how = signal === undefined ? `it ended with ${exitCode ?? 'an error'}` : `it was ended by ${signal}`
  const last = said.split('\n').slice(-3).join(' ')
  return last === '' ? how : `${how}: ${shorten(redact(oneLine(last)), 300)}`
}

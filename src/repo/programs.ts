import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Finds a program in PATH; a folder that is not named whole is left out, because what lies here must never run. */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const ends = process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';') : ['']
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  return folders.flatMap((folder) => ends.map((end) => join(folder, `${name}${end}`))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** What a program said on both of its outputs, and its exit code; undefined for one that was stopped. */
export type ProgramRun = { readonly text: string; readonly code: number | undefined }

type Running = { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly timeoutMs: number }

/** No list of servers is longer. */
const longest = 100_000

/** Runs a program that asks nothing, for so long at most. */
export const runProgram = (path: string, args: readonly string[], running: Running): Promise<ProgramRun> =>
  new Promise((resolve) => {
    const { cwd, env, timeoutMs } = running
    // Windows starts scripts only through its shell; the arguments are ours.
    const child = spawn(path, [...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      shell: process.platform === 'win32',
    })
    let text = ''
    const hear = (part: Buffer): void => {
      if (text.length < longest) text += part.toString('utf8')
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', () => resolve({ text, code: undefined }))
    child.once('close', (code) => resolve({ text, code: code ?? undefined }))
  })

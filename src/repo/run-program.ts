import { spawn } from 'node:child_process'

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

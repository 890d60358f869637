import { spawn } from 'node:child_process'

/** Starts a program of its own, in its own session, that nobody waits for; that it could not be started is nobody's bad news. */
export function startInBackground(command: string, args: readonly string[], { cwd }: { cwd: string }): void {
  const child = spawn(command, [...args], { cwd, detached: true, stdio: 'ignore', windowsHide: true })
  child.on('error', () => undefined)
  child.unref()
}

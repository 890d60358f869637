import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { Repo } from './repo.ts'

/** What a scripted program saw when it was run. */
export type Ran = {
  readonly args: readonly string[]
  readonly input: string
  readonly cwd: string
  readonly files: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** One answer of a scripted program: what it prints, or how it misbehaves. */
export type Line =
  | { readonly says: string; readonly code?: number; readonly complains?: string }
  | { readonly hangs: true; readonly leaves?: string }
  | { readonly says: string; readonly forever: true }
  | { readonly says: string; readonly keepsOpen: string }

/** A program that plays its lines one by one, the last again and again; it stands in a folder for PATH, beside the repository. */
export function scriptedProgram(
  repo: Repo,
  name: string,
  ...lines: readonly [Line, ...Line[]]
): { readonly file: string; readonly path: string; readonly ran: () => readonly Ran[] } {
  const folder = join(dirname(repo.root), 'bin')
  const log = join(dirname(repo.root), `${name}.log`)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, name)
  writeFileSync(
    file,
    `#!${process.execPath}
const fs = require('node:fs')
const log = ${JSON.stringify(log)}
const lines = ${JSON.stringify(lines)}
const input = fs.readFileSync(0, 'utf8')
const at = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim().split('\\n').length : 0
const seen = { args: process.argv.slice(2), input, cwd: process.cwd(), files: fs.readdirSync('.'), env: process.env }
fs.appendFileSync(log, JSON.stringify(seen) + '\\n')
const line = lines[Math.min(at, lines.length - 1)]
if (line.leaves !== undefined)
  require('node:child_process').spawn('sh', ['-c', 'sleep 2; touch ' + line.leaves], { stdio: 'inherit' })
if (line.keepsOpen !== undefined)
  require('node:child_process').spawn('sh', ['-c', 'sleep 20; touch ' + line.keepsOpen], { stdio: 'inherit', detached: true }).unref()
if (line.hangs) setInterval(() => undefined, 1000)
else if (line.forever) setInterval(() => process.stdout.write(line.says), 1)
else {
  process.stderr.write(line.complains ?? '')
  process.stdout.write(line.says)
  process.exitCode = line.code ?? 0
}
`,
  )
  chmodSync(file, 0o755)
  const ran = (): readonly Ran[] =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .trim()
          .split('\n')
          .map((text) => JSON.parse(text) as Ran)
      : []
  return { file, path: `${folder}${delimiter}${repo.env['PATH'] ?? ''}`, ran }
}

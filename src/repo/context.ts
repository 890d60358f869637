import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findRepoPaths, type RepoPaths } from './git/repo-paths.ts'
import { asRecorded, readSettings } from './settings/settings.ts'
import { defaults, type Settings } from './settings/shape.ts'

/** What every verb is given: where, by which settings, at what time, and how to speak to a person. */
export type Ctx = {
  readonly place: RepoPaths
  readonly settings: Settings
  readonly now: () => Date
  /** Tells a person something on the side; never an answer. */
  readonly say: (line: string) => void
  /** Tells how far long work has come. */
  readonly progress: (done: number, all: number, what: string) => void
  readonly signal: AbortSignal | undefined
  readonly env: NodeJS.ProcessEnv
}

type Opening = Partial<Pick<Ctx, 'now' | 'say' | 'progress' | 'signal' | 'env'>> & {
  readonly cwd?: string
  /** Goes on with the defaults where settings cannot be read: a typing error must not keep ctx from being taken out. */
  readonly lenient?: boolean
}

/**
 * Opens the repository around a folder (the current one by default).
 * @throws {Problem} when there is no repository, it is bare, or its settings cannot be read.
 */
export async function open({
  cwd = process.cwd(),
  env = process.env,
  now,
  say,
  progress,
  signal,
  lenient = false,
}: Opening = {}): Promise<Ctx> {
  const place = findRepoPaths(cwd)
  const settings = await readSettings(place).catch((error: unknown) => {
    if (!lenient) throw error
    return asRecorded(place, defaults)
  })
  return {
    place,
    settings,
    now: now ?? (() => new Date()),
    say: say ?? (() => undefined),
    progress: progress ?? (() => undefined),
    signal,
    env,
  }
}

/** The package's own folder: `hooks/` and `templates/` lie in it, whether we run from `dist` or from `src`. */
export const packageRoot = (): string => {
  const here = fileURLToPath(import.meta.url)
  const inside = Math.max(
    here.lastIndexOf('/dist/'),
    here.lastIndexOf('/src/'),
    here.lastIndexOf('\\dist\\'),
    here.lastIndexOf('\\src\\'),
  )
  return here.slice(0, inside)
}

/** The program that hooks are to start. */
export const program = (): { node: string; main: string } => ({
  node: process.execPath,
  main: join(packageRoot(), 'dist', 'cli.cjs'),
})

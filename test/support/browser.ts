import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'
import { program, type Repo } from './repo.ts'
import { isThorough } from './slow.ts'

/** Debian's Chromium, or what somebody names; a browser is not fetched by a test. */
const executablePath = [
  process.env['CTX_CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== '' && existsSync(path))

/** Whether pages can be tested here. In CI a browser that is missing is a failure, and not a reason to test less. */
export const hasBrowser = executablePath !== undefined || isThorough

/** Where screenshots go: a folder of CI's, or one that git ignores. */
const shots = process.env['CTX_SHOTS'] ?? join(import.meta.dirname, '../../dist/shots')

let started: Promise<Browser> | undefined

/** A page of a browser of its own profile, which all tests of a file share the process of. */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  if (executablePath === undefined) throw new Error('There is no Chromium: apt-get install -y chromium')
  started ??= chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  const context = await (await started).newContext(options)
  context.setDefaultTimeout(60_000)
  onTestFinished(async () => await context.close())
  return await context.newPage()
}

/** Ends the browser with the file that used it. */
export const endBrowser = (): void =>
  afterAll(async () => {
    await (await started)?.close()
    started = undefined
  })

/** Keeps a picture of what a test saw. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: join(shots, `${name}.png`) })
}

/** A page that `ctx web` serves. */
export type ServedPage = {
  readonly url: string
  readonly token: string
  readonly address: string
  readonly end: () => Promise<void>
}

/** Starts `ctx web` on any port that is free, and waits until it says where. */
export async function serveWeb(repo: Repo): Promise<ServedPage> {
  const child = spawn(process.execPath, [program, 'web', '--no-open'], { cwd: repo.root, env: repo.env })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address = '', url = '', token = ''] = /^The page is at ((http:\S+)\/\?token=(\S+))$/.exec(line) ?? []
    const end = async (): Promise<void> => {
      child.kill('SIGINT')
      await ended
    }
    return { url, token, address, end }
  }
  throw new Error('ctx web ended before it said anything')
}

// @ts-check
// How long it takes until the page shows its first answer, in a real browser, and what is sent for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { generateEntry } from './entries.js'
import { plainRow } from './measure.js'
import { importFiles, newRepository, removeRepository } from './repository.js'

/** @typedef {import('./repository.js').Bench} Bench */

const sizes = [272, 2_400, 23_867]
const times = 5

const executablePath = [process.env['CTX_CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== '' && existsSync(path),
)

/**
 * Opens the page anew for each turn, as somebody does who has not been there, types a question, and waits for its answer.
 * @param {Bench} bench
 * @param {{ entries: number }} options
 */
export async function measureWeb(bench, { entries: most }) {
  if (executablePath === undefined) return []
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
  const rows = []
  for (const entries of sizes.filter((size) => size <= most)) {
    const repository = newRepository(bench, `web-${entries}`)
    repository.ctx('init')
    importFiles(repository, 'refs/heads/ctx/main', generateEntries(entries))
    repository.ctx('refresh')
    // The index is made by the first question, which is measured by `query`.
    repository.ctx('search', generateEntry(0).question)
    const served = await serve(bench, repository.root)
    /** @type {{ shown: number, answered: number, tree: number, bytes: number }[]} */
    const turns = []
    for (let turn = 0; turn <= times; turn++) turns.push(await visit(browser, served.address, entries, turn))
    await served.end()
    removeRepository(repository)
    const named = (/** @type {string} */ what) => `page: ${what}, ${entries.toLocaleString('en')} entries`
    const counted = turns.slice(1)
    rows.push(
      plainRow(
        named('opened, until the field can be typed in'),
        counted.map(({ shown }) => shown),
      ),
      plainRow(
        named('typed, until an answer is on screen'),
        counted.map(({ answered }) => answered),
      ),
      plainRow(named('the tree on screen, first and later'), [turns[0]?.tree ?? 0, ...counted.map(({ tree }) => tree)]),
      bytesRow(
        named('sent until the first answer'),
        counted.map(({ bytes }) => bytes),
      ),
    )
  }
  await browser.close()
  return rows
}

/** @param {import('playwright-core').Browser} browser @param {string} address @param {number} entries @param {number} turn */
async function visit(browser, address, entries, turn) {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  let bytes = 0
  page.on('requestfinished', async (request) => {
    const sent = await request.sizes().catch(() => undefined)
    bytes += (sent?.responseBodySize ?? 0) + (sent?.responseHeadersSize ?? 0)
  })
  const started = performance.now()
  await page.goto(address)
  await page.waitForSelector('#question')
  const shown = performance.now() - started
  const asked = performance.now()
  await page.fill('#question', generateEntry((turn * 37) % entries).question)
  await page.waitForSelector('.hits .lesson, .unknown')
  const answered = performance.now() - asked
  await page.waitForTimeout(50)
  const untilThen = bytes
  const wanted = performance.now()
  await page.evaluate("location.hash = '#/tree'")
  await page.waitForSelector('.card')
  const tree = performance.now() - wanted
  await context.close()
  return { shown, answered, tree, bytes: untilThen }
}

/** @param {Bench} bench @param {string} root */
async function serve({ program, env }, root) {
  const child = spawn(process.execPath, [program, 'web', '--json'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let said = ''
  for await (const part of child.stdout) {
    said += part
    if (said.includes('}')) break
  }
  const end = async () => {
    child.kill('SIGINT')
    await ended
  }
  return { address: String(JSON.parse(said).address), end }
}

/** @param {string} figure @param {readonly number[]} samples */
function bytesRow(figure, samples) {
  const kilobytes = samples.map((bytes) => bytes / 1_000).toSorted((a, b) => a - b)
  const median = kilobytes[Math.floor(kilobytes.length / 2)] ?? 0
  return {
    figure,
    measured: `${median.toFixed(0)} kB`,
    beside: '',
    result: '',
    bar: '',
    unit: 'kB',
    samples: { measured: kilobytes, beside: [] },
  }
}

/** @param {number} entries */
function* generateEntries(entries) {
  for (let number = 0; number < entries; number++) {
    const { path, text } = generateEntry(number)
    yield /** @type {const} */ ([path, text])
  }
}

/** @module-tag slow */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { endBrowser, hasBrowser, openPage, serveWeb, shoot } from '../support/browser.ts'
import { hostile, knowingRepo } from '../support/lessons.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'

endBrowser()

const limit = 120_000
const refresh = 'auth/tokens/refresh_tokens.md'

/** Opens the page of a repository, and fails where anything on it fails. */
async function look(repo: Repo, options: Parameters<typeof openPage>[0] = {}): Promise<{ page: Page; url: string }> {
  const served = await serveWeb(repo)
  const page = await openPage(options)
  const wrong: string[] = []
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  await page.goto(served.address)
  await page.waitForSelector('nav')
  expect(wrong).toEqual([])
  return { page, url: served.url }
}

const go = async (page: Page, hash: string, until: string): Promise<void> => {
  await page.evaluate((next) => {
    location.hash = next
  }, hash)
  await page.waitForSelector(until)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong, with where. */
async function wrongBy(page: Page): Promise<readonly string[]> {
  // The policy of the page runs no foreign script, and a test's is one: it comes in by the debugger.
  await page.evaluate(axe)
  return await page.evaluate(async () => {
    const tool: {
      run: () => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>
    } = Reflect.get(globalThis, 'axe')
    const { violations } = await tool.run()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  })
}

const views: Readonly<Record<string, readonly [hash: string, until: string]>> = {
  welcome: ['#/search', '.welcome li'],
  search: ['#/search?q=why+was+a+stolen+refresh+token+replayed', '.hits .later'],
  tree: ['#/tree', '.card'],
  domain: ['#/tree/auth', '.entries'],
  map: ['#/map', '.treemap .cell'],
  age: ['#/map?by=age', '.treemap .cell'],
  graph: ['#/graph', 'canvas'],
  timeline: ['#/timeline', '.week'],
  review: ['#/review', '.change'],
  attention: ['#/attention', '.part'],
  brain: ['#/brain', '.layer'],
  entry: [`#/entry/${refresh}`, '.lesson'],
}

describe.skipIf(!hasBrowser)('the page', () => {
  test.each(['light', 'dark', 'phone'])(
    'shows each view, and axe-core finds nothing wrong with it (%s)',
    async (as) => {
      const { page } = await look(knowingRepo(), {
        colorScheme: as === 'dark' ? 'dark' : 'light',
        viewport: as === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 900 },
        reducedMotion: 'reduce',
      })
      const found: (readonly [view: string, wrong: unknown])[] = []
      for (const [name, [hash, until]] of Object.entries(views)) {
        await go(page, hash, until)
        await shoot(page, `${name}-${as}`)
        found.push(...(await wrongBy(page)).map((wrong) => [name, wrong] as const))
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (overflow > 0) found.push([name, `wider than the window by ${overflow}`])
      }
      expect(found).toEqual([])
    },
    limit,
  )

  test(
    'names in an answer what came later on the same matter, as the terminal does',
    async () => {
      const repo = newCtxRepo()
      repo.commit('Rework timeout middleware\n\nIt is built on the library, because ours leaked goroutines.', {
        'timeout.go': 'package echo\n\nvar timeout = http.TimeoutHandler\n',
      })
      repo.commit('Deprecate timeout middleware', {
        'timeout.go': 'package echo\n\n// Deprecated.\nvar timeout = http.TimeoutHandler\n',
      })
      const { page } = await look(repo)
      await go(page, '#/search?q=why+is+the+timeout+middleware+built+on+the+library', '.hits .later')
      expect(await page.textContent('.hits .later')).toMatch(/later on this[^]*Deprecate timeout middleware/)
    },
    limit,
  )

  test(
    'answers as one types, goes through answers by the keys, and says when nothing states it',
    async () => {
      const repo = knowingRepo()
      const { page } = await look(repo)
      await go(page, '#/tree', '.card')
      await page.keyboard.press('/')
      await page.waitForFunction(() => document.activeElement?.id === 'question')
      await page.keyboard.type('why was a stolen refresh token replayed')
      await page.waitForSelector('.hits .lesson')
      const first = page.locator('.hits li .lesson').first()
      expect(await first.textContent()).toContain('A stolen token was replayed for a week')
      expect(await first.textContent()).toContain('changed later')
      await page.keyboard.press('ArrowDown')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Make refresh tokens single-use')
      await page.keyboard.press('Escape')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('question')
      expect(repo.ctx('gaps').err).toContain('No question was left without an answer')
      await page.fill('#question', 'which postal service delivers the parcels')
      await page.waitForSelector('.unknown')
      expect(await page.textContent('.unknown')).toContain('Nothing states this.')
      // What is only typed is no gap; what is meant, is.
      expect(repo.ctx('gaps').out).toBe('')
      await page.keyboard.press('Enter')
      await expect.poll(() => repo.ctx('gaps').out, { timeout: 60_000 }).toContain('which postal service')
      await page.fill('#question', 'rotate signing key')
      await page.waitForSelector('.hits .lesson')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForSelector('.entry-body')
      expect(page.url()).toContain(`#/entry/${refresh}`)
    },
    limit,
  )

  test(
    'what a hostile tree holds stays text: nothing runs, nothing is fetched, nothing is reordered',
    async () => {
      const repo = knowingRepo()
      const served = await serveWeb(repo)
      const page = await openPage()
      const elsewhere: string[] = []
      page.on('request', (request) => request.url().startsWith(served.url) || elsewhere.push(request.url()))
      page.on('dialog', (dialog) => elsewhere.push(dialog.message()))
      await page.goto(served.address)
      const hashes = [
        '#/entry/web/pages/hostile.md',
        '#/timeline',
        '#/search?q=escape+titles',
        '#/tree/web',
        '#/map',
        '#/review',
        '#/attention',
        '#/brain',
        '#/graph',
      ]
      for (const hash of hashes) {
        await go(page, hash, hash.startsWith('#/entry') ? '.entry-body' : 'main h1')
        await page.waitForLoadState('networkidle')
        expect(await page.evaluate(() => Reflect.get(globalThis, 'taken'))).toBeUndefined()
        const foreign = await page.evaluate(
          () =>
            document.querySelectorAll(
              '#page :is(script, iframe, style, svg, object, embed), #page img:not([src="icon.svg"]), #page a[href^="javascript"], #page [onerror]',
            ).length,
        )
        expect([hash, foreign]).toEqual([hash, 0])
      }
      await go(page, '#/entry/web/pages/hostile.md', '.entry-body')
      const text = (await page.textContent('main')) ?? ''
      expect(text).toContain(hostile.script)
      expect(text).toContain('onerror=')
      expect(text).not.toMatch(/[\u202a-\u202e\u0007\u001b]/)
      await page.getByText('press me').first().click()
      expect(await page.evaluate(() => Reflect.get(globalThis, 'taken'))).toBeUndefined()
      expect(elsewhere).toEqual([])
    },
    limit,
  )

  test(
    'an entry is approved, superseded, archived and restored, each as a commit of the person who did it',
    async () => {
      const repo = knowingRepo()
      const { page } = await look(repo)
      const last = (): string => repo.git('log', '-1', '--format=%s by %an', 'ctx/main')
      await go(page, '#/entry/billing/invoices/rounding.md', '.actions')
      await page.getByRole('button', { name: 'Approve' }).click()
      await page.waitForSelector('.standing-line .approved')
      expect(last()).toBe('Approve: billing/invoices/rounding.md by Ada Example')
      await page.getByRole('button', { name: 'Superseded' }).click()
      await page.getByLabel('By which entry?').fill('auth/session/idle_timeout.md')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.waitForSelector('.standing-line .superseded')
      await page.getByRole('button', { name: 'Archive' }).click()
      await page.getByText('It is in the archive').waitFor()
      await go(page, '#/attention', 'details')
      await page
        .locator('details', { has: page.getByRole('heading', { name: 'Archive' }) })
        .locator('summary')
        .click()
      await page.getByRole('button', { name: 'Restore billing/invoices/rounding.md' }).click()
      await expect.poll(last, { timeout: 60_000 }).toBe('Restore: billing/invoices/rounding.md by Ada Example')
    },
    limit,
  )

  test(
    'an edit is saved as one by hand; one that meets another is told, and loses neither',
    async () => {
      const repo = knowingRepo()
      const { page } = await look(repo)
      const file = `.ctx/tree/${refresh}`
      await go(page, `#/entry/${refresh}`, '.actions')
      await page.getByRole('button', { name: 'Edit' }).click()
      const field = page.locator('.editor textarea').last()
      await field.waitFor()
      const before = await field.inputValue()
      await field.fill(before.replace('used twice', 'used three times'))
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('.entry-body', { hasText: 'used three times' }).waitFor()
      expect(repo.git('log', '-1', '--format=%s', 'ctx/main')).toBe(`Edit: ${refresh}`)
      expect(repo.git('show', `ctx/main:${refresh}`)).toContain('used three times')

      await page.getByRole('button', { name: 'Edit' }).click()
      await field.waitFor()
      await field.fill((await field.inputValue()).replace('used three times', 'used by two people'))
      repo.write({ [file]: repo.read(file).replace('used three times', 'written down') })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.waitForSelector('.conflict')
      expect(await page.textContent('.conflict')).toContain('Somebody changed this entry while you edited it')
      expect(await page.locator('.conflict textarea').inputValue()).toContain('written down')
      expect(await field.inputValue()).toContain('used by two people')
      expect(repo.read(file)).toContain('written down')
      expect(await wrongBy(page)).toEqual([])
      await page.getByRole('button', { name: 'Save mine over it' }).click()
      await page.locator('.entry-body', { hasText: 'used by two people' }).waitFor()
      expect(repo.read(file)).toContain('used by two people')
      expect(repo.git('log', '-p', '--format=%s', 'ctx/main', '--', refresh)).toContain('written down')
    },
    limit,
  )

  test(
    'what is no entry, or holds a secret, is not saved, and what was typed stays',
    async () => {
      const repo = knowingRepo()
      const { page } = await look(repo)
      await go(page, `#/entry/${refresh}`, '.actions')
      await page.getByRole('button', { name: 'Edit' }).click()
      const field = page.locator('.editor textarea').last()
      await field.waitFor()
      const text = await field.inputValue()
      const before = repo.git('rev-parse', 'ctx/main')
      for (const [wrong, said] of [
        [`${text}\n<<<<<<< ours\n`, 'unfinished merge'],
        [`${text}\n- key AKIAQYLPMN5HHHFPZAM2\n`, 'looks like'],
      ] as const) {
        await field.fill(wrong)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.locator('.editor .fault', { hasText: said }).waitFor()
        expect(await field.inputValue()).toBe(wrong)
      }
      expect(repo.git('rev-parse', 'ctx/main')).toBe(before)
    },
    limit,
  )

  test(
    'a review goes to its end: one entry kept, one edited, one rejected',
    async () => {
      const repo = newCtxRepo()
      repo.ctx('curate', '--text', 'Tokens are single-use.', '--topic', 'auth/tokens')
      repo.git('switch', '-q', '-c', 'feature')
      await repo.settled()
      for (const topic of ['one', 'two', 'three'])
        repo.ctx('curate', '--text', `Number ${topic} must be locked before it is written.`, '--topic', `jobs/${topic}`)
      const { page } = await look(repo)
      await go(page, '#/review', '.change')
      expect(await page.locator('.change').count()).toBe(3)
      await page.locator('.change').first().getByRole('button', { name: 'Keep' }).click()
      await expect.poll(async () => await page.locator('.change').count()).toBe(2)
      const second = page.locator('.change').first()
      await second.getByRole('button', { name: 'Edit' }).click()
      const field = second.locator('textarea')
      await field.waitFor()
      await field.fill((await field.inputValue()).replace('must be locked', 'must be locked twice'))
      await second.getByRole('button', { name: 'Save' }).click()
      await page.locator('.change', { hasText: 'locked twice' }).waitFor()
      await page.locator('.change', { hasNotText: 'locked twice' }).getByRole('button', { name: 'Reject' }).click()
      await expect.poll(async () => await page.locator('.change').count(), { timeout: 60_000 }).toBe(1)
      await page.locator('.change').getByRole('button', { name: 'Keep' }).click()
      await page.getByText('Everything was looked at.').waitFor()
      expect(repo.git('log', '-1', '--format=%s', 'ctx/feature')).toMatch(/^Reject: jobs\//)
    },
    limit,
  )

  test(
    'what is learned while the page is open appears by itself, and what is edited by hand',
    async () => {
      const repo = knowingRepo()
      const { page } = await look(repo)
      await go(page, '#/tree/auth', '.entries')
      repo.ctx('curate', '--text', 'A password must never be logged.', '--topic', 'auth/passwords')
      await page.getByText('A password must never be logged').waitFor()
      const file = `.ctx/tree/${refresh}`
      repo.write({ [file]: repo.read(file).replace('title: "Refresh tokens"', 'title: "Renewal tokens"') })
      await page.getByText('Renewal tokens').waitFor()
    },
    limit,
  )

  test(
    'a server that has ended is told, and one that was started anew wants its own address',
    async () => {
      const repo = knowingRepo()
      const served = await serveWeb(repo)
      const page = await openPage()
      await page.goto(served.address)
      await page.waitForSelector('.welcome')
      await served.end()
      await page.getByText('The server does not answer').first().waitFor()
      const again = await serveWeb(repo)
      const reply = await page.goto(`${again.url}/?token=${served.token}`)
      expect(reply?.status()).toBe(401)
      expect(await page.textContent('main')).toContain('Run ctx web again, or open the address that it printed.')
    },
    limit,
  )
})

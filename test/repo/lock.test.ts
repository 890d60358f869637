import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRepoPaths } from '../../src/repo/git/repo-paths.ts'
import { lock } from '../../src/repo/state/lock.ts'
import { stateDir } from '../../src/repo/state/state.ts'
import { newRepo } from '../support/repo.ts'

const placeOfNew = () => {
  const place = findRepoPaths(newRepo().root)
  if (place === undefined) throw new Error('there is no repository')
  return place
}

describe('a lock', () => {
  test('ctx curate gave up with "Another ctx process is writing" while the worker did one commit after the other', async () => {
    const place = placeOfNew()
    const asked = { isHere: false }
    let jobs = 0
    const work = async (): Promise<void> => {
      for (; jobs < 400 && !asked.isHere; jobs++) {
        await using _job = await lock(place, 'tree', { waitMs: 10_000, isLast: true })
        await new Promise((done) => setTimeout(done, 5))
      }
    }
    const ask = async (): Promise<void> => {
      await using _mine = await lock(place, 'tree', { waitMs: 10_000 })
      asked.isHere = true
    }
    await Promise.all([work(), ask()])
    expect(asked.isHere).toBe(true)
    expect(jobs).toBeLessThan(200)
  })

  test('is not kept from a worker by somebody who was killed while waiting for it', async () => {
    const place = placeOfNew()
    await using _first = await lock(place, 'worker', { waitMs: 0 })
    const wanted = join(stateDir(place), 'tree.wanted')
    writeFileSync(wanted, '')
    utimesSync(wanted, new Date(0), new Date(0))
    await using job = await lock(place, 'tree', { waitMs: 0, isLast: true })
    expect(job).toBeDefined()
  })

  test('that nobody holds is taken at last, whoever says that he waits for it', async () => {
    const place = placeOfNew()
    await using _first = await lock(place, 'worker', { waitMs: 0 })
    const wanted = join(stateDir(place), 'tree.wanted')
    const saying = setInterval(() => writeFileSync(wanted, ''), 20)
    writeFileSync(wanted, '')
    await using job = await lock(place, 'tree', { waitMs: 300, isLast: true })
    clearInterval(saying)
    expect(job).toBeDefined()
  })
})

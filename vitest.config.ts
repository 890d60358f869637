import { defineConfig } from 'vitest/config'
import { isThorough } from './test/support/slow.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Each test file starts real git and real programs, and waits a quarter of its time. In CI nobody waits for it, and
    // limits of time are held to with nothing beside.
    maxWorkers: isThorough ? 2 : 3,
    globalSetup: ['test/support/build.ts'],
  },
})

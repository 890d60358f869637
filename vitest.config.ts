import { defineConfig } from 'vitest/config'
import { isThorough } from './test/support/slow.ts'

const patience = isThorough ? 900_000 : 120_000

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These end what hangs; how fast something is, no test here says. A machine of CI may be ten times as slow as yours.
    testTimeout: patience,
    hookTimeout: patience,
    // Each test file starts real git and real programs, and waits a quarter of its time.
    maxWorkers: 3,
    globalSetup: ['test/support/build.ts'],
    tags: [
      { name: 'slow', description: 'Runs ctx and git for longer than ten seconds; `npm run check` leaves it to CI.' },
    ],
  },
})

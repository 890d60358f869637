import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Each test file starts real git and real programs; more than one a core only makes them wait for each other.
    maxWorkers: 2,
    globalSetup: ['test/support/build.ts'],
  },
})

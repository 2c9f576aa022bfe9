import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Measurements that run the steps of the browser journeys on the built shop. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '..'),
    globalSetup: './tests/shop/database-setup.ts',
    execArgv: ['--import', path.resolve('src/main/cli/quick-loading.ts')],
    include: ['bench/**/*.browser.ts'],
    testTimeout: 900_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})

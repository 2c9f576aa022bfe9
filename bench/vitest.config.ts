import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** What is measured by walking the built shop with the steps of its journeys. */
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

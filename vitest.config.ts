import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Loads packages as the shop's processes do: a second and a half of a core less for each worker. */
const QUICK_LOADING = ['--import', path.resolve('src/main/cli/quick-loading.ts')]

/** They end what hangs. No test is nearly so slow, also on a machine that does ten other things. */
const LIMITS = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } }

/**
 * Three sets of tests: `unit` runs anywhere, and so does `replaced`, whose files put something in the place of a module;
 * `browser` walks the built shop in a real Chromium.
 */
export default defineConfig({
  test: {
    // Once for all sets: each test file gets its own copy of the template database it makes.
    globalSetup: './tests/shop/database-setup.ts',
    projects: [
      {
        test: {
          name: 'unit',
          execArgv: QUICK_LOADING,
          include: ['{src,tests,demo,scripts,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.replaced.test.ts'],
          alias: { '@node-rs/argon2': path.resolve('tests/shop/quick-argon2.ts') },
          // The files of a worker share their modules: reading the whole shop again for each took most of the time.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
          maxWorkers: 3,
          ...LIMITS,
        },
      },
      {
        test: {
          name: 'replaced',
          execArgv: QUICK_LOADING,
          include: ['src/**/*.replaced.test.ts'],
          maxWorkers: 3,
          ...LIMITS,
        },
      },
      {
        test: {
          name: 'browser',
          execArgv: QUICK_LOADING,
          include: ['tests/browser/**/*.browser.ts'],
          // The files of a worker share a browser and a running shop.
          isolate: false,
          unstubGlobals: true,
          restoreMocks: true,
          // In one group with all other tests journeys come first (Vitest sorts projects by name), so that no processor is idle
          // while the last of them end. A fifth of the time they wait: the third worker of two processors uses that.
          maxWorkers: 3,
          ...LIMITS,
        },
      },
    ],
  },
})

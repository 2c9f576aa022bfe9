import { defineConfig } from 'vitest/config'

/**
 * The `unit` tests as Stryker runs them (docs/mutation-runs.md): those that `TESTS` names, one worker at a time, each file with its modules
 * loaded again, or a mutant of what a module does while it is loaded would not be seen. `SHARED=yes` keeps the modules, for tests that
 * open the whole shop; it goes with `--ignoreStatic`.
 */
export default defineConfig({
  test: {
    name: 'unit',
    globalSetup: './tests/shop/database-setup.ts',
    include: (process.env['TESTS'] ?? 'src/**/*.test.{ts,tsx}').split(' '),
    exclude: ['**/*.replaced.test.ts'],
    isolate: process.env['SHARED'] !== 'yes',
    unstubGlobals: true,
    restoreMocks: true,
    maxWorkers: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})

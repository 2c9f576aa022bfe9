import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('settles two purchases and leaves a ledger that passes every check', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('books.ts', import.meta.url)),
  ])
  expect(stdout).toContain('1100 Supplier receivable')
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('The ledger passes every check.')
})

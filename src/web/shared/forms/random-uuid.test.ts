import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { randomUuid } from './random-uuid.ts'

test('random UUIDs have the form of version 4 and differ', () => {
  const found = Array.from({ length: 100 }, randomUuid)
  for (const uuid of found)
    expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(found).size).toBe(100)
})

test('no page uses crypto.randomUUID, which pages without HTTPS lack', () => {
  const users = globSync('src/web/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.') && readFileSync(file, 'utf8').includes('crypto.randomUUID('),
  )
  expect(users).toEqual([])
})

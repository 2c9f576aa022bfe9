import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { CLAIMS } from './claims.ts'

const SOURCE = new URL('../../', import.meta.url).pathname

test('the advertised figures are defined in one file, which only pages import [CLAIM-13]', async () => {
  const figures = [CLAIMS.verified, CLAIMS.addedToday.figure, ...CLAIMS.stats.map(({ figure }) => figure)]
  const foundClaims: Record<'writing' | 'reading', string[]> = { writing: [], reading: [] }
  for await (const file of glob('**/*.{ts,tsx}', { cwd: SOURCE })) {
    if (file.includes('.test.')) continue
    const code = readFileSync(SOURCE + file, 'utf8')
    if (figures.some((figure) => code.includes(`'${figure}'`))) foundClaims.writing.push(file)
    if (code.includes('content/claims.ts')) foundClaims.reading.push(file)
  }
  expect(foundClaims.writing).toEqual(['web/content/claims.ts'])
  expect(foundClaims.reading.length).toBeGreaterThan(0)
  expect(foundClaims.reading.filter((file) => !file.startsWith('web/'))).toEqual([])
})

import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { importTestFile } from '#tests/steps/import-file.ts'
import { invalid, unavailable } from '#core/errors.ts'
import { addMs, HOUR, MINUTE } from '#core/time.ts'
import { findOrCreateSupplier } from '#features/catalogue/suppliers/service.ts'
import { localFiles } from '#platform/files/storage/local-files.ts'
import type { PictureFetcher } from '#platform/files/fetch-picture.ts'
import { createLog } from '#platform/log.ts'
import { createFetchPicturesJob } from './fetch-pictures.ts'
import { claimPendingPictures } from './picture-queries.ts'

const { db, pool, reset } = await createTestDatabase()
const folder = await mkdtemp(path.join(os.tmpdir(), 'files-'))
afterAll(() => rm(folder, { recursive: true }))
const files = localFiles(folder)
const now = new Date('2026-06-01T10:00:00Z')
const blue = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#0000ff' } })
  .png()
  .toBuffer()

async function importPictures(urls: readonly string[]): Promise<void> {
  const { supplier, warehouse } = await findOrCreateSupplier(db, { name: 'Supplier', country: 'US' })
  const rows = urls.map((url, n) => `h${n},Ring ${n},Ring,5,${url},active\n`).join('')
  const content = `Handle,Title,Type,Variant Price,Image Src,Status\n${rows}`
  await importTestFile(db, { supplierId: supplier.id, warehouseId: warehouse.id, content, now })
}

async function runFetch(fetcher: PictureFetcher, at = now): Promise<number> {
  let enqueuedCount = 0
  const enqueue = async () => void (enqueuedCount += 1)
  await createFetchPicturesJob(files, fetcher).run({}, { db, now: at, log: createLog('silent'), enqueue })
  return enqueuedCount
}

async function listStates(): Promise<unknown[]> {
  return (await pool.query('select state, failure, attempts from product_images order by id')).rows.map(
    Object.values,
  )
}

beforeEach(reset)

test('a linked picture is fetched, stored and shown with its product', async () => {
  await importPictures(['https://a.example/blue.png'])
  await runFetch(async () => blue)
  const { rows } = await pool.query('select pictures from products')
  const key = rows[0].pictures[0].key
  expect(rows[0].pictures).toEqual([{ image_url: `/media/${key}-800.webp`, key, tint: '#0000ff', alt: '' }])
  expect(await listStates()).toEqual([['ready', null, 1]])
})

test('a picture shared by several products is fetched once', async () => {
  let fetchCount = 0
  await importPictures(['https://a.example/x.png', 'https://a.example/x.png', 'https://a.example/x.png'])
  await runFetch(async () => ((fetchCount += 1), blue))
  expect(fetchCount).toBe(1)
  expect(await listStates()).toEqual([
    ['ready', null, 1],
    ['ready', null, 1],
    ['ready', null, 1],
  ])
})

test('a permanent failure is recorded with its reason and not retried', async () => {
  await importPictures(['https://a.example/gone.png', 'https://a.example/text.png'])
  let fetchCount = 0
  const fetcher: PictureFetcher = async (url) => {
    fetchCount += 1
    if (url.includes('gone')) throw invalid('picture_missing', 'The server answered 404.')
    return Buffer.from('<html>')
  }
  await runFetch(fetcher)
  await runFetch(fetcher, addMs(now, 24 * HOUR))
  expect(fetchCount).toBe(2)
  expect(await listStates()).toEqual([
    ['failed', 'The server answered 404.', 1],
    ['failed', expect.stringMatching(/^This picture cannot be read/), 1],
  ])
})

test('an unavailable server is retried later, five times in all', async () => {
  await importPictures(['https://a.example/x.png'])
  let fetchCount = 0
  const failingFetcher: PictureFetcher = async () => {
    fetchCount += 1
    throw unavailable('picture_unavailable', 'The server answered 503.')
  }
  await runFetch(failingFetcher)
  await runFetch(failingFetcher, addMs(now, MINUTE))
  expect(fetchCount).toBe(1)
  for (let day = 1; day <= 6; day += 1) await runFetch(failingFetcher, addMs(now, day * 24 * HOUR))
  expect(fetchCount).toBe(5)
  expect(await listStates()).toEqual([['failed', 'The server answered 503.', 5]])
})

test('a picture claimed by a crashed worker is fetched later', async () => {
  await importPictures(['https://a.example/x.png'])
  await claimPendingPictures(db, { now, until: addMs(now, 15 * MINUTE), count: 10 })
  await runFetch(async () => blue, addMs(now, MINUTE))
  expect(await listStates()).toEqual([['waiting', null, 1]])
  await runFetch(async () => blue, addMs(now, HOUR))
  expect(await listStates()).toEqual([['ready', null, 2]])
})

test('a failing picture does not block the others', async () => {
  await importPictures(['https://a.example/bug.png', 'https://a.example/x.png'])
  await runFetch(async (url) => {
    if (url.includes('bug')) throw new TypeError('a bug')
    return blue
  })
  expect(await listStates()).toEqual([
    ['waiting', 'Something went wrong on our side.', 1],
    ['ready', null, 1],
  ])
})

test('a long list is fetched in several runs, each of which enqueues the next', async () => {
  await importPictures(Array.from({ length: 170 }, (_, n) => `https://a.example/${n}.png`))
  expect(await runFetch(async () => blue)).toBe(1)
  expect((await listStates()).filter((state) => Array.isArray(state) && state[0] === 'waiting')).toHaveLength(
    10,
  )
  expect(await runFetch(async () => blue)).toBe(0)
})

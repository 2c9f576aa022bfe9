import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startS3Server } from '#tests/fakes/s3-server.ts'
import { captureCommand } from '#tests/shop/command.ts'
import { collect, createMemoryFiles } from '#tests/shop/files.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { shopCommand } from '../../../../scripts/command.ts'
import { copyFiles } from './copy-files.ts'
import { findForeignFilesPlace } from './files-place.ts'
import { localFiles } from './local-files.ts'
import { s3Files } from './s3-files.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'copy-'))
const s3 = await startS3Server()
const shop = await createTestShop()
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const KEYS = Array.from({ length: 40 }, (_, index) => `pictures/${index % 7}/${index}.webp`)

test('an interrupted copy resumes with the missing files, and detects a different copy', async () => {
  const [from, to] = [createMemoryFiles(), createMemoryFiles()]
  for (const key of KEYS) await from.put(key, Buffer.from(key), 'image/webp')
  let writes = 0
  const breaking = {
    ...to,
    write: (key: string, chunks: AsyncIterable<Uint8Array>) => {
      writes += 1
      return writes > 25 ? Promise.reject(new Error('the network went away')) : to.write(key, chunks)
    },
  }
  await expect(copyFiles({ from, to: breaking })).rejects.toThrow('the network went away')
  expect(await copyFiles({ from, to })).toMatchObject({ copied: 15, present: 25 })
  expect(await copyFiles({ from, to })).toEqual({ copied: 0, present: 40, bytes: 0 })

  const lossy = { ...createMemoryFiles(), write: (key: string) => to.put(key, Buffer.from('short'), '') }
  await expect(copyFiles({ from, to: { ...lossy, read: to.read } })).rejects.toThrow(
    /copy of pictures\/.* differs/,
  )
})

test('npm run files copies files to object storage and back, and records where they are', async () => {
  const dataDir = path.join(folder, 'shop')
  const local = localFiles(path.join(dataDir, 'files'))
  for (const key of KEYS) await local.put(key, Buffer.from(key), 'image/webp')
  const config = { dataDir, files: undefined }
  expect(await findForeignFilesPlace(shop.db, config)).toBeUndefined()
  const settings = { DATABASE_URL: shop.databaseUrl, DATA_DIR: dataDir, ...s3.environment }
  const run = (args: string[], more: Record<string, string> = {}) =>
    captureCommand(shopCommand('files', ...args), { settings: { ...settings, ...more } })

  expect((await run(['move'])).err).toContain('npm run files -- copy')
  const copied = await run(['copy'])
  expect([copied.code, copied.err, copied.out]).toEqual([0, '', expect.stringContaining('Copied 40 files')])
  const remote = s3Files(s3.settings)
  expect((await collect(remote.list())).map(({ key }) => key).toSorted()).toEqual(KEYS.toSorted())
  expect(await findForeignFilesPlace(shop.db, { dataDir, files: s3.settings })).toBeUndefined()
  expect(await findForeignFilesPlace(shop.db, config)).toMatch(
    /in .*files, and the shop's are in s3:\/\/shop-files/,
  )

  await remote.put('labels/new.pdf', Buffer.from('new'), 'application/pdf')
  const second = path.join(folder, 'second')
  expect((await run(['copy', '--back'], { DATA_DIR: second })).out).toContain('Copied 41 files')
  expect(await readdir(path.join(second, 'files'))).toEqual(expect.arrayContaining(['labels', 'pictures']))
  expect(await findForeignFilesPlace(shop.db, { dataDir: second, files: undefined })).toBeUndefined()
  expect(await findForeignFilesPlace(shop.db, config)).toContain('another machine or DATA_DIR')
  expect((await run(['use'])).out).toContain('Restart every process with FILES_URL')
  expect(await findForeignFilesPlace(shop.db, { dataDir, files: s3.settings })).toBeUndefined()
})

test('many processes that start in a new folder at once all accept it as their own', async () => {
  const config = { dataDir: path.join(folder, 'together'), files: undefined }
  const problems = await Promise.all(Array.from({ length: 8 }, () => findForeignFilesPlace(shop.db, config)))
  expect(problems).toEqual(Array.from({ length: 8 }, () => undefined))
})

import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startS3Server } from '#tests/fakes/s3-server.ts'
import { collect, createMemoryFiles } from '#tests/shop/files.ts'
import type { Files } from '../files.ts'
import { localFiles } from './local-files.ts'
import { s3Files } from './s3-files.ts'
import { withFallback } from './open-files.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'files-'))
const s3 = await startS3Server()
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const STORAGES: [name: string, files: Files][] = [
  ['a folder', localFiles(path.join(folder, 'one'))],
  ['object storage', s3Files(s3.settings)],
  [
    'object storage with a folder behind it',
    withFallback(s3Files({ ...s3.settings, prefix: 'two/' }), localFiles(path.join(folder, 'two'))),
  ],
  ['memory, in tests', createMemoryFiles()],
]

const PICTURE = Buffer.from([0xff, 0xd8, 0x00, 0x0a, 0x0d, 0x80])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const readAll = (files: Files, key: string) =>
  collect(files.read(key)).then((chunks) => Buffer.concat(chunks))
const listKeys = async (files: Files) => (await collect(files.list())).map(({ key }) => key).toSorted()

async function* failHalfWay(): AsyncIterable<Uint8Array> {
  yield Buffer.alloc(100_000)
  throw new Error('the sender went away')
}

describe.each(STORAGES)('files in %s', (_name, files) => {
  test('are read unchanged, at once and in chunks', async () => {
    await files.put('pictures/ab/one-400.webp', PICTURE, 'image/webp')
    const open = await files.open('pictures/ab/one-400.webp')
    expect(open).toMatchObject({ size: 6, type: 'image/webp' })
    expect(Buffer.from(await new Response(open?.stream).arrayBuffer())).toEqual(PICTURE)
    expect(await readAll(files, 'pictures/ab/one-400.webp')).toEqual(PICTURE)
    expect(await files.has('pictures/ab/one-400.webp')).toBe(true)
    expect(await files.hash('pictures/ab/one-400.webp')).toBe(sha256(PICTURE))
  })

  test('are stored from a stream, and not at all when it breaks off', async () => {
    const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))
    await files.write(
      'imports/one.csv',
      (async function* () {
        yield large.subarray(0, 9)
        yield large.subarray(9)
      })(),
    )
    expect(sha256(await readAll(files, 'imports/one.csv'))).toBe(sha256(large))
    await expect(files.write('imports/half.csv', failHalfWay())).rejects.toThrow('the sender went away')
    expect(await files.has('imports/half.csv')).toBe(false)
  })

  test('are reported as missing when they do not exist', async () => {
    expect(await files.open('pictures/none.webp')).toBeUndefined()
    expect(await files.hash('pictures/none.webp')).toBeUndefined()
    expect(await files.has('pictures/none.webp')).toBe(false)
    await expect(readAll(files, 'pictures/none.webp')).rejects.toThrow('pictures/none.webp')
    await files.remove('pictures/none.webp')
  })

  test('are listed with their sizes until they are removed', async () => {
    await files.put('labels/a.pdf', PICTURE, 'application/pdf')
    await files.put('labels/b.pdf', PICTURE, 'application/pdf')
    expect(await collect(files.list())).toContainEqual({ key: 'labels/a.pdf', size: 6 })
    await files.remove('labels/a.pdf')
    const keys = await listKeys(files)
    expect([keys.includes('labels/a.pdf'), keys.includes('labels/b.pdf')]).toEqual([false, true])
  })

  test('are stored under valid keys only', async () => {
    for (const key of ['../secret', '/etc/passwd', 'a//b', 'A', '', '.incoming/x'])
      await expect(files.put(key, PICTURE, 'image/png')).rejects.toThrow(RangeError)
  })
})

test('reads a file that exists only in the fallback, and removes it from both', async () => {
  const [primary, fallback] = [createMemoryFiles(), createMemoryFiles()]
  await fallback.put('old.pdf', PICTURE, 'application/pdf')
  const files = withFallback(primary, fallback)
  await files.put('new.pdf', PICTURE, 'application/pdf')
  expect(await listKeys(files)).toEqual(['new.pdf', 'old.pdf'])
  expect(await readAll(files, 'old.pdf')).toEqual(PICTURE)
  expect(await fallback.has('new.pdf')).toBe(false)
  await files.remove('old.pdf')
  expect(await fallback.has('old.pdf')).toBe(false)
})

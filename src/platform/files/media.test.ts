import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toFailureResponse } from '../http/calls/failure.ts'
import type { Files } from './files.ts'
import { localFiles } from './storage/local-files.ts'
import { mediaApp } from './media.ts'
import { getPictureFileKey, removePicture, storePicture } from './pictures.ts'

let folder: string
let files: Files
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'files-'))
  files = localFiles(folder)
})
afterEach(() => rm(folder, { recursive: true }))

function createPicture(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'gif' | 'tiff' = 'png',
): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .toFormat(format)
    .toBuffer()
}

function createSite(): Hono {
  return new Hono().route('/media', mediaApp(files)).onError((error) => toFailureResponse(error, 'r1'))
}

// Uses `arrayBuffer`, as the web server’s own response class has no `bytes`.
async function readBytes(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer())
}

async function getWidth(key: string, width: number): Promise<number | undefined> {
  const file = await files.open(getPictureFileKey(key, width, 'webp'))
  return file && (await sharp(await readBytes(new Response(file.stream))).metadata()).width
}

test('stores a picture in three widths, never enlarged, with its size and colour', async () => {
  const stored = await storePicture(files, await createPicture(1000, 500))
  expect(stored).toEqual({
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    width: 1000,
    height: 500,
    tint: '#3366cc',
  })
  expect([
    await getWidth(stored.key, 400),
    await getWidth(stored.key, 800),
    await getWidth(stored.key, 1200),
  ]).toEqual([400, 800, 1000])
})

test('stores the same bytes once, under the same key', async () => {
  const bytes = await createPicture(40, 40)
  const first = await storePicture(files, bytes)
  const filesBefore = await readdir(folder, { recursive: true })
  expect(await storePicture(files, bytes)).toEqual(first)
  expect(await readdir(folder, { recursive: true })).toEqual(filesBefore)
})

test('detects the type from the bytes, and rejects files that are no picture for browsers', async () => {
  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    Buffer.from('GIF89a'),
    Buffer.alloc(0),
    await createPicture(9, 9, 'tiff'),
  ]) {
    await expect(storePicture(files, bytes)).rejects.toMatchObject({ kind: 'invalid', code: 'not_a_picture' })
  }
  const original = await createPicture(600, 600, 'jpeg')
  await expect(storePicture(files, original.subarray(0, 900))).rejects.toMatchObject({
    code: 'not_a_picture',
  })
})

test('rejects a picture with too many pixels before decoding it', async () => {
  const huge = await createPicture(9_000, 9_000)
  await expect(storePicture(files, huge)).rejects.toMatchObject({ code: 'not_a_picture' })
})

test('serves WebP and AVIF as immutable, and answers 304 to clients that have them', async () => {
  const { key } = await storePicture(files, await createPicture(500, 500))
  for (const format of ['webp', 'avif', 'avif']) {
    const response = await createSite().request(`/media/${key}-400.${format}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': `image/${format}`,
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${key}-400.${format}"`,
    })
    const bytes = await readBytes(response)
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    expect((await sharp(bytes).metadata()).width).toBe(400)
    const again = await createSite().request(`/media/${key}-400.${format}`, {
      headers: { 'if-none-match': `"x", W/"${key}-400.${format}"` },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
})

test('serves thumbnails only as AVIF of 200 pixels', async () => {
  const { key } = await storePicture(files, await createPicture(500, 500))
  const thumbnail = await createSite().request(`/media/${key}-200.avif`)
  expect((await sharp(await readBytes(thumbnail)).metadata()).width).toBe(200)
  for (const name of [`${key}-200.webp`, `${key}-100.avif`, `${key}-2000.avif`])
    expect((await createSite().request(`/media/${name}`)).status).toBe(404)
})

test('renders an AVIF once for concurrent requests, and stores it', async () => {
  const { key } = await storePicture(files, await createPicture(500, 500))
  let writeCount = 0
  const counting = {
    ...files,
    put: (...put: Parameters<Files['put']>) => ((writeCount += 1), files.put(...put)),
  }
  const app = mediaApp(counting)
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.request(`/${key}-800.avif`)))
  expect(answers.map((response) => response.status)).toEqual([200, 200, 200, 200, 200])
  expect(writeCount).toBe(1)
  expect(await files.has(getPictureFileKey(key, 800, 'avif'))).toBe(true)
})

test.each([
  ['upright', 300, 600],
  ['square', 500, 500],
  ['of their shape', 1000, 520],
  ['wide', 900, 200],
])('renders a social picture of 1,200 by 630 pixels from a picture that is %s', async (_, width, height) => {
  const { key } = await storePicture(files, await createPicture(width, height))

  const response = await createSite().request(`/media/${key}-social.jpg`)
  const bytes = await readBytes(response)

  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect((await createSite().request(`/media/${key}-social.jpg`)).headers.get('content-type')).toBe(
    'image/jpeg',
  )
})

test('a social picture shows a square picture whole, with its edge colours on both sides', async () => {
  const red = await sharp({ create: { width: 200, height: 400, channels: 3, background: '#cc2020' } })
    .png()
    .toBuffer()
  const halves = await sharp(await createPicture(400, 400))
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer()
  const { key } = await storePicture(files, halves)

  const social = await readBytes(await createSite().request(`/media/${key}-social.jpg`))

  expect([await colourAt(social, 5), await colourAt(social, 500)]).toEqual(['red', 'red'])
  expect([await colourAt(social, 700), await colourAt(social, 1195)]).toEqual(['blue', 'blue'])
})

/** Returns which of two colours the middle of a column has. */
async function colourAt(bytes: Uint8Array, left: number): Promise<string> {
  const [red = 0, , blue = 0] = await sharp(bytes)
    .extract({ left, top: 315, width: 1, height: 1 })
    .raw()
    .toBuffer()
  return red > blue ? 'red' : 'blue'
}

test('removing a picture removes its social picture', async () => {
  const { key } = await storePicture(files, await createPicture(50, 50))
  await createSite().request(`/media/${key}-social.jpg`)

  await removePicture(files, key)

  expect((await createSite().request(`/media/${key}-social.jpg`)).status).toBe(404)
})

test('answers 404 in the standard form for a missing file', async () => {
  const { key } = await storePicture(files, await createPicture(50, 50))
  for (const name of [
    `${'0'.repeat(32)}-400.webp`,
    `${'0'.repeat(32)}-400.avif`,
    `${'0'.repeat(32)}-social.jpg`,
    `${key}-500.webp`,
    `${key}-400.png`,
    `..%2f${key}-400.webp`,
  ]) {
    const response = await createSite().request(`/media/${name}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      success: false,
      code: 'picture_not_found',
      requestId: 'r1',
    })
  }
})

test('rejects keys outside the folder', async () => {
  for (const key of ['../x', '/etc/passwd', 'a/../../b', 'a//b', '', 'A', '.hidden', 'a\\b']) {
    await expect(async () => files.open(key)).rejects.toThrow('not a key')
  }
})

test('stores a file completely or not at all', async () => {
  await files.put('a/b.webp', Buffer.from('whole'), 'image/webp')
  const file = await files.open('a/b.webp')
  expect(file && [file.size, file.type, await new Response(file.stream).text()]).toEqual([
    5,
    'image/webp',
    'whole',
  ])
  expect(await files.open('a/c.webp')).toBeUndefined()
  expect(await readdir(path.join(folder, '.incoming'))).toEqual([])
})

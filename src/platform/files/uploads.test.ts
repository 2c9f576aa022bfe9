import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction, queryRows } from '#database/database.ts'
import { refused } from '#core/errors.ts'
import { DAY, addMs } from '#core/time.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createMemoryFiles } from '#tests/shop/files.ts'
import type { Files } from './files.ts'
import { privatePictures, publicPictures } from './picture-formats.ts'
import { defineUploads, deleteAllUnused, storeUpload, type UploadFormat } from './uploads.ts'

const { db } = await createTestDatabase()
await db.execute(sql`
  create table test_uploads (id text primary key, owner text not null, used_by bigint, created_at timestamptz not null)`)
const NOW = new Date('2026-03-02T10:00:00Z')
const LATER = addMs(NOW, DAY + 1)

let files: Files
let lastId = 0
beforeEach(async () => {
  files = createMemoryFiles()
  await db.execute(sql`delete from test_uploads`)
})

/** A format that stores text as one file, and rejects empty text. */
const format: UploadFormat<{ size: number }> = {
  async encode(bytes, id) {
    if (bytes.length === 0) throw refused('empty', 'The file is empty.')
    return {
      stored: { size: bytes.length },
      write: (target) => target.put(`texts/${id}.txt`, bytes, 'text/plain'),
    }
  },
  listFileKeys: (id) => [`texts/${id}.txt`],
  notFound: () => refused('not_here', 'This file doesn’t exist.'),
}

const uploads = defineUploads({
  format,
  table: { name: 'test_uploads', keyColumn: 'id', usedByColumn: 'used_by' },
  unusedLifetimeMs: DAY,
  createId: () => `u${(lastId += 1)}`,
  findOwner: async (_db, { owner }: { owner: string }) => {
    if (owner === 'stranger') throw refused('not_yours', 'This isn’t yours.')
    return owner
  },
  insert: async (queryable, owner, { id, now }) => {
    await queryable.execute(
      sql`insert into test_uploads (id, owner, created_at) values (${id}, ${owner}, ${now})`,
    )
  },
})

const save = (content = 'hello', target = files) =>
  uploads.save({ db, files: target, now: NOW }, Buffer.from(content), { owner: 'mei' })
const attach = (id: string) => db.execute(sql`update test_uploads set used_by = 1 where id = ${id}`)
const listRecords = () =>
  queryRows<{ id: string; owner: string }>(db, sql`select id, owner from test_uploads`)
const open = (id: string) => uploads.open(db, files, { key: id, fileKey: `texts/${id}.txt` })

test('records an upload for its owner, who can open it', async () => {
  const { id, stored } = await save()
  expect(stored).toEqual({ size: 5 })
  expect(await listRecords()).toEqual([{ id, owner: 'mei' }])
  expect(await open(id)).toMatchObject({ size: 5, type: 'text/plain' })
})

test('does not open a file without a record', async () => {
  await files.put('texts/u0.txt', Buffer.from('hidden'), 'text/plain')
  await expect(open('u0')).rejects.toMatchObject({ code: 'not_here' })
})

test('a rejected owner or file leaves no record', async () => {
  const bytes = Buffer.from('hello')
  const strange = uploads.save({ db, files, now: NOW }, bytes, { owner: 'stranger' })
  await expect(strange).rejects.toMatchObject({ code: 'not_yours' })
  await expect(save('')).rejects.toMatchObject({ code: 'empty' })
  expect(await listRecords()).toEqual([])
})

test('records a partly written upload, so that the sweep deletes it', async () => {
  const failing: Files = {
    ...files,
    async put(key, bytes, type) {
      await files.put(key, bytes, type)
      throw new Error('The disk is full.')
    },
  }
  await expect(save('hello', failing)).rejects.toThrow('The disk is full.')
  const [record] = await listRecords()
  expect(await files.has(`texts/${record?.id}.txt`)).toBe(true)
  expect(await uploads.deleteUnused(db, files, LATER)).toBe(1)
  expect(await files.has(`texts/${record?.id}.txt`)).toBe(false)
})

test('the sweep deletes uploads that are unused for their lifetime, and no used ones', async () => {
  const [used, unused] = [await save(), await save()]
  await attach(used.id)
  expect(await uploads.deleteUnused(db, files, addMs(NOW, DAY - 1))).toBe(0)
  expect(await uploads.deleteUnused(db, files, LATER)).toBe(1)
  expect(await listRecords()).toMatchObject([{ id: used.id }])
  expect([await files.has(`texts/${used.id}.txt`), await files.has(`texts/${unused.id}.txt`)]).toEqual([
    true,
    false,
  ])
})

test('the sweep skips an upload that another transaction attaches', async () => {
  const { id } = await save()
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`update test_uploads set used_by = 1 where id = ${id}`)
    expect(await uploads.deleteUnused(db, files, LATER)).toBe(0)
  })
  expect(await open(id)).toMatchObject({ size: 5 })
})

test('the sweep keeps the record when a file cannot be deleted, and deletes both the next time', async () => {
  await save()
  const failing: Files = { ...files, remove: () => Promise.reject(new Error('The disk is gone.')) }
  await expect(uploads.deleteUnused(db, failing, LATER)).rejects.toThrow('The disk is gone.')
  expect(await listRecords()).toHaveLength(1)
  await deleteAllUnused(uploads, { db, files, now: LATER })
  expect(await listRecords()).toEqual([])
})

test('the nightly sweep continues until nothing is left', async () => {
  await db.execute(sql`
    insert into test_uploads (id, owner, created_at) select 'n' || n, 'mei', ${NOW}::timestamptz from generate_series(1, 250) n`)
  expect(await uploads.deleteUnused(db, files, LATER)).toBe(100)
  await deleteAllUnused(uploads, { db, files, now: LATER })
  expect(await listRecords()).toEqual([])
})

test('processes two uploads at once, queues fifty, and rejects the next', async () => {
  let [active, most] = [0, 0]
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const slow: UploadFormat<object> = {
    ...format,
    async encode() {
      most = Math.max(most, (active += 1))
      await gate
      active -= 1
      return { stored: {}, write: async () => {} }
    },
  }
  const run = () => storeUpload(slow, files, { bytes: new Uint8Array(1), id: 'u0' })
  const accepted = Array.from({ length: 52 }, run)
  await expect(run()).rejects.toMatchObject({ kind: 'unavailable', code: 'busy' })
  release()
  expect(await Promise.all(accepted)).toHaveLength(52)
  expect(most).toBe(2)
})

const createPicture = (type: 'jpeg' | 'gif') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#7a6a4f' } })
    .withExif({ IFD0: { Make: 'Kamera' } })
    .toFormat(type)
    .toBuffer()

test('photos accept files by their content only, and pictures include GIF', async () => {
  const gif = await createPicture('gif')
  await expect(publicPictures('photos').encode(gif, 'a')).rejects.toMatchObject({ code: 'not_a_picture' })
  expect((await publicPictures('pictures').encode(gif, 'a')).stored).toMatchObject({ width: 60, height: 40 })
})

test('a public picture uploaded twice gets two keys, and its list of files covers every stored file', async () => {
  const picture = await createPicture('jpeg')
  const publicFormat = publicPictures('photos')
  const [one, two] = [await publicFormat.encode(picture, 'a'), await publicFormat.encode(picture, 'b')]
  expect(one.stored.key).not.toBe(two.stored.key)
  await one.write(files)
  const isStored = async () =>
    Promise.all(publicFormat.listFileKeys(one.stored.key).map((key) => files.has(key)))
  expect((await isStored()).filter(Boolean)).toHaveLength(4)
  for (const key of publicFormat.listFileKeys(one.stored.key)) await files.remove(key)
  expect((await isStored()).filter(Boolean)).toHaveLength(0)
})

test('stores a private picture in its widths, without metadata', async () => {
  const privateFormat = privatePictures('notes', [20, 40])
  const { stored, write } = await privateFormat.encode(await createPicture('jpeg'), 'n_0af')
  await write(files)
  expect(stored).toEqual({ width: 60, height: 40 })
  expect(privateFormat.listFileKeys('n_0af')).toEqual(['notes/af/n_0af-20.webp', 'notes/af/n_0af-40.webp'])
  const file = await files.open(privateFormat.getFileKey('n_0af', 40))
  const bytes = Buffer.from(await new Response(file?.stream).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 40 })
  expect(bytes.toString('latin1')).not.toContain('Kamera')
})

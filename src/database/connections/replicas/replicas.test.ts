import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { openEmbedded } from '../../embedded/embedded-server.ts'
import { openDatabase } from '../open-database.ts'
import { openReplicas, type Replicas } from './replicas.ts'

const { db, url } = await createTestDatabase()
const lines: string[] = []
let clock = 0

const open = (...urls: string[]): Promise<Replicas> =>
  openReplicas({ urls, db, poolSize: 2, isPooled: false, log: (line) => lines.push(line), now: () => clock })

beforeEach(() => {
  lines.length = 0
})

test('refuses the address of another database', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), `cabochon-test-${process.pid}-other-`))
  const settings = { fsync: 'off', shared_buffers: '32MB' }
  const other = await openEmbedded({ folder, log: () => undefined, settings })
  try {
    await expect(open(other.url)).rejects.toThrow(
      /^DATABASE_REPLICA_URLS: 127.0.0.1:\d+ is not a replica of the database of DATABASE_URL\.$/,
    )
  } finally {
    await other.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('starts beside a replica that is away and one that is a primary, and reads from neither', async () => {
  const replicas = await open(url, 'postgres://shop:secret@127.0.0.1:1/shop')
  try {
    expect(lines).toContainEqual(expect.stringContaining('it is a primary at present'))
    expect(lines).toContainEqual(expect.stringMatching(/127\.0\.0\.1:1 does not respond/))
    expect(lines.join()).not.toContain('secret')
    const { rows } = await replicas.read().$client.query('select pg_is_in_recovery() as "isStandby"')
    expect(rows).toEqual([{ isStandby: false }])
    clock += 250
    // Alerts are about replicas, so the primary is not among them.
    expect((await replicas.report()).replicas).toEqual([
      { name: '127.0.0.1:1', isUsed: false, lag: Infinity },
    ])
  } finally {
    await replicas.close()
  }
})

test('names a pooler that needs the address of the database itself', async () => {
  const pooler = await startRefusingPooler()
  const address = `postgres://shop:secret@127.0.0.1:${pooler.port}/shop`
  try {
    await expect(open(address)).rejects.toThrow(
      /^DATABASE_REPLICA_URLS: 127.0.0.1:\d+ is a pooler\. Set DATABASE_DIRECT_URL/,
    )
    await expect(openDatabase({ url: address, dataDir: tmpdir(), log: () => undefined })).rejects.toThrow(
      /^DATABASE_URL is the address of a pooler.* Set DATABASE_DIRECT_URL/,
    )
  } finally {
    pooler.close()
  }
})

/** Starts a server that refuses every connection as PgBouncer does one with settings. */
async function startRefusingPooler(): Promise<Readonly<{ port: number; close: () => void }>> {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: statement_timeout', '']
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''))
  const size = Buffer.alloc(4)
  size.writeInt32BE(body.length + size.length)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), size, body])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, close: () => server.close() }
}

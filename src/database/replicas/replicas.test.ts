import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/shop/database.ts'
import { openEmbedded } from '../embedded/embedded-server.ts'
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
    expect((await replicas.report()).replicas.map(({ isUsed }) => isUsed)).toEqual([false, false])
  } finally {
    await replicas.close()
  }
})

import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { type Database, queryRows } from '#database/database.ts'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { localFiles } from '#platform/files/storage/local-files.ts'
import { createSealer } from '#platform/security/sealing.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { captureCommand } from '#tests/shop/command.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { shopCommand } from '../../../../scripts/command.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'backup-'))
afterAll(() => rm(folder, { recursive: true }))

const run = (dataDir: string, command: string, ...args: string[]) =>
  captureCommand(shopCommand(command, ...args), { settings: { DATA_DIR: dataDir } })

/** Creates a shop in a data folder, opened, with an account, a product, a file and a sealed secret. */
async function createShop(dataDir: string) {
  const database = await openDatabase({ dataDir, log: () => undefined })
  await migrate(database.pool)
  const supplier = await createTestSupplier(database.db)
  await createTestProduct(database.db, { supplier })
  await createSignedInAccount(database.db, new Date(), { email: 'mei@backup.example' })
  await localFiles(path.join(dataDir, 'files')).put(
    'pictures/ab/one.txt',
    Buffer.from('a picture'),
    'text/plain',
  )
  const sealed = await createSealer({ secretsKey: undefined, dataDir }).seal('IBAN', 'a test')
  return { ...database, sealed }
}

/** Returns the number of rows of each table, and a hash of them that the database computes. */
async function fingerprint(db: Database): Promise<Record<string, string>> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await queryRows<{ hash: string }>(
      db,
      sql`select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash
        from ${sql.identifier(name)} t`,
    )
    hashes[name] = row?.hash ?? ''
  }
  return hashes
}

const dataDir = path.join(folder, 'shop')
const backup = path.join(folder, 'backup')

/** Backs up a running shop that continues to write; returns its former content and the closed shop. */
async function backUpRunningShop() {
  const shop = await createShop(dataDir)
  await shop.db.execute(sql`create table written_meanwhile (n int)`)
  const before = await fingerprint(shop.db)
  const stopping = new AbortController()
  const writing = (async () => {
    while (!stopping.signal.aborted)
      await shop.db.execute(sql`insert into written_meanwhile select generate_series(1, 200)`)
  })()
  const output = await run(dataDir, 'backup', backup)
  stopping.abort()
  await writing
  await shop.close()
  return { before, output, sealed: shop.sealed }
}

const made = await backUpRunningShop()

test('a backup of a running shop restores every row, file and secret', async () => {
  expect(made.output).toMatchObject({ code: 0, err: '' })
  await rm(dataDir, { recursive: true })
  expect(await run(dataDir, 'restore', backup)).toMatchObject({ code: 0, err: '' })
  const restored = await openDatabase({ dataDir, log: () => undefined })
  const { written_meanwhile: _after, ...after } = await fingerprint(restored.db)
  const { written_meanwhile: _before, ...before } = made.before
  expect(after).toEqual(before)
  // Either all 200 rows of a statement are restored or none.
  const [count] = await queryRows<{ n: number }>(
    restored.db,
    sql`select count(*)::int as n from written_meanwhile`,
  )
  expect((count?.n ?? 1) % 200).toBe(0)
  await restored.close()
  expect(await readFile(path.join(dataDir, 'files/pictures/ab/one.txt'), 'utf8')).toBe('a picture')
  const sealer = createSealer({ secretsKey: undefined, dataDir })
  expect(await sealer.open(made.sealed, 'a test')).toBe('IBAN')

  // An existing shop is overwritten only on request, and moved aside first.
  const again = await run(dataDir, 'restore', backup)
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('Add --replace') })
  expect(await run(dataDir, 'restore', backup, '--replace')).toMatchObject({ code: 0 })
  expect((await readdir(folder)).filter((name) => name.startsWith('shop-replaced-'))).toHaveLength(1)
})

test('does not restore a damaged or unfinished backup, or overwrite another one', async () => {
  const target = path.join(folder, 'target')
  await truncate(path.join(backup, 'files/pictures/ab/one.txt'), 3)
  expect(await run(target, 'restore', backup)).toMatchObject({
    code: 1,
    err: expect.stringContaining('files/pictures/ab/one.txt'),
  })
  expect(await run(dataDir, 'backup', backup)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty'),
  })
  await rm(path.join(backup, 'manifest.json'))
  expect(await run(target, 'restore', backup)).toMatchObject({
    code: 1,
    err: expect.stringContaining('no finished backup'),
  })
  expect(await readdir(folder)).not.toContain('target')
})

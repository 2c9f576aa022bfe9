import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { localFiles } from '#platform/files/storage/local-files.ts'
import { createSealer } from '#platform/security/sealing.ts'
import { captureCommand } from '#tests/shop/command.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createSentOrder } from '#tests/steps/supplier-orders.ts'
import { shopCommand } from '../../../../scripts/command.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'transfer-'))
afterAll(() => rm(folder, { recursive: true }))
const shop = await createTestShop()

const PASSPHRASE = 'amber over slate and jade'
const TARGET = path.join(folder, 'second')

function run(command: string, args: readonly string[], settings: Record<string, string>) {
  return captureCommand(shopCommand(command, ...args), { settings })
}

/** Creates a shop with a paid and shipped order, a file, and a secret that is sealed by its key. */
async function createFirstShop() {
  const dataDir = path.join(folder, 'first')
  const order = await createSentOrder(shop)
  await localFiles(path.join(dataDir, 'files')).put(
    'pictures/ab/one.txt',
    Buffer.from('a picture'),
    'text/plain',
  )
  const sealed = await createSealer({ secretsKey: undefined, dataDir }).seal('DE89 3704', 'bank details')
  const settings = { DATABASE_URL: shop.databaseUrl, DATA_DIR: dataDir, EXPORT_PASSPHRASE: PASSPHRASE }
  return { order, sealed, settings }
}

test('exports a shop and imports it with equal counts, hashes and balances, sealed secrets and no sessions', async () => {
  const { order, sealed, settings } = await createFirstShop()
  const target = path.join(folder, 'export')
  expect(await run('export', [target], settings)).toMatchObject({ code: 0, err: '' })
  // The export has no sessions, and its key is sealed.
  const files = await readdir(path.join(target, 'tables'))
  expect(
    files.filter((name) => /^(sessions|refresh_tokens|account_codes|password_resets)\b/.test(name)),
  ).toEqual([])
  const key = (await readFile(path.join(settings.DATA_DIR, 'secrets.key'), 'utf8')).trim()
  expect(await readFile(path.join(target, 'key.json'), 'utf8')).not.toContain(key)

  const wrong = await run('import-instance', [target], {
    DATA_DIR: TARGET,
    EXPORT_PASSPHRASE: 'another passphrase',
  })
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('passphrase is not the one') })
  const imported = await run('import-instance', [target], { DATA_DIR: TARGET, EXPORT_PASSPHRASE: PASSPHRASE })
  expect([imported.code, imported.err, imported.out]).toEqual([
    0,
    '',
    expect.stringContaining('The ledger passes every check.'),
  ])
  const second = await openDatabase({ dataDir: TARGET, log: () => undefined })
  for (const table of [
    'ledger_entries',
    'ledger_balances',
    'supplier_orders',
    'accounts',
    'products',
    'audit_log',
  ]) {
    const facts = sql`select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash
      from ${sql.identifier(table)} t`
    expect([table, await queryRows(second.db, facts)]).toEqual([table, await queryRows(shop.db, facts)])
  }
  expect(await queryRows(second.db, sql`select 1 from sessions`)).toEqual([])
  const found = await queryRows(
    second.db,
    sql`select state from supplier_orders where public_id = ${order.id}`,
  )
  expect(found).toEqual([{ state: 'shipped' }])
  // New rows continue the numbers of the first shop.
  const [next] = await queryRows<{ isFree: boolean }>(
    second.db,
    sql`select nextval(pg_get_serial_sequence('accounts', 'id')) > max(id) as "isFree" from accounts`,
  )
  expect(next).toEqual({ isFree: true })
  await second.close()
  expect(await readFile(path.join(TARGET, 'files/pictures/ab/one.txt'), 'utf8')).toBe('a picture')
  const sealer = createSealer({ secretsKey: undefined, dataDir: TARGET })
  expect(await sealer.open(sealed, 'bank details')).toBe('DE89 3704')

  // Does not import into a shop in use, nor an export that was changed.
  const again = await run('import-instance', [target], { DATA_DIR: TARGET, EXPORT_PASSPHRASE: PASSPHRASE })
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is in use') })
  await writeFile(path.join(target, 'tables.json'), '[]')
  const changed = await run('import-instance', [target], { DATA_DIR: TARGET, EXPORT_PASSPHRASE: PASSPHRASE })
  expect(changed).toMatchObject({ code: 1, err: expect.stringContaining('damaged or missing') })
})

test('rejects a short passphrase before writing anything', async () => {
  const target = path.join(folder, 'refused')
  const settings = {
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: path.join(folder, 'first'),
    EXPORT_PASSPHRASE: 'short',
  }
  expect(await run('export', [target], settings)).toMatchObject({
    code: 1,
    err: expect.stringContaining('at least 12 characters'),
  })
  expect(await readdir(folder)).not.toContain('refused')
})

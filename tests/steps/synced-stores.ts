import { sql } from 'drizzle-orm'
import { runOwnerAction } from '#connectors/practice-shop/owner/owner-actions.ts'
import { findShop } from '#connectors/practice-shop/shop-queries.ts'
import { MINUTE } from '#core/time.ts'
import { inTransaction, queryRows } from '#database/database.ts'
import type { SupplierStoreData, SyncSettingsData } from '#features/stores/supplier-stores/contract.ts'
import type { CreatedAccount } from '../shop/accounts.ts'
import type { ApiResponse, TestShop } from '../shop/shop.ts'
import { getField } from './chat.ts'
import { findPracticeNumber, type PracticePlatform } from './practice-connector.ts'
import { createImportSteps, createSupplierAccount, type ReadImport } from './product-imports.ts'

/** A supplier whose practice shop was imported and is synced. */
export type SyncedSupplier = Readonly<{
  account: CreatedAccount
  connectionId: string
  /** Performs the action of a button of the practice shop's page, and runs everything that follows. */
  act: (form: Record<string, string>, name?: string) => Promise<void>
  /** Lets time pass until the next check, and makes it. */
  check: (ms?: number) => Promise<void>
  readStore: () => Promise<SupplierStoreData & { sync: SyncSettingsData }>
  readVariants: (name: string) => Promise<{ status: string; variants: string[] } | undefined>
}>

/** Connects the practice shop of an account; returns the answer that has the connection. */
type ConnectPracticeShop = (account: CreatedAccount, platform: PracticePlatform) => Promise<ApiResponse>

/** Returns a factory of suppliers with a synced practice shop, by default one of the marketplace. */
export function createSyncSteps(
  shop: TestShop,
  connect: ConnectPracticeShop = ({ headers }, platform) =>
    shop.post('/stores/practice-shop', { platform }, headers),
) {
  const { db } = shop
  const { apply } = createImportSteps(shop)
  const createSyncedSupplier = async (platform: PracticePlatform): Promise<SyncedSupplier> => {
    const account = await createSupplierAccount(shop)
    const connectionId: string = getField(await connect(account, platform), 'connection', 'id')
    const started = await shop.post('/supplier/store-imports', { connectionId }, account.headers)
    await shop.work()
    await apply(account, getField<ReadImport>(started, 'import').id)
    const find = async () => {
      const found = await findShop(db, { accountId: account.id, platform })
      if (!found) throw new Error('no shop')
      return found
    }
    return {
      account,
      connectionId,
      async act(form, name) {
        shop.passTime(MINUTE)
        const product = name === undefined ? {} : { product: await findPracticeNumber({ db, find }, name) }
        const context = { shop: await find(), enqueue: shop.app.jobs.enqueue, now: shop.now() }
        await inTransaction(db, (tx) => runOwnerAction(tx, { ...product, ...form }, context))
        await shop.work()
      },
      async check(ms = 10 * MINUTE) {
        shop.passTime(ms)
        // A reading that failed is tried again by now.
        await db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
        await shop.app.jobs.enqueue(db, { job: 'stores.check_due_sources', input: {} })
        await shop.work()
      },
      async readStore() {
        return getField(await shop.get('/supplier/connected-stores', account.headers), 'stores', '0')
      },
      async readVariants(name) {
        const [found] = await queryRows<{ status: string; variants: string[] }>(
          db,
          sql`select p.status, array(select v.sku || ' ' || v.price_amount || ' ' || v.stock
            from product_variants v where v.product_id = p.id order by v.position) as variants
          from products p join suppliers s on s.id = p.supplier_id
          where s.owner_id = ${account.id} and p.name = ${name}`,
        )
        return found
      },
    }
  }
  return { createSyncedSupplier }
}

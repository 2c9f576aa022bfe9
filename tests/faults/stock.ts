import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '../shop/accounts.ts'
import { createTestSupplier, placeGuestOrder } from '../shop/factories.ts'
import type { ApiResponse } from '../shop/shop.ts'
import { waitUntil } from '../shop/running-shop.ts'
import { getField } from '../steps/chat.ts'
import { expectSuccess } from '../steps/payouts.ts'
import { payPlacedOrders } from './charges.ts'
import type { Effect, InterruptionPoint, Outcome } from './effect.ts'
import type { KilledShop } from './killed-shop.ts'
import { submitOrders } from './labels.ts'

const KIND = 'stores.adjust_stock'
const SKU = 'PRACTICE-RING'
const UNITS = 2

/** A sale that lowers the stock of its supplier's connected site. The site is queried by our reference. */
export const STOCK_EFFECT: Effect = {
  name: 'stock of a store',
  async prepare(shop) {
    const { accountId, before } = await createSyncedSite(shop)
    const change = await sellRing(shop, accountId)
    const list = () => listOutcomes(shop, { change, before })
    return {
      count: 1,
      async begin(point) {
        const countStopped = await stopChange(shop, point)
        await shop.db.execute(
          sql`update effects set next_attempt_at = now() where kind = ${KIND} and subject = ${change}`,
        )
        await shop.order('effects.run', { kind: KIND, subject: change })
        return countStopped
      },
      finish: () =>
        waitUntil('the stock of the store is changed', async () =>
          (await list()).every(({ isDone }) => isDone),
        ),
      outcomes: list,
    }
  },
}

/** A supplier whose site was imported and is synced; `before` is its stock of rings. */
async function createSyncedSite(shop: KilledShop): Promise<{ accountId: number; before: number }> {
  const owns = await createTestSupplier(shop.db)
  const { id: accountId, headers } = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns,
  })
  const post = (path: string, body: object): Promise<ApiResponse> =>
    expectSuccess(shop.post(path, body, headers))
  const { sites, gates } = shop.providers
  const connected = await post('/stores/connections', await sites.open(accountId, gates.sites.url))
  const connectionId: string = getField(connected, 'connection', 'id')
  const id: string = getField(await post('/supplier/store-imports', { connectionId }), 'import', 'id')
  const path = `/supplier/imports/${id}`
  const reach = (state: string) =>
    waitUntil(`the products of the site are ${state}`, async () => {
      const read = await expectSuccess(shop.get(path, headers))
      return getField<string>(read, 'import', 'state') === state
    })
  await reach('planned')
  await post(`${path}/apply`, {})
  await reach('applied')
  return { accountId, before: await readSiteStock(shop, accountId) }
}

async function readSiteStock({ db }: KilledShop, accountId: number): Promise<number> {
  const [found] = await queryRows<{ quantity: number }>(
    db,
    sql`select w.quantity from practice_products w join practice_shops o on o.id = w.shop_id
      where o.account_id = ${accountId} and w.sku = ${SKU}`,
  )
  if (!found) throw new Error('the site has no ring')
  return found.quantity
}

/** Sells rings of the supplier, and returns the number of the change that its site does not have yet. */
async function sellRing(shop: KilledShop, accountId: number): Promise<string> {
  const [ring] = await queryRows<{ id: string; variantId: string; key: number }>(
    shop.db,
    sql`select p.public_id as id, v.public_id as "variantId", v.id as key
      from product_variants v join products p on p.id = v.product_id join suppliers s on s.id = v.supplier_id
      where s.owner_id = ${accountId} and v.sku = ${SKU}`,
  )
  if (!ring) throw new Error('the ring was not imported')
  const { id, totalAmount } = await placeGuestOrder(shop, [{ ...ring, quantity: UNITS }])
  await payPlacedOrders(shop, [{ id, amount: totalAmount, method: 'vm' }])
  await submitOrders(shop)
  const [change] = await queryRows<{ subject: string }>(
    shop.db,
    sql`select id::text as subject from store_stock_changes where variant_id = ${ring.key}`,
  )
  if (!change) throw new Error('the sale has changed no stock of the site')
  return change.subject
}

async function stopChange({ providers: { gates }, gates: database }: KilledShop, point: InterruptionPoint) {
  if (point === 'before its answer is kept') return database.stop('stock')
  const where = point === 'before it is asked' ? 'before' : 'after'
  const countStopped = gates.sites.stop(/^POST .*\/wc\/v3\/products\/\d+$/, where)
  return async () => countStopped()
}

/**
 * Returns by how many sales the site's stock has decreased, how often the change is recorded, and whether both
 * stocks agree.
 */
async function listOutcomes(
  { db }: KilledShop,
  { change, before }: Readonly<{ change: string; before: number }>,
): Promise<Outcome[]> {
  const found = await queryRows<{ there: number; here: number; applied: number; state: string }>(
    db,
    sql`select w.quantity as there, v.stock as here, (c.applied_at is not null)::int as applied, e.state
      from store_stock_changes c
      join effects e on e.kind = ${KIND} and e.subject = c.id::text
      join product_variants v on v.id = c.variant_id
      join suppliers s on s.id = c.supplier_id
      join practice_shops o on o.account_id = s.owner_id
      join practice_products w on w.shop_id = o.id and w.sku = c.sku
      where c.id = ${Number(change)}`,
  )
  return found.map(({ there, here, applied, state }) => ({
    theirs: (before - there) / UNITS,
    ours: applied,
    isDone: state === 'done' && here === there,
  }))
}

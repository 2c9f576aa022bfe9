import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { fireTimers } from '#features/sales/orders/timers/fire-timers.ts'
import { addMs, MINUTE } from '#core/time.ts'
import { createLog } from '#platform/log.ts'
import { createTestProduct, placeGuestOrder, createTestSupplier } from '../shop/factories.ts'
import { expectSuccess } from '../steps/payouts.ts'
import { createSignedInAccount } from '../shop/accounts.ts'
import { listSupplierOrderIds } from '../steps/refunds.ts'
import { waitUntil } from '../shop/running-shop.ts'
import { type PlacedOrder, payPlacedOrders } from './charges.ts'
import type { ParcelState } from '../fakes/easypost/parcel-answers.ts'
import recorded from '../fakes/easypost/recorded-parcels.json' with { type: 'json' }
import { type Effect, type Outcome, type InterruptionPoint, startCalls } from './effect.ts'
import type { KilledShop } from './killed-shop.ts'

const LABELS = 2

/**
 * Labels that a supplier buys at EasyPost, which has no idempotency keys. The shipment is read before its label is
 * bought.
 */
export const LABEL_EFFECT: Effect = {
  name: 'label',
  async prepare(shop) {
    const { ids, headers } = await createAcceptedOrders(shop)
    return {
      count: LABELS,
      async begin(point) {
        const countStopped = await stopLabels(shop, point)
        startCalls(
          ids.map((id) =>
            expectSuccess(
              shop.post(`/supplier/orders/${id}/labels`, { idempotencyKey: `label-${id}` }, headers),
            ),
          ),
        )
        return countStopped
      },
      finish: () =>
        waitUntil('the labels are used', async () =>
          (await listOutcomes(shop, ids)).every(({ isDone }) => isDone),
        ),
      outcomes: () => listOutcomes(shop, ids),
    }
  },
}

/** Creates orders that their supplier, signed in by `headers`, has accepted. */
async function createAcceptedOrders(shop: KilledShop) {
  const supplier = await createTestSupplier(shop.db)
  const { headers } = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: supplier,
  })
  const orders: PlacedOrder[] = []
  for (let created = 0; created < LABELS; created += 1) {
    const order = await placeGuestOrder(shop, [await createTestProduct(shop.db, { supplier })])
    orders.push({ id: order.id, amount: order.totalAmount, method: 'vm' })
  }
  await payPlacedOrders(shop, orders)
  const ids = (await Promise.all(orders.map(({ id }) => listSupplierOrderIds(shop, id)))).flat()
  await submitOrders(shop)
  for (const id of ids) await expectSuccess(shop.post(`/supplier/orders/${id}/accept`, {}, headers))
  return { ids, headers }
}

/** Lets the time go by in which a guest may cancel at once. */
export async function submitOrders({ db, now }: KilledShop): Promise<void> {
  // Emails and refunds would be requested then, but there are none.
  const deps = { enqueue: async () => undefined, refund: async () => undefined }
  await fireTimers(db, { deps, now: addMs(now(), 11 * MINUTE), log: createLog('silent') })
}

async function stopLabels({ providers: { gates }, gates: database }: KilledShop, point: InterruptionPoint) {
  if (point === 'before its answer is kept') return database.stop('label')
  const where = point === 'before it is asked' ? 'before' : 'after'
  const easyPost = gates.easyPost.stop(/^POST \/v2\/shipments\/\w+\/buy$/, where)
  return async () => easyPost()
}

/** Returns the cents that EasyPost charges for all labels that were sold and not refunded. */
export function sumLabelCosts({ shipments, sold }: ParcelState): number {
  const cents = sold
    .flatMap((id) => shipments.filter((one) => one.id === id))
    .filter(({ refund }) => refund !== 'submitted' && refund !== 'refunded')
    .map(({ rateId }) => {
      return Math.round(Number(recorded.shipment.rates.find((rate) => rate.id === rateId)?.rate) * 100)
    })
  return cents.reduce((sum, one) => sum + one, 0)
}

async function listOutcomes({ db, providers }: KilledShop, ids: readonly string[]): Promise<Outcome[]> {
  const { shipments, sold, refunded } = providers.easyPost.books
  return Promise.all(
    ids.map(async (id) => {
      const labels = await queryRows<{ reference: string; state: string; charged: number; parcels: number }>(
        db,
        sql`select l.public_id as reference, l.state,
              (select count(*) from ledger_postings where key = 'label_charged:' || l.public_id)::int as charged,
              (select count(*) from parcels where supplier_order_id = o.id)::int as parcels
            from parcel_labels l join supplier_orders o on o.id = l.supplier_order_id where o.public_id = ${id}`,
      )
      const theirs = shipments.filter(({ reference }) =>
        labels.some((label) => label.reference === reference),
      )
      return {
        theirs: sold.filter((one) => theirs.some((shipment) => shipment.id === one)).length,
        ours: labels.reduce((sum, { charged }) => sum + charged, 0),
        isDone:
          labels.length === 1 &&
          labels.every(({ state, parcels }) => state === 'used' && parcels === 1) &&
          !theirs.some((shipment) => refunded.includes(shipment.id)),
      }
    }),
  )
}

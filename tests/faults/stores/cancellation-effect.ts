import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { expectSuccess } from '../../steps/payouts.ts'
import type { InterruptionPoint, Outcome } from '../effect.ts'
import { type StoreEffect, stopCalls } from './store-effect.ts'
import { findOrderIds, placePaidOrders, type StoreOrder } from './store-orders.ts'
import type { StoreShop } from './store-shop.ts'
import { signIn } from './store-vendors.ts'

/** Paid orders that vendors cancel in their stores; the money comes back into the wallet once. */
export const CANCELLATION: StoreEffect = {
  name: 'cancellation in a store',
  async prepare({ shop, vendors }) {
    const orders = await placePaidOrders(shop, vendors)
    const ids = await findOrderIds(shop, orders)
    const numbers = orders.map(({ number }) => number)
    return {
      count: orders.length,
      async begin(point) {
        const countStopped =
          point === 'before its answer is kept'
            ? await shop.gates.stop('cancellation')
            : stopCancellations(shop, point, numbers)
        await Promise.all(
          orders.map(async ({ vendor }, index) => {
            const headers = await signIn(shop, vendor.account)
            const path = `/vendor/orders/${ids[index]}/cancel-in-store`
            await expectSuccess(shop.post(path, { refundCustomer: false }, headers))
          }),
        )
        return countStopped
      },
      finish: async () => undefined,
      outcomes: () => judge(shop, orders),
    }
  },
}

function stopCancellations(
  shop: StoreShop,
  point: InterruptionPoint,
  numbers: readonly string[],
): () => Promise<number> {
  const atWoo = stopCalls(shop, point, {
    calls: new RegExp(`^POST .*/orders/(${numbers.join('|')})$`),
    about: ['"cancelled"'],
  })
  const atShopify = stopCalls(shop, point, {
    calls: /^POST .*\/graphql\.json$/,
    about: ['mutation CancelOrder'],
  })
  return async () => (await atWoo()) + (await atShopify())
}

type CancelledOrder = Readonly<{ isThere: boolean; isHere: boolean; total: number; refunded: number }>

/** Returns whether each order is cancelled in its store, and how often its money has come back. */
async function judge({ db }: StoreShop, orders: readonly StoreOrder[]): Promise<Outcome[]> {
  const numbers = orders.map(({ number }) => number)
  const found = await queryRows<CancelledOrder>(
    db,
    sql`
      select o.status = 'cancelled' as "isThere",
        s.shop_state = 'cancelled' and exists (
          select from effects e where e.kind = 'shop_orders.cancel_order' and e.subject = s.public_id and e.state = 'done') as "isHere",
        coalesce((select sum(b.total_amount) from purchases b where b.vendor_order = s.public_id and b.paid_at is not null), 0)::int as total,
        coalesce((select sum(r.amount) from purchases b join supplier_orders p on p.purchase_id = b.id
          join refund_requests r on r.supplier_order_id = p.id
          where b.vendor_order = s.public_id and r.state = 'done'), 0)::int as refunded
      from practice_orders o join shop_orders s on s.external_id = o.id::text
      where s.external_id = any(${sql.param(numbers)}::text[])`,
  )
  return found.map(({ isThere, isHere, total, refunded }) => ({
    theirs: isThere ? 1 : 0,
    ours: refunded > total ? 2 : refunded === total ? 1 : 0,
    isDone: isHere && total > 0,
  }))
}

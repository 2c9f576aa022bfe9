import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { expectSuccess, createOperator } from '../steps/payouts.ts'
import { listSupplierOrderIds } from '../steps/refunds.ts'
import { waitUntil } from '../shop/running-shop.ts'
import { type PlacedOrder, payPlacedOrders, placeOrders } from './charges.ts'
import type { Effect, Outcome, InterruptionPoint } from './effect.ts'
import type { KilledShop } from './killed-shop.ts'

type RefundRow = Readonly<{
  id: string
  purchase: string
  state: string
  amount: number
  reference: string
  receipt: string
}>

async function listRefunds(db: KilledShop['db'], orders: readonly PlacedOrder[]): Promise<RefundRow[]> {
  const ids = orders.map(({ id }) => id)
  return queryRows(
    db,
    sql`select r.public_id as id, p.reference as purchase, r.state, r.amount::int as amount, p.public_id as reference,
          c.external_id as receipt
        from refund_requests r join receipts c on c.id = r.receipt_id join payments p on p.id = c.payment_id
        where p.reference = any(${sql.param(ids)})`,
  )
}

/**
 * Refunds of orders that their guests cancel. Stripe is asked how they stand, and once more where it has not got them; Red Dot
 * cannot tell, so an operator looks into its panel, gives back what was not given, and notes it.
 */
export const REFUND_EFFECT: Effect = {
  name: 'refund',
  async prepare(shop) {
    const orders = await placeOrders(shop, 1)
    await payPlacedOrders(shop, orders)
    return {
      count: orders.length,
      async begin(point) {
        const countStopped = await stopRefunds(shop, point)
        for (const order of orders) await cancelOrder(shop, order)
        return countStopped
      },
      async finish() {
        const areIn = async (...states: string[]) =>
          (await listRefunds(shop.db, orders)).every(({ state }) => states.includes(state))
        await waitUntil('the refunds are decided', () => areIn('done', 'refused'))
        await resolveUncertainRefunds(shop, orders)
        await waitUntil('the refunds are paid', () => areIn('done', 'paid_by_hand'))
      },
      outcomes: () => listOutcomes(shop, orders),
    }
  },
}

async function cancelOrder(shop: KilledShop, { id }: PlacedOrder): Promise<void> {
  for (const supplierOrder of await listSupplierOrderIds(shop, id))
    await expectSuccess(shop.post(`/orders/${id}/supplier-orders/${supplierOrder}/cancel`, {}))
}

async function stopRefunds({ providers: { gates }, gates: database }: KilledShop, point: InterruptionPoint) {
  if (point === 'before its answer is kept') return database.stop('refund')
  const where = point === 'before it is asked' ? 'before' : 'after'
  const stripe = gates.stripe.stop(/^POST \/v1\/refunds$/, where)
  const redDot = gates.redDot.stop(/^POST \/merchant-api$/, where)
  return async () => stripe() + redDot()
}

async function resolveUncertainRefunds(shop: KilledShop, orders: readonly PlacedOrder[]): Promise<void> {
  const operator = await createOperator(shop)
  for (const { id, state, amount, reference } of await listRefunds(shop.db, orders)) {
    if (state !== 'refused') continue
    const payment = shop.providers.redDot.payments.find(
      ({ request }) => request['merchant_reference'] === reference,
    )
    if (payment?.refunds === 0) {
      payment.refunds += 1
      payment.refunded += amount
    }
    await expectSuccess(
      operator.post(`/refunds/${id}/paid`, { how: 'provider_panel', reference: 'RDP panel' }),
    )
  }
}

async function listOutcomes(
  { db, providers }: KilledShop,
  orders: readonly PlacedOrder[],
): Promise<Outcome[]> {
  const all = await listRefunds(db, orders)
  return orders.map((order) => {
    const ours = all.filter(({ purchase }) => purchase === order.id)
    const stripe = providers.stripe.refunds.filter(({ intent, amount, status }) =>
      ours.some((refund) => refund.receipt === intent.id && refund.amount === amount && status !== 'failed'),
    ).length
    const redDot = providers.redDot.payments
      .filter(({ request }) => ours.some(({ reference }) => reference === request['merchant_reference']))
      .reduce((sum, { refunds }) => sum + refunds, 0)
    return {
      theirs: stripe + redDot,
      ours: ours.length,
      isDone: ours.every(({ state }) => state === 'done' || state === 'paid_by_hand'),
      byHand: ours.some(({ state }) => state === 'paid_by_hand'),
    }
  })
}

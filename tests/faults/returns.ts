import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { good, operatorOf } from '../steps/payouts.ts'
import { partIds } from '../steps/refunds.ts'
import { until } from '../shop/running-shop.ts'
import { type Bought, pay, placed } from './charges.ts'
import type { Effect, Outcome, Point } from './effect.ts'
import type { KilledShop } from './killed-shop.ts'

type Refund = Readonly<{
  id: string
  purchase: string
  state: string
  amount: number
  reference: string
  receipt: string
}>

async function refundsOf(db: KilledShop['db'], orders: readonly Bought[]): Promise<Refund[]> {
  const ids = orders.map(({ id }) => id)
  return rows(
    db,
    sql`select r.public_id as id, p.reference as purchase, r.state, r.amount::int as amount, p.public_id as reference,
          c.external_id as receipt
        from refund_requests r join receipts c on c.id = r.receipt_id join payments p on p.id = c.payment_id
        where p.reference = any(${sql.param(ids)})`,
  )
}

/**
 * Refunds of orders that their guests cancel. Stripe is asked how they stand, and once more where it has not got them; Red Dot
 * cannot tell, so a person looks into its panel, gives back what was not given, and notes it.
 */
export const REFUND: Effect = {
  name: 'refund',
  async prepare(shop) {
    const orders = await placed(shop, 1)
    await pay(shop, orders)
    return {
      count: orders.length,
      async begin(point) {
        const standing = await stopRefunds(shop, point)
        for (const order of orders) await cancel(shop, order)
        return standing
      },
      async finish() {
        const areIn = async (...states: string[]) =>
          (await refundsOf(shop.db, orders)).every(({ state }) => states.includes(state))
        await until('the refunds are decided', () => areIn('done', 'refused'))
        await lookIntoThePanel(shop, orders)
        await until('the refunds are paid', () => areIn('done', 'paid_by_hand'))
      },
      outcomes: () => outcomes(shop, orders),
    }
  },
}

async function cancel(shop: KilledShop, { id }: Bought): Promise<void> {
  for (const part of await partIds(shop, id)) await good(shop.post(`/orders/${id}/parts/${part}/cancel`, {}))
}

async function stopRefunds({ providers: { gates }, gates: database }: KilledShop, point: Point) {
  if (point === 'before its answer is kept') return database.stop('refund')
  const where = point === 'before it is asked' ? 'before' : 'after'
  const stripe = gates.stripe.stop(/^POST \/v1\/refunds$/, where)
  const redDot = gates.redDot.stop(/^POST \/merchant-api$/, where)
  return async () => stripe() + redDot()
}

async function lookIntoThePanel(shop: KilledShop, orders: readonly Bought[]): Promise<void> {
  const operator = await operatorOf(shop)
  for (const { id, state, amount, reference } of await refundsOf(shop.db, orders)) {
    if (state !== 'refused') continue
    const payment = shop.providers.redDot.payments.find(
      ({ request }) => request['merchant_reference'] === reference,
    )
    if (payment?.refunds === 0) {
      payment.refunds += 1
      payment.refunded += amount
    }
    await good(operator.post(`/refunds/${id}/paid`, { how: 'provider_panel', reference: 'RDP panel' }))
  }
}

async function outcomes({ db, providers }: KilledShop, orders: readonly Bought[]): Promise<Outcome[]> {
  const all = await refundsOf(db, orders)
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

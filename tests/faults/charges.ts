import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { getPymentURL } from '#features/sales/checkout/contract.ts'
import { createTestProduct, placeGuestOrder } from '../shop/factories.ts'
import { expectSuccess } from '../steps/payouts.ts'
import { waitUntil } from '../shop/running-shop.ts'
import { type Effect, type Outcome, type InterruptionPoint, startCalls } from './effect.ts'
import type { KilledShop } from './killed-shop.ts'

/** A guest's order of one product, and its payment method: cards at Stripe, UnionPay at Red Dot. */
export type PlacedOrder = Readonly<{ id: string; amount: number; method: 'vm' | 'upop' }>

/** Places orders, so many at each provider. */
export async function placeOrders(shop: KilledShop, each: number): Promise<PlacedOrder[]> {
  const methods = Array.from({ length: each }, () => ['vm', 'upop'] as const).flat()
  return Promise.all(
    methods.map(async (method) => {
      const { id, totalAmount } = await placeGuestOrder(shop, [await createTestProduct(shop.db)])
      return { id, amount: totalAmount, method }
    }),
  )
}

/** Opens an order's payment page as its guest does. */
async function openPaymentPage(shop: KilledShop, { id, amount, method }: PlacedOrder): Promise<string> {
  const body = { orderID: id, amount, paymentMethod: method }
  return (await shop.call(getPymentURL, { body })).redirectURLData.payment_url
}

/** Opens the page and pays on it; the provider has sent no webhook event yet. */
async function payAtProvider(shop: KilledShop, placedOrder: PlacedOrder): Promise<void> {
  const page = await openPaymentPage(shop, placedOrder)
  if (placedOrder.method === 'upop') return void (await shop.providers.redDot.press(page, 'pay'))
  const action = new URLSearchParams({ action: 'pay' })
  await fetch(page, { method: 'POST', body: action, redirect: 'manual' })
}

type WebhookRequest = Readonly<{ path: string; body: string; headers: Readonly<Record<string, string>> }>

/** Returns the webhook events that the providers have to send. */
function takeWebhooks({ providers: { stripe, redDot } }: KilledShop): WebhookRequest[] {
  return [
    ...stripe.takeWebhookEvents().map((webhook) => ({ path: '/payments/notify/stripe', ...webhook })),
    ...redDot.webhookEvents
      .splice(0)
      .map(({ body }) => ({ path: '/payments/notify/reddot', body, headers: {} })),
  ]
}

const send = (shop: KilledShop, { path, body, headers }: WebhookRequest) =>
  shop.post(path, body, { ...headers })

/** Pays orders to the end. */
export async function payPlacedOrders(shop: KilledShop, orders: readonly PlacedOrder[]): Promise<void> {
  await Promise.all(orders.map((placedOrder) => payAtProvider(shop, placedOrder)))
  await Promise.all(takeWebhooks(shop).map((webhook) => expectSuccess(send(shop, webhook))))
}

async function countPaid({ db }: KilledShop, orders: readonly PlacedOrder[]): Promise<number> {
  const ids = orders.map(({ id }) => id)
  const paid = await queryRows(
    db,
    sql`select 1 from purchases where public_id = any(${sql.param(ids)}) and paid_at is not null`,
  )
  return paid.length
}

async function areAllPaid(shop: KilledShop, orders: readonly PlacedOrder[]): Promise<boolean> {
  return (await countPaid(shop, orders)) === orders.length
}

/**
 * Returns the outcome of each order's charge: in the provider's books by our numbers of its attempts, and in ours
 * by its payment.
 */
async function listOutcomes(
  { db, providers }: KilledShop,
  orders: readonly PlacedOrder[],
): Promise<Outcome[]> {
  return Promise.all(
    orders.map(async ({ id }) => {
      const attempts = await queryRows<{ reference: string; receipts: number; paid: boolean }>(
        db,
        sql`select p.public_id as reference, (select count(*) from receipts where payment_id = p.id)::int as receipts,
              exists (select from purchases where public_id = p.reference and paid_at is not null) as paid
            from payments p where p.reference = ${id}`,
      )
      const references = attempts.map(({ reference }) => reference)
      const stripe = providers.stripe.sessions.filter(
        (one) => one.isPaid && references.includes(one.reference ?? ''),
      )
      const redDot = providers.redDot.payments.filter(
        ({ state, request }) => state === 'paid' && references.includes(request['merchant_reference'] ?? ''),
      )
      return {
        theirs: stripe.length + redDot.length,
        ours: attempts.reduce((sum, { receipts }) => sum + receipts, 0),
        isDone: attempts.some(({ paid }) => paid),
      }
    }),
  )
}

/** Pages that guests request; after the restart they request them again, pay, and the providers send each event twice. */
export const PAYMENT_PAGE_EFFECT: Effect = {
  name: 'payment page',
  async prepare(shop) {
    // As many at once as may wait for a commit that need not reach the disk, and some are left for the jobs.
    const orders = await placeOrders(shop, 1)
    return {
      count: orders.length,
      async begin(point) {
        const countStopped = await stopOpening(shop, point)
        startCalls(orders.map((placedOrder) => openPaymentPage(shop, placedOrder)))
        return countStopped
      },
      async finish() {
        await Promise.all(orders.map((placedOrder) => payAtProvider(shop, placedOrder)))
        const webhooks = takeWebhooks(shop)
        for (const webhook of [...webhooks, ...webhooks]) await expectSuccess(send(shop, webhook))
        await waitUntil('the orders are paid', () => areAllPaid(shop, orders))
      },
      outcomes: () => listOutcomes(shop, orders),
    }
  },
}

async function stopOpening({ providers: { gates }, gates: database }: KilledShop, point: InterruptionPoint) {
  if (point === 'before its answer is kept') return database.stop('page')
  const where = point === 'before it is asked' ? 'before' : 'after'
  const stripe = gates.stripe.stop(/^POST \/v1\/checkout\/sessions$/, where)
  const redDot = gates.redDot.stop(/^POST \/service\/payment-api$/, where)
  return async () => stripe() + redDot()
}

/**
 * Payment webhook events that are interrupted at each point. They are not accepted when the process dies (Red Dot
 * was not queried), accepted and never answered, or in the middle of their transaction. Stripe resends unanswered
 * events; Red Dot does not, and is queried by the poller.
 */
export const WEBHOOK_EFFECT: Effect = {
  name: 'notice of a payment',
  async prepare(shop) {
    const orders = await placeOrders(shop, 2)
    await Promise.all(orders.map((placedOrder) => payAtProvider(shop, placedOrder)))
    const webhooks = takeWebhooks(shop)
    return {
      count: orders.length,
      async begin(point) {
        const isApplied = point === 'before its answer is read'
        const countStopped = isApplied
          ? () => countPaid(shop, orders)
          : await stopWebhooks(shop, point, webhooks)
        startCalls(webhooks.map((webhook) => send(shop, webhook)))
        return countStopped
      },
      async finish() {
        const repeated = webhooks.filter(({ path }) => path.endsWith('stripe'))
        for (const webhook of [...repeated, ...repeated]) await expectSuccess(send(shop, webhook))
        await waitUntil('the poller has asked', () => areAllPaid(shop, orders))
      },
      outcomes: () => listOutcomes(shop, orders),
    }
  },
}

async function stopWebhooks(
  { providers, gates: database }: KilledShop,
  point: InterruptionPoint,
  webhooks: readonly WebhookRequest[],
) {
  const countAtDatabase = await database.stop('receipt')
  if (point !== 'before it is asked') return countAtDatabase
  // Refunds query other payments.
  const ids = providers.redDot.payments
    .map(({ transactionId }) => transactionId)
    .filter((id) => webhooks.some(({ body }) => body.includes(id)))
  const countAtRedDot = providers.gates.redDot.stop(/query_redirection$/, 'before', ids)
  return async () => (await countAtDatabase()) + countAtRedDot()
}

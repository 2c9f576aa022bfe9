import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { getPymentURL } from '#features/sales/checkout/contract.ts'
import { pieceOnSale, placeGuestOrder } from '../shop/factories.ts'
import { good } from '../steps/payouts.ts'
import { until } from '../shop/running-shop.ts'
import { type Effect, type Outcome, type Point, setOff } from './effect.ts'
import type { KilledShop } from './killed-shop.ts'

/** A guest's order of one piece, and the way it is paid: cards at Stripe, UnionPay at Red Dot. */
export type Bought = Readonly<{ id: string; amount: number; method: 'vm' | 'upop' }>

/** Places orders, so many at each provider. */
export async function placed(shop: KilledShop, each: number): Promise<Bought[]> {
  const methods = Array.from({ length: each }, () => ['vm', 'upop'] as const).flat()
  return Promise.all(
    methods.map(async (method) => {
      const { id, totalAmount } = await placeGuestOrder(shop, [await pieceOnSale(shop.db)])
      return { id, amount: totalAmount, method }
    }),
  )
}

/** Opens an order's payment page as its guest does. */
async function openPage(shop: KilledShop, { id, amount, method }: Bought): Promise<string> {
  const body = { orderID: id, amount, paymentMethod: method }
  return (await shop.call(getPymentURL, { body })).redirectURLData.payment_url
}

/** Opens the page and pays on it; the provider has not told of it yet. */
async function payAtProvider(shop: KilledShop, bought: Bought): Promise<void> {
  const page = await openPage(shop, bought)
  if (bought.method === 'upop') return void (await shop.providers.redDot.press(page, 'pay'))
  const action = new URLSearchParams({ action: 'pay' })
  await fetch(page, { method: 'POST', body: action, redirect: 'manual' })
}

type Notice = Readonly<{ path: string; body: string; headers: Readonly<Record<string, string>> }>

/** What the providers have to tell. */
function takeNotices({ providers: { stripe, redDot } }: KilledShop): Notice[] {
  return [
    ...stripe.takeNotices().map((notice) => ({ path: '/payments/notify/stripe', ...notice })),
    ...redDot.notices.splice(0).map(({ body }) => ({ path: '/payments/notify/reddot', body, headers: {} })),
  ]
}

const send = (shop: KilledShop, { path, body, headers }: Notice) => shop.post(path, body, { ...headers })

/** Pays orders to the end. */
export async function pay(shop: KilledShop, orders: readonly Bought[]): Promise<void> {
  await Promise.all(orders.map((bought) => payAtProvider(shop, bought)))
  await Promise.all(takeNotices(shop).map((notice) => good(send(shop, notice))))
}

async function countPaid({ db }: KilledShop, orders: readonly Bought[]): Promise<number> {
  const ids = orders.map(({ id }) => id)
  const paid = await rows(
    db,
    sql`select 1 from purchases where public_id = any(${sql.param(ids)}) and paid_at is not null`,
  )
  return paid.length
}

async function allPaid(shop: KilledShop, orders: readonly Bought[]): Promise<boolean> {
  return (await countPaid(shop, orders)) === orders.length
}

/** Each order's charge: in the provider's books by our numbers of its attempts, and in ours as money that pays it. */
async function charges({ db, providers }: KilledShop, orders: readonly Bought[]): Promise<Outcome[]> {
  return Promise.all(
    orders.map(async ({ id }) => {
      const attempts = await rows<{ reference: string; receipts: number; paid: boolean }>(
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

/** Pages that guests ask for; after the restart they ask again, pay, and the providers tell of it twice. */
export const OPENING: Effect = {
  name: 'payment page',
  async prepare(shop) {
    // As many at once as may wait for a commit that need not reach the disk, and some are left for the jobs.
    const orders = await placed(shop, 1)
    return {
      count: orders.length,
      async begin(point) {
        const standing = await stopOpening(shop, point)
        setOff(orders.map((bought) => openPage(shop, bought)))
        return standing
      },
      async finish() {
        await Promise.all(orders.map((bought) => payAtProvider(shop, bought)))
        const told = takeNotices(shop)
        for (const notice of [...told, ...told]) await good(send(shop, notice))
        await until('the orders are paid', () => allPaid(shop, orders))
      },
      outcomes: () => charges(shop, orders),
    }
  },
}

async function stopOpening({ providers: { gates }, gates: database }: KilledShop, point: Point) {
  if (point === 'before its answer is kept') return database.stop('page')
  const where = point === 'before it is asked' ? 'before' : 'after'
  const stripe = gates.stripe.stop(/^POST \/v1\/checkout\/sessions$/, where)
  const redDot = gates.redDot.stop(/^POST \/service\/payment-api$/, where)
  return async () => stripe() + redDot()
}

/**
 * Notices of money: not taken in when the process dies (Red Dot was not asked about it), taken in and never answered, or in the
 * middle of its transaction. Stripe tells again what was not answered; Red Dot does not, and is asked by the poller.
 */
export const NOTICE: Effect = {
  name: 'notice of a payment',
  async prepare(shop) {
    const orders = await placed(shop, 2)
    await Promise.all(orders.map((bought) => payAtProvider(shop, bought)))
    const told = takeNotices(shop)
    return {
      count: orders.length,
      async begin(point) {
        const isTakenIn = point === 'before its answer is read'
        const standing = isTakenIn ? () => countPaid(shop, orders) : await stopNotices(shop, point, told)
        setOff(told.map((notice) => send(shop, notice)))
        return standing
      },
      async finish() {
        const repeated = told.filter(({ path }) => path.endsWith('stripe'))
        for (const notice of [...repeated, ...repeated]) await good(send(shop, notice))
        await until('the poller has asked', () => allPaid(shop, orders))
      },
      outcomes: () => charges(shop, orders),
    }
  },
}

async function stopNotices(
  { providers, gates: database }: KilledShop,
  point: Point,
  told: readonly Notice[],
) {
  const kept = await database.stop('receipt')
  if (point !== 'before it is asked') return kept
  // Refunds ask about other payments.
  const ids = providers.redDot.payments
    .map(({ transactionId }) => transactionId)
    .filter((id) => told.some(({ body }) => body.includes(id)))
  const asked = providers.gates.redDot.stop(/query_redirection$/, 'before', ids)
  return async () => (await kept()) + asked()
}

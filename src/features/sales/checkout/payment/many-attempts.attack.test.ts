import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sandboxPay } from '#connectors/sandbox-pay/provider.ts'
import { queryRows } from '#database/database.ts'
import type { ProviderPayment } from '#features/money/payments/port.ts'
import { createLog } from '#platform/log.ts'
import { listSupplierOrderTotals } from '#tests/steps/database-reads.ts'
import { createTestProduct, placeGuestOrder } from '#tests/shop/factories.ts'
import { openPaymentPage, pressButton } from '#tests/steps/payments.ts'
import { SANDBOX_SECRET, SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import { pollPayments } from '../jobs.ts'

const shop = await createTestShop()

/** Runs the poller with a provider that answers by `find`. */
async function poll(find: (reference: string) => Promise<ProviderPayment | undefined>): Promise<void> {
  const sandbox = sandboxPay({
    db: shop.db,
    secret: SANDBOX_SECRET,
    clock: shop.now,
    publicUrl: SHOP_URL,
  })
  const provider = { ...sandbox, find: (by: object) => find('reference' in by ? String(by.reference) : '') }
  const job = pollPayments({ providers: [provider], publicUrl: SHOP_URL, enqueue: shop.app.jobs.enqueue })
  const log = createLog('silent')
  await job.run({}, { db: shop.db, now: shop.now(), log, enqueue: shop.app.jobs.enqueue })
}

/** Creates payments that are due for polling. */
async function createSilentAttempts(count: number): Promise<void> {
  await queryRows(
    shop.db,
    sql`insert into payments (public_id, reference, provider, method, currency, amount, next_poll_at, created_at, updated_at, state)
        select 'txn_' || n, 'order', 'sandbox', 'vm', 'USD', 100, ${shop.now()}, ${shop.now()}, ${shop.now()}, 'created'
        from generate_series(1, ${count}::int) n`,
  )
}

async function countPolled(): Promise<number> {
  const polledPayments = await queryRows(shop.db, sql`select 1 from payments where polls > 0`)
  return polledPayments.length
}

test('one poll checks all payments without news, ten at a time', async () => {
  await createSilentAttempts(130)
  const waiting: (() => void)[] = []
  const concurrentCounts: number[] = []
  await poll(async () => {
    const released = new Promise<void>((resolve) => void waiting.push(resolve))
    // Answers only once ten requests wait: sequential polling would hang here.
    if (waiting.length === 10) concurrentCounts.push(waiting.splice(0).map((answer) => answer()).length)
    await released
    return undefined
  })
  expect(concurrentCounts).toEqual(Array.from({ length: 13 }, () => 10))
  await poll(() => Promise.reject(new Error('asked too early')))
  expect(await countPolled()).toBe(130)
})

test('a poll postpones only the payments it is checking, so that an interrupted run skips none', async () => {
  await createSilentAttempts(40)
  let markBegun = () => {}
  const hasBegun = new Promise<void>((resolve) => (markBegun = resolve))
  let answer = () => {}
  const hanging = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)))
  const running = poll(() => {
    markBegun()
    return hanging
  })
  await hasBegun
  expect(await countPolled()).toBe(10)
  answer()
  await running
})

test('an order can have ten payment pages, each of which can be paid, without limiting other orders', async () => {
  const ring = await createTestProduct(shop.db, { stock: 5 })
  const order = await placeGuestOrder(shop, [ring])
  const pages = []
  for (let attempt = 0; attempt < 10; attempt += 1) pages.push(await openPaymentPage(shop, order.id))
  await expect(openPaymentPage(shop, order.id)).rejects.toMatchObject({
    status: 409,
    code: 'too_many_attempts',
    message:
      'Too many payment pages were opened for this order. Pay on one that is still open, or place a new order.',
  })
  await openPaymentPage(shop, (await placeGuestOrder(shop, [ring])).id)
  await pressButton(shop, pages[3]?.providerRef ?? '', 'pay')
  await shop.work()
  expect(await listSupplierOrderTotals(shop.db, order.id)).toMatchObject([{ state: 'paid_hold' }])
})

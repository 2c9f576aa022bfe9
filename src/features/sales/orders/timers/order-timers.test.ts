import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createLog } from '#platform/log.ts'
import { foldSales } from '#features/catalogue/catalog/service.ts'
import { readAllEmails, readStock } from '#tests/steps/database-reads.ts'
import { asOperator } from '#tests/steps/refunds.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  readOrderMoney,
  createPaidOrder,
  runOrderTimers,
  readState,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'
import { fireTimers } from './fire-timers.ts'
import { markParcelArrived } from '../parcels/send-parcel.ts'

const shop = await createTestShop()
const [HOUR, DAY] = [3_600_000, 24 * 3_600_000]

test('an order of a supplier with automatic acceptance is accepted when submitted', async () => {
  const created = await createPaidOrder(shop)
  const setting = await shop.post('/supplier/order-settings', { autoAccept: true }, created.owner.headers)
  expect(setting.body).toMatchObject({ settings: { autoAccept: true } })
  shop.passTime(10 * 60_000)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('accepted')
  expect(await listEvents(created.id)).toEqual(['place', 'pay', 'submit', 'accept'])
})

test('automatic acceptance also applies when an operator submits the order early', async () => {
  const created = await createPaidOrder(shop)
  await shop.post('/supplier/order-settings', { autoAccept: true }, created.owner.headers)
  const moved = await asOperator(shop, `/supplier/orders/${created.id}/move`, {
    event: 'submit',
    reason: 'The buyer is in a hurry',
  })
  expect(moved.body).toMatchObject({ order: { state: 'accepted' } })
  expect(await listEvents(created.id)).toEqual(['place', 'pay', 'submit', 'accept'])
})

test('units cancelled as out of stock are not restocked, before and after a parcel', async () => {
  const ended = await createSubmittedOrder(shop, { quantities: [2] })
  await postAsSupplier(ended, 'accept')
  await postAsSupplier(ended, 'cancel', { reason: 'None are left', outOfStock: true })
  expect((await readStock(shop.db, ended.variantIds[0] ?? '')).variant).toBe(7)

  const startedOrder = await createSubmittedOrder(shop, { quantities: [3] })
  await postAsSupplier(startedOrder, 'accept')
  await postAsSupplier(startedOrder, 'parcels', createParcelBody('first', [{ line: 1, quantity: 1 }]))
  // Rejecting all remaining units also ends the rest of the order.
  const rejected = await postAsSupplier(startedOrder, 'reject', { reason: 'out_of_stock' })
  expect(rejected.body).toMatchObject({ order: { state: 'shipped', lines: [{ withdrawn: 2 }] } })
  expect((await readStock(shop.db, startedOrder.variantIds[0] ?? '')).variant).toBe(6)
})

test('an order cancelled before submission does not count as sold', async () => {
  const created = await createPaidOrder(shop, { quantities: [2] })
  const sold = async () => {
    await foldSales(shop.db)
    const products = await queryRows<{ sold: number }>(
      shop.db,
      sql`select p.sold_count as sold from products p join supplier_order_lines l on l.product_id = p.id
          join supplier_orders o on o.id = l.supplier_order_id where o.public_id = ${created.id}`,
    )
    return products[0]?.sold
  }
  expect(await sold()).toBe(2)
  await postAsGuest(shop, created, 'cancel')
  expect(await sold()).toBe(0)
})

test('a supplier who does not answer is reminded after a day, and the order is rejected and refunded after two', async () => {
  const created = await createSubmittedOrder(shop)
  shop.passTime(24 * HOUR)
  await runOrderTimers(shop)
  expect(await runOrderTimers(shop)).toBe(0)
  expect(await readState(shop, created)).toBe('submitted')
  const reminders = (await readAllEmails(shop.db)).filter(({ subject }) =>
    subject.endsWith('is waiting for you'),
  )
  expect(reminders.map(({ recipient }) => recipient)).toEqual([created.supplier.email])
  shop.passTime(24 * HOUR)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('rejected')
  expect((await readOrderMoney(shop, created)).escrow).toBe(0)
})

test('a missed ship-by date is recorded when it passes, and an unshipped order is cancelled after 14 days', async () => {
  const created = await createSubmittedOrder(shop)
  await postAsSupplier(created, 'accept')
  shop.passTime(5 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('accepted')
  expect((await listEvents(created.id)).at(-1)).toBe('miss_promise')
  shop.passTime(9 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('cancelled')
  expect((await readOrderMoney(shop, created)).escrow).toBe(0)
})

test('unsent items of a partly sent order are cancelled after 14 days, and the sent ones continue', async () => {
  const created = await createSubmittedOrder(shop, { quantities: [2] })
  await postAsSupplier(created, 'accept')
  await postAsSupplier(created, 'parcels', createParcelBody('part', [{ line: 1, quantity: 1 }]))
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('shipped')
  expect((await readOrderMoney(shop, created)).escrow).toBe(0)
})

test('when the rest is cancelled after all shipped parcels arrived, the order is delivered', async () => {
  const created = await createSubmittedOrder(shop, { quantities: [2] })
  await postAsSupplier(created, 'accept')
  await postAsSupplier(created, 'parcels', createParcelBody('part', [{ line: 1, quantity: 1 }]))
  const [parcel] = await queryRows<{ id: string }>(shop.db, sql`select public_id as id from parcels`)
  const cause = { actor: 'carrier' } as const
  const acting = { id: created.id, scope: {}, cause, deps: shop.app.jobs, now: shop.now() }
  await markParcelArrived(shop.db, acting, parcel?.id ?? '')
  expect(await readState(shop, created)).toBe('in_progress')
  const ended = await postAsSupplier(created, 'cancel', { reason: 'The other one broke' })
  expect(ended.body).toMatchObject({ order: { state: 'delivered', fulfilment: 'all_delivered' } })
  expect((await listEvents(created.id)).slice(-2)).toEqual(['cancel_rest', 'deliver'])
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('completed')
  expect((await readOrderMoney(shop, created)).escrow).toBe(0)
})

test('an order without tracking news counts as delivered a week after its longest transit time, then as complete', async () => {
  const created = await createSubmittedOrder(shop)
  await postAsSupplier(created, 'accept')
  await postAsSupplier(created, 'parcels', createParcelBody('quiet'))
  // Economy takes at most 25 days.
  shop.passTime(32 * DAY - 1)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('shipped')
  shop.passTime(1)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('delivered')
  shop.passTime(14 * DAY)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('completed')
})

test('orders whose holds end in the same minute are handed over together', async () => {
  const first = await createPaidOrder(shop)
  const like = { supplier: first.supplier, owner: first.owner }
  const orders = [first, await createPaidOrder(shop, { like }), await createPaidOrder(shop)]
  shop.passTime(10 * 60_000)
  expect(await runOrderTimers(shop)).toBe(3)
  for (const { id } of orders) expect(await listEvents(id)).toEqual(['place', 'pay', 'submit'])
  const ids = orders.map(({ id }) => id)
  const handedOver = await queryRows(
    shop.db,
    sql`select count(distinct o.xmin::text) as transactions,
        (select array_agg(distinct t.kind order by t.kind) from order_timers t
          where t.supplier_order_id in (select id from supplier_orders where public_id = any(${sql.param(ids)}::text[]))) as timers,
        (select sum(c.quantity) from stock_commitments c) as committed,
        (select -sum(m.quantity) from stock_movements m) = (select sum(l.quantity) from supplier_order_lines l) as moved
      from supplier_orders o where o.public_id = any(${sql.param(ids)}::text[])`,
  )
  const timers = ['escalate', 'late', 'reject', 'unshipped']
  expect(handedOver).toEqual([{ transactions: 1, timers, committed: 0, moved: true }])
})

test('an order that cannot be handed over holds up no other', async () => {
  const [broken, ...others] = [
    await createPaidOrder(shop),
    await createPaidOrder(shop),
    await createPaidOrder(shop),
  ]
  await shop.db.execute(sql`update supplier_orders set state = 'completed' where public_id = ${broken.id}`)
  shop.passTime(10 * 60_000)
  expect(await runOrderTimers(shop)).toBe(2)
  for (const { id } of others) expect(await listEvents(id)).toEqual(['place', 'pay', 'submit'])
  expect(await listEvents(broken.id)).toEqual(['place', 'pay'])
})

test('concurrent timers of several processes run each action once', async () => {
  const orders = [await createPaidOrder(shop), await createPaidOrder(shop)]
  shop.passTime(10 * 60_000)
  const fired = await Promise.all([1, 2, 3, 4].map(() => runOrderTimers(shop)))
  expect(fired.reduce((sum, one) => sum + one, 0)).toBe(2)
  for (const { id } of orders) expect(await listEvents(id)).toEqual(['place', 'pay', 'submit'])
})

test('an interrupted timer changes nothing, and the next run completes it', async () => {
  const created = await createSubmittedOrder(shop)
  // The ship-by date passes first, two business days after the payment.
  shop.passTime(48 * HOUR - 60_000)
  await runOrderTimers(shop)
  shop.passTime(60_000)
  const dying = { enqueue: () => Promise.reject(new Error('killed')) }
  const log = createLog('silent')
  expect(await fireTimers(shop.db, { deps: dying, now: shop.now(), log })).toBe(0)
  expect(await readState(shop, created)).toBe('submitted')
  expect(await queryRows(shop.db, sql`select 1 from refund_requests`)).toEqual([])
  shop.passTime(60_000)
  await runOrderTimers(shop)
  expect(await readState(shop, created)).toBe('rejected')
  expect(await queryRows(shop.db, sql`select 1 from refund_requests`)).toHaveLength(1)
})

test('concurrent accepting and cancelling succeed one after the other, and the money is right', async () => {
  for (let round = 0; round < 3; round += 1) {
    const created = await createSubmittedOrder(shop)
    const [accepted] = await Promise.all([
      postAsSupplier(created, 'accept'),
      postAsGuest(shop, created, 'cancel'),
    ])
    const { escrow } = await readOrderMoney(shop, created)
    // If cancelled first, accepting is refused; if accepted first, cancelling becomes a request.
    expect([
      { status: 409, state: 'cancelled', escrow: 0 },
      { status: 200, state: 'cancel_requested', escrow: 10_206 },
    ]).toContainEqual({ status: accepted.status, state: await readState(shop, created), escrow })
  }
})

test('of two concurrent parcels with the last item one is refused', async () => {
  const created = await createSubmittedOrder(shop)
  await postAsSupplier(created, 'accept')
  const answers = await Promise.all(
    ['one', 'two'].map((key) => postAsSupplier(created, 'parcels', createParcelBody(key))),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await queryRows(shop.db, sql`select 1 from earnings`)).toHaveLength(1)
})

async function listEvents(id: string): Promise<string[]> {
  const products = await queryRows<{ event: string }>(
    shop.db,
    sql`select e.event from supplier_order_events e join supplier_orders o on o.id = e.supplier_order_id
        where o.public_id = ${id} order by e.id`,
  )
  return products.map(({ event }) => event)
}

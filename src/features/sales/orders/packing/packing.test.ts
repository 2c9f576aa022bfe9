import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { createSession } from '#tests/shop/accounts.ts'
import { type CreatedOrder, createSubmittedOrder, postAsSupplier } from '#tests/steps/supplier-orders.ts'
import type { OrderToPackData } from './contract.ts'

const { shop } = await createEasyPostShop()

/** Creates an accepted order whose ship-by date is some hours from now. */
async function createOrderDueIn(hours: number, like?: CreatedOrder, isPickup = false): Promise<CreatedOrder> {
  const form = isPickup ? ({ shippingMethod: 'pickup' } as const) : {}
  const order = await createSubmittedOrder(shop, { form, ...(like ? { like } : {}) })
  await postAsSupplier(order, 'accept')
  const shipBy = new Date(shop.now().getTime() + hours * 3_600_000)
  await shop.db.execute(sql`update supplier_orders set ship_by = ${shipBy} where public_id = ${order.id}`)
  return order
}

async function listToPack({ owner }: CreatedOrder): Promise<OrderToPackData[]> {
  const { headers } = await createSession(shop.db, owner.id, shop.now())
  const { body } = await shop.get('/supplier/orders-to-pack?timeZone=UTC', headers)
  return (body as { orders: OrderToPackData[] }).orders
}

test('orders due today or late are listed for packing, most urgent first, without later ones and pickups', async () => {
  const late = await createOrderDueIn(-5)
  const later = await createOrderDueIn(72, late)
  const today = await createOrderDueIn(-2, late)
  const listed = await listToPack(late)
  expect(listed.map(({ id }) => id)).toEqual([late.id, today.id])
  expect(listed[0]).toMatchObject({
    units: 1,
    left: 1,
    label: null,
    customer: { name: 'Mei Tan', country: 'SG' },
  })
  expect(await listToPack(await createOrderDueIn(72))).toEqual([])
  expect(listed.map(({ id }) => id)).not.toContain(later.id)
})

test('an order to pack lists the warehouses of its items, without cancelled ones', async () => {
  const order = await createOrderDueIn(-1)
  const [listed] = await listToPack(order)
  expect(listed?.warehouses).toHaveLength(1)
  const ofOrder = sql`supplier_order_id = (select id from supplier_orders where public_id = ${order.id})`
  await shop.db.execute(sql`update supplier_order_lines set warehouse = 'Bangkok' where ${ofOrder}`)
  expect(await listToPack(order)).toMatchObject([{ warehouses: ['Bangkok'] }])
  await shop.db.execute(sql`update supplier_order_lines set withdrawn_quantity = quantity where ${ofOrder}`)
  expect(await listToPack(order)).toMatchObject([{ warehouses: listed?.warehouses }])
})

test('an order with a bought label is listed for packing until it is marked as packed', async () => {
  const order = await createOrderDueIn(72)
  await postAsSupplier(order, 'labels', { idempotencyKey: 'label-to-pack' })
  expect(await listToPack(order)).toMatchObject([{ state: 'accepted', label: { state: 'asked' } }])
  await shop.work()
  expect(await listToPack(order)).toMatchObject([
    { state: 'shipped', left: 0, label: { state: 'used', service: 'USPS_GroundAdvantage' } },
  ])
  expect((await postAsSupplier(order, 'packed', { isPacked: true })).status).toBe(200)
  expect(await listToPack(order)).toEqual([])
  await postAsSupplier(order, 'packed', { isPacked: false })
  expect(await listToPack(order)).toHaveLength(1)
})

test('refuses to mark an order as packed without a label, or of another store', async () => {
  const order = await createOrderDueIn(-1)
  expect((await postAsSupplier(order, 'packed', { isPacked: true })).body).toMatchObject({
    code: 'nothing_to_pack',
  })
  const other = await createOrderDueIn(-1)
  const { headers } = await createSession(shop.db, other.owner.id, shop.now())
  expect((await shop.post(`/supplier/orders/${order.id}/packed`, { isPacked: true }, headers)).status).toBe(
    404,
  )
})

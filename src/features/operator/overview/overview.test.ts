import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'
import {
  createPaidOrder,
  createParcelBody,
  createSubmittedOrder,
  postAsSupplier,
} from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const { db } = shop

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

async function search(text: string, more = ''): Promise<string[]> {
  const path = `/operator/orders?search=${encodeURIComponent(text)}${more}`
  const body = await operator.read(path)
  return (body['orders'] as { id: string }[]).map(({ id }) => id)
}

test('an order is found by number, email, tracking number, payment reference and IDs only', async () => {
  const order = await createSubmittedOrder(shop)
  await createPaidOrder(shop, { form: { email: 'somebody-else@example.com' } })
  await postAsSupplier(order, 'accept')
  await expectSuccess(postAsSupplier(order, 'parcels', createParcelBody('a parcel of it')))
  const [known] = await queryRows<Record<'number' | 'email' | 'tracking' | 'payment' | 'receipt', string>>(
    db,
    sql`
      select p.number, p.email, t.number as tracking, y.public_id as payment, r.external_id as receipt
      from supplier_orders o join purchases p on p.id = o.purchase_id
      join parcels c on c.supplier_order_id = o.id join parcel_trackings t on t.parcel_id = c.id
      join payments y on y.reference = p.public_id join receipts r on r.payment_id = y.id
      where o.public_id = ${order.id}`,
  )
  if (!known) throw new Error('the order has no parcel')
  const texts = [
    ...Object.values(known),
    known.number.toLowerCase(),
    known.email.toUpperCase(),
    order.id,
    order.purchaseId,
  ]
  for (const text of texts) expect(await search(text)).toEqual([order.id])
  expect(await search('no such thing')).toEqual([])
  expect(await search('%')).toEqual([])
})

test('a name shared by thousands of buyers finds the newest orders, page by page', async () => {
  const order = await createPaidOrder(shop)
  await db.execute(sql`
    with made as (
      insert into purchases (public_id, number, request_hash, email, shipping_method, first_name, last_name, phone, country, block_number,
          street_address, unit_number, building_name, address2, city, state, postcode, currency, subtotal_amount, shipping_amount,
          total_amount, placed_at, expires_at)
        select 'pur_many_' || n, 'M-' || n, '', 'many@example.com', 'ship', 'Zoe', 'Commoner', '', 'SG', '', '', '', '', '', '', '', '', 'USD',
          100, 0, 100, now(), now()
        from generate_series(1, 2200) n
        returning id)
    insert into supplier_orders (public_id, purchase_id, supplier_id, warehouse, state, version, currency, items_amount, shipping_amount,
        total_amount, created_at, updated_at, commission_bps, commission_tax_bps)
      select 'ord_many_' || m.id, m.id, o.supplier_id, o.warehouse, 'expired', 1, 'USD', 100, 0, 100, now(), now(), 0, 0
      from made m join supplier_orders o on o.public_id = ${order.id} order by m.id`)
  const all = await queryRows<{ id: string }>(
    db,
    sql`select public_id as id from supplier_orders where public_id like 'ord_many_%' order by supplier_orders.id desc limit 100`,
  )
  const first = await operator.read('/operator/orders?search=commoner')
  const second = await operator.read(`/operator/orders?search=commoner&cursor=${String(first['nextCursor'])}`)
  const found = [first, second].flatMap((page) => (page['orders'] as { id: string }[]).map(({ id }) => id))
  expect(found).toEqual(all.map(({ id }) => id))
  expect(await search('zoe commoner', `&supplier=none`)).toEqual([])
})

test('orders are filtered by group and supplier, newest first', async () => {
  const first = await createSubmittedOrder(shop)
  const second = await createSubmittedOrder(shop, { like: first })
  const other = await createPaidOrder(shop)
  expect(await search('')).toEqual([other.id, second.id, first.id])
  expect(await search('', `&supplier=${first.supplier.publicId}`)).toEqual([second.id, first.id])
  expect(await search('', '&group=completed')).toEqual([])
  expect(await search('', '&group=open')).toHaveLength(3)
  expect(await operator.get('/operator/orders?cursor=abc')).toMatchObject({ body: { code: 'bad_cursor' } })
})

test('suppliers are paged by name without duplicates', async () => {
  const names = Array.from({ length: 53 }, (_, index) => `Atelier ${String(index).padStart(2, '0')}`)
  for (const name of names) await createTestSupplier(db, { name })
  const first = await operator.read('/operator/suppliers?search=atelier')
  const second = await operator.read(
    `/operator/suppliers?search=atelier&cursor=${String(first['nextCursor'])}`,
  )
  const listed = [first, second].flatMap(({ suppliers }) => suppliers as { name: string }[])
  expect(listed.map(({ name }) => name)).toEqual(names)
  expect(second['nextCursor']).toBe(null)
  expect(first['counts']).toMatchObject({ all: 53, verified: 53, suspended: 0 })
})

test('open tasks are counted by kind with the oldest one, and a new shop has none', async () => {
  expect(await operator.read('/operator/exceptions')).toMatchObject({ exceptions: [] })
  const { owner } = await createPaidOrder(shop)
  const statement = { statement: 'Kallang Fine Pte Ltd', isCorrect: true }
  await expectSuccess(shop.post('/supplier/verification/company', statement, owner.headers))
  const body = await operator.read('/operator/exceptions')
  expect(body['exceptions']).toEqual([
    { kind: 'verifications', count: 1, oldestAt: shop.now().toISOString() },
  ])
})

test('the audit log can be filtered, and its file has the same entries as the list', async () => {
  const supplier = await createTestSupplier(db, { name: 'Suspended One' })
  const reason = 'Reports of copies'
  for (const change of ['suspend', 'lift'])
    await expectSuccess(operator.post(`/store-status/${supplier.publicId}`, { change, reason }))
  const list = async (query: string) => (await operator.read(`/operator/audit-log?${query}`))['entries']
  expect(await list('')).toMatchObject([
    { action: 'Lifted the suspension' },
    { action: 'Suspended the store' },
  ])
  expect(await list('search=lifted')).toHaveLength(1)
  expect(await list('search=the%20SUSPENSION')).toHaveLength(1)
  expect(await list('search=ft')).toHaveLength(1)
  for (const text of ['lifted%20it', '%25', 'the_s']) expect(await list(`search=${text}`)).toEqual([])
  expect(await list('kind=bank_details')).toEqual([])
  expect(await list('role=operator')).toHaveLength(2)
  const { text } = await operator.get('/operator/audit-log/file?search=suspended')
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain('Suspended One')
})

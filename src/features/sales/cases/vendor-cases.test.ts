import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSession, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import {
  asVendor,
  createShopVendor,
  orderInShop,
  passHold,
  publishProduct,
  readShopOrder,
  shipPracticeOrder,
  topUpWallet,
} from '#tests/steps/vendor-orders.ts'

const shop = await createTestShop()

/** Has two units shipped that cost 40.00 each, paid from the wallet. Returns the calls of both sides. */
async function createShippedOrder() {
  const vendor = await createShopVendor(shop)
  const supplier = await createTestSupplier(shop.db)
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: supplier })
  await publishProduct(shop, vendor, { supplier })
  await topUpWallet(shop, vendor, 200)
  const number = await orderInShop(shop, vendor, { units: [2] })
  await passHold(shop)
  const read = () => readShopOrder(shop, vendor, number)
  const part = await readPart(read)
  const asSupplier = async (path: string, body?: object) => {
    const { headers } = await createSession(shop.db, owner.id, shop.now())
    const answer = await (body ? shop.post(path, body, headers) : shop.get(path, headers))
    await shop.work()
    return answer
  }
  await asSupplier(`/supplier/orders/${part.id}/accept`, {})
  const parcel = { carrier: 'fedex', trackingNumber: '123456789012', idempotencyKey: 'parcel-one' }
  expect(await asSupplier(`/supplier/orders/${part.id}/parcels`, parcel)).toMatchObject({ status: 200 })
  return { vendor, read, asSupplier, path: `/orders/${part.purchaseId}/supplier-orders/${part.id}` }
}

async function readPart(read: () => Promise<object>): Promise<{ id: string; purchaseId: string }> {
  return getField({ body: await read() } as never, 'supplierOrders', '0')
}

const BROKEN = {
  kind: 'damaged',
  reason: 'broken',
  text: 'The clasp of one of them is broken.',
  amount: 4_000,
  lines: [{ line: 1, quantity: 1 }],
}

test('a vendor opens a case about a shipped order, and its refund goes to the wallet', async () => {
  const { vendor, read, asSupplier, path } = await createShippedOrder()
  expect(await read()).toMatchObject({
    walletBalance: 120,
    supplierOrders: [{ state: 'shipped', reportDays: expect.any(Number), lines: [{ isReturnable: true }] }],
  })
  const opened = await asVendor(shop, vendor)(`${path}/cases`, BROKEN)
  expect(opened).toMatchObject({ status: 200, body: { case: { state: 'supplier_turn' } } })
  await shop.work()
  expect(await read()).toMatchObject({
    supplierOrders: [
      {
        state: 'in_case',
        refunded: 0,
        timeline: expect.arrayContaining([expect.objectContaining({ event: 'open_case', actor: 'vendor' })]),
      },
    ],
  })
  const id = getField(opened, 'case', 'id')
  const seen = await asSupplier(`/cases/${id}`)
  expect(seen).toMatchObject({ body: { case: { reason: 'broken', buyerProposal: { amount: 4_000 } } } })
  expect(seen.text).not.toContain(vendor.email)
  const version = getField<number>(seen, 'case', 'version')
  expect(await asSupplier(`/cases/${id}/act`, { action: 'accept', version })).toMatchObject({ status: 200 })
  await shop.work()
  expect(await read()).toMatchObject({
    walletBalance: 160,
    cost: 40,
    supplierOrders: [{ state: 'completed', refunded: 40 }],
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('a vendor and a supplier write to each other in a case, and the vendor withdraws it', async () => {
  const { vendor, read, asSupplier, path } = await createShippedOrder()
  const call = asVendor(shop, vendor)
  const opened = await call(`${path}/cases`, { ...BROKEN, amount: undefined, lines: [] })
  const id = getField(opened, 'case', 'id')
  const [orders] = path.split('/supplier-orders')
  await asSupplier(`/cases/${id}/act`, { action: 'message', text: 'Which clasp is it?' })
  const cases = await call(`${orders}/cases`)
  expect(cases).toMatchObject({ body: { cases: [{ buyerProposal: { amount: 8_000 } }] } })
  expect(cases.text).toContain('Which clasp is it?')
  const emails = await queryRows<{ body: string }>(
    shop.db,
    sql`select coalesce(html, '') || text as body from emails where recipient = ${vendor.email} and key like ${`%${id}%`}`,
  )
  expect(emails.length).toBeGreaterThan(0)
  for (const { body } of emails) expect(body).toContain('/dashboard/vendor/orders/sho_')
  const version = getField<number>(cases, 'cases', '0', 'version')
  expect(await call(`${orders}/cases/${id}/act`, { action: 'withdraw', version })).toMatchObject({
    status: 200,
  })
  await shop.work()
  expect(await read()).toMatchObject({
    walletBalance: 120,
    supplierOrders: [{ state: 'completed', refunded: 0 }],
  })
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('refuses cases of others, of practice orders, and a consumer’s withdrawal of a vendor', async () => {
  const { vendor, path } = await createShippedOrder()
  const stranger = await createShopVendor(shop, { isReal: false })
  expect(await asVendor(shop, stranger)(`${path}/cases`, BROKEN)).toMatchObject({ status: 404 })
  expect(await shop.post(`${path}/cases`, BROKEN)).toMatchObject({ status: 401 })
  await shop.db.execute(sql`update purchases set country = 'DE'`)
  expect(await asVendor(shop, vendor)(`${path}/withdraw`, {})).toMatchObject({
    status: 409,
    body: { code: 'no_withdrawal' },
  })
  await publishProduct(shop, stranger)
  await asVendor(shop, stranger)('/vendor/wallet/top-ups', { wallet: 'practice', amount: 500 })
  const number = await orderInShop(shop, stranger)
  await shipPracticeOrder(shop, stranger, { number, part: 0 })
  const { id, purchaseId } = await readPart(() => readShopOrder(shop, stranger, number))
  expect(
    await asVendor(shop, stranger)(`/orders/${purchaseId}/supplier-orders/${id}/cases`, BROKEN),
  ).toMatchObject({ status: 409, body: { code: 'order_state' } })
})

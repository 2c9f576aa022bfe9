import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OperatorRole } from '#core/access/permissions.ts'
import { queryRows } from '#database/database.ts'
import { createTestOperator, createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createCase } from '#tests/steps/cases.ts'
import { expectSuccess } from '#tests/steps/payouts.ts'
import { createPaidOrder, createSentOrder } from '#tests/steps/supplier-orders.ts'
import { createShopVendor, topUpWallet } from '#tests/steps/vendor-orders.ts'
import type { SearchKind } from './contract.ts'

const shop = await createTestShop()
const { db } = shop

/** Returns the search of an operator with these roles. */
async function createSearcher(roles: OperatorRole[]) {
  const { headers } = await createTestOperator(db, shop.now(), roles)
  return async (text: string) => {
    const { body } = await expectSuccess(
      shop.get(`/operator/search?search=${encodeURIComponent(text)}`, headers),
    )
    // An answer's body is always an object.
    const { groups } = body as {
      groups: { kind: SearchKind; results: { id: string }[]; hasMore: boolean }[]
    }
    return groups
  }
}

/** Returns the IDs that a text finds, by kind. */
async function findIds(search: Awaited<ReturnType<typeof createSearcher>>, text: string) {
  const groups = await search(text)
  return Object.fromEntries(groups.map(({ kind, results }) => [kind, results.map(({ id }) => id)]))
}

test('one search finds orders, cases, money, products, suppliers, vendors, accounts, guests and messages', async () => {
  const search = await createSearcher(['owner'])
  const order = await createSentOrder(shop, { form: { email: 'guest@search.example' } })
  const { id: caseId } = await createCase(order)
  const [known] = await queryRows<Record<'number' | 'buyer' | 'key' | 'product' | 'sku' | 'payment', string>>(
    db,
    sql`
      select p.number, p.first_name || ' ' || p.last_name as buyer, d.name as product, d.sku, y.public_id as payment,
        (select key from ledger_postings order by id limit 1) as key
      from supplier_orders o join purchases p on p.id = o.purchase_id join payments y on y.reference = p.public_id
      join supplier_order_lines l on l.supplier_order_id = o.id join products d on d.id = l.product_id
      where o.public_id = ${order.id}`,
  )
  if (!known) throw new Error('the order was not placed')
  expect(await findIds(search, known.number)).toEqual({ order: [order.id], case: [caseId] })
  expect(await findIds(search, 'GUEST@search.example')).toEqual({
    order: [order.id],
    case: [caseId],
    guest: ['guest@search.example'],
  })
  expect(await findIds(search, known.buyer.toUpperCase())).toMatchObject({ order: [order.id] })
  expect(await findIds(search, caseId)).toEqual({ case: [caseId] })
  expect(await findIds(search, known.payment)).toEqual({ order: [order.id] })
  expect(await findIds(search, known.key)).toEqual({ posting: [known.key] })
  expect(await findIds(search, known.product)).toHaveProperty('product')
  expect(await findIds(search, known.sku)).toHaveProperty('product')
  expect(await findIds(search, order.supplier.publicId)).toEqual({ supplier: [order.supplier.publicId] })
  expect(await findIds(search, 'nothing like it')).toEqual({})
  expect(await findIds(search, '%%')).toEqual({})
})

test('a top-up finds its vendor, and an unapplied receipt is found by the provider’s reference', async () => {
  const search = await createSearcher(['finance'])
  const vendor = await createShopVendor(shop)
  const providerRef = await topUpWallet(shop, vendor, 100)
  const order = await createPaidOrder(shop)
  await queryRows(
    db,
    sql`
        insert into receipts (payment_id, provider, external_id, currency, amount, state, reason, received_at)
        select y.id, y.provider, 'paid-twice', 'USD', 100, 'unapplied', 'order_expired', ${shop.now()}
        from payments y join purchases p on p.public_id = y.reference where p.public_id = ${order.purchaseId}`,
  )
  expect(await search(providerRef)).toMatchObject([
    { kind: 'payment', results: [{ id: vendor.publicId, about: 'Wallet top-up' }] },
  ])
  const groups = await search('paid-twice')
  expect(groups.find(({ kind }) => kind === 'payment')).toMatchObject({
    results: [{ id: 'paid-twice', about: 'Not applied to an order' }],
  })
})

test('results are limited to the operator’s roles: catalogue finds no money, orders or accounts', async () => {
  const order = await createPaidOrder(shop, { form: { email: 'role@search.example' } })
  const catalogue = await createSearcher(['catalogue'])
  expect(await findIds(catalogue, 'role@search.example')).toEqual({})
  expect(await findIds(catalogue, order.id)).toEqual({})
  expect(await findIds(catalogue, order.supplier.publicId)).toEqual({ supplier: [order.supplier.publicId] })
  const support = await createSearcher(['support'])
  expect(await findIds(support, 'role@search.example')).toMatchObject({ order: [order.id] })
  const [posting] = await queryRows<{ key: string }>(db, sql`select key from ledger_postings limit 1`)
  expect(await findIds(support, posting?.key ?? '')).toEqual({})
})

test('shows five results of a kind, and whether there are more', async () => {
  const search = await createSearcher(['owner'])
  const supplier = await createTestSupplier(db, { name: 'Many Rings' })
  for (let index = 0; index < 6; index++)
    await createTestProduct(db, { supplier, name: `Quillwort Ring ${index}` })
  const [products] = await search('quillwort')
  expect(products).toMatchObject({ kind: 'product', hasMore: true })
  expect(products?.results).toHaveLength(5)
})

test('refuses a search of one character', async () => {
  const { headers } = await createSignedInAccount(db, shop.now(), { type: 'operator' })
  expect(await shop.get('/operator/search?search=a', headers)).toMatchObject({
    status: 400,
    text: expect.stringContaining('Enter at least two characters.'),
  })
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getField } from '#tests/steps/chat.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { MAX_SELECTED } from '../rules.ts'

const shop = await createTestShop()

test('a vendor’s selection is stored with the price and stock of the marketplace [VONB-08, ENT-18]', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const [ring, chain] = [
    await createTestProduct(shop.db, { name: 'Harbour ring', price: 12_000, offer: 9_950, stock: 4 }),
    await createTestProduct(shop.db, { name: 'Quay chain' }),
  ]
  const image = { image_url: '/media/quay-chain.webp', key: null, tint: null, alt: 'Quay chain' }
  await shop.db.execute(
    sql`update products set pictures = ${JSON.stringify([image])}::jsonb where public_id = ${chain.id}`,
  )
  const products = [{ productId: ring.id }, { productId: chain.id, retailPrice: 250.5, quantity: 2 }]
  expect(await shop.post('/stores/selection', { products }, headers)).toMatchObject({
    status: 200,
    body: { added: 2, total: 2 },
  })
  // Selecting the products again keeps their settings.
  await shop.post('/stores/selection', { products: [{ productId: chain.id, retailPrice: 1 }] }, headers)
  expect(await shop.get('/stores/selection', headers)).toMatchObject({
    body: {
      total: 2,
      pages: 1,
      selection: [
        {
          productId: chain.id,
          name: 'Quay chain',
          image,
          retailPrice: 250.5,
          retailCurrency: 'USD',
          quantity: 2,
          sync: { state: 'none' },
        },
        {
          productId: ring.id,
          name: 'Harbour ring',
          price: 99.5,
          stock: 4,
          retailPrice: null,
          quantity: null,
          isOffered: true,
        },
      ],
    },
  })
})

test('retail price and quantity can be set and reset, and are validated [VONB-09]', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const { id: productId } = await createTestProduct(shop.db)
  await shop.post('/stores/selection', { products: [{ productId }] }, headers)
  const change = (fields: object) => shop.post('/stores/selection/change', { productId, ...fields }, headers)
  expect(await change({ retailPrice: 0.01, quantity: 7 })).toMatchObject({
    body: { product: { retailPrice: 0.01, quantity: 7 } },
  })
  expect(await change({ quantity: null })).toMatchObject({
    body: { product: { retailPrice: 0.01, quantity: null } },
  })
  expect(await change({ retailPrice: null })).toMatchObject({
    body: { product: { retailPrice: null, retailCurrency: null } },
  })
  for (const wrong of [{ retailPrice: 0 }, { retailPrice: 1.005 }, { quantity: -1 }, { quantity: 1.5 }])
    expect(await change(wrong)).toMatchObject({ status: 400 })
})

test('products can be removed repeatedly, and unlisted ones cannot be selected [VONB-09]', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const [ring, hidden] = [await createTestProduct(shop.db), await createTestProduct(shop.db)]
  await shop.db.execute(sql`update products set status = 'draft' where id = ${hidden.productKey}`)
  const products = [{ productId: ring.id }, { productId: hidden.id }]
  expect(getField(await shop.post('/stores/selection', { products }, headers), 'added')).toBe(1)
  const deselect = () => shop.post('/stores/selection/remove', { productIds: [ring.id] }, headers)
  expect(await deselect()).toMatchObject({ body: { removed: 1, total: 0 } })
  expect(await deselect()).toMatchObject({ body: { removed: 0, total: 0 } })
})

test('a vendor cannot see or change another vendor’s selection', async () => {
  const [one, other] = [
    await createSignedInAccount(shop.db, shop.now()),
    await createSignedInAccount(shop.db, shop.now()),
  ]
  const { id: productId } = await createTestProduct(shop.db)
  await shop.post('/stores/selection', { products: [{ productId }] }, one.headers)
  expect(await shop.get('/stores/selection', other.headers)).toMatchObject({
    body: { total: 0, selection: [] },
  })
  await shop.post('/stores/selection/remove', { productIds: [productId] }, other.headers)
  expect(
    await shop.post('/stores/selection/change', { productId, quantity: 1 }, other.headers),
  ).toMatchObject({
    status: 404,
    body: { code: 'not_selected' },
  })
  expect(getField(await shop.get('/stores/selection', one.headers), 'total')).toBe(1)
})

test(`refuses a selection of more than ${MAX_SELECTED} products`, async () => {
  const { id, headers } = await createSignedInAccount(shop.db, shop.now())
  const [full, more] = [await createTestProduct(shop.db), await createTestProduct(shop.db)]
  await shop.db.execute(sql`
    insert into products (public_id, supplier_id, warehouse_id, category_id, name, price_amount)
    select 'prd_' || lpad(n::text, 32, '0'), supplier_id, warehouse_id, category_id, 'Ring', 100
    from products, generate_series(1, ${MAX_SELECTED - 1}) n where id = ${full.productKey}`)
  await shop.db.execute(sql`
    insert into store_selections (account_id, product_id, added_at)
    select ${id}, id, ${shop.now()} from products where id <> ${more.productKey}`)
  const selectProduct = (productId: string) =>
    shop.post('/stores/selection', { products: [{ productId }] }, headers)
  expect(await selectProduct(full.id)).toMatchObject({ status: 200, body: { added: 0, total: MAX_SELECTED } })
  expect(await selectProduct(more.id)).toMatchObject({ status: 409, body: { code: 'selection_full' } })
})

test('a selected product has the price by the vendor’s rules, in the currency of their store', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  const { id: productId, productKey } = await createTestProduct(shop.db, { price: 12_000 })
  await shop.db.execute(
    sql`update product_variants set wholesale_amount = 4000 where product_id = ${productKey}`,
  )
  await shop.post('/stores/selection', { products: [{ productId }] }, headers)
  const read = async () => getField(await shop.get('/stores/selection', headers), 'selection', '0')
  expect(await read()).toMatchObject({ price: 120, rulePrice: null, ruleCurrency: null })
  const tiers = [{ kind: 'multiplier', upToCents: null, value: 25_000 }]
  const rules = [{ scope: { kind: 'all' }, tiers, ending: null, minMarginBps: 0 }]
  const saved = await shop.post('/vendor/pricing', { version: 0, rates: [], rules }, headers)
  expect(saved).toMatchObject({ status: 200 })
  expect(await read()).toMatchObject({ price: 120, retailPrice: null, rulePrice: 100, ruleCurrency: 'USD' })
  const change = { productId, retailPrice: 90 }
  expect(await shop.post('/stores/selection/change', change, headers)).toMatchObject({
    body: { product: { retailPrice: 90, rulePrice: 100 } },
  })
})

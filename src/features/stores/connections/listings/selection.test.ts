import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { field } from '#tests/steps/chat.ts'
import { pieceOnSale } from '#tests/shop/factories.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { testShop } from '#tests/shop/shop.ts'
import { MOST_SELECTED } from '../rules.ts'

const shop = await testShop()

test('what a vendor chooses is kept, with what the marketplace asks and has [VONB-08, ENT-18]', async () => {
  const { headers } = await personSignedIn(shop.db, shop.now())
  const [ring, chain] = [
    await pieceOnSale(shop.db, { name: 'Harbour ring', price: 12_000, offer: 9_950, stock: 4 }),
    await pieceOnSale(shop.db, { name: 'Quay chain' }),
  ]
  const image = { image_url: '/media/quay-chain.webp', key: null, tint: null, alt: 'Quay chain' }
  await shop.db.execute(
    sql`update products set pictures = ${JSON.stringify([image])}::jsonb where public_id = ${chain.id}`,
  )
  const pieces = [{ productId: ring.id }, { productId: chain.id, retailPrice: 250.5, quantity: 2 }]
  expect(await shop.post('/stores/selection', { pieces }, headers)).toMatchObject({
    status: 200,
    body: { added: 2, total: 2 },
  })
  // Choosing again what is chosen changes nothing of it.
  await shop.post('/stores/selection', { pieces: [{ productId: chain.id, retailPrice: 1 }] }, headers)
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

test('retail price and quantity are changed, taken back, and checked [VONB-09]', async () => {
  const { headers } = await personSignedIn(shop.db, shop.now())
  const { id: productId } = await pieceOnSale(shop.db)
  await shop.post('/stores/selection', { pieces: [{ productId }] }, headers)
  const change = (fields: object) => shop.post('/stores/selection/change', { productId, ...fields }, headers)
  expect(await change({ retailPrice: 0.01, quantity: 7 })).toMatchObject({
    body: { piece: { retailPrice: 0.01, quantity: 7 } },
  })
  expect(await change({ quantity: null })).toMatchObject({
    body: { piece: { retailPrice: 0.01, quantity: null } },
  })
  expect(await change({ retailPrice: null })).toMatchObject({
    body: { piece: { retailPrice: null, retailCurrency: null } },
  })
  for (const wrong of [{ retailPrice: 0 }, { retailPrice: 1.005 }, { quantity: -1 }, { quantity: 1.5 }])
    expect(await change(wrong)).toMatchObject({ status: 400 })
})

test('pieces are left out, twice is once, and unlisted ones never come in [VONB-09]', async () => {
  const { headers } = await personSignedIn(shop.db, shop.now())
  const [ring, hidden] = [await pieceOnSale(shop.db), await pieceOnSale(shop.db)]
  await shop.db.execute(sql`update products set status = 'draft' where id = ${hidden.productKey}`)
  const pieces = [{ productId: ring.id }, { productId: hidden.id }]
  expect(field(await shop.post('/stores/selection', { pieces }, headers), 'added')).toBe(1)
  const leave = () => shop.post('/stores/selection/remove', { productIds: [ring.id] }, headers)
  expect(await leave()).toMatchObject({ body: { removed: 1, total: 0 } })
  expect(await leave()).toMatchObject({ body: { removed: 0, total: 0 } })
})

test('a selection is its owner’s alone', async () => {
  const [one, other] = [await personSignedIn(shop.db, shop.now()), await personSignedIn(shop.db, shop.now())]
  const { id: productId } = await pieceOnSale(shop.db)
  await shop.post('/stores/selection', { pieces: [{ productId }] }, one.headers)
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
  expect(field(await shop.get('/stores/selection', one.headers), 'total')).toBe(1)
})

test(`nobody chooses more than ${MOST_SELECTED} pieces`, async () => {
  const { id, headers } = await personSignedIn(shop.db, shop.now())
  const [full, more] = [await pieceOnSale(shop.db), await pieceOnSale(shop.db)]
  await shop.db.execute(sql`
    insert into products (public_id, supplier_id, warehouse_id, category_id, name, price_amount)
    select 'prd_' || lpad(n::text, 32, '0'), supplier_id, warehouse_id, category_id, 'Piece', 100
    from products, generate_series(1, ${MOST_SELECTED - 1}) n where id = ${full.productKey}`)
  await shop.db.execute(sql`
    insert into store_selections (person_id, product_id, added_at)
    select ${id}, id, ${shop.now()} from products where id <> ${more.productKey}`)
  const choose = (productId: string) => shop.post('/stores/selection', { pieces: [{ productId }] }, headers)
  expect(await choose(full.id)).toMatchObject({ status: 200, body: { added: 0, total: MOST_SELECTED } })
  expect(await choose(more.id)).toMatchObject({ status: 409, body: { code: 'selection_full' } })
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { addMs, HOUR, MINUTE } from '#core/time.ts'
import { createOutgoingProduct, createSizedProduct } from '#tests/contracts/store-contract.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import {
  findPracticeNumber,
  openPracticeShop,
  readSourceProducts,
  sellInPracticeShop,
} from '#tests/steps/practice-connector.ts'

const { db } = await createTestDatabase()
const PLATFORMS = ['shopify', 'woocommerce'] as const

test.each(PLATFORMS)(
  '%s: a practice shop accepts its keys, and rejects them after they are revoked',
  async (platform) => {
    const shop = await openPracticeShop(db, platform)
    const { connector, access } = shop
    const limits = platform === 'shopify' ? { limits: [] } : {}
    expect(await connector.check(access, 'source')).toEqual({ name: 'Atelier', currency: 'USD', ...limits })
    await shop.act({ answers: 'locked' })
    await expect(connector.check(access, 'source')).rejects.toMatchObject({ code: 'store_access_denied' })
  },
)

test.each(PLATFORMS)(
  '%s: sends category, weight and short description with a new product',
  async (platform) => {
    const shop = await openPracticeShop(db, platform)
    const product = createSizedProduct(7, [
      ['52', '120.00', 3],
      ['54', '125.00', 1],
    ])
    const pushed = { shortDescription: 'A ring & a <halo>.', category: 'Rings & bands' }
    const variants = product.variants.map((variant) => ({ ...variant, weightGrams: 4.2 }))
    await shop.connector.pushProducts(shop.access, [{ ...product, ...pushed, variants }])
    // The category exists now and is not created again.
    const [another] = await shop.connector.pushProducts(shop.access, [
      { ...createOutgoingProduct(8), category: 'rings & bands' },
    ])
    expect(another).toHaveProperty('externalId')
    const found = (await readSourceProducts(shop)).filter(({ name }) => name.startsWith('Halo ring'))
    expect(found).toMatchObject([
      { categories: ['Rings & bands'], variants: [{ weightGrams: 4.2 }, { weightGrams: 4.2 }] },
      { categories: [platform === 'shopify' ? 'rings & bands' : 'Rings & bands'] },
    ])
    const stored = await queryRows<{ short_description: string }>(
      db,
      sql`select short_description from practice_products where name = 'Halo ring 7' order by id desc limit 1`,
    )
    expect(stored[0]?.short_description).toBe(
      platform === 'shopify' ? 'A ring & a <halo>.' : '<p>A ring &amp; a &lt;halo&gt;.</p>',
    )
  },
)

test.each(PLATFORMS)('%s: reads products with all variants, options, weights and stock', async (platform) => {
  const shop = await openPracticeShop(db, platform)
  const products = await readSourceProducts(shop)
  expect(products.map(({ name }) => name)).toEqual([
    'Practice Ring',
    'Practice Necklace',
    'Practice Earrings',
    'Practice Band',
  ])
  const [ring, , , band] = products
  expect(ring).toMatchObject({
    kind: 'simple',
    status: 'public',
    options: [],
    categories: ['Rings'],
    variants: [{ sku: 'PRACTICE-RING', values: [], priceAmount: 12_000, quantity: 12, weightGrams: 4 }],
  })
  expect(band).toMatchObject({
    kind: 'variable',
    options: ['Ring size'],
    tags: ['handmade'],
    variants: [
      { values: ['52'], priceAmount: 14_000, quantity: 4, weightGrams: 6 },
      { values: ['54'], priceAmount: 15_000, quantity: 5 },
      { values: ['56'], priceAmount: 16_000, quantity: 6 },
    ],
  })
  expect(new Set(band?.variants.map(({ externalId }) => externalId)).size).toBe(3)
})

test.each(PLATFORMS)('%s: reads many products page by page, each once', async (platform) => {
  const shop = await openPracticeShop(db, platform)
  for (let number = 1; number <= 45; number += 1)
    await shop.act({ action: 'product_add', name: `Own ${number}`, price: '45.50', quantity: '4' })
  const names = (await readSourceProducts(shop)).map(({ name }) => name)
  expect([names.length, new Set(names).size]).toEqual([49, 49])
})

test.each(PLATFORMS)(
  '%s: finds products and variants changed since a time, and no deleted ones',
  async (platform) => {
    const shop = await openPracticeShop(db, platform)
    const { connector, access } = shop
    shop.pass(HOUR)
    expect(await readSourceProducts(shop, shop.now())).toEqual([])
    const size = await findPracticeNumber(shop, 'PRACTICE-BAND-54')
    await shop.act({ action: 'product_save', product: size, name: '54', price: '155.00', quantity: '9' })
    const [changed, ...more] = await readSourceProducts(shop, addMs(shop.now(), -1_000))
    expect(more).toEqual([])
    expect(changed).toMatchObject({ name: 'Practice Band', modifiedAt: shop.now() })
    expect(changed?.variants[1]).toMatchObject({ priceAmount: 15_500, quantity: 9 })

    const [ring, necklace] = await readSourceProducts(shop)
    const ids = [ring?.externalId ?? '', necklace?.externalId ?? '']
    await shop.act({ action: 'product_remove', product: await findPracticeNumber(shop, 'Practice Ring') })
    expect(await connector.findSourceProducts(access, ids)).toMatchObject([{ name: 'Practice Necklace' }])
    await shop.act({ action: 'product_restore', product: await findPracticeNumber(shop, 'Practice Ring') })
    expect(await connector.findSourceProducts(access, ids)).toHaveLength(2)
  },
)

test.each(PLATFORMS)('%s: reads variants that the owner added, renamed or removed', async (platform) => {
  const shop = await openPracticeShop(db, platform)
  const parent = await findPracticeNumber(shop, 'Practice Band')
  await shop.act({ action: 'variant_add', parent, name: '58', price: '170.00', quantity: '2' })
  await shop.act({ action: 'variant_remove', product: await findPracticeNumber(shop, 'PRACTICE-BAND-52') })
  const renamed = await findPracticeNumber(shop, 'PRACTICE-BAND-54')
  await shop.act({
    action: 'product_save',
    product: renamed,
    name: '54 wide',
    price: '150.00',
    quantity: '5',
  })
  const band = (await readSourceProducts(shop)).find(({ name }) => name === 'Practice Band')
  expect(band?.variants.map(({ values, quantity }) => [values[0], quantity])).toEqual([
    ['54 wide', 5],
    ['56', 6],
    ['58', 2],
  ])
})

test.each([
  ['shopify', 'slow', 'server_unreachable'],
  ['shopify', 'failing', 'store_busy'],
  ['shopify', 'busy', 'store_busy'],
  ['woocommerce', 'slow', 'server_unreachable'],
  ['woocommerce', 'failing', 'store_error'],
  ['woocommerce', 'busy', 'store_busy'],
] as const)('%s: a shop that is %s can be asked again later', async (platform, answers, code) => {
  const shop = await openPracticeShop(db, platform)
  const { connector, access } = shop
  await shop.act({ answers })
  const reading = connector.listSourceProducts(access, { cursor: null })
  await expect(reading).rejects.toMatchObject({ kind: 'unavailable', code })
  await shop.act({ answers: 'normal' })
  expect(await readSourceProducts(shop)).toHaveLength(4)
})

test.each(PLATFORMS)(
  '%s: creates a vendor’s products once, with sizes, and updates them',
  async (platform) => {
    const { connector, access } = await openPracticeShop(db, platform)
    const products = [
      createOutgoingProduct(1),
      createSizedProduct(7, [
        ['52', '100.00', 2],
        ['54', '110.00', 1],
      ]),
    ]
    const first = await connector.pushProducts(access, products)
    expect(first).toMatchObject(
      products.map(({ reference }) => ({ reference, externalId: expect.anything() })),
    )
    const again = await connector.pushProducts(access, [
      createOutgoingProduct(1, {
        variants: [{ reference: `var_${'1'.padStart(32, '0')}`, values: [], price: '99.50', quantity: 1 }],
      }),
      createSizedProduct(7, [
        ['54', '115.00', 4],
        ['56', '120.00', 5],
      ]),
    ])
    const idsOf = (pushed: typeof first) => pushed.map((one) => 'externalId' in one && one.externalId)
    expect(idsOf(again)).toEqual(idsOf(first))
    const { products: listed } = await connector.listProducts(access, null)
    expect(listed.filter(({ name }) => name.startsWith('Halo'))).toMatchObject([
      { priceAmount: 9_950, quantity: 1 },
      {},
    ])
  },
)

test.each(PLATFORMS)('%s: reads an order, and lists the orders changed since a time', async (platform) => {
  const shop = await openPracticeShop(db, platform)
  const { connector, access } = shop
  shop.pass(MINUTE)
  const placed = await sellInPracticeShop(shop, 'PRACTICE-BAND-54', 2)
  const order = await connector.findOrder(access, String(placed?.id))
  const band = (await readSourceProducts(shop)).find(({ name }) => name === 'Practice Band')
  expect(order).toMatchObject({
    state: 'paid',
    currency: 'USD',
    totalAmount: 30_000,
    address: { firstName: 'Mei', country: 'SG' },
    lines: [
      { productId: band?.externalId, variantId: band?.variants[1]?.externalId, quantity: 2, removed: 0 },
    ],
  })
  const { orders } = await connector.listOrders(access, addMs(shop.now(), -1_000), null)
  expect(orders).toMatchObject([{ externalId: String(placed?.id) }])
  expect((await connector.listOrders(access, addMs(shop.now(), MINUTE), null)).orders).toEqual([])
})

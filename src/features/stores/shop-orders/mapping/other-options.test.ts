import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { publishRing, readOffers, showSizes } from '#tests/steps/variant-drift.ts'
import { asVendor, orderInShop, readShopOrder, type ShopVendor } from '#tests/steps/vendor-orders.ts'
import { classifyLines, type KnownVariant } from '../rules.ts'

const shop = await createTestShop()

type Line = Readonly<{
  id: string
  otherOptions: string | null
  options: readonly Readonly<{ id: string; title: string; isSuggested: boolean }>[]
}>

async function order(vendor: ShopVendor) {
  const number = await orderInShop(shop, vendor, { units: [1, 2] })
  const found = await readShopOrder(shop, vendor, number)
  const sizes = await queryRows<{ size: string | null }>(
    shop.db,
    sql`
      select v.size from shop_order_lines l join shop_orders o on o.id = l.order_id
      left join product_variants v on v.id = l.variant_id where o.public_id = ${found.id} order by l.place`,
  )
  // An unchecked cast: the answer is validated by its contract.
  const { lines } = found as unknown as { lines: readonly [Line, Line] }
  return { ...found, number, lines, sizes: sizes.map(({ size }) => size) }
}

/** Matches a line to the variant of this size. */
async function match(
  vendor: ShopVendor,
  { orderId, line, size }: Readonly<{ orderId: string; line: Line; size: string }>,
): Promise<void> {
  const variantId = line.options.find(({ title }) => title === size)?.id
  const answer = await asVendor(shop, vendor)(`/vendor/orders/${orderId}/lines/${line.id}/match`, {
    variantId,
  })
  expect(answer).toMatchObject({ status: 200 })
  await shop.work()
}

/** Plans publishing; returns why its update is planned, if it has one. */
async function readPlannedReason(vendor: ShopVendor): Promise<string | undefined> {
  const call = asVendor(shop, vendor)
  const started = await call('/vendor/publish-plans', { storeId: vendor.connection })
  await shop.work()
  const path = `/vendor/publish-plans/${getField(started, 'plan', 'id')}`
  return getField(await call(`${path}/items?tab=update`), 'items', '0', 'reason')
}

test.each(['woocommerce', 'shopify'] as const)(
  '%s: after an owner swaps the sizes of two variants, orders wait until their vendor says once what is meant',
  async (platform) => {
    const { vendor, ids } = await publishRing(shop, platform)
    const before = await order(vendor)
    expect(before).toMatchObject({
      sizes: ['52', '54'],
      lines: [{ otherOptions: null }, { otherOptions: null }],
    })

    await showSizes(shop, ids, ['54', '52'])
    const waiting = await order(vendor)
    expect(waiting).toMatchObject({
      state: 'blocked',
      reasons: [{ code: 'other_options' }],
      sizes: [null, null],
      lines: [
        { kind: 'unmapped', otherOptions: '54', reason: { code: 'other_options' } },
        { kind: 'unmapped', otherOptions: '52', reason: { code: 'other_options' } },
      ],
    })
    // The title and the SKU contradict each other.
    expect(waiting.lines[0].options.some(({ isSuggested }) => isSuggested)).toBe(false)
    await match(vendor, { orderId: waiting.id, line: waiting.lines[0], size: '54' })
    await match(vendor, { orderId: waiting.id, line: waiting.lines[1], size: '52' })
    expect(await readShopOrder(shop, vendor, waiting.number)).toMatchObject({ state: 'to_pay', reasons: [] })

    const next = await order(vendor)
    expect(next).toMatchObject({ state: 'to_pay', sizes: ['54', '52'] })
    await showSizes(shop, ids, ['52', '54'])
    expect((await order(vendor)).sizes).toEqual(['52', '54'])
  },
)

test('a renamed size waits once, and only where it was renamed', async () => {
  const { vendor, ids } = await publishRing(shop, 'woocommerce')
  await showSizes(shop, ids, ['EU 52', '54'])
  const waiting = await order(vendor)
  expect(waiting).toMatchObject({ sizes: [null, '54'], lines: [{ otherOptions: 'EU 52' }, { kind: 'ours' }] })
  await match(vendor, { orderId: waiting.id, line: waiting.lines[0], size: '52' })
  expect(await order(vendor)).toMatchObject({ state: 'to_pay', sizes: ['52', '54'] })
  await showSizes(shop, ids, ['eu-52', '54'])
  expect((await order(vendor)).sizes).toEqual(['52', '54'])
  await showSizes(shop, ids, ['EU 54', '54'])
  expect((await order(vendor)).sizes).toEqual([null, '54'])
})

test.each(['woocommerce', 'shopify'] as const)(
  '%s: stock and price follow the sizes that a store shows',
  async (platform) => {
    const { vendor, ids, key } = await publishRing(shop, platform)
    const sync = async () => {
      await asVendor(shop, vendor)('/stores/sync', {})
      await shop.work()
    }
    await shop.db.execute(
      sql`update product_variants set price_amount = 15000 where product_id = ${key} and size = '54'`,
    )
    await sync()
    const offers = await readOffers(shop, ids)
    expect(offers).toMatchObject([{ quantity: 5 }, { quantity: 2 }])
    expect(offers[0]?.price).not.toBe(offers[1]?.price)

    await showSizes(shop, ids, ['54', '52'])
    await sync()
    expect(await readOffers(shop, ids)).toEqual(offers.toReversed())
    // Orders go by the store's ids still, and wait.
    expect(await order(vendor)).toMatchObject({ state: 'blocked', sizes: [null, null] })

    await showSizes(shop, ids, ['52', '54'])
    await sync()
    expect(await readOffers(shop, ids)).toEqual(offers)
  },
)

test.each(['woocommerce', 'shopify'] as const)(
  '%s: once a vendor has matched a renamed size to another one, its variant gets the stock of that one by itself',
  async (platform) => {
    const { vendor, ids } = await publishRing(shop, platform)
    await showSizes(shop, ids, ['EU 54', '54'])
    const waiting = await order(vendor)
    await match(vendor, { orderId: waiting.id, line: waiting.lines[0], size: '54' })
    expect(await readPlannedReason(vendor)).toBe(
      'You matched options of this product to another variant. We’ll send its stock and price.',
    )
    await shop.app.jobs.enqueue(shop.db, { job: 'listings.push_changes', input: {} })
    await shop.work()
    expect(await readPlannedReason(vendor)).toBeUndefined()
    const [first, second] = await readOffers(shop, ids)
    expect(first).toEqual(second)
    expect((await order(vendor)).sizes).toEqual(['54', '54'])
  },
)

const VARIANT: KnownVariant = {
  productKey: 1,
  variantKey: 2,
  ownSkus: [],
  values: ['52', '18K Gold / Silver'],
}

test.each([
  [['52', '18K Gold', 'Silver'], null],
  [['18k-gold', 'silver', '52', 'For Anna'], null],
  [['54', '18K Gold', 'Silver'], '54 / 18K Gold / Silver'],
  [['52', 'Silver'], '52 / Silver'],
  [[], null],
])('options %j of a line differ by %j', (options, otherOptions) => {
  const line = {
    externalId: '1',
    productId: '3',
    variantId: '4',
    options,
    sku: '',
    title: '',
    quantity: 1,
    removed: 0,
    lineAmount: 0,
    refundedAmount: 0,
  }
  const index = { variants: new Map([['3 4', VARIANT]]), products: new Map() }
  expect(classifyLines([line], index)).toMatchObject([
    { otherOptions, kind: otherOptions === null ? 'ours' : 'unmapped' },
  ])
})

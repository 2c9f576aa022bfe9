import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { addMs, HOUR } from '#core/time.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import {
  createStockAdjustment,
  findPracticeNumber,
  openPracticeShop,
  PUBLIC_URL,
  readSourceProducts,
  sellInPracticeShop,
  type ConnectedPracticeShop,
} from '#tests/steps/practice-connector.ts'

const { db } = await createTestDatabase()
const PLATFORMS = ['shopify', 'woocommerce'] as const

/** Returns the current product or variation with this SKU in its shop. */
async function readVariant(shop: ConnectedPracticeShop, sku: string) {
  const variants = (await readSourceProducts(shop)).flatMap((product) => product.variants)
  return variants.find((variant) => variant.sku === sku)
}

test.each(PLATFORMS)('%s: adjusts stock once, even if the answers are lost', async (platform) => {
  const shop = await openPracticeShop(db, platform)
  const { connector, access } = shop
  const sku = 'PRACTICE-BAND-54'
  const adjustment = await createStockAdjustment(shop, sku, { reference: 'eff_1', delta: -2 })
  await shop.act({ answers: 'lost' })
  await expect(connector.adjustStock(access, adjustment)).rejects.toMatchObject({ kind: 'unavailable' })
  await expect(connector.adjustStock(access, adjustment)).rejects.toMatchObject({ kind: 'unavailable' })
  await shop.act({ answers: 'normal' })
  const found = await connector.findStockAdjustment(access, adjustment)
  if (found === 'none') await connector.adjustStock(access, adjustment)
  expect(await connector.adjustStock(access, adjustment)).toMatchObject({ outcome: 'adjusted' })
  expect(await readVariant(shop, sku)).toMatchObject({ quantity: 3 })

  const back = await createStockAdjustment(shop, sku, { reference: 'eff_2', delta: 2 })
  await connector.adjustStock(access, back)
  await connector.adjustStock(access, back)
  expect(await readVariant(shop, sku)).toMatchObject({ quantity: 5 })
})

test.each(PLATFORMS)('%s: keeps a sale made in the shop between two adjustments', async (platform) => {
  const shop = await openPracticeShop(db, platform)
  const { connector, access } = shop
  const adjust = async (reference: string) =>
    connector.adjustStock(
      access,
      await createStockAdjustment(shop, 'PRACTICE-RING', { reference, delta: -1 }),
    )
  await adjust('eff_1')
  await sellInPracticeShop(shop, 'PRACTICE-RING', 3)
  await adjust('eff_2')
  expect(await readVariant(shop, 'PRACTICE-RING')).toMatchObject({ quantity: 7 })
})

test.each(PLATFORMS)(
  '%s: does not adjust a deleted product or stock that the shop does not track',
  async (platform) => {
    const shop = await openPracticeShop(db, platform)
    const { connector, access } = shop
    const ring = await createStockAdjustment(shop, 'PRACTICE-RING', { reference: 'eff_1', delta: -1 })
    const gone = { ...ring, stockId: ring.stockId.replace(/\d+$/, '999999') }
    expect(await connector.adjustStock(access, gone)).toEqual({ outcome: 'gone' })
    await db.execute(sql`update practice_products set manages_stock = false where sku = 'PRACTICE-RING'`)
    expect(await connector.adjustStock(access, ring)).toEqual({ outcome: 'uncounted' })
    expect(await readVariant(shop, 'PRACTICE-RING')).toMatchObject({ quantity: null })
  },
)

test('shopify: cannot tell whether an adjustment was made once its key may have expired', async () => {
  const shop = await openPracticeShop(db, 'shopify')
  const { connector, access } = shop
  const adjustment = await createStockAdjustment(shop, 'PRACTICE-RING', { reference: 'eff_1', delta: -1 })
  expect(await connector.findStockAdjustment(access, adjustment)).toBe('none')
  const late = { ...adjustment, now: addMs(adjustment.firstRequestedAt, 21 * HOUR) }
  expect(await connector.findStockAdjustment(access, late)).toBe('cannot_tell')
})

test.each(PLATFORMS)(
  '%s: product webhooks are signed, name the product, and repeat with the same key',
  async (platform) => {
    const shop = await openPracticeShop(db, platform)
    const { connector, access } = shop
    const webhook = {
      url: `${PUBLIC_URL}/stores/webhooks/stc_1`,
      secret: 'the secret',
      about: 'products',
    } as const
    await connector.subscribe(access, webhook)
    await connector.subscribe(access, webhook)
    await shop.act({ delivery: 'doubled' })
    const product = await findPracticeNumber(shop, 'Practice Ring')
    await shop.act({ action: 'product_save', product, name: 'Practice Ring', price: '99.00', quantity: '12' })
    const deliveries = await shop.sendWebhooks()
    expect(deliveries.map(({ url }) => url)).toEqual([webhook.url, webhook.url])
    const toDelivery = ({ body, headers }: (typeof deliveries)[number]) => ({
      body: new TextEncoder().encode(body),
      header: (name: string) => headers[name],
    })
    const [ring] = await readSourceProducts(shop)
    const events = deliveries.map((one) => connector.readWebhook(access, toDelivery(one), webhook.secret))
    expect(events).toMatchObject([{ orderId: null, productId: ring?.externalId }, {}])
    expect(events[0]?.key).toBe(events[1]?.key)
    const forged = {
      ...toDelivery(deliveries[0] ?? { url: '', body: '', headers: {} }),
      body: new Uint8Array([123, 125]),
    }
    expect(() => connector.readWebhook(access, forged, webhook.secret)).toThrow(/signature/)
  },
)

test.each(PLATFORMS)(
  '%s: identifies the stock of a stock webhook by its inventory item or its product',
  async (platform) => {
    const shop = await openPracticeShop(db, platform)
    const { connector, access } = shop
    const webhook = {
      url: `${PUBLIC_URL}/stores/webhooks/stc_1`,
      secret: 'the secret',
      about: 'products',
    } as const
    await connector.subscribe(access, webhook)
    const adjustment = await createStockAdjustment(shop, 'PRACTICE-BAND-54', {
      reference: 'eff_1',
      delta: -1,
    })
    await connector.adjustStock(access, adjustment)
    const band = (await readSourceProducts(shop)).find(({ name }) => name === 'Practice Band')
    const [delivery] = await shop.sendWebhooks()
    const event = connector.readWebhook(
      access,
      { body: new TextEncoder().encode(delivery?.body), header: (name) => delivery?.headers[name] },
      webhook.secret,
    )
    const reported = event.productId
      ? [event.productId]
      : await connector.findStockProducts(access, [event.stockId ?? ''])
    expect(reported).toEqual([band?.externalId])
  },
)

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { EASYPOST_FROM, createEasyPostShop } from '#tests/fakes/with-easypost.ts'
import { queryRows } from '#database/database.ts'
import type { ParcelFault } from '#tests/fakes/easypost/fake-parcels.ts'
import recorded from '#tests/fakes/easypost/recorded-parcels.json' with { type: 'json' }
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import {
  postAsSupplier,
  type CreatedOrder,
  readState,
  createSubmittedOrder,
} from '#tests/steps/supplier-orders.ts'

const { easyPost, shop } = await createEasyPostShop()

test('a label is bought once, its file is available to the supplier, and its parcel is shipped', async () => {
  const created = await createAcceptedOrder()
  const answer = await postAsSupplier(created, 'labels', labelInput('one'))
  expect(answer.body).toMatchObject({
    success: true,
    label: { state: 'asked', trackingNumber: null, file: null },
  })
  await shop.work()
  const [label] = await listLabels(created)
  expect(label).toMatchObject({
    state: 'used',
    carrier: 'usps',
    // These carriers do not offer the shopper's service, so the cheapest is used.
    service: 'USPS_GroundAdvantage',
    cost: 5.93,
    currency: 'USD',
    trackingNumber: expect.stringMatching(/^\d{22}$/),
  })
  expect(await readState(shop, created)).toBe('shipped')
  const { body } = await shop.get(`/shop/trackOrder/${created.purchaseId}`)
  expect(body).toMatchObject({
    order: {
      supplierOrders: [{ parcels: [{ trackings: [{ carrier: 'usps', number: label?.trackingNumber }] }] }],
    },
  })
  await shop.work()
  expect(easyPost.books.sold).toHaveLength(1)

  const file = await shop.get(label?.file ?? '', created.owner.headers)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.text).toBe('%PDF-1.4 shp_1')
  const rival = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: await createTestSupplier(shop.db),
  })
  expect((await shop.get(label?.file ?? '', rival.headers)).status).toBe(404)
  expect((await shop.get(label?.file ?? '')).status).toBe(401)
})

test('the request to EasyPost states contents, weight and address as in its recorded requests', async () => {
  const created = await createAcceptedOrder()
  const sender = {
    ...EASYPOST_FROM,
    name: 'Atelier Luce',
    street1: 'Via Roma 1',
    city: 'Arezzo',
    zip: '52100',
    country: 'IT',
  }
  const parcel = { weightGrams: 500, lengthMm: 254, widthMm: 127, heightMm: 51 }
  await shop.db.execute(sql`update products set origin_country = 'IT', metal = 'Yellow gold'`)
  await postAsSupplier(created, 'labels', {
    ...labelInput('reported'),
    sender,
    parcel,
    service: 'USPS_Priority',
  })
  await shop.work()
  expect(easyPost.books.opened).toMatchObject([
    {
      from_address: { name: 'Atelier Luce', country: 'IT' },
      to_address: { name: 'Mei Tan', zip: '079903', country: 'SG', phone: '+6591234567' },
      parcel: { length: 10, width: 5, height: 2.1, weight: 17.7 },
      customs_info: { customs_signer: 'Atelier Luce', customs_items: [{ quantity: 1, value: 100 }] },
    },
  ])
  expect(recorded.requestKeys).toEqual(
    expect.arrayContaining(Object.keys(easyPost.books.opened[0] ?? {}).filter((key) => key !== 'reference')),
  )
  expect(await listLabels(created)).toMatchObject([{ service: 'USPS_Priority', cost: 6.9 }])
})

test('a label uses the weight of the sold variant, also after the product is unlisted', async () => {
  const created = await createAcceptedOrder()
  await shop.db.execute(
    sql`update products set weight_grams = 20, length_mm = 250, width_mm = 30, height_mm = 20`,
  )
  await shop.db.execute(sql`update product_variants set weight_grams = 250`)
  await shop.db.execute(sql`update products set is_listed = false`)
  await postAsSupplier(created, 'labels', labelInput('variant'))
  await shop.work()
  // The chain, its box and the carton in ounces; the chain's length in inches.
  expect(easyPost.books.opened).toMatchObject([{ parcel: { weight: 15.9, length: 11.5 } }])
})

test('items without a weight count with their category’s typical weight, others with their own', async () => {
  const created = await createAcceptedOrder([1, 2])
  const [known] = created.variantIds
  await shop.db.execute(sql`update product_variants set weight_grams = 4 where public_id = ${known}`)
  await postAsSupplier(created, 'labels', labelInput('unknown'))
  await shop.work()
  // 4 g and twice a ring's 6 g, three boxes and the carton: 376 g.
  expect(easyPost.books.opened).toMatchObject([{ parcel: { weight: 13.3 } }])
})

test.each<[ParcelFault[]]>([
  [['busy', 'gone', 'failing']],
  // The shipment is created, but the answer with its ID is lost.
  [['none', 'lost']],
  // The label is bought, but the answers to the purchase and to the lookup are lost.
  [['none', 'none', 'none', 'lost']],
  [['none', 'none', 'none', 'lost', 'gone', 'gone']],
  // The label is bought and stored, but its file cannot be fetched.
  [['none', 'none', 'none', 'none', 'failing']],
])('one label is bought and one parcel added, whichever answers are lost (%j)', async (faults) => {
  const created = await createAcceptedOrder()
  await postAsSupplier(created, 'labels', labelInput('faults'))
  easyPost.faults.push(...faults)
  for (let round = 0; round <= faults.length; round += 1) {
    await shop.work()
    await retryLabels()
  }
  await shop.work()
  expect(easyPost.faults).toEqual([])
  expect(await listLabels(created)).toMatchObject([{ state: 'used' }])
  expect(easyPost.books.sold).toHaveLength(1)
  expect(easyPost.books.refunded).toEqual([])
  expect(await queryRows(shop.db, sql`select id from parcels`)).toHaveLength(1)
})

test('a label left unfinished by all attempts is resumed by the hourly job', async () => {
  const created = await createAcceptedOrder()
  easyPost.faults.push('gone')
  await postAsSupplier(created, 'labels', labelInput('stuck'))
  await shop.work()
  const byTheHour = async () => {
    await shop.app.jobs.enqueue(shop.db, { job: 'orders.finish_labels', input: {} })
    await shop.work()
  }
  await byTheHour()
  expect(easyPost.books.sold).toEqual([])
  shop.passTime(61 * 60_000)
  await byTheHour()
  expect(easyPost.books.sold).toHaveLength(1)
  expect(await readState(shop, created)).toBe('shipped')
})

test('concurrent jobs for a label buy it once', async () => {
  const created = await createAcceptedOrder()
  await postAsSupplier(created, 'labels', labelInput('twice'))
  await retryLabels()
  await retryLabels()
  await Promise.all([shop.work(), shop.work()])
  await shop.work()
  expect(easyPost.books.sold).toHaveLength(1)
  expect(await listLabels(created)).toMatchObject([{ state: 'used' }])
})

test('no label is bought for an order that ended, and one bought too late is refunded', async () => {
  const endedOrder = await createAcceptedOrder()
  await postAsSupplier(endedOrder, 'labels', labelInput('ended'))
  await postAsSupplier(endedOrder, 'cancel', { reason: 'No time after all' })
  await shop.work()
  expect(await listLabels(endedOrder)).toMatchObject([
    { state: 'failed', failure: expect.stringContaining('ended') },
  ])
  expect(easyPost.books.sold).toEqual([])

  const lateOrder = await createAcceptedOrder()
  await postAsSupplier(lateOrder, 'labels', labelInput('late'))
  // The label is bought, but the answer is lost until the order ends.
  easyPost.faults.push('none', 'none', 'none', 'lost', 'gone')
  await shop.work()
  expect(easyPost.books.sold).toEqual(['shp_1'])
  expect(await listLabels(lateOrder)).toMatchObject([{ state: 'asked' }])
  await postAsSupplier(lateOrder, 'cancel', { reason: 'No time after all' })
  await retryLabels()
  await shop.work()
  expect(await listLabels(lateOrder)).toMatchObject([{ state: 'given_back' }])
  expect(easyPost.books.sold).toEqual(['shp_1'])
  expect(easyPost.books.refunded).toEqual(['shp_1'])
  expect(await readState(shop, lateOrder)).toBe('cancelled')
})

test.each<[string, ParcelFault[]]>([
  ['shipment was read', ['none', 'none', 'failing']],
  ['label was asked for', ['none', 'none', 'none', 'failing', 'none']],
])('no label is bought for an order that ended after its %s', async (_what, faults) => {
  const created = await createAcceptedOrder()
  await postAsSupplier(created, 'labels', labelInput('between'))
  easyPost.faults.push(...faults)
  await shop.work()
  expect(await listLabels(created)).toMatchObject([{ state: 'asked' }])
  expect(easyPost.books.opened).toHaveLength(1)
  await postAsSupplier(created, 'cancel', { reason: 'No time after all' })
  await retryLabels()
  await shop.work()
  expect(await listLabels(created)).toMatchObject([
    { state: 'failed', failure: expect.stringContaining('ended') },
  ])
  expect(easyPost.books.sold).toEqual([])
})

test('an idempotency key returns its label; other content, units with a label, and early orders are refused', async () => {
  const early = await createSubmittedOrder(shop)
  expect((await postAsSupplier(early, 'labels', labelInput('early'))).body).toMatchObject({
    code: 'order_state',
  })
  const created = await createAcceptedOrder()
  const first = await postAsSupplier(created, 'labels', labelInput('same'))
  expect((await postAsSupplier(created, 'labels', labelInput('same'))).body).toEqual(first.body)
  for (const [body, code] of [
    [{ ...labelInput('same'), service: 'USPS_Express' }, 'key_reused'],
    [labelInput('other'), 'units_not_there'],
    [{ ...labelInput('much'), lines: [{ line: 1, quantity: 2 }] }, 'units_not_there'],
    [{ ...labelInput('none'), lines: [{ line: 7, quantity: 1 }] }, 'units_not_there'],
  ] as const)
    expect((await postAsSupplier(created, 'labels', body)).body).toMatchObject({ success: false, code })
  await shop.work()
  expect(easyPost.books.sold).toHaveLength(1)
})

async function createAcceptedOrder(quantities: readonly number[] = [1]): Promise<CreatedOrder> {
  const created = await createSubmittedOrder(shop, { quantities })
  await postAsSupplier(created, 'accept')
  return created
}

function labelInput(key: string) {
  return { idempotencyKey: `label-${key}` }
}

/** Runs the hourly job that finishes labels. */
async function retryLabels(): Promise<void> {
  const stuck = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from parcel_labels where state in ('asked', 'bought', 'unused')`,
  )
  for (const { id } of stuck)
    await shop.app.jobs.enqueue(shop.db, { job: 'orders.buy_label', input: { labelId: id } })
}

type LabelView = { state: string; trackingNumber: string; file: string; failure: string }

async function listLabels(created: CreatedOrder): Promise<LabelView[]> {
  const { body } = await shop.get(`/supplier/orders/${created.id}/labels`, created.owner.headers)
  return Reflect.get(Object(body), 'labels')
}
